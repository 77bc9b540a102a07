//! Values that depend on a condition or a pattern.

use super::{
    ending::Ending,
    evaluation::CONDITION,
    matching::Matching,
    scope::{State, Variable},
    term::{Symbol, TermId},
    walk::Walk,
};
use crate::ir::{Expr, Kind, Pattern, Span};

/// An arm of a match, ready for its body.
pub(super) struct Entered {
    /// The names in scope.
    sight: Vec<(Symbol, Variable)>,
    state: State,
    pub(super) guard: Option<TermId>,
}

impl<'a> Walk<'a> {
    pub(super) fn chosen(
        &mut self,
        condition: &'a Expr,
        then: &'a Expr,
        otherwise: &'a Expr,
        span: Span,
    ) -> TermId {
        let fails = [then, otherwise].map(|arm| Ending::value(arm) == Ending::Fails);
        let decides = if fails[0] == fails[1] {
            self.value(condition)
        } else {
            self.assert_condition(condition, fails[1])
        };
        match [then, otherwise].map(|arm| self.truth(arm)) {
            [Some(true), Some(false)] => return decides,
            [Some(false), Some(true)] => return self.terms.node("not", vec![decides], span),
            _ => {}
        }
        let entry = self.scope.state.clone();
        let (mut values, mut ends) = (Vec::new(), Vec::new());
        for arm in [then, otherwise] {
            self.scope.state.clone_from(&entry);
            let value = self.value(arm);
            if Ending::value(arm) == Ending::Other {
                values.push(value);
                ends.push(self.scope.state.clone());
            }
        }
        let condition = self.terms.wrap(CONDITION, decides, span);
        self.scope.join(&mut self.terms, &entry, &ends, Some(condition));
        self.one_of(values, decides, span)
    }

    pub(super) fn matched(
        &mut self,
        scrutinee: &'a Expr,
        arms: &'a [(Pattern, Option<Expr>, Expr)],
        span: Span,
    ) -> TermId {
        let decides = self.value(scrutinee);
        let heads = arms.iter().map(|(pattern, guard, _)| (pattern, guard.as_ref()));
        let entered = self.enter_arms(heads, scrutinee, decides);
        let mut outcomes = Vec::new();
        for ((pattern, _, value), entered) in arms.iter().zip(&entered) {
            let fails = Ending::value(value) == Ending::Fails;
            outcomes.push((pattern, entered.guard, fails));
        }
        self.assert_arms(&outcomes, decides, scrutinee.span);
        if let Some(pattern) = self.is_only_a_match(arms) {
            let name = Matching::of(&pattern).operation(&pattern);
            return self.terms.node(&name, vec![decides], span);
        }
        let entry = self.scope.state.clone();
        let (mut values, mut ends) = (Vec::new(), Vec::new());
        for ((_, _, value), entered) in arms.iter().zip(entered) {
            let arm = self.in_arm(entered, |walk| walk.value(value));
            if Ending::value(value) == Ending::Other {
                values.push(arm);
                ends.push(self.scope.state.clone());
            }
        }
        let condition = self.terms.wrap(CONDITION, decides, span);
        self.scope.join(&mut self.terms, &entry, &ends, Some(condition));
        self.one_of(values, decides, span)
    }

    /// Binds the pattern of each arm and evaluates its guard.
    pub(super) fn enter_arms<'b>(
        &mut self,
        arms: impl Iterator<Item = (&'b Pattern, Option<&'a Expr>)>,
        scrutinee: &'a Expr,
        value: TermId,
    ) -> Vec<Entered> {
        let entry = self.scope.state.clone();
        let mut all = Vec::new();
        for (pattern, guard) in arms {
            self.scope.state.clone_from(&entry);
            let opened = self.scope.open();
            self.bind(pattern, value, self.has_block_scope());
            self.tie(pattern, scrutinee);
            let guard = guard.map(|guard| self.value(guard));
            let state = self.scope.state.clone();
            all.push(Entered { sight: self.scope.sight(), state, guard });
            if self.has_block_scope() {
                self.scope.close(opened);
            }
        }
        self.scope.state = entry;
        all
    }

    /// Evaluates the body of an arm.
    pub(super) fn in_arm<T>(&mut self, arm: Entered, body: impl FnOnce(&mut Self) -> T) -> T {
        self.scope.state = arm.state;
        if !self.has_block_scope() {
            return body(self);
        }
        let outside = self.scope.look(arm.sight);
        let result = body(self);
        self.scope.look(outside);
        result
    }

    /// A literal `true` or `false`.
    fn truth(&self, expression: &Expr) -> Option<bool> {
        match &expression.kind {
            Kind::Same(inner) => self.truth(inner),
            Kind::Block(body, value) if body.is_empty() => self.truth(value),
            Kind::Literal | Kind::Name(_) => match expression.span.of(self.text) {
                "true" | "True" => Some(true),
                "false" | "False" => Some(false),
                _ => None,
            },
            _ => None,
        }
    }

    /// If all arms are bool literals, the true ones form a pattern.
    fn is_only_a_match(&self, arms: &[(Pattern, Option<Expr>, Expr)]) -> Option<Pattern> {
        let mut wanted = Vec::new();
        for (pattern, guard, value) in arms {
            if guard.is_some() {
                return None;
            }
            if self.truth(value)? {
                wanted.push(pattern.clone());
            }
        }
        (!wanted.is_empty()).then_some(Pattern::Either(wanted))
    }

    /// One of the values, with the condition that selects it.
    fn one_of(&mut self, mut values: Vec<TermId>, decides: TermId, span: Span) -> TermId {
        match values[..] {
            [] => self.terms.constant("never"),
            [only] => only,
            _ => {
                values.push(self.terms.wrap(CONDITION, decides, span));
                self.terms.join(values)
            }
        }
    }
}
