//! Splits conditions into claims: pushes `not` inward and splits conjunctions, disjunctions and quantifiers.
//!
//! It works on values, not on syntax, so naming a condition changes nothing.

use super::{
    call::{CLOSURE, bare},
    claim::Claim,
    evaluation::{CONDITION, sign},
    influence::shown,
    judgment::{Mode, Tag},
    matching::Matching,
    term::{Term, TermId},
    walk::Walk,
};
use crate::ir::{RANGE, Relation, Span};

/// Functions that return the type of a value.
const TYPES: [&str; 6] =
    ["type", "type_id", "discriminant", "type_name", "type_name_of_val", "__class__"];

/// Methods that return an ordering.
const ORDERS: [&str; 4] = ["cmp", "partial_cmp", "total_cmp", "const_cmp"];

impl Walk<'_> {
    /// A value must be true, or must be false.
    pub(super) fn claim(&mut self, value: TermId, positive: bool) {
        if self.silent || !self.claimed.insert((value, positive)) {
            return;
        }
        let span = self.terms.origin(value);
        match self.terms.get(value).clone() {
            Term::Joined(all) => {
                self.tags.push(Tag::Conditional);
                for each in all {
                    let condition =
                        self.terms.as_wrap(each).is_some_and(|(name, _)| name == CONDITION);
                    if !condition && !self.is_truth(each) {
                        self.claim(each, positive);
                    }
                }
                self.tags.pop();
            }
            Term::Node(operation, arguments) => {
                let operation = self.terms.name(operation).to_owned();
                self.node_claim(value, &operation, &arguments, positive, span);
            }
            Term::Wrap(name, inner) if self.terms.name(name) == CLOSURE => {
                self.claim(inner, positive);
            }
            _ => self.truth_claim(value, span),
        }
    }

    /// Literals `true` and `false` claim nothing.
    fn is_truth(&self, value: TermId) -> bool {
        match self.terms.get(value) {
            Term::Constant(name) => {
                matches!(self.terms.name(*name), "true" | "false" | "True" | "False" | "never")
            }
            _ => false,
        }
    }

    pub(super) fn truth_claim(&mut self, value: TermId, span: Span) {
        if self.asserted.contains(&value) {
            return;
        }
        let text = match self.terms.get(value) {
            Term::Constant(name) => self.terms.name(*name).to_owned(),
            Term::Generated(name, _) | Term::Read(name, _) => self.terms.name(*name).to_owned(),
            _ => shown(span, self.text),
        };
        let nothing = self.terms.constant("()");
        self.record_text(Claim::True, value, nothing, text);
    }

    fn node_claim(
        &mut self,
        value: TermId,
        operation: &str,
        arguments: &[TermId],
        positive: bool,
        span: Span,
    ) {
        if let Some(relation) = relation(operation)
            && let [left, right] = *arguments
        {
            let relation = if positive { relation } else { opposite(relation) };
            let text = self.compared_text(value, relation, positive);
            self.comparison(relation, left, right, text);
            return;
        }
        match (operation, arguments) {
            ("not" | "!", [inner]) => self.claim(*inner, !positive),
            ("and" | "or", all) => {
                for each in all {
                    if !self.is_truth(*each) {
                        self.claim(*each, positive);
                    }
                }
            }
            ("&" | "|", all) if all.iter().all(|each| self.is_proposition(*each)) => {
                for each in all {
                    self.claim(*each, positive);
                }
            }
            ("in", [element, whole]) => self.membership(*element, *whole, positive, span),
            ("all" | "any", [source, each, body]) if self.is_element(*each) => {
                self.quantified(operation == "any", *source, *each, *body, positive, span);
            }
            _ => {
                if let Some(matching) = Matching::from_operation(operation) {
                    if matching != Matching::Always || arguments.len() == 1 {
                        self.matches(matching, arguments[0], positive, span);
                    }
                    if let Some(guard) = arguments.get(1) {
                        self.claim(*guard, positive);
                    }
                } else if !self.predicate(operation, arguments, positive, span) {
                    self.truth_claim(value, span);
                }
            }
        }
    }

    /// The text of a claimed comparison.
    fn compared_text(&self, value: TermId, relation: Relation, positive: bool) -> String {
        let written = shown(self.terms.origin(value), self.text);
        if positive { written } else { format!("not ({written}), so {}", sign(relation)) }
    }

    fn is_proposition(&self, value: TermId) -> bool {
        self.terms.as_node(value).is_some_and(|(operation, _)| {
            relation(operation).is_some()
                || matches!(
                    operation,
                    "not" | "and" | "or" | "in" | "all" | "any" | "!" | "&" | "|"
                )
                || operation.starts_with("matches ")
                || operation.starts_with(".is_")
                || operation.starts_with(".contains")
        })
    }

    fn is_element(&self, value: TermId) -> bool {
        match self.terms.get(value) {
            Term::Part(_, path) => self.terms.name(*path).starts_with("each "),
            _ => false,
        }
    }

    /// `any(x == e for x in source)` says that `e` is in the source. Other quantifiers claim their body for each
    /// element.
    fn quantified(
        &mut self,
        any: bool,
        source: TermId,
        each: TermId,
        body: TermId,
        positive: bool,
        span: Span,
    ) {
        if any && let Some(("==", &[left, right])) = self.terms.as_node(body) {
            let is_each = |side| {
                side == each || matches!(self.terms.get(side), Term::Read(_, of) if *of == each)
            };
            let other = match (is_each(left), is_each(right)) {
                (true, false) => Some(right),
                (false, true) => Some(left),
                _ => None,
            };
            if let Some(other) = other
                && !self.is_made_of(other, each)
            {
                self.membership(other, source, positive, span);
                return;
            }
        }
        self.claim(body, positive);
    }

    fn is_made_of(&self, whole: TermId, part: TermId) -> bool {
        let mut open = vec![whole];
        let mut seen = std::collections::HashSet::new();
        while let Some(id) = open.pop() {
            if id == part {
                return true;
            }
            if seen.insert(id) {
                open.extend_from_slice(self.terms.parts(id, &mut [id]));
            }
        }
        false
    }

    /// Claims a comparison of two values; recognizes comparisons of types and orderings.
    pub(super) fn comparison(
        &mut self,
        relation: Relation,
        left: TermId,
        right: TermId,
        text: String,
    ) {
        if matches!(relation, Relation::Eq | Relation::Ne) {
            if self.is_type(left) || self.is_type(right) {
                self.negated(relation == Relation::Ne, |walk| {
                    walk.record_text(Claim::Type, left, right, text);
                });
                return;
            }
            for (order, constant) in [(left, right), (right, left)] {
                if let Some((relation, one, other)) = self.order(relation, order, constant) {
                    self.record_text(Claim::Compare(relation), one, other, text);
                    return;
                }
            }
        }
        if relation == Relation::Eq {
            let refused = |side| self.terms.as_wrap(side).is_some_and(|(name, _)| name == "Err");
            let other = match (refused(left), refused(right)) {
                (true, false) => Some(right),
                (false, true) => Some(left),
                _ => None,
            };
            if let Some(other) = other {
                let nothing = self.terms.constant("()");
                self.record_text(Claim::Refused, other, nothing, text.clone());
            }
        }
        self.record_text(Claim::Compare(relation), left, right, text);
    }

    fn is_type(&self, value: TermId) -> bool {
        match self.terms.get(value) {
            Term::Node(operation, arguments) => {
                let name = self.terms.name(*operation);
                (TYPES.contains(&bare(name)) && arguments.len() <= 1)
                    || name.ends_with("TypeId::of")
            }
            Term::Part(_, path) => self.terms.name(*path) == "__class__",
            _ => false,
        }
    }

    /// `a.cmp(b) == Less` is `a < b`.
    pub(super) fn order(
        &self,
        relation: Relation,
        order: TermId,
        constant: TermId,
    ) -> Option<(Relation, TermId, TermId)> {
        let (one, other) = self.ordered(order)?;
        let constant = match self.terms.as_wrap(constant) {
            Some((_, inner)) => inner,
            None => constant,
        };
        let Term::Constant(name) = self.terms.get(constant) else { return None };
        let relation = match (bare(self.terms.name(*name)), relation) {
            ("Equal", relation) => relation,
            ("Less", Relation::Eq) => Relation::Lt,
            ("Less", Relation::Ne) => Relation::Ge,
            ("Greater", Relation::Eq) => Relation::Gt,
            ("Greater", Relation::Ne) => Relation::Le,
            _ => return None,
        };
        Some((relation, one, other))
    }

    /// The operands of `cmp` and similar methods.
    pub(super) fn ordered(&self, order: TermId) -> Option<(TermId, TermId)> {
        match self.terms.as_node(order) {
            Some((operation, &[one, other])) if ORDERS.contains(&bare(operation)) => {
                Some((one, other))
            }
            _ => None,
        }
    }

    /// Claims containment. Containment in a range is a pair of bounds.
    pub(super) fn membership(
        &mut self,
        element: TermId,
        whole: TermId,
        positive: bool,
        span: Span,
    ) {
        let range = match self.terms.get(whole) {
            Term::Wrap(name, _) => self.terms.name(*name) == RANGE,
            Term::Node(operation, _) => {
                self.mode == Mode::Refined && self.terms.name(*operation) == "range"
            }
            _ => false,
        };
        let claim = if range {
            Claim::Compare(Relation::Le)
        } else if self.is_type(element) {
            Claim::Type
        } else {
            Claim::Within
        };
        self.negated(!positive, |walk| walk.record(claim, element, whole, span));
    }

    /// Adds the tag if the condition holds.
    pub(super) fn negated(&mut self, negated: bool, inner: impl FnOnce(&mut Self)) {
        let tags = self.tags.len();
        if negated {
            self.tags.push(Tag::Negated);
        }
        inner(self);
        self.tags.truncate(tags);
    }

    /// A value must match, or must not match, a pattern of this meaning.
    pub(super) fn matches(
        &mut self,
        matching: Matching,
        value: TermId,
        positive: bool,
        span: Span,
    ) {
        let nothing = self.terms.constant("()");
        let equality = Claim::Compare(if positive { Relation::Eq } else { Relation::Ne });
        match (matching, positive) {
            (Matching::Constant | Matching::Payload, _) | (Matching::ConstantRefusal, false) => {
                self.record(equality, value, nothing, span);
            }
            (Matching::Range, _) => self.negated(!positive, |walk| {
                walk.record(Claim::Compare(Relation::Le), value, nothing, span);
            }),
            (Matching::OneOf, _) => self.negated(!positive, |walk| {
                walk.record(Claim::Within, value, nothing, span);
            }),
            (Matching::Refusal, true) | (Matching::Success, false) => {
                self.record(Claim::Refused, value, nothing, span);
            }
            (Matching::ConstantRefusal, true) => {
                self.record(Claim::Refused, value, nothing, span);
                self.record(equality, value, nothing, span);
            }
            // The negation of an error is a success.
            (Matching::Success, true) | (Matching::Refusal, false) => {
                self.record(Claim::Type, value, nothing, span);
            }
            (Matching::Always | Matching::Variant, _) => self.negated(!positive, |walk| {
                walk.record(Claim::Type, value, nothing, span);
            }),
        }
    }
}

/// The relation of an operator.
pub(super) fn relation(operation: &str) -> Option<Relation> {
    Some(match operation {
        "==" => Relation::Eq,
        "!=" => Relation::Ne,
        "<" => Relation::Lt,
        "<=" => Relation::Le,
        ">" => Relation::Gt,
        ">=" => Relation::Ge,
        _ => return None,
    })
}

/// The negation of a relation.
pub(super) fn opposite(relation: Relation) -> Relation {
    match relation {
        Relation::Eq => Relation::Ne,
        Relation::Ne => Relation::Eq,
        Relation::Lt => Relation::Ge,
        Relation::Le => Relation::Gt,
        Relation::Gt => Relation::Le,
        Relation::Ge => Relation::Lt,
    }
}
