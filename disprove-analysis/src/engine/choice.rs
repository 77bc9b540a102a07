//! Values that a condition or a pattern decides about.

use super::{ending::Ending, evaluation::CONDITION, matching::Matching, term::TermId, walk::Walk};
use crate::ir::{Expr, Kind, Pattern, Span};

impl<'a> Walk<'a> {
    pub(super) fn chosen(
        &mut self,
        condition: &'a Expr,
        then: &'a Expr,
        otherwise: &'a Expr,
        span: Span,
    ) -> TermId {
        let fails = [then, otherwise]
            .map(|arm| Ending::value(arm, self.verdict, self.text) == Ending::Fails);
        if fails[0] != fails[1] {
            self.assert_condition(condition, fails[1]);
        }
        let decides = self.value(condition);
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
            if Ending::value(arm, self.verdict, self.text) == Ending::Other {
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
        let mut outcomes = Vec::new();
        for (pattern, guard, value) in arms {
            let fails = Ending::value(value, self.verdict, self.text) == Ending::Fails;
            outcomes.push((pattern, guard.as_ref(), fails));
        }
        self.assert_arms(&outcomes, decides, scrutinee.span);
        if let Some(pattern) = self.is_only_a_match(arms) {
            let name = Matching::of(&pattern).operation(&pattern);
            return self.terms.node(&name, vec![decides], span);
        }
        let entry = self.scope.state.clone();
        let (mut values, mut ends) = (Vec::new(), Vec::new());
        for (pattern, guard, value) in arms {
            self.scope.state.clone_from(&entry);
            let opened = self.scope.open();
            self.bind(pattern, decides, true);
            if let Some(guard) = guard {
                self.value(guard);
            }
            let arm = self.value(value);
            self.scope.close(opened);
            if Ending::value(value, self.verdict, self.text) == Ending::Other {
                values.push(arm);
                ends.push(self.scope.state.clone());
            }
        }
        let condition = self.terms.wrap(CONDITION, decides, span);
        self.scope.join(&mut self.terms, &entry, &ends, Some(condition));
        self.one_of(values, decides, span)
    }

    /// A literal that is true or false.
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

    /// All arms are literals: those that are true are a pattern.
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

    /// One of the values, and the condition that decides which.
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
