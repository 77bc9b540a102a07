//! Evaluates expressions to terms.

use std::rc::Rc;

use super::{
    alias::is_name,
    influence::shown,
    judgment::Mode,
    matching::Matching,
    scope::State,
    term::{Term, TermId},
    walk::{DEEPEST, PAYLOAD, Walk},
};
use crate::ir::{Expr, Junction, Kind, Quantifier, Relation, Span};

/// The wrapper of a condition that selects a value.
pub(super) const CONDITION: &str = "if";

/// The wrapper of the container and the index, where the index is not constant.
const ELEMENT: &str = "[]";

impl<'a> Walk<'a> {
    /// The value of an expression whose value is used.
    pub(super) fn value(&mut self, expression: &'a Expr) -> TermId {
        self.evaluated(expression, false)
    }

    /// Evaluates an expression whose value is unused.
    pub(super) fn effect(&mut self, expression: &'a Expr) {
        self.evaluated(expression, true);
    }

    fn evaluated(&mut self, expression: &'a Expr, dropped: bool) -> TermId {
        if self.depth >= DEEPEST {
            return self.terms.constant("too deep");
        }
        self.depth += 1;
        let value = self.kind(expression, dropped);
        self.depth -= 1;
        value
    }

    pub(super) fn values(&mut self, all: &'a [Expr]) -> Vec<TermId> {
        let mut values = Vec::new();
        for each in all {
            values.push(self.value(each));
        }
        values
    }

    fn kind(&mut self, expression: &'a Expr, dropped: bool) -> TermId {
        let span = expression.span;
        match &expression.kind {
            Kind::Literal => self.terms.constant(span.of(self.text)),
            Kind::Name(name) => match self.read(name, span) {
                Some(value) => value,
                None => self.terms.constant(name),
            },
            Kind::Path(path) => self.terms.constant(path),
            Kind::Field(of, field) => {
                let of = self.value(of);
                self.part(of, field, span)
            }
            Kind::Index(of, index) => self.indexed(of, index, span),
            Kind::Same(inner) | Kind::Borrow(inner) => self.evaluated(inner, dropped),
            Kind::Wrap(name, inner) => {
                let inner = self.value(inner);
                let name = name.rsplit("::").next().unwrap_or(name);
                self.terms.wrap(name, inner, span)
            }
            Kind::Group(all) => {
                let members = self.values(all);
                self.terms.group(members, span)
            }
            Kind::Conv(inner) => {
                let inner = self.value(inner);
                self.terms.keep(Term::Converted(inner), span)
            }
            Kind::Call { callee, arguments } => self.call(callee, arguments, span, dropped),
            Kind::Draw(_) => {
                let parts = self.draw_parts(expression);
                if self.mode == Mode::Paper && self.handle.is_some() {
                    return self.terms.group(parts, span);
                }
                self.drawn(&shown(span, self.text), parts, span)
            }
            Kind::If(condition, then, otherwise) => self.chosen(condition, then, otherwise, span),
            Kind::Match(scrutinee, arms) => self.matched(scrutinee, arms, span),
            Kind::Quantified { quantifier, pattern, source, body } => {
                let name = match quantifier {
                    Quantifier::All => "all",
                    Quantifier::Any => "any",
                };
                let (source, each, inner) =
                    self.over(pattern, source, |walk| vec![walk.value(body)]);
                self.terms.node(name, [vec![source, each], inner].concat(), span)
            }
            Kind::Comprehension { pattern, source, condition, element } => {
                let (source, _, inner) = self.over(pattern, source, |walk| {
                    let mut inner = Vec::new();
                    if let Some(condition) = condition {
                        inner.push(walk.value(condition));
                    }
                    inner.push(walk.value(element));
                    inner
                });
                self.terms.node("for", [vec![source], inner].concat(), span)
            }
            Kind::Lambda { parameters, body, value } => {
                self.closure(parameters, body, value.as_deref(), span)
            }
            Kind::Block(body, value) => {
                let opened = self.scope.open();
                self.statements(body);
                let value = self.evaluated(value, dropped);
                if self.has_block_scope() {
                    self.scope.close(opened);
                }
                value
            }
            Kind::Matches { value: matched, pattern, guard, binds } => {
                let value = self.value(matched);
                let opened = self.scope.open();
                self.bind(pattern, value, true);
                self.tie(pattern, matched);
                let mut parts = vec![value];
                if let Some(guard) = guard {
                    parts.push(self.value(guard));
                }
                if !binds {
                    self.scope.close(opened);
                }
                let name = Matching::of(pattern).operation(pattern);
                self.terms.node(&name, parts, span)
            }
            Kind::Assertion(assertion) => {
                self.assert(assertion);
                self.terms.constant("()")
            }
            _ => self.operation(expression),
        }
    }

