//! Walks assertions of all forms and reduces them to claims about values.

use super::{
    claim::{Claim, Pending},
    evaluation::sign,
    influence::shown,
    judgment::{Mode, Tag},
    matching::{Matching, written},
    term::TermId,
    walk::{PendingAssertion, Walk},
};
use crate::ir::{Assertion, Expr, Form, Kind, Language, Pattern, Span, Stmt};

impl<'a> Walk<'a> {
    pub(super) fn assert(&mut self, assertion: &'a Assertion) {
        let place = (assertion.line, assertion.column);
        let unseen = std::mem::replace(&mut self.unseen, assertion.unseen_by_paper);
        let tags = self.tags.len();
        if assertion.by_name {
            self.tags.push(Tag::ByName);
        }
        let state = self.scope.state.clone();
        self.within(place, assertion.span, |walk| walk.form(&assertion.form, assertion.span));
        if self.mode == Mode::Paper && !matches!(assertion.form, Form::Raises { .. }) {
            // According to the paper an assertion changes no facts, but code inside a block still executes.
            self.scope.state = state;
        }
        self.tags.truncate(tags);
        self.unseen = unseen;
    }

    /// A condition that must hold, or must not hold. Returns its value.
    pub(super) fn assert_condition(&mut self, condition: &'a Expr, positive: bool) -> TermId {
        let place = self.lines.place(condition.span.start);
        self.within(place, condition.span, |walk| {
            let value = walk.value(condition);
            walk.claim(value, positive);
            value
        })
    }

    /// A call with these values must fail. Of Python's forms the paper recognizes only `assertRaises`.
    pub(super) fn assert_refusal(&mut self, reads: Vec<TermId>, span: Span) {
        let place = self.lines.place(span.start);
        let unseen = std::mem::replace(&mut self.unseen, self.language == Language::Python);
        self.within(place, span, |walk| walk.refusal(reads, span));
        self.unseen = unseen;
    }

    /// A value must match a pattern.
    pub(super) fn assert_pattern(
        &mut self,
        pattern: &Pattern,
        value: TermId,
        positive: bool,
        span: Span,
    ) {
        let place = self.lines.place(span.start);
        let matching = Matching::of(pattern);
        self.within(place, span, |walk| walk.matches(matching, value, positive, span));
    }

    /// Match arms that fail: pattern, guard, whether it fails.
    pub(super) fn assert_arms(
        &mut self,
        arms: &[(&Pattern, Option<TermId>, bool)],
        value: TermId,
        span: Span,
    ) {
        let bad = arms.iter().filter(|(_, _, fails)| *fails).count();
        if bad == 0 || bad == arms.len() {
            return;
        }
        let place = self.lines.place(span.start);
        let any_good = arms.iter().any(|(pattern, guard, fails)| {
            !fails && guard.is_none() && Matching::of(pattern) == Matching::Always
        });
        self.within(place, span, |walk| {
            let mut wanted = Vec::new();
            for (pattern, guard, fails) in arms {
                if any_good && *fails {
                    let matching = Matching::of(pattern);
                    if matching != Matching::Always {
                        walk.matches(matching, value, false, span);
                    }
                } else if !any_good && !fails {
                    wanted.push((*pattern).clone());
                }
                // Skips what another arm takes unconditionally.
                let same = |(other, guard, bad): &(&Pattern, Option<TermId>, bool)| {
                    guard.is_none() && bad == fails && written(other) == written(pattern)
                };
                if let Some(guard) = guard
                    && any_good == *fails
                    && !arms.iter().any(same)
                {
                    walk.claim(*guard, !fails);
                }
            }
            if !wanted.is_empty() {
                let matching = Matching::of(&Pattern::Either(wanted));
                if matching != Matching::Always {
                    walk.matches(matching, value, true, span);
                }
            }
        });
    }

    /// A condition evaluated with the names of a pattern in scope.
    fn guard(&mut self, pattern: &Pattern, value: TermId, guard: &'a Expr) {
        let opened = self.scope.open();
        self.bind(pattern, value, true);
        let guard = self.value(guard);
        self.claim(guard, true);
        self.scope.close(opened);
    }

    /// All claims of `inner` belong to one assertion: this one, or the enclosing one.
    fn within<T>(
        &mut self,
        place: (u32, u32),
        span: Span,
        inner: impl FnOnce(&mut Self) -> T,
    ) -> T {
        if self.silent || self.inside.is_some() {
            return inner(self);
        }
        let at = self.begin_assertion(place, span);
        let result = inner(self);
        self.end_assertion(at);
        result
    }

