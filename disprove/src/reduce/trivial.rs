//! Replacing spans and windows of choices by the simplest content.

use super::{reducer::Reducer, siblings::is_item};

impl Reducer<'_> {
    /// Empties spans, the outer ones first: the generator then draws the simplest content. An element of a collection
    /// keeps its continue flag. (Hypothesis: `try_trivial_spans`.)
    pub(super) fn try_trivial_spans(&mut self) {
        let mut at = 0;
        while let Some(span) = self.best.spans.get(at).copied() {
            let start = span.start as usize + usize::from(is_item(&self.best, at));
            let inside = start..span.end as usize;
            // `zero_choices` handles single choices.
            if inside.len() > 1 && !span.discarded() && self.is_reducible(inside.clone()) {
                self.works(self.best.cut(inside, at + 1..span.next as usize));
            }
            at += 1;
        }
    }

    fn is_reducible(&self, mut choices: std::ops::Range<usize>) -> bool {
        let tree = &self.best;
        choices.any(|i| !tree.is_fixed(i) && tree.value(i) != tree.bounds(i).simplest())
    }

    /// Sets windows of choices to their simplest values, the first choices first: they come first in the order of trees.
    /// (hegel: `zero_choices`.)
    pub(super) fn zero_choices(&mut self) {
        self.windows(&|reducer| reducer.lowerable().len(), &mut |reducer, window| {
            let mut guide = reducer.best.clone();
            let lowerable = reducer.lowerable();
            let count = lowerable.len();
            for i in &lowerable[count - window.end..count - window.start] {
                guide.set(*i, &guide.bounds(*i).simplest());
            }
            reducer.works(guide);
        });
    }
}
