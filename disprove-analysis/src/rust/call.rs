//! Lowers calls of functions and methods.

use super::{
    expression::{Lower, bare, path_text},
    tokens,
};
use crate::ir::{
    Argument, Callee, Expr as Lowered, Form, Junction, Kind, Loop, Pattern, Quantifier, Relation,
    Span, Stmt,
};
use quote::ToTokens;
use syn::{Expr, ExprCall, ExprMethodCall, Path, RangeLimits};

/// Methods that return the same value: copies and views.
const SAME: [&str; 8] =
    ["clone", "to_owned", "as_ref", "borrow", "copied", "cloned", "as_deref", "deref"];

/// Methods that return the same value for writing.
const BORROWS: [&str; 7] =
    ["by_ref", "as_mut", "as_mut_slice", "as_mut_str", "as_deref_mut", "deref_mut", "borrow_mut"];

/// Functions that return the same value: `Rc::clone(&x)`.
const SAME_FUNCTIONS: [&str; 2] = ["clone", "black_box"];

/// Methods that only change the container.
const CONVERSIONS: [&str; 14] = [
    "iter",
    "into_iter",
    "collect",
    "collect_vec",
    "to_vec",
    "into_vec",
    "as_slice",
    "as_str",
    "as_bytes",
    "into_bytes",
    "into_boxed_slice",
    "into_inner",
    "chars",
    "bytes",
];

/// Functions that wrap one value.
const WRAPPERS: [&str; 8] = [
    "Box::new",
    "Rc::new",
    "Arc::new",
    "Cell::new",
    "RefCell::new",
    "Mutex::new",
    "Cow::from",
    "Pin::new",
];

/// Methods of a handle that report something and draw nothing.
const SAYINGS: [&str; 8] =
    ["note", "label", "event", "target", "cover", "is_empty", "len", "classify"];

