//! Putting a part in the place of the larger part around it.

use super::proposal::Reducer;
use crate::sorted::sorted;

impl Reducer<'_> {
    /// Replaces spans by spans of the same label inside of them, the outer ones first.
    pub(super) fn hoist(&mut self) {
        let mut at = 0;
        while at < self.best.spans.len() {
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
        let mut order = sorted(found.len(), &|a, b| length(b).cmp(&length(a)));
        for number in &mut order {
            *number = found[*number];
        }
        order
    }
}
