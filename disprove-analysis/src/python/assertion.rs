//! Lowers asserting calls: those of unittest, pytest, numpy, pandas and nose, and others with similar names.

use super::{
    call::call_of,
    lowering::{Known, Lowering, at, span},
    matcher::takes_matcher,
    path::{dotted, last, root},
};
use crate::ir::{Expr, Form, Kind, Relation, Stmt};
use ruff_python_ast as ast;
use ruff_text_size::Ranged;

/// Normalizes `assertEqual`, `assert_equal` and `_assert_equal` to one spelling.
pub(super) fn plain(name: &str) -> String {
    name.chars().filter(|c| *c != '_').map(|c| c.to_ascii_lowercase()).collect()
}

/// Whether a function of this name asserts something.
pub(super) fn is_assertion_name(name: &str) -> bool {
    let plain = plain(name);
    shape(&plain).is_some()
        || takes_matcher(&plain)
        || matches!(name, "eq_" | "ok_")
        || is_raises(name)
}

/// `pytest.raises` and related functions.
pub(super) fn is_raises(name: &str) -> bool {
    matches!(
        name,
        "raises" | "warns" | "deprecated_call" | "RaisesGroup" | "RaisesExc" | "assertLogs"
    ) || shape(&plain(name)) == Some(Shape::Raises)
}

/// `pytest.fail()`, `self.fail()`.
pub(super) fn is_fail(call: &ast::ExprCall) -> bool {
    matches!(dotted(&call.func).as_deref(), Some("pytest.fail" | "self.fail" | "fail"))
}

/// What an asserting function claims about its arguments.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Shape {
    Compare(Relation),
    True,
    False,
    /// The relation to None.
    None(Relation),
    In,
    NotIn,
    IsType(&'static str),
    NotIsType,
    Contains,
    Raises,
}

fn shape(plain: &str) -> Option<Shape> {
    let rest = plain.strip_prefix("assert")?;
    Some(match rest {
        "equal"
        | "equals"
        | "sequenceequal"
        | "listequal"
        | "tupleequal"
        | "setequal"
        | "dictequal"
        | "multilineequal"
        | "countequal"
        | "itemsequal"
        | "almostequal"
        | "almostequals"
        | "is"
        | "same"
        | "arrayequal"
        | "allclose"
        | "arrayalmostequal"
        | "arrayalmostequalnulp"
        | "arraymaxulp"
        | "approxequal"
        | "stringequal"
        | "close"
        | "frameequal"
        | "seriesequal"
        | "indexequal"
        | "extensionarrayequal"
        | "identical"
        | "eq" => Shape::Compare(Relation::Eq),
        "notequal" | "notequals" | "notalmostequal" | "notalmostequals" | "isnot" => {
            Shape::Compare(Relation::Ne)
        }
        "greater" => Shape::Compare(Relation::Gt),
        "greaterequal" => Shape::Compare(Relation::Ge),
        "less" | "arrayless" => Shape::Compare(Relation::Lt),
        "lessequal" => Shape::Compare(Relation::Le),
        "true" => Shape::True,
        "false" => Shape::False,
        "isnone" | "none" => Shape::None(Relation::Eq),
        "isnotnone" | "notnone" => Shape::None(Relation::Ne),
        "in" | "dictcontainssubset" => Shape::In,
        "notin" => Shape::NotIn,
        "isinstance" => Shape::IsType("isinstance"),
        "issubclass" => Shape::IsType("issubclass"),
        "notisinstance" => Shape::NotIsType,
        "regex" | "regexpmatches" | "notregex" | "notregexpmatches" | "startswith" | "endswith" => {
            Shape::Contains
        }
        "raises" | "raisesregex" | "raisesregexp" | "warns" | "warnsregex" | "logs" => {
            Shape::Raises
        }
        _ => return None,
    })
}

/// Arguments that are options, not operands.
const SETTINGS: [&str; 15] = [
    "msg",
    "message",
    "err_msg",
    "verbose",
    "places",
    "delta",
    "rtol",
    "atol",
    "equal_nan",
    "decimal",
    "significant",
    "strict",
    "check_dtype",
    "check_exact",
    "check_index_type",
];

/// Functions that report something about a case without checking the code.
const REMARKS: [&str; 5] = ["note", "event", "target", "print", "pprint"];

