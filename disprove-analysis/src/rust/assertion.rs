//! Assertions recognized by their names alone.

use super::expression::Lower;
use crate::ir::{Argument, Assertion, Callee, Expr as Lowered, Form, Kind, Relation, Stmt};
use syn::{Expr, spanned::Spanned};

impl Lower<'_> {
    /// Creates an assertion at the position of a syntax node.
    pub fn assertion(&self, form: Form, at: &impl Spanned) -> Assertion {
        let place = self.origin.place(at);
        Assertion {
            form,
            span: place.span,
            line: place.line,
            column: place.column,
            by_name: false,
            unseen_by_paper: false,
        }
    }

    /// A call in statement position: an assertion if it calls an asserting function of the file, or if its name says
    /// so. The path of a method is its name after a dot.
    pub fn asserted_by(
        &mut self,
        path: &str,
        arguments: Vec<&Expr>,
        at: &impl Spanned,
    ) -> Option<Stmt> {
        let name = path.rsplit([':', '.']).next().unwrap_or(path);
        // The engine itself follows functions and closures of the body.
        if self.local_functions.iter().any(|local| local == path) {
            return None;
        }
        if self.helpers.contains(path, &self.inside, self.scopes) {
            let arguments = self.arguments(arguments);
            let form = Form::Helper { name: path.to_owned(), arguments };
            return Some(Stmt::Assert(self.assertion(form, at)));
        }
        if self.scopes.resolve(&self.inside, path).is_some() {
            return None;
        }
        self.asserting = true;
        let form = self.form_by_name(name, &arguments);
        self.asserting = false;
        form.map(|form| {
            let form = called(form, path);
            let by_name = !matches!(form, Form::Helper { .. });
            Stmt::Assert(Assertion { by_name, ..self.assertion(form, at) })
        })
    }

    /// The meaning of names such as `assert_close_eq(a, b)`, `check_eq(a, b)`, `assert_le(a, b)`, `assert_ok(r)`.
    pub fn form_by_name(&mut self, name: &str, arguments: &[&Expr]) -> Option<Form> {
        let asserts =
            name.contains("assert") || name.starts_with("check_") || name.starts_with("verify_");
        if arguments.len() >= 2
            && let Some(relation) = relation_in(name).filter(|_| asserts || says_equal(name))
        {
            return Some(Form::Compare(relation, self.expr(arguments[0]), self.expr(arguments[1])));
        }
        if !name.contains("assert") || arguments.is_empty() {
            return None;
        }
        let asked = match name.rsplit("assert_").next().unwrap_or_default() {
            "ok" | "is_ok" => Some("is_ok"),
            "err" | "is_err" => Some("is_err"),
            "some" | "is_some" => Some("is_some"),
            "none" | "is_none" => Some("is_none"),
            "true" => return Some(Form::Holds(self.expr(arguments[0]))),
            "false" => {
                let refused = self.expr(arguments[0]);
                let span = refused.span;
                return Some(Form::Holds(Lowered::new(Kind::Not(Box::new(refused)), span)));
            }
            "contains" if arguments.len() == 2 => Some("contains"),
            _ => None,
        };
        if let Some(asked) = asked {
            let receiver = self.expr(arguments[0]);
            let span = receiver.span;
            let mut others = Vec::new();
            if asked == "contains" {
                let value = self.expr(arguments[1]);
                others.push(Argument { value, keyword: None, mutable: false });
            }
            let callee = Callee::Method(asked.to_owned(), Box::new(receiver));
            return Some(Form::Holds(Lowered::new(Kind::Call { callee, arguments: others }, span)));
        }
        if is_condition(arguments[0]) {
            return Some(Form::Holds(self.expr(arguments[0])));
        }
        let arguments = self.arguments(arguments.iter().copied());
        Some(Form::Helper { name: name.to_owned(), arguments })
    }
}

/// The form with the path by which a helper was called, where the form has only its name.
pub fn called(form: Form, path: &str) -> Form {
    match form {
        Form::Helper { arguments, .. } => Form::Helper { name: path.to_owned(), arguments },
        other => other,
    }
}

/// Whether an expression is certainly a condition.
fn is_condition(expr: &Expr) -> bool {
    match super::expression::bare(expr) {
        Expr::Binary(both) => {
            super::expression::relation(both.op).is_some()
                || matches!(both.op, syn::BinOp::And(_) | syn::BinOp::Or(_))
        }
        Expr::Unary(unary) => matches!(unary.op, syn::UnOp::Not(_)),
        Expr::Macro(call) => call.mac.path.is_ident("matches"),
        _ => false,
    }
}

/// Matches `*_eq`, `eq_*`, `*_equal`, `*_equals`, also without a prefix.
fn says_equal(name: &str) -> bool {
    matches!(name, "eq" | "equal" | "equals")
        || name.ends_with("_eq")
        || name.starts_with("eq_")
        || name.ends_with("_equal")
        || name.ends_with("_equals")
}

/// The comparison in a name.
fn relation_in(name: &str) -> Option<Relation> {
    if name.ends_with("_ne") || name.ends_with("_not_equal") || name.ends_with("_not_eq") {
        return Some(Relation::Ne);
    }
    if says_equal(name)
        || name.contains("_eq_")
        || name.ends_with("_close")
        || name.ends_with("_same")
    {
        return Some(Relation::Eq);
    }
    Some(match name.rsplit('_').next()? {
        "lt" => Relation::Lt,
        "le" => Relation::Le,
        "gt" => Relation::Gt,
        "ge" => Relation::Ge,
        _ => return None,
    })
}