    /// Operations that combine several values.
    fn operation(&mut self, expression: &'a Expr) -> TermId {
        let span = expression.span;
        match &expression.kind {
            Kind::Operation(sign, all) => {
                let parts = self.values(all);
                self.terms.node(sign, parts, span)
            }
            Kind::Compare(relation, left, right) => self.compared(*relation, left, right, span),
            Kind::Junction(junction, all) => {
                let parts = self.values(all);
                let name = match junction {
                    Junction::And => "and",
                    Junction::Or => "or",
                };
                self.terms.node(name, parts, span)
            }
            Kind::Not(inner) => {
                let inner = self.value(inner);
                self.terms.node("not", vec![inner], span)
            }
            Kind::In(element, whole) => {
                let element = self.value(element);
                let whole = self.value(whole);
                self.terms.node("in", vec![element, whole], span)
            }
            Kind::Text(template, all) => {
                let parts = self.values(all);
                self.terms.node(&format!("text {template}"), parts, span)
            }
            Kind::Opaque(names) => {
                let mut parts = Vec::new();
                for name in names {
                    parts.extend(self.read(name, span));
                }
                let name = format!("opaque {}", span.of(self.text));
                self.terms.node(&name, parts, span)
            }
            _ => self.terms.constant(span.of(self.text)),
        }
    }

    /// In `paper` mode an index counts only if it is a variable.
    fn indexed(&mut self, of: &'a Expr, index: &'a Expr, span: Span) -> TermId {
        self.calls = true;
        let of = self.value(of);
        let at = self.value(index);
        if let Term::Constant(literal) = *self.terms.get(at) {
            let path = format!("[{}]", self.terms.name(literal));
            return self.part(of, &path, span);
        }
        if self.mode == Mode::Paper && !is_name(index) {
            return self.part(of, "[]", span);
        }
        // Not a group: its parts are not parts of this value.
        let both = self.terms.group(vec![of, at], span);
        self.terms.wrap(ELEMENT, both, span)
    }

    /// Evaluates both sides from the same state, so that swapping them changes nothing.
    fn compared(
        &mut self,
        relation: Relation,
        left: &'a Expr,
        right: &'a Expr,
        span: Span,
    ) -> TermId {
        let (left, right) = self.sides(left, right);
        self.terms.node(sign(relation), vec![left, right], span)
    }

    /// Evaluates two values from the same state and keeps the writes of both.
    pub(super) fn sides(&mut self, left: &'a Expr, right: &'a Expr) -> (TermId, TermId) {
        let entry = self.scope.state.clone();
        let left = self.value(left);
        let after_left = std::mem::replace(&mut self.scope.state, entry.clone());
        let right = self.value(right);
        let after_right = self.scope.state.clone();
        self.merge(&entry, after_left, after_right);
        (left, right)
    }

    fn merge(&mut self, entry: &State, left: State, right: State) {
        if Rc::ptr_eq(entry, &left) {
            self.scope.state = right;
            return;
        }
        let most = left.len().max(right.len());
        let mut merged = Vec::with_capacity(most);
        for at in 0..most {
            let [before, one, other] =
                [entry, &left, &right].map(|state| state.get(at).copied().flatten());
            merged.push(match (one, other) {
                (Some(one), Some(other)) if one != other => {
                    if Some(one) == before {
                        Some(other)
                    } else if Some(other) == before {
                        Some(one)
                    } else {
                        Some(self.terms.join(vec![one, other]))
                    }
                }
                (one, other) => one.or(other),
            });
        }
        self.scope.state = Rc::new(merged);
    }

    /// The payload of an option or a result.
    pub(super) fn payload(&mut self, of: TermId, span: Span) -> TermId {
        self.part(of, PAYLOAD, span)
    }
}

/// The operator of a relation.
pub(super) fn sign(relation: Relation) -> &'static str {
    match relation {
        Relation::Eq => "==",
        Relation::Ne => "!=",
        Relation::Lt => "<",
        Relation::Le => "<=",
        Relation::Gt => ">",
        Relation::Ge => ">=",
    }
}
