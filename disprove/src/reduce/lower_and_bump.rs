//! Two changes at once: a lower choice or a deleted element, and a higher choice near it.

use super::{
    reducer::Reducer,
    siblings::{ends_collection, is_continue_flag, is_item},
};
use crate::choice::{Tree, Value};

/// Choices after the lowered one that are tried. A prototype of this reducer solved all of its problems with four
/// (hegel uses three).
const MAX_DISTANCE: usize = 4;

/// Choices of the largest case from which elements are deleted here: each costs up to four runs of the property.
pub(super) const MAX_CHOICES: usize = 12;

/// Choices before and after a deleted element that are tried. Together with the limit above, all problems in
/// `reduce/tests/` take at most two runs more than without this pass.
const REACH: usize = 2;

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

    /// Deletes an element of a collection, and raises a choice before or after it: `[1]` may fail where `[0, 0]` does and
    /// `[0]` does not.
    pub(super) fn delete_and_bump(&mut self) {
        if self.best.len() > MAX_CHOICES {
            return;
        }
        for at in (0..self.best.spans.len()).rev() {
            let span = self.best.spans[at];
            if !is_item(&self.best, at) || ends_collection(&self.best, at) || span.discarded() {
                continue;
            }
            let choices = self.best.len();
            let tree = self.draw(self.best.without(&[at]));
            let Some(tree) = tree.filter(|tree| tree.len() < choices) else { continue };
            let start = span.start as usize;
            for j in start.saturating_sub(REACH)..(start + REACH).min(tree.len()) {
                // The passes for numbers moved amounts between the others.
                if tree.value(j) != tree.bounds(j).simplest() {
                    continue;
                }
                if raised(&tree, j).is_some_and(|guide| self.works(guide)) {
                    return;
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
