//! Two changes at once, the second one in what the first led to.

use super::{proposal::Reducer, siblings::is_coin};
use crate::choice::{Tree, Value};

/// How many choices after the one that was lowered are raised. In the sketch of this reducer four were
/// enough for all of its problems.
const NEXT: usize = 4;

impl Reducer<'_> {
    /// Lowers a choice, and raises one of those that follow then: another branch may need another value.
    pub(super) fn lower_and_raise(&mut self) {
        for i in self.lowerable() {
            for lowered in self.lower_values(i) {
                let mut guide = self.best.clone();
                if !guide.set(i, &lowered) {
                    continue;
                }
                let Some(tree) = self.realise(guide).filter(|tree| self.has_other_shape(tree))
                else {
                    continue;
                };
                for j in i + 1..(i + 1 + NEXT).min(tree.len()) {
                    if raised(&tree, j).is_some_and(|guide| self.works(guide)) {
                        return;
                    }
                }
            }
        }
    }

    /// Numbers that stay the same numbers are other passes' business.
    fn has_other_shape(&self, tree: &Tree) -> bool {
        tree.len() != self.best.len()
            || (0..tree.len()).any(|i| tree.bounds(i) != self.best.bounds(i))
    }

    /// The simplest, and the next simpler.
    fn lower_values(&self, i: usize) -> Vec<Value> {
        let bounds = self.best.bounds(i);
        let mut values = vec![bounds.simplest()];
        if let Some(index) = bounds.index(&self.best.value(i)).filter(|index| *index > 1) {
            values.extend(bounds.nth(index - 1));
        }
        values
    }
}

/// The tree with a choice that is one less simple.
fn raised(tree: &Tree, j: usize) -> Option<Tree> {
    if tree.is_fixed(j) || is_coin(tree, j) {
        return None;
    }
    let bounds = tree.bounds(j);
    let index = bounds.index(&tree.value(j))?.checked_add(1)?;
    let value = bounds.nth(index)?;
    let mut guide = tree.clone();
    guide.set(j, &value).then_some(guide)
}