impl Lower<'_> {
    /// Lowers a function call.
    pub fn call(&mut self, call: &ExprCall) -> Kind {
        if call.args.iter().any(|argument| self.is_handle(argument)) {
            let others: Vec<&Expr> =
                call.args.iter().filter(|argument| !self.is_handle(argument)).collect();
            return Kind::Draw(self.all(others));
        }
        let Expr::Path(path) = bare(&call.func) else {
            let callee = Callee::Value(self.boxed(&call.func));
            return Kind::Call { callee, arguments: self.arguments(&call.args) };
        };
        let text = self.called_path(&path.path);
        let last = path.path.segments.last().map(|last| last.ident.to_string()).unwrap_or_default();
        if text.ends_with("TestResult::from_bool")
            && let Some(verdict) = call.args.first()
        {
            return Kind::Same(self.boxed(verdict));
        }
        let wraps = WRAPPERS.iter().any(|wrapper| {
            text.strip_suffix(wrapper)
                .is_some_and(|before| before.is_empty() || before.ends_with("::"))
        });
        if wraps || last.starts_with(char::is_uppercase) {
            return match call.args.first() {
                Some(inner) if call.args.len() == 1 => Kind::Wrap(text, self.boxed(inner)),
                _ => Kind::Group(self.all(&call.args)),
            };
        }
        if SAME_FUNCTIONS.contains(&last.as_str())
            && let [same] = &*call.args.iter().collect::<Vec<_>>()
        {
            return Kind::Same(self.boxed(same));
        }
        let mut arguments = self.arguments(&call.args);
        if last == "catch_unwind" {
            // Whether it panics depends on everything it reads, whatever the closure returns.
            let kind = Kind::Opaque(tokens::names(call.args.to_token_stream()));
            let value = Lowered::new(kind, self.origin.span(&call.args));
            arguments.push(Argument { value, keyword: None, mutable: false });
        }
        Kind::Call { callee: Callee::Function(text), arguments }
    }

    pub fn arguments<'e>(
        &mut self,
        arguments: impl IntoIterator<Item = &'e Expr>,
    ) -> Vec<Argument> {
        arguments
            .into_iter()
            .map(|argument| Argument {
                mutable: is_mutable(argument),
                value: self.expr(argument),
                keyword: None,
            })
            .collect()
    }

    pub fn is_handle(&self, expr: &Expr) -> bool {
        let mut at = bare(expr);
        while let Expr::Unary(unary) = at {
            at = bare(&unary.expr);
        }
        match at {
            Expr::Path(path) => {
                self.handles.iter().any(|handle| path.path.is_ident(handle.as_str()))
            }
            // `tc.clone()` is passed to threads and helpers.
            Expr::MethodCall(call) if call.method == "clone" => self.is_handle(&call.receiver),
            _ => false,
        }
    }

    /// Lowers a method call.
    pub fn method_call(&mut self, call: &ExprMethodCall, span: Span) -> Kind {
        let name = call.method.to_string();
        if self.is_handle(&call.receiver) && !SAYINGS.contains(&name.as_str()) && name != "clone" {
            return Kind::Draw(self.all(&call.args));
        }
        if call.args.iter().any(|argument| self.is_handle(argument)) {
            let parts: Vec<&Expr> = std::iter::once(&*call.receiver)
                .chain(call.args.iter().filter(|argument| !self.is_handle(argument)))
                .collect();
            return Kind::Draw(self.all(parts));
        }
        match (name.as_str(), call.args.len()) {
            (same, 0) if SAME.contains(&same) => return Kind::Same(self.boxed(&call.receiver)),
            (borrow, 0) if BORROWS.contains(&borrow) => {
                return Kind::Borrow(self.boxed(&call.receiver));
            }
            (conversion, 0) if CONVERSIONS.contains(&conversion) => {
                return Kind::Conv(self.boxed(&call.receiver));
            }
            (relation, 1) => {
                if let Some(relation) = named_relation(relation) {
                    return Kind::Compare(
                        relation,
                        self.boxed(&call.receiver),
                        self.boxed(&call.args[0]),
                    );
                }
            }
            _ => {}
        }
        if let Some(kind) = self.quantified(call).or_else(|| self.within(call, span)) {
            return kind;
        }
        if matches!(name.as_str(), "unwrap_err" | "expect_err") && !self.asserting {
            let refused = self.expr(&call.receiver);
            let form = Form::Raises { reads: vec![refused], body: Vec::new(), bound: None };
            let assertion = self.assertion(form, call);
            self.before.push(Stmt::Assert(assertion));
        }
        let receiver = self.boxed(&call.receiver);
        let arguments = self.arguments(&call.args);
        Kind::Call { callee: Callee::Method(name, receiver), arguments }
    }

    /// Lowers `source.all(|pattern| body)`.
    fn quantified(&mut self, call: &ExprMethodCall) -> Option<Kind> {
        let quantifier = match call.method.to_string().as_str() {
            "all" => Quantifier::All,
            "any" => Quantifier::Any,
            _ => return None,
        };
        let (Some(Expr::Closure(closure)), 1) = (call.args.first(), call.args.len()) else {
            return None;
        };
        let source = self.boxed(&call.receiver);
        let pattern = parameter(closure);
        let asserting = self.asserting;
        let (statements, value) = self.lambda_body(&closure.body);
        self.asserting = asserting;
        let span = self.origin.span(&*closure.body);
        let value = value.unwrap_or_else(|| super::expression::unit(span));
        let body = if statements.is_empty() {
            value
        } else {
            Lowered::new(Kind::Block(statements, Box::new(value)), span)
        };
        Some(Kind::Quantified { quantifier, pattern, source, body: Box::new(body) })
    }

    /// Lowers `(low..high).contains(&x)`, which compares `x` with both ends.
    fn within(&mut self, call: &ExprMethodCall, span: Span) -> Option<Kind> {
        let Expr::Range(range) = bare(&call.receiver) else { return None };
        if call.method != "contains" || call.args.len() != 1 {
            return None;
        }
        let mut sides = Vec::new();
        if let Some(low) = &range.start {
            let both = (self.boxed(&call.args[0]), self.boxed(low));
            sides.push(Lowered::new(Kind::Compare(Relation::Ge, both.0, both.1), span));
        }
        if let Some(high) = &range.end {
            let relation = match range.limits {
                RangeLimits::HalfOpen(_) => Relation::Lt,
                RangeLimits::Closed(_) => Relation::Le,
            };
            let both = (self.boxed(&call.args[0]), self.boxed(high));
            sides.push(Lowered::new(Kind::Compare(relation, both.0, both.1), span));
        }
        match sides.len() {
            0 => None,
            1 => sides.pop().map(|side| side.kind),
            _ => Some(Kind::Junction(Junction::And, sides)),
        }
    }

    /// Lowers a call whose value is unused.
    pub fn effect(&mut self, expr: &Expr, statements: &mut Vec<Stmt>) {
        let lowered = match unwrapped(expr) {
            Expr::Call(call) => self.called(call),
            Expr::MethodCall(call) => self.method_called(call),
            _ => None,
        };
        let statement = match lowered {
            Some(statement) => statement,
            None => Stmt::Effect(self.expr(expr)),
        };
        statements.append(&mut self.before);
        statements.push(statement);
    }

    fn called(&mut self, call: &ExprCall) -> Option<Stmt> {
        let Expr::Path(path) = bare(&call.func) else { return None };
        let name = path.path.segments.last()?.ident.to_string();
        if name == "assume" && call.args.len() == 1 {
            return Some(Stmt::Assume(self.expr(&call.args[0])));
        }
        if name == "reject" || name == "discard" {
            return Some(Stmt::Discard);
        }
        self.asserted_by(&self.called_path(&path.path), call.args.iter().collect(), call)
    }

    /// The path of a called function, with the type instead of `Self`.
    pub fn called_path(&self, path: &Path) -> String {
        let text = path_text(path);
        match (text.strip_prefix("Self::"), &self.of_type) {
            (Some(rest), Some(name)) => format!("{name}::{rest}"),
            _ => text,
        }
    }

    fn method_called(&mut self, call: &ExprMethodCall) -> Option<Stmt> {
        let name = call.method.to_string();
        if self.is_handle(&call.receiver) {
            return match (name.as_str(), call.args.len()) {
                ("assume", 1) => Some(Stmt::Assume(self.expr(&call.args[0]))),
                ("reject" | "discard", _) => Some(Stmt::Discard),
                _ => None,
            };
        }
        if let ("for_each", Some(Expr::Closure(closure))) = (name.as_str(), call.args.first()) {
            let source = self.expr(&call.receiver);
            let (mut body, value) = self.lambda_body(&closure.body);
            body.extend(value.map(Stmt::Effect));
            return Some(Stmt::Loop { kind: Loop::For(parameter(closure), source), body });
        }
        if matches!(name.as_str(), "unwrap_err" | "expect_err") {
            let reads = vec![self.expr(&call.receiver)];
            let form = Form::Raises { reads, body: Vec::new(), bound: None };
            return Some(Stmt::Assert(self.assertion(form, call)));
        }
        let arguments = std::iter::once(&*call.receiver).chain(&call.args).collect();
        self.asserted_by(&format!(".{name}"), arguments, call)
    }
}

