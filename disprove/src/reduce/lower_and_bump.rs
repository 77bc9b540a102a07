//! Two changes at once: a lower choice, and a higher one after it.

use super::{reducer::Reducer, siblings::is_continue_flag};
use crate::choice::{Tree, Value};

/// Choices after the lowered one that are tried. A prototype of this reducer solved all of its problems with four
/// (hegel uses three).
const MAX_DISTANCE: usize = 4;

impl Reducer<'_> {
    /// Lowers a choice, and raises one of the choices drawn after it: another branch may need another value. (hegel:
    /// `lower_and_bump`.)
    pub(super) fn lower_and_bump(&mut self) {
        for i in self.lowerable() {
            for lowered in self.lower_values(i) {
                let mut guide = self.best.clone();
                if !guide.set(i, &lowered) {
                    continue;
                }
                let Some(tree) = self.draw(guide).filter(|tree| self.has_other_shape(tree)) else {
                    continue;
                };
                for j in i + 1..(i + 1 + MAX_DISTANCE).min(tree.len()) {
                    if raised(&tree, j).is_some_and(|guide| self.works(guide)) {
                        return;
                    }
                }
            }
        }
    }

    /// Whether other choices are drawn. If not, the passes for numbers do the same.
    fn has_other_shape(&self, tree: &Tree) -> bool {
        tree.len() != self.best.len()
            || (0..tree.len()).any(|i| tree.bounds(i) != self.best.bounds(i))
    }

    /// The simplest value, and the next simpler one.
    fn lower_values(&self, i: usize) -> Vec<Value> {
        let bounds = self.best.bounds(i);
        let mut values = vec![bounds.simplest()];
        if let Some(index) = bounds.index(&self.best.value(i)).filter(|index| *index > 1) {
            values.extend(bounds.nth(index - 1));
        }
        values
    }
}

/// The tree with the index of a choice raised by one.
pub(super) fn raised(tree: &Tree, j: usize) -> Option<Tree> {
    if tree.is_fixed(j) || is_continue_flag(tree, j) {
        return None;
    }
    let bounds = tree.bounds(j);
    let index = bounds.index(&tree.value(j))?.checked_add(1)?;
    let value = bounds.nth(index)?;
    let mut guide = tree.clone();
    guide.set(j, &value).then_some(guide)
}
