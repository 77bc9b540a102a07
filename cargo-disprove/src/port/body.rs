//! The bodies of tests: assertions, early returns and results.

use super::{
    scope::Library,
    translator::{Refusal, Translator, name, range, with_trait},
};
use std::ops::Range;
use syn::{
    BinOp, Block, Expr, ExprCall, ExprIf, ExprReturn, Item, ItemUse, Macro, ReturnType, Signature,
    Stmt, Token, Type, TypePath, UnOp,
    punctuated::Punctuated,
    visit::{self, Visit},
};

/// The error type of properties that return early with `?`.
pub(super) const ERROR: &str = "Box<dyn std::error::Error>";

/// What a translated body returns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Returns {
    Unit,
    Result,
}

/// A use of `TestResult`.
#[derive(Debug)]
enum OutcomeUse {
    /// `TestResult::passed()` and the like: the call, its function, and the name of the function.
    Call {
        call: Range<usize>,
        function: Range<usize>,
        name: String,
        argument: Option<Range<usize>>,
    },
    /// `if condition { return TestResult::discard(); }`
    Discard { statement: Range<usize>, assumption: String },
    /// The type.
    Type(Range<usize>),
}

/// What was seen in a body.
#[derive(Debug, Default)]
struct Facts {
    question_marks: bool,
    errors: bool,
    /// `return Ok(())`
    plain_returns: Vec<Range<usize>>,
    outcomes: Vec<OutcomeUse>,
}

struct BodyVisitor<'t, 'a> {
    translator: &'t mut Translator<'a>,
    library: Library,
    /// Closures and async blocks around the current expression.
    depth: usize,
    /// Whether a discard may become `assume!`.
    is_property: bool,
    facts: Facts,
    refusal: Option<Refusal>,
}

