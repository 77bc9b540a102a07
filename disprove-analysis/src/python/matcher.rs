//! Lowers `assertThat(value, matcher)` of testtools and `assert_that(value, matcher)` of hamcrest.

use super::{
    assertion::plain,
    call::call_of,
    lowering::{Lowering, at},
    path::last,
};
use crate::ir::{Argument, Callee, Expr, Form, Junction, Kind, Relation};
use ruff_python_ast as ast;
use ruff_text_size::Ranged;

/// Maximum nesting depth of matchers. Those of people stay far below it.
const DEEPEST: usize = 20;

/// Whether a function of this name takes a value and a matcher, its name as [`plain`] returns it.
pub(super) fn takes_matcher(plain: &str) -> bool {
    matches!(plain, "assertthat" | "expectthat")
}

/// What a call with a matcher asserts, and whether it is that something fails.
pub(super) struct Matched {
    pub(super) form: Form,
    pub(super) is_refusal: bool,
}

impl Lowering<'_> {
    /// Lowers the call; `None` if the matcher is not known, as one of the project.
    pub(super) fn matched(&mut self, call: &ast::ExprCall) -> Option<Matched> {
        let [value, matcher, ..] = &*call.arguments.args else { return None };
        let value = self.expression(value);
        if let ast::Expr::Call(inner) = matcher
            && matches!(&*plain(last(&inner.func)?), "raises" | "raisesexception")
        {
            let form = Form::Raises { reads: vec![value], body: Vec::new(), bound: None };
            return Some(Matched { form, is_refusal: true });
        }
        let condition = self.matching(value, matcher, DEEPEST)?;
        let form = match condition.kind {
            Kind::Call { callee: Callee::Function(name), arguments } if name == "isinstance" => {
                let mut values = arguments.into_iter().map(|argument| argument.value);
                Form::IsType(values.next()?, values.next())
            }
            _ => Form::Holds(condition),
        };
        Some(Matched { form, is_refusal: false })
    }

    /// The condition that a matcher is for a value.
    fn matching(&mut self, value: Expr, matcher: &ast::Expr, left: usize) -> Option<Expr> {
        let left = left.checked_sub(1)?;
        let call = matcher.as_call_expr()?;
        let name = plain(last(&call.func)?);
        let arguments = &*call.arguments.args;
        let kind = match (&*name, arguments) {
            ("is", [inner]) if is_matcher(inner) => return self.matching(value, inner, left),
            ("not" | "isnot", [inner]) if is_matcher(inner) => {
                Kind::Not(Box::new(self.matching(value, inner, left)?))
            }
            ("haslength", [inner]) if is_matcher(inner) => {
                let length = call_of("len", vec![value], call);
                return self.matching(length, inner, left);
            }
            ("haslength", [length]) => {
                let own = call_of("len", vec![value], call);
                Kind::Compare(Relation::Eq, Box::new(own), Box::new(self.expression(length)))
            }
            ("matchesall" | "allof", all) => {
                Kind::Junction(Junction::And, self.all_matching(&value, all, left)?)
            }
            ("matchesany" | "anyof", all) => {
                Kind::Junction(Junction::Or, self.all_matching(&value, all, left)?)
            }
            ("annotate", [_, inner]) => return self.matching(value, inner, left),
            ("allmatch" | "anymatch" | "everyitem" | "hasitem", [inner]) if is_matcher(inner) => {
                return self.matching(part(value), inner, left);
            }
            ("matcheslistwise" | "matchessetwise" | "containsexactly", all) => {
                let elements = match all {
                    [ast::Expr::List(list)] => &*list.elts,
                    all => all,
                };
                Kind::Junction(Junction::And, self.all_matching(&part(value), elements, left)?)
            }
            ("afterpreprocessing" | "afterpreproccessing", [function, inner, ..]) => {
                let callee = match function {
                    ast::Expr::Name(name) => Callee::Function(name.id.to_string()),
                    other => Callee::Value(Box::new(self.expression(other))),
                };
                let argument = Argument { value, keyword: None, mutable: false };
                let result = Kind::Call { callee, arguments: vec![argument] };
                return self.matching(at(result, call.range()), inner, left);
            }
            ("matchesstructure" | "byequality" | "hasproperties", []) => {
                Kind::Junction(Junction::And, self.fields(&value, call, left)?)
            }
            ("isinstance" | "instanceof", [ty, ..]) => {
                let ty = self.expression(ty);
                return Some(call_of("isinstance", vec![value, ty], call));
            }
            ("none" | "empty" | "isempty", []) => constant(Relation::Eq, value, call),
            ("notnone", []) => constant(Relation::Ne, value, call),
            (name, [other, ..]) => self.compared_by(name, value, other)?,
            _ => return None,
        };
        Some(at(kind, call.range()))
    }

    /// Matchers of one other value.
    fn compared_by(&mut self, name: &str, value: Expr, other: &ast::Expr) -> Option<Kind> {
        let relation = match name {
            "equals"
            | "equalto"
            | "is"
            | "sameinstance"
            | "closeto"
            | "samemembers"
            | "keysequal"
            | "equaltoignoringcase" => Relation::Eq,
            "notequals" | "isnot" => Relation::Ne,
            "lessthan" => Relation::Lt,
            "lessthanorequalto" => Relation::Le,
            "greaterthan" => Relation::Gt,
            "greaterthanorequalto" => Relation::Ge,
            "contains" | "containsall" | "hasitem" | "hasitems" | "haskey" | "containsstring"
            | "startswith" | "endswith" | "matchesregex" | "matchesregexp" => {
                return Some(Kind::In(Box::new(self.expression(other)), Box::new(value)));
            }
            "isin" => return Some(Kind::In(Box::new(value), Box::new(self.expression(other)))),
            _ => return None,
        };
        Some(Kind::Compare(relation, Box::new(value), Box::new(self.expression(other))))
    }

    fn all_matching(
        &mut self,
        value: &Expr,
        matchers: &[ast::Expr],
        left: usize,
    ) -> Option<Vec<Expr>> {
        matchers.iter().map(|matcher| self.matching(value.clone(), matcher, left)).collect()
    }

    /// `MatchesStructure(a=Equals(1))`, `MatchesStructure.byEquality(a=1)`.
    fn fields(&mut self, value: &Expr, call: &ast::ExprCall, left: usize) -> Option<Vec<Expr>> {
        let mut all = Vec::new();
        for keyword in &call.arguments.keywords {
            let name = keyword.arg.as_ref()?.to_string();
            let field = Expr::new(Kind::Field(Box::new(value.clone()), name), value.span);
            all.push(if is_matcher(&keyword.value) {
                self.matching(field, &keyword.value, left)?
            } else {
                let other = Box::new(self.expression(&keyword.value));
                at(Kind::Compare(Relation::Eq, Box::new(field), other), keyword.range())
            });
        }
        (!all.is_empty()).then_some(all)
    }
}

