//! Moving a span under another parent.

use super::{reducer::Reducer, reorder::compare_spans, siblings::same_first_bounds};
use crate::choice::Tree;

/// Pairs of an empty slot and a span that are tried: each costs up to two runs of the property.
const MAX_PAIRS: usize = 200;

/// Choices of the largest case handled: each pair takes several passes over the whole tree.
const MAX_CHOICES: usize = 200;

impl Reducer<'_> {
    /// Moves a span into an empty slot, and sorts siblings at the same time: the move alone may not fail.
    pub(super) fn reparent(&mut self) {
        if self.best.len() > MAX_CHOICES {
            return;
        }
        let mut tried = 0;
        for slot in 0..self.best.spans.len() {
            for donor in 0..self.best.spans.len() {
                if !fits(&self.best, slot, donor) {
                    continue;
                }
                tried += 1;
                // Under another parent, the generator may draw other choices.
                let moved = self.draw(exchanged(&self.best, slot, donor));
                if tried > MAX_PAIRS {
                    return;
                }
                let Some(moved) = moved else { continue };
                // Code that is written twice in a generator has two labels.
                if self.works(sort_neighbors(moved.clone(), &|tree, a, b| {
                    tree.spans[a].label == tree.spans[b].label
                })) || self.works(sort_neighbors(moved, &same_first_bounds))
                {
                    return;
                }
            }
        }
    }
}

/// Whether `slot` is empty, `donor` is not, both begin with the same bounds, and neither contains the other.
fn fits(tree: &Tree, slot: usize, donor: usize) -> bool {
    let (empty, full) = (tree.spans[slot], tree.spans[donor]);
    let apart = empty.next as usize <= donor || full.next as usize <= slot;
    apart && empty.len() == 1 && full.len() > 1 && same_first_bounds(tree, slot, donor)
}

/// The tree with the contents of two spans exchanged. Neither contains the other.
fn exchanged(tree: &Tree, one: usize, other: usize) -> Tree {
    let (first, second) = (one.min(other), one.max(other));
    // Replace the later one first: that does not move the earlier one.
    tree.graft(second, tree, first).graft(first, tree, second)
}

/// Sorts neighboring spans that are `comparable`, the simpler first, in the whole tree.
fn sort_neighbors(mut tree: Tree, comparable: &dyn Fn(&Tree, usize, usize) -> bool) -> Tree {
    let mut parent = None;
    loop {
        let mut last = None;
        let mut wrong = None;
        for child in tree.children(parent) {
            if let Some(before) = last.filter(|before| comparable(&tree, *before, child)) {
                if compare_spans(&tree, before, child).is_gt() {
                    wrong = Some((before, child));
                    break;
                }
            }
            last = Some(child);
        }
        if let Some((before, child)) = wrong {
            tree = exchanged(&tree, before, child);
            continue;
        }
        let next = parent.map_or(0, |parent| parent + 1);
        if next >= tree.spans.len() {
            return tree;
        }
        parent = Some(next);
    }
}
