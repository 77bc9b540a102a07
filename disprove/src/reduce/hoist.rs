//! Putting a part in the place of the larger part around it.

use super::{proposal::Reducer, siblings::begin_alike};
use crate::{
    argsort::argsort,
    choice::{Tree, Value},
};

/// So many numbers before a span are taken for the room that is left in it.
const ROOMS: usize = 2;

impl Reducer<'_> {
    /// Replaces spans by spans of the same label inside of them, the outer ones first.
    pub(super) fn hoist(&mut self) {
        let mut at = 0;
        while at < self.best.spans.len() && !self.is_over() {
            self.hoist_into(at);
            at += 1;
        }
    }

    fn hoist_into(&mut self, at: usize) {
        let mut levels = 1;
        while at < self.best.spans.len() {
            let candidates = self.inside(at);
            let Some(mut donor) = candidates.first().copied() else { return };
            // Along a chain the steps double while they work.
            for _ in 1..levels {
                donor = self.inside(donor).first().copied().unwrap_or(donor);
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

    /// Replaces spans by others inside of them that have another label, but begin with the same choice: what
    /// is written twice in a generator has two labels. Those with the same label once more, with a
    /// number lowered that was drawn before: the room left for what is inside.
    pub(super) fn hoist_alike(&mut self) {
        for at in 0..self.best.spans.len() {
            for inner in at + 1..self.best.spans[at].next as usize {
                if !self.begins_alike(at, inner) {
                    continue;
                }
                let guide = self.best.graft(at, &self.best, inner);
                if self.works(guide.clone()) || self.works_with_less(guide, at) {
                    return;
                }
            }
        }
    }

    /// With one of the numbers before a span lowered as well.
    fn works_with_less(&mut self, guide: Tree, at: usize) -> bool {
        // Numbers inside of the recursion are what it is about.
        let alike = |outer: &usize| {
            *outer == at
                || self.best.spans[*outer].next as usize > at && self.begins_alike(*outer, at)
        };
        let outermost = (0..=at).find(alike).unwrap_or(at);
        let start = self.best.spans[outermost].start as usize;
        let rooms =
            (0..start).rev().filter(|i| self.integer(*i).is_some() && self.is_lowerable(*i));
        for i in rooms.take(ROOMS).collect::<Vec<usize>>() {
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

    fn begins_alike(&self, at: usize, inner: usize) -> bool {
        let (top, span) = (self.best.spans[at], self.best.spans[inner]);
        span.start > top.start && span.len() > 1 && begin_alike(&self.best, at, inner)
    }

    /// The nearest spans of the same label inside of a span, the largest first.
    fn inside(&self, at: usize) -> Vec<usize> {
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