/// Whether the callee may write to an argument.
fn is_mutable(argument: &Expr) -> bool {
    match argument {
        Expr::Reference(inner) => inner.mutability.is_some(),
        Expr::MethodCall(call) => {
            call.args.is_empty() && BORROWS.iter().any(|borrow| call.method == borrow)
        }
        _ => false,
    }
}

/// Strips calls that only unwrap a result.
fn unwrapped(expr: &Expr) -> &Expr {
    match expr {
        Expr::Try(inner) => unwrapped(&inner.expr),
        Expr::Await(inner) => unwrapped(&inner.base),
        Expr::MethodCall(call) if call.method == "unwrap" || call.method == "expect" => {
            unwrapped(&call.receiver)
        }
        other => bare(other),
    }
}

/// The parameter of a closure with one parameter.
fn parameter(closure: &syn::ExprClosure) -> Pattern {
    closure.inputs.first().map_or(Pattern::Wild, super::pattern::pattern)
}

fn named_relation(method: &str) -> Option<Relation> {
    Some(match method {
        "eq" => Relation::Eq,
        "ne" => Relation::Ne,
        "lt" => Relation::Lt,
        "le" => Relation::Le,
        "gt" => Relation::Gt,
        "ge" => Relation::Ge,
        _ => return None,
    })
}
