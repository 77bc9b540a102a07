//! Replacing a span by one inside it.

use super::{reducer::Reducer, siblings::same_first_bounds};
use crate::{
    argsort::argsort,
    choice::{Tree, Value},
};

/// Numbers before a span that are tried as a depth or size limit of the span, the nearest first. More would multiply
/// the runs of the pass.
const MAX_LIMITS: usize = 2;

impl Reducer<'_> {
    /// Replaces spans by spans of the same label inside them, the outer ones first. (Hypothesis:
    /// `pass_to_descendant`.)
    pub(super) fn pass_to_descendant(&mut self) {
        let mut at = 0;
        while at < self.best.spans.len() {
            self.replace_by_descendant(at);
            at += 1;
        }
    }

    fn replace_by_descendant(&mut self, at: usize) {
        let mut levels = 1;
        while at < self.best.spans.len() {
            let candidates = self.descendants(at);
            let Some(mut donor) = candidates.first().copied() else { return };
            // In a chain of nested spans, skip twice as many levels after each success.
            for _ in 1..levels {
                donor = self.descendants(donor).first().copied().unwrap_or(donor);
            }
            if self.works(self.best.graft(at, &self.best, donor)) {
                levels *= 2;
            } else if levels > 1 {
                levels = 1;
            } else {
                let rest = &candidates[1..];
                if !rest.iter().any(|donor| self.works(self.best.graft(at, &self.best, *donor))) {
                    return;
                }
            }
        }
    }

    /// Replaces spans by spans inside them that begin with the same bounds, whatever their labels: code that is written
    /// twice in a generator has two labels. Also lowers an earlier number, which may be a depth limit.
    pub(super) fn pass_to_similar_descendant(&mut self) {
        for at in 0..self.best.spans.len() {
            for inner in at + 1..self.best.spans[at].next as usize {
                if !self.is_similar(at, inner) {
                    continue;
                }
                let guide = self.best.graft(at, &self.best, inner);
                if self.works(guide.clone()) || self.works_with_lower_limit(guide, at) {
                    return;
                }
            }
        }
    }

    /// Proposes the guide with one of the numbers before the span lowered.
    fn works_with_lower_limit(&mut self, guide: Tree, at: usize) -> bool {
        // A number inside the recursion is content, not a limit.
        let encloses = |outer: &usize| {
            *outer == at
                || self.best.spans[*outer].next as usize > at && self.is_similar(*outer, at)
        };
        let outermost = (0..=at).find(encloses).unwrap_or(at);
        let start = self.best.spans[outermost].start as usize;
        let limits =
            (0..start).rev().filter(|i| self.integer(*i).is_some() && self.is_lowerable(*i));
        for i in limits.take(MAX_LIMITS).collect::<Vec<usize>>() {
            let Some((limits, number)) = self.integer(i) else { continue };
            let offset = limits.nearest(number);
            if offset <= limits.origin {
                continue;
            }
            let above = offset - limits.origin;
            for less in [above - 1, above / 2] {
                let mut guide = guide.clone();
                if guide.set(i, &Value::Integer(limits.value(limits.origin + less)))
                    && self.works(guide)
                {
                    return true;
                }
            }
        }
        false
    }

    fn is_similar(&self, at: usize, inner: usize) -> bool {
        let (top, span) = (self.best.spans[at], self.best.spans[inner]);
        span.start > top.start && span.len() > 1 && same_first_bounds(&self.best, at, inner)
    }

    /// The nearest spans of the same label inside a span, the largest first.
    fn descendants(&self, at: usize) -> Vec<usize> {
        let top = self.best.spans[at];
        let mut found = Vec::new();
        let mut inner = at + 1;
        while inner < top.next as usize {
            let span = self.best.spans[inner];
            if span.label == top.label && !span.discarded() {
                found.push(inner);
                inner = span.next as usize;
            } else {
                inner += 1;
            }
        }
        let length = |number: usize| self.best.spans[found[number]].len();
        let mut order = argsort(found.len(), &|a, b| length(b).cmp(&length(a)));
        for number in &mut order {
            *number = found[*number];
        }
        order
    }
}
