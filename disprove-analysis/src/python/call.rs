//! Lowers calls that are not assertions.

use super::{
    lowering::{Lowering, at},
    path::{dotted, last, root},
};
use crate::ir::{Argument, Callee, Expr, Kind, Quantifier, Relation};
use ruff_python_ast as ast;
use ruff_text_size::Ranged;

pub(super) fn argument(value: Expr) -> Argument {
    Argument { value, keyword: None, mutable: false }
}

impl Lowering<'_> {
    pub(super) fn call(&mut self, call: &ast::ExprCall) -> Kind {
        if let Some(kind) = self.known_function(call) {
            return kind;
        }
        let arguments = self.arguments(call);
        if let Some(parts) = self.drawn_by(call, &arguments) {
            return Kind::Draw(parts);
        }
        let callee = self.callee(&call.func);
        Kind::Call { callee, arguments }
    }

    pub(super) fn arguments(&mut self, call: &ast::ExprCall) -> Vec<Argument> {
        let mut arguments = Vec::new();
        for value in &call.arguments.args {
            arguments.push(argument(self.expression(value)));
        }
        for given in &call.arguments.keywords {
            let keyword = given.arg.as_ref().map(ToString::to_string);
            let value = self.expression(&given.value);
            arguments.push(Argument { value, keyword, mutable: false });
        }
        arguments
    }

    fn callee(&mut self, called: &ast::Expr) -> Callee {
        let is_bound = root(called).is_some_and(|root| self.bound.has(root));
        match called {
            ast::Expr::Name(name) if !is_bound => Callee::Function(name.id.to_string()),
            ast::Expr::Attribute(attribute) => match dotted(called) {
                Some(path) if !is_bound => Callee::Function(path),
                _ => Callee::Method(attribute.attr.to_string(), self.boxed(&attribute.value)),
            },
            _ => Callee::Value(self.boxed(called)),
        }
    }

    /// Functions with a known meaning: comparisons, quantifiers, copies, container conversions, formatting.
    fn known_function(&mut self, call: &ast::ExprCall) -> Option<Kind> {
        let arguments = &*call.arguments.args;
        let name = last(&call.func)?;
        let method = match &*call.func {
            ast::Expr::Attribute(attribute) => Some(&*attribute.value),
            _ => None,
        };
        let module = method
            .and_then(dotted)
            .filter(|_| method.and_then(root).is_some_and(|root| !self.bound.has(root)));
        let is_function = method.is_none() || module.is_some();
        match (name, arguments) {
            ("draw", drawn) if self.is_handle(method) => Some(Kind::Draw(self.all(drawn))),
            ("allclose" | "isclose" | "array_equal" | "array_equiv" | "eq", [left, right, ..])
                if is_function =>
            {
                self.equal(left, right)
            }
            ("ne", [left, right]) if module.as_deref() == Some("operator") => {
                Some(Kind::Compare(Relation::Ne, self.boxed(left), self.boxed(right)))
            }
            ("equals" | "__eq__", [right]) if module.is_none() => self.equal(method?, right),
            ("all" | "any", [only]) if is_function => self.quantifier(name, only),
            ("all" | "any", []) if method.is_some_and(is_comparison) => {
                Some(Kind::Same(self.boxed(method?)))
            }
            ("approx", [only, ..]) if is_function => Some(Kind::Same(self.boxed(only))),
            ("copy" | "deepcopy", [only]) if is_function => Some(Kind::Same(self.boxed(only))),
            ("copy" | "clone", []) if module.is_none() => Some(Kind::Same(self.boxed(method?))),
            ("tolist", []) if module.is_none() => Some(Kind::Conv(self.boxed(method?))),
            ("list" | "tuple" | "set" | "frozenset" | "iter" | "dict", [only])
                if method.is_none() && call.arguments.keywords.is_empty() =>
            {
                Some(Kind::Conv(Box::new(self.iterated(only))))
            }
            ("format", _) if method.is_some_and(ast::Expr::is_string_literal_expr) => {
                let template = method.map(|text| self.source(text.range()).to_owned());
                let parts = self.arguments(call).into_iter().map(|each| each.value).collect();
                Some(Kind::Text(template.unwrap_or_default(), parts))
            }
            _ => None,
        }
    }

    /// Whether values are drawn from it by calls.
    fn is_handle(&self, receiver: Option<&ast::Expr>) -> bool {
        let Some(ast::Expr::Name(name)) = receiver else { return false };
        // A helper receives its caller's handle, nearly always under this name.
        name.id == "data" || self.handles.iter().any(|handle| *handle == name.id.as_str())
    }

    /// A callee that receives the handle draws from it, with the other arguments as inputs.
    fn drawn_by(&mut self, call: &ast::ExprCall, arguments: &[Argument]) -> Option<Vec<Expr>> {
        let is_handle =
            |value: &Expr| matches!(&value.kind, Kind::Name(name) if self.handles.contains(name));
        if !arguments.iter().any(|each| is_handle(&each.value)) {
            return None;
        }
        let others = arguments.iter().filter(|each| !is_handle(&each.value));
        let mut parts: Vec<Expr> = others.map(|each| each.value.clone()).collect();
        if let Callee::Method(_, receiver) = self.callee(&call.func) {
            parts.push(*receiver);
        }
        Some(parts)
    }

    #[expect(clippy::unnecessary_wraps, reason = "each arm of the caller is an answer")]
    fn equal(&mut self, left: &ast::Expr, right: &ast::Expr) -> Option<Kind> {
        Some(Kind::Compare(Relation::Eq, self.boxed(left), self.boxed(right)))
    }

    fn quantifier(&mut self, name: &str, over: &ast::Expr) -> Option<Kind> {
        let quantifier = if name == "all" { Quantifier::All } else { Quantifier::Any };
        let (generators, body) = match over {
            ast::Expr::Generator(inner) => (&inner.generators, &inner.elt),
            ast::Expr::ListComp(inner) => (&inner.generators, &inner.elt),
            ast::Expr::SetComp(inner) => (&inner.generators, &inner.elt),
            // `np.all(a == b)`, and `all(np.isclose(a, b))`.
            other if is_comparison(other) => return Some(Kind::Same(self.boxed(other))),
            _ => return None,
        };
        Some(self.quantified(quantifier, generators, body))
    }
}

/// Whether it compares, possibly element by element.
fn is_comparison(expression: &ast::Expr) -> bool {
    match expression {
        ast::Expr::Compare(_) => true,
        ast::Expr::BinOp(binary) => {
            matches!(binary.op, ast::Operator::BitAnd | ast::Operator::BitOr)
                && is_comparison(&binary.left)
                && is_comparison(&binary.right)
        }
        ast::Expr::Call(call) => {
            matches!(last(&call.func), Some("isclose" | "allclose" | "array_equal"))
        }
        _ => false,
    }
}

/// A call of a named function with these arguments.
pub(super) fn call_of(function: &str, parts: Vec<Expr>, whole: &ast::ExprCall) -> Expr {
    let callee = Callee::Function(function.to_owned());
    let arguments = parts.into_iter().map(argument).collect();
    at(Kind::Call { callee, arguments }, whole.range())
}
