//! Removing a wrapper around a part, and changing the part at the same time.

use super::{lower_and_bump::raised, reducer::Reducer};
use crate::choice::Tree;

/// Choices of the part that are raised, one or two at a time.
const MAX_RAISED: usize = 5;

/// Choices of the largest case handled: each wrapper costs up to fifteen runs of the property.
const MAX_CHOICES: usize = 100;

impl Reducer<'_> {
    /// Replaces a span that only wraps another of the same label by that one, and raises one or two of its choices: a
    /// negation may go if what it negates changes.
    pub(super) fn unwrap_and_bump(&mut self) {
        if self.best.len() > MAX_CHOICES {
            return;
        }
        for at in 0..self.best.spans.len() {
            let Some((start, guide)) = self.unwrapped(at) else { continue };
            let Some(tree) = self.draw(guide) else { continue };
            let end = (start + MAX_RAISED).min(tree.len());
            for j in start..end {
                let Some(once) = raised(&tree, j) else { continue };
                if self.works(once.clone()) {
                    return;
                }
                // A raised branch may draw other choices.
                let Some(once) = self.draw(once) else { continue };
                for k in j + 1..end.min(once.len()) {
                    if raised(&once, k).is_some_and(|guide| self.works(guide)) {
                        return;
                    }
                }
            }
        }
    }

    /// The tree with this span in the place of the wrapper around it, and where it begins. A wrapper consists of one choice
    /// before the span, with the bounds of the span's first choice.
    fn unwrapped(&self, inner: usize) -> Option<(usize, Tree)> {
        let tree = &self.best;
        let span = tree.spans[inner];
        let (start, end) = ((span.start as usize).checked_sub(1)?, span.end as usize);
        if span.len() == 0 || span.discarded() || tree.bounds(start) != tree.bounds(start + 1) {
            return None;
        }
        let around =
            |at: &usize| (tree.spans[*at].start..tree.spans[*at].end).contains(&(start as u32));
        match (0..inner).rev().find(around) {
            Some(outer) => {
                // A recursive generator may be drawn at the top with a label of its own.
                let label = tree.spans[outer].label;
                let recursive = |at: usize| tree.spans[at].label == label;
                let top = outer == 0 && !(1..tree.spans.len()).any(recursive);
                let wraps = (top || label == span.label)
                    && tree.spans[outer].start as usize == start
                    && tree.spans[outer].end as usize == end;
                wraps.then(|| (start, tree.graft(outer, tree, inner)))
            }
            None => (start == 0 && end == tree.len())
                .then(|| (0, tree.piece(1..end, inner + 1..span.next as usize))),
        }
    }
}