impl Lowering<'_> {
    /// Lowers a call whose value is unused, if it is more than an effect.
    pub(super) fn called(&mut self, call: &ast::ExprCall, out: &mut Vec<Stmt>) -> bool {
        let Some(name) = last(&call.func) else { return false };
        let is_method = call.func.is_attribute_expr();
        let is_defined =
            dotted(&call.func).is_some_and(|path| self.helpers.defines(&path, self.class));
        let is_module = is_method && root(&call.func).is_some_and(|root| !self.bound.has(root));
        if let Some(statement) = self.helper(call) {
            out.push(statement);
            return true;
        }
        // Also a nested function: its assertions are found where it is called.
        if is_defined || !is_method && self.bound.has(name) {
            return false;
        }
        let free = !is_method || is_module;
        match (name, &*call.arguments.args) {
            ("assume", [condition, ..]) if free => {
                let condition = self.expression(condition);
                out.push(Stmt::Assume(condition));
            }
            ("reject" | "skip" | "skipTest" | "xfail", _) if free || is_self(&call.func) => {
                out.push(Stmt::Discard);
            }
            _ if is_fail(call) => out.push(Stmt::Fail(span(call.range()))),
            _ if free && REMARKS.contains(&name) => {}
            _ => match self.asserted(call, name, is_method && !is_module) {
                Some((form, known)) => {
                    out.push(Stmt::Assert(self.assertion(form, call.range(), known)));
                }
                None => return false,
            },
        }
        true
    }

    /// Lowers a call of a helper of this file.
    pub(super) fn helper(&mut self, call: &ast::ExprCall) -> Option<Stmt> {
        let path = dotted(&call.func)?;
        let helpers = self.helpers;
        let name = helpers.find(&path, self.class)?;
        // A nested function of the same name shadows the helper.
        if !path.contains('.') && self.bound.has(&path) {
            return None;
        }
        let arguments = self.arguments(call);
        let form = Form::Helper { name: name.to_owned(), arguments };
        Some(Stmt::Assert(self.assertion(form, call.range(), Known::default())))
    }

    fn asserted(
        &mut self,
        call: &ast::ExprCall,
        name: &str,
        is_value: bool,
    ) -> Option<(Form, Known)> {
        let known = Known::default();
        let by_name = Known { by_name: true, ..known };
        let normal = plain(name);
        if let Some(form) = self.mocked(call, name) {
            return Some((form, known));
        }
        if normal == "eq" && name == "eq_" {
            return Some((self.compared(call, Relation::Eq)?, known));
        }
        if name == "ok_" {
            return Some((Form::Holds(self.operands(call).into_iter().next()?), known));
        }
        if is_raises(name) {
            let form = self.raises_call(call)?;
            return Some((form, Known { unseen_by_paper: name != "assertRaises", ..known }));
        }
        if takes_matcher(&normal)
            && let Some(matched) = self.matched(call)
        {
            return Some((matched.form, Known { unseen_by_paper: matched.is_refusal, ..known }));
        }
        if let Some(shape) = shape(&normal) {
            return Some((self.shaped(call, shape)?, known));
        }
        let looks_so = ["assert", "check", "verify", "expect"].iter().any(|word| {
            normal.strip_prefix(word).is_some_and(|rest| !rest.is_empty() || *word == "assert")
        });
        // A method `check` of a value is more likely the code under test.
        let speaks = normal.starts_with("assert") || !is_value || is_self(&call.func);
        if !looks_so || !speaks {
            return None;
        }
        let compares = ["equal", "close", "same", "identical", "eq", "equivalent"];
        if normal.starts_with("assert") && compares.iter().any(|word| normal.ends_with(word)) {
            let relation = if normal.contains("not") { Relation::Ne } else { Relation::Eq };
            if let Some(form) = self.compared(call, relation) {
                return Some((form, by_name));
            }
        }
        let arguments = self.arguments(call);
        Some((Form::Helper { name: dotted(&call.func)?, arguments }, known))
    }

    fn shaped(&mut self, call: &ast::ExprCall, shape: Shape) -> Option<Form> {
        if let Shape::Compare(relation) = shape {
            return self.compared(call, relation);
        }
        let mut operands = self.operands(call).into_iter();
        let first = operands.next()?;
        let not = |value: Expr| {
            let span = value.span;
            Form::Holds(Expr::new(Kind::Not(Box::new(value)), span))
        };
        Some(match shape {
            Shape::Compare(_) | Shape::Raises => return None,
            Shape::True => self.truth(call, first),
            Shape::False => not(first),
            Shape::None(relation) => {
                Form::Compare(relation, first, at(Kind::Literal, call.range()))
            }
            Shape::In => Form::In(first, operands.next()?),
            Shape::NotIn => {
                let member = Kind::In(Box::new(first), Box::new(operands.next()?));
                not(at(member, call.range()))
            }
            Shape::IsType(_) => Form::IsType(first, operands.next()),
            Shape::NotIsType => not(call_of("isinstance", vec![first, operands.next()?], call)),
            Shape::Contains => Form::Contains { text: first, part: operands.next()? },
        })
    }

    /// `assertTrue(isinstance(..))` is also about a type.
    fn truth(&mut self, call: &ast::ExprCall, first: Expr) -> Form {
        match call.arguments.args.first() {
            Some(condition) => self.condition_form(condition).unwrap_or(Form::Holds(first)),
            None => Form::Holds(first),
        }
    }

    fn compared(&mut self, call: &ast::ExprCall, relation: Relation) -> Option<Form> {
        let mut operands = self.operands(call).into_iter();
        Some(Form::Compare(relation, operands.next()?, operands.next()?))
    }

    /// The arguments without messages and tolerances.
    fn operands(&mut self, call: &ast::ExprCall) -> Vec<Expr> {
        let mut operands = self.all(&call.arguments.args);
        for keyword in &call.arguments.keywords {
            if !keyword.arg.as_ref().is_some_and(|name| SETTINGS.contains(&name.as_str())) {
                operands.push(self.expression(&keyword.value));
            }
        }
        operands
    }

    /// `mock.assert_called_with(x)` compares the recorded call with the expected one.
    fn mocked(&mut self, call: &ast::ExprCall, name: &str) -> Option<Form> {
        let ast::Expr::Attribute(method) = &*call.func else { return None };
        let called = name.strip_prefix("assert_")?;
        let compares = matches!(
            called,
            "called_with"
                | "called_once_with"
                | "any_call"
                | "has_calls"
                | "awaited_with"
                | "awaited_once_with"
        );
        let counts =
            matches!(called, "called" | "called_once" | "not_called" | "awaited" | "awaited_once");
        if !compares && !counts {
            return None;
        }
        let mock = self.expression(&method.value);
        let expected = self.arguments(call).into_iter().map(|each| each.value).collect();
        let kind = if counts { Kind::Literal } else { Kind::Group(expected) };
        Some(Form::Compare(Relation::Eq, mock, at(kind, call.range())))
    }

    /// The form of a condition that is about types as a whole.
    pub(super) fn condition_form(&mut self, condition: &ast::Expr) -> Option<Form> {
        let operand = |expression: &ast::Expr| match expression {
            ast::Expr::Call(call)
                if call.func.as_name_expr().is_some_and(|name| name.id == "type")
                    && call.arguments.args.len() == 1 =>
            {
                Some(call.arguments.args[0].clone())
            }
            _ => None,
        };
        match condition {
            ast::Expr::Call(call) => match (last(&call.func)?, &*call.arguments.args) {
                ("isinstance" | "issubclass", [value, types]) if call.func.is_name_expr() => {
                    Some(Form::IsType(self.expression(value), Some(self.expression(types))))
                }
                ("callable", [value]) if call.func.is_name_expr() => {
                    Some(Form::IsType(self.expression(value), None))
                }
                _ => None,
            },
            ast::Expr::Compare(compare) if compare.ops.len() == 1 => {
                if !matches!(compare.ops[0], ast::CmpOp::Eq | ast::CmpOp::Is | ast::CmpOp::In) {
                    return None;
                }
                let right = &compare.comparators[0];
                let (value, types) = match (operand(&compare.left), operand(right)) {
                    (Some(left), Some(right)) => (left, right),
                    (Some(left), None) => (left, right.clone()),
                    (None, Some(right)) => (right, (*compare.left).clone()),
                    (None, None) => return None,
                };
                Some(Form::IsType(self.expression(&value), Some(self.expression(&types))))
            }
            _ => None,
        }
    }
}

/// Whether it is a method of the test's own class.
pub(super) fn is_self(called: &ast::Expr) -> bool {
    let ast::Expr::Attribute(method) = called else { return false };
    matches!(method.value.as_name_expr().map(|name| name.id.as_str()), Some("self" | "cls"))
}