/// Whether an argument is a matcher, and not a value: matchers of these names take others.
fn is_matcher(value: &ast::Expr) -> bool {
    let Some(call) = value.as_call_expr() else { return false };
    let name = last(&call.func).map(plain).unwrap_or_default();
    matches!(
        &*name,
        "equals"
            | "equalto"
            | "is"
            | "isnot"
            | "not"
            | "notequals"
            | "lessthan"
            | "lessthanorequalto"
            | "greaterthan"
            | "greaterthanorequalto"
            | "contains"
            | "containsall"
            | "containsstring"
            | "hasitem"
            | "haskey"
            | "haslength"
            | "startswith"
            | "endswith"
            | "matchesregex"
            | "matchesregexp"
            | "matchesall"
            | "matchesany"
            | "allof"
            | "anyof"
            | "annotate"
            | "allmatch"
            | "anymatch"
            | "everyitem"
            | "afterpreprocessing"
            | "matchesstructure"
            | "isinstance"
            | "instanceof"
            | "none"
            | "notnone"
            | "empty"
            | "closeto"
            | "sameinstance"
    )
}

/// An element of a collection.
fn part(value: Expr) -> Expr {
    let span = value.span;
    let index = Expr::new(Kind::Literal, span);
    Expr::new(Kind::Index(Box::new(value), Box::new(index)), span)
}

fn constant(relation: Relation, value: Expr, call: &ast::ExprCall) -> Kind {
    Kind::Compare(relation, Box::new(value), Box::new(at(Kind::Literal, call.range())))
}