    /// Later claims belong to a new assertion.
    pub(super) fn begin_assertion(&mut self, (line, column): (u32, u32), span: Span) -> usize {
        let text = shown(span, self.text);
        let (tags, atoms) = (Vec::new(), Vec::new());
        self.assertions.push(PendingAssertion { line, column, text, tags, atoms });
        self.claimed.clear();
        self.inside = Some(self.assertions.len() - 1);
        self.assertions.len() - 1
    }

    pub(super) fn end_assertion(&mut self, at: usize) {
        self.inside = None;
        // Only literals: not an assertion.
        if self.assertions[at].atoms.is_empty() {
            self.assertions.truncate(at);
        }
    }

    fn form(&mut self, form: &'a Form, span: Span) {
        match form {
            Form::Holds(condition) => {
                if let Kind::Compare(relation, left, right) = &condition.kind {
                    // The same comparison may be written in several forms: this one is quoted.
                    let (one, other) = self.sides(left, right);
                    self.comparison(*relation, one, other, shown(condition.span, self.text));
                } else {
                    let value = self.value(condition);
                    self.claim(value, true);
                }
            }
            Form::Compare(relation, left, right) => {
                let (one, other) = self.sides(left, right);
                let text = |side: &Expr| shown(side.span, self.text);
                let text = format!("{} {} {}", text(left), sign(*relation), text(right));
                self.comparison(*relation, one, other, text);
            }
            Form::In(element, whole) => {
                let (element, whole) = self.sides(element, whole);
                self.membership(element, whole, true, span);
            }
            Form::Contains { text, part } => {
                let (part, text) = self.sides(part, text);
                self.membership(part, text, true, span);
            }
            Form::IsType(value, of) => {
                let value = self.value(value);
                let of = match of {
                    Some(of) => self.value(of),
                    None => self.terms.constant("()"),
                };
                self.record(Claim::Type, value, of, span);
            }
            Form::Raises { reads, body, bound } => self.raises(reads, body, bound.as_deref(), span),
            Form::Matches { value, pattern, guard } => {
                let value = self.value(value);
                let matching = Matching::of(pattern);
                if matching != Matching::Always || guard.is_none() {
                    self.matches(matching, value, true, span);
                }
                if let Some(guard) = guard {
                    self.guard(pattern, value, guard);
                }
            }
            Form::Helper { name, arguments } => {
                let mut values = Vec::new();
                for argument in arguments {
                    values.push(self.value(&argument.value));
                }
                let is_known = self.follow_helper(name, &values, arguments, span).is_some();
                self.written_by_helper(name, arguments, &values, span);
                if !is_known && !self.silent {
                    self.tags.push(Tag::Opaque);
                    let all = self.terms.group(values, span);
                    let nothing = self.terms.constant("()");
                    self.record(Claim::Hidden, all, nothing, span);
                    self.tags.pop();
                }
            }
        }
    }

    fn raises(&mut self, reads: &'a [Expr], body: &'a [Stmt], bound: Option<&str>, span: Span) {
        let before = self.reads.len();
        let mut values = self.values(reads);
        self.refusing += 1;
        self.statements(body);
        self.refusing -= 1;
        values.extend_from_slice(&self.reads[before..]);
        values.sort_unstable();
        values.dedup();
        if let Some(bound) = bound {
            let caught = self.terms.node("raised", values.clone(), span);
            self.assign(bound, caught);
        }
        self.refusal(values, span);
    }

    fn refusal(&mut self, mut reads: Vec<TermId>, span: Span) {
        reads.sort_unstable();
        reads.dedup();
        let all = match reads[..] {
            [only] => only,
            _ => self.terms.group(reads, span),
        };
        let nothing = self.terms.constant("()");
        self.record(Claim::Refused, all, nothing, span);
    }

    /// Records an atom of the current assertion.
    pub(super) fn record(&mut self, claim: Claim, left: TermId, right: TermId, span: Span) {
        let text = shown(span, self.text);
        self.record_text(claim, left, right, text);
    }

    pub(super) fn record_text(&mut self, claim: Claim, left: TermId, right: TermId, text: String) {
        if self.silent {
            return;
        }
        if let Some(at) = self.inside {
            let (tags, unseen) = (self.tags.clone(), self.unseen);
            let atoms = &mut self.assertions[at].atoms;
            let same = |it: &Pending| (it.claim, it.left, it.right) == (claim, left, right);
            if !atoms.iter().any(same) {
                atoms.push(Pending { claim, left, right, text, tags, unseen });
            }
        }
    }
}