impl Translator<'_> {
    fn visited(
        &mut self,
        library: Library,
        is_property: bool,
        visit: impl FnOnce(&mut BodyVisitor),
    ) -> Result<Facts, Refusal> {
        let mut visitor = BodyVisitor {
            translator: self,
            library,
            depth: 0,
            is_property,
            facts: Facts::default(),
            refusal: None,
        };
        visit(&mut visitor);
        match visitor.refusal {
            Some(refusal) => Err(refusal),
            None => Ok(visitor.facts),
        }
    }

    /// Translates the body of a proptest test.
    pub(super) fn proptest_body(&mut self, block: &Block) -> Result<Returns, Refusal> {
        let facts = self.visited(Library::Proptest, true, |visitor| visitor.visit_block(block))?;
        if !facts.question_marks && !facts.errors {
            for early in facts.plain_returns {
                self.edits.replace(early, "return");
            }
            return Ok(Returns::Unit);
        }
        let close = block.brace_token.span.close().byte_range().start;
        let line = self.code.text[..close].rfind('\n').map_or(0, |at| at + 1);
        let is_alone = self.code.text[line..close].trim().is_empty();
        let indentation = self.indentation(close);
        let end = block
            .stmts
            .last()
            .map_or(block.brace_token.span.open().byte_range().end, |last| range(last).end);
        let needs_semicolon = match block.stmts.last() {
            Some(Stmt::Macro(last)) => last.semi_token.is_none(),
            Some(Stmt::Expr(last, None)) => !is_block_like(last),
            _ => false,
        };
        if needs_semicolon {
            self.edits.insert(end, ";");
        }
        if is_alone {
            self.edits.insert(end, format!("\n{indentation}    Ok(())"));
        } else {
            self.edits.insert(end, " Ok(()) ");
        }
        Ok(Returns::Result)
    }

    /// Translates a function that returns `Result<_, TestCaseError>`, in its signature and body.
    pub(super) fn proptest_helper(
        &mut self,
        signature: &Signature,
        block: &Block,
    ) -> Result<(), Refusal> {
        self.visited(Library::Proptest, false, |visitor| {
            visitor.visit_signature(signature);
            visitor.visit_block(block);
        })?;
        Ok(())
    }

    /// Translates the results of a quickcheck property or helper, in its signature and body.
    pub(super) fn quickcheck_body(
        &mut self,
        output: &ReturnType,
        block: &Block,
        is_property: bool,
    ) -> Result<(), Refusal> {
        let facts = self.visited(Library::Quickcheck, is_property, |visitor| {
            visitor.visit_return_type(output);
            visitor.visit_block(block);
        })?;
        let is_direct = matches!(output, ReturnType::Type(_, ty) if matches!(&**ty, Type::Path(path)
            if self.quickcheck(&path.path).as_deref() == Some("TestResult")));
        let is_bool = is_property
            && is_direct
            && self.returns_calls(block)
            && facts.outcomes.iter().all(|each| match each {
                OutcomeUse::Call { name, .. } => {
                    matches!(name.as_str(), "from_bool" | "passed" | "failed")
                }
                OutcomeUse::Discard { .. } | OutcomeUse::Type(_) => true,
            })
            && facts.outcomes.iter().filter(|each| matches!(each, OutcomeUse::Type(_))).count()
                == 1;
        for each in facts.outcomes {
            self.outcome(each, is_bool)?;
        }
        Ok(())
    }

    /// Whether each value that a block returns is a call such as `TestResult::passed()`.
    fn returns_calls(&self, block: &Block) -> bool {
        struct Returned<'t, 'a>(&'t Translator<'a>, bool);
        impl<'ast> Visit<'ast> for Returned<'_, '_> {
            fn visit_expr_return(&mut self, early: &'ast ExprReturn) {
                self.1 &= early.expr.as_deref().is_some_and(|value| self.0.is_outcome_call(value));
            }

            fn visit_expr_closure(&mut self, _: &'ast syn::ExprClosure) {}

            fn visit_item(&mut self, _: &'ast Item) {}
        }
        let mut returned = Returned(self, true);
        returned.visit_block(block);
        let is_last = match block.stmts.last() {
            Some(Stmt::Expr(last, None)) => self.is_outcome_call(last),
            _ => false,
        };
        returned.1 && is_last
    }

    fn is_outcome_call(&self, value: &Expr) -> bool {
        let in_block = |block: &Block| match block.stmts.last() {
            Some(Stmt::Expr(last, None)) => self.is_outcome_call(last),
            Some(Stmt::Expr(Expr::Return(_), _)) => true,
            _ => false,
        };
        match value {
            Expr::Call(call) => matches!(&*call.func, Expr::Path(path)
                if self.quickcheck(&path.path).is_some_and(|old| old.starts_with("TestResult::"))),
            Expr::Block(block) => in_block(&block.block),
            Expr::If(branch) => {
                let otherwise = branch.else_branch.as_ref();
                in_block(&branch.then_branch)
                    && otherwise.is_some_and(|(_, otherwise)| self.is_outcome_call(otherwise))
            }
            Expr::Match(arms) => arms.arms.iter().all(|arm| self.is_outcome_call(&arm.body)),
            Expr::Return(_) => true,
            _ => false,
        }
    }

    fn outcome(&mut self, each: OutcomeUse, is_bool: bool) -> Result<(), Refusal> {
        let outcome = name("Outcome");
        match each {
            OutcomeUse::Type(at) => {
                self.edits.replace(at, if is_bool { "bool".to_owned() } else { outcome });
            }
            OutcomeUse::Discard { statement, assumption } => {
                self.edits.replace(statement, format!("{}!({assumption});", name("assume")));
            }
            OutcomeUse::Call { call, function, name: method, argument } => {
                match (method.as_str(), is_bool, argument) {
                    ("passed", true, None) => self.edits.replace(call, "true"),
                    ("failed", true, None) => self.edits.replace(call, "false"),
                    ("from_bool", true, Some(value)) => {
                        self.edits.delete(call.start..value.start);
                        self.edits.delete(value.end..call.end);
                    }
                    ("passed", false, None) => {
                        self.edits.replace(call, format!("{outcome}::pass()"));
                    }
                    ("failed", false, None) => {
                        self.edits
                            .replace(call, format!("{outcome}::fail(\"the property failed\")"));
                    }
                    ("discard", _, None) => {
                        self.edits.replace(call, format!("{outcome}::reject()"));
                    }
                    ("error", _, Some(_)) => {
                        self.edits.replace(function, format!("{outcome}::fail"));
                    }
                    // Without an import there is no method.
                    ("from_bool", false, Some(_)) if self.is_qualified() => {
                        self.edits
                            .replace(function, format!("{}::into_outcome", name("IntoOutcome")));
                    }
                    ("from_bool", false, Some(_)) => {
                        self.edits.delete(function);
                        let conversion = format!(".into_outcome(){}", with_trait("IntoOutcome"));
                        self.edits.insert(call.end, conversion);
                    }
                    ("must_fail", _, Some(_)) if self.is_qualified() => {
                        let start = format!(
                            "{}::into_outcome(std::panic::catch_unwind",
                            name("IntoOutcome")
                        );
                        self.edits.replace(function, start);
                        self.edits.insert(call.end, ".is_err())");
                    }
                    ("must_fail", _, Some(_)) => {
                        self.edits.replace(function, "std::panic::catch_unwind");
                        let conversion =
                            format!(".is_err().into_outcome(){}", with_trait("IntoOutcome"));
                        self.edits.insert(call.end, conversion);
                    }
                    (method, ..) => {
                        return Err(format!("`TestResult::{method}` has no counterpart"));
                    }
                }
            }
        }
        Ok(())
    }
}

impl BodyVisitor<'_, '_> {
    fn refuse(&mut self, why: impl Into<String>) {
        self.refusal.get_or_insert_with(|| why.into());
    }

    fn nested(&mut self, visit: impl FnOnce(&mut Self)) {
        self.depth += 1;
        visit(self);
        self.depth -= 1;
    }

    /// `if condition { return TestResult::discard(); }`, as an assumption.
    fn discard(&mut self, statement: &Stmt) -> bool {
        let Stmt::Expr(Expr::If(branch), _) = statement else { return false };
        let ExprIf { cond, then_branch, else_branch: None, .. } = branch else { return false };
        if self.library != Library::Quickcheck
            || !self.is_property
            || self.depth > 0
            || has_let(cond)
        {
            return false;
        }
        let [Stmt::Expr(Expr::Return(ExprReturn { expr: Some(value), .. }), _)] =
            &then_branch.stmts[..]
        else {
            return false;
        };
        let Expr::Call(call) = &**value else { return false };
        let Expr::Path(path) = &*call.func else { return false };
        if self.translator.quickcheck(&path.path).as_deref() != Some("TestResult::discard") {
            return false;
        }
        // A comment in the branch would be lost.
        let body = &self.translator.code.text[range(then_branch)];
        if body.contains("//") || body.contains("/*") {
            return false;
        }
        self.visit_expr(cond);
        let assumption = self.negated(cond);
        let statement = range(statement);
        self.facts.outcomes.push(OutcomeUse::Discard { statement, assumption });
        true
    }

    /// The negation of a condition.
    fn negated(&mut self, condition: &Expr) -> String {
        let text = |part: &Expr| self.translator.rendered(part);
        match condition {
            Expr::Paren(inner) => self.negated(&inner.expr),
            Expr::Unary(unary) if matches!(unary.op, UnOp::Not(_)) => match &*unary.expr {
                Expr::Paren(inner) => text(&inner.expr),
                inner => text(inner),
            },
            Expr::Binary(binary) => match binary.op {
                BinOp::Eq(_) => format!("{} != {}", text(&binary.left), text(&binary.right)),
                BinOp::Ne(_) => format!("{} == {}", text(&binary.left), text(&binary.right)),
                _ => format!("!({})", text(condition)),
            },
            Expr::Path(_) | Expr::MethodCall(_) | Expr::Call(_) | Expr::Field(_) => {
                format!("!{}", text(condition))
            }
            _ => format!("!({})", text(condition)),
        }
    }

    /// Visits the arguments of a macro, if they are expressions.
    fn macro_arguments(&mut self, mac: &Macro) {
        let list = mac.parse_body_with(Punctuated::<Expr, Token![,]>::parse_terminated);
        let repeated = |input: syn::parse::ParseStream| {
            let value: Expr = input.parse()?;
            input.parse::<Token![;]>()?;
            Ok(vec![value, input.parse()?])
        };
        let parsed =
            list.map(|list| list.into_iter().collect()).or_else(|_| mac.parse_body_with(repeated));
        let Ok(parsed) = parsed else {
            let tokens = self.translator.source(&mac.tokens);
            if tokens.contains('?') || tokens.contains("return") {
                let path = self.translator.source(&mac.path);
                self.refuse(format!("the arguments of `{path}!` are not expressions"));
            }
            return;
        };
        for argument in &parsed {
            self.visit_expr(argument);
        }
    }

    fn old_macro(&mut self, mac: &Macro) -> Option<()> {
        let translator = &mut *self.translator;
        let old = translator.code.scope.old_macro(translator.module, &mac.path)?;
        let new = match old.name.as_str() {
            "prop_assert" => "assert".to_owned(),
            "prop_assert_eq" => "assert_eq".to_owned(),
            "prop_assert_ne" => "assert_ne".to_owned(),
            "prop_assume" => name("assume"),
            _ => return None,
        };
        translator.edits.replace(range(&mac.path), new);
        if old.name == "prop_assume" {
            // The reason has no counterpart.
            let arguments =
                mac.parse_body_with(Punctuated::<Expr, Token![,]>::parse_terminated).ok()?;
            if let (Some(first), Some(last)) = (arguments.first(), arguments.last())
                && arguments.len() > 1
            {
                translator.edits.delete(range(first).end..range(last).end);
            }
        }
        if self.depth > 0 {
            self.refuse(format!("`{}!` in a closure or an async block", old.name));
        }
        Some(())
    }
}

impl<'ast> Visit<'ast> for BodyVisitor<'_, '_> {
    fn visit_stmt(&mut self, statement: &'ast Stmt) {
        if !self.discard(statement) {
            visit::visit_stmt(self, statement);
        }
    }

    fn visit_macro(&mut self, mac: &'ast Macro) {
        self.old_macro(mac);
        self.macro_arguments(mac);
    }

    fn visit_expr_closure(&mut self, closure: &'ast syn::ExprClosure) {
        self.nested(|visitor| visit::visit_expr_closure(visitor, closure));
    }

    fn visit_expr_async(&mut self, block: &'ast syn::ExprAsync) {
        self.nested(|visitor| visit::visit_expr_async(visitor, block));
    }

    fn visit_expr_try(&mut self, expression: &'ast syn::ExprTry) {
        self.facts.question_marks |= self.depth == 0;
        visit::visit_expr_try(self, expression);
    }

    fn visit_expr_return(&mut self, early: &'ast ExprReturn) {
        if self.depth == 0 && self.library == Library::Proptest && self.is_property {
            match early.expr.as_deref() {
                Some(value) if is_ok_unit(value) => self.facts.plain_returns.push(range(early)),
                Some(_) => self.facts.errors = true,
                None => {}
            }
        }
        visit::visit_expr_return(self, early);
    }

    fn visit_expr_call(&mut self, call: &'ast ExprCall) {
        if let Expr::Path(path) = &*call.func
            && let Some(old) = self.translator.old(&path.path)
        {
            let function = range(path);
            if old.library == Library::Proptest && old.name == "TestCaseError::fail" {
                self.translator
                    .edits
                    .replace(function, format!("Box::<{}>::from", &ERROR[4..ERROR.len() - 1]));
                self.facts.errors |= self.depth == 0;
                for argument in &call.args {
                    self.visit_expr(argument);
                }
                return;
            }
            if let Some(method) = old.name.strip_prefix("TestResult::") {
                let argument = call.args.first().map(range);
                let name = method.to_owned();
                self.facts.outcomes.push(OutcomeUse::Call {
                    call: range(call),
                    function,
                    name,
                    argument,
                });
                for argument in &call.args {
                    self.visit_expr(argument);
                }
                return;
            }
        }
        visit::visit_expr_call(self, call);
    }

    fn visit_type_path(&mut self, path: &'ast TypePath) {
        let at = range(&path.path);
        match self.translator.old(&path.path).map(|old| old.name).as_deref() {
            Some("TestCaseError") => self.translator.edits.replace(at, ERROR),
            Some("TestCaseResult") => {
                self.translator.edits.replace(at, format!("Result<(), {ERROR}>"));
            }
            Some("TestResult") => self.facts.outcomes.push(OutcomeUse::Type(at)),
            _ => visit::visit_type_path(self, path),
        }
    }

    fn visit_item(&mut self, item: &'ast Item) {
        match item {
            Item::Fn(function) => {
                let (facts, depth) =
                    (std::mem::take(&mut self.facts), std::mem::take(&mut self.depth));
                let is_property = std::mem::take(&mut self.is_property);
                visit::visit_item_fn(self, function);
                let inner = std::mem::replace(&mut self.facts, facts);
                self.facts.outcomes.extend(inner.outcomes);
                self.depth = depth;
                self.is_property = is_property;
            }
            Item::Use(item) => self.local_use(item),
            other => visit::visit_item(self, other),
        }
    }
}

impl BodyVisitor<'_, '_> {
    /// Imports of the old library inside of a function.
    fn local_use(&mut self, item: &ItemUse) {
        let mut leaves = Vec::new();
        super::scope::flatten(&item.tree, &mut Vec::new(), &mut leaves);
        let old = leaves.iter().filter(|leaf| super::scope::is_old_path(&leaf.path)).count();
        if old == leaves.len() {
            let text = self.translator.code.text;
            self.translator.edits.delete(whole_lines(text, range(item)));
        } else if old > 0 {
            self.refuse("a `use` that imports from several crates");
        }
    }
}

/// The range with its line break and indentation, if nothing else is on its lines.
pub(super) fn whole_lines(text: &str, at: Range<usize>) -> Range<usize> {
    let start = text[..at.start].rfind('\n').map_or(0, |line| line + 1);
    let end = text[at.end..].find('\n').map_or(text.len(), |line| at.end + line + 1);
    let is_alone = text[start..at.start].trim().is_empty() && text[at.end..end].trim().is_empty();
    if is_alone { start..end } else { at }
}

fn has_let(condition: &Expr) -> bool {
    match condition {
        Expr::Let(_) => true,
        Expr::Binary(binary) => has_let(&binary.left) || has_let(&binary.right),
        Expr::Paren(inner) => has_let(&inner.expr),
        _ => false,
    }
}

fn is_ok_unit(value: &Expr) -> bool {
    let Expr::Call(call) = value else { return false };
    let is_ok = matches!(&*call.func, Expr::Path(path) if path.path.is_ident("Ok"));
    let unit = matches!(call.args.first(), Some(Expr::Tuple(tuple)) if tuple.elems.is_empty());
    is_ok && call.args.len() == 1 && unit
}

/// Expressions that are statements without a semicolon.
fn is_block_like(expression: &Expr) -> bool {
    matches!(
        expression,
        Expr::If(_)
            | Expr::Match(_)
            | Expr::ForLoop(_)
            | Expr::While(_)
            | Expr::Loop(_)
            | Expr::Block(_)
            | Expr::Unsafe(_)
    )
}

/// Ranges of the literals in tokens that span several lines.
pub(super) fn multiline_literals(tokens: proc_macro2::TokenStream, found: &mut Vec<Range<usize>>) {
    for token in tokens {
        match token {
            proc_macro2::TokenTree::Group(group) => multiline_literals(group.stream(), found),
            proc_macro2::TokenTree::Literal(literal) => {
                let span = literal.span();
                if span.start().line != span.end().line {
                    found.push(span.byte_range());
                }
            }
            _ => {}
        }
    }
}
