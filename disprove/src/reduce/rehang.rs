//! Hanging a part of a tree under another parent.

use super::{proposal::Reducer, siblings::begin_alike, sort::compare_spans};
use crate::choice::Tree;

/// Places that are tried for parts.
const MOST: usize = 200;

/// Cases above this size are left as they are: each try takes some passes over all of it.
const LARGEST: usize = 200;

impl Reducer<'_> {
    /// Moves a part into a place where there is nothing yet, and brings the parts beside each other into order,
    /// which alone may not do.
    pub(super) fn rehang(&mut self) {
        if self.best.len() > LARGEST {
            return;
        }
        let mut tried = 0;
        for slot in 0..self.best.spans.len() {
            for part in 0..self.best.spans.len() {
                if !fits(&self.best, slot, part) {
                    continue;
                }
                tried += 1;
                // In another place it may take more or less.
                let moved = self.realise(exchanged(&self.best, slot, part));
                if tried > MOST {
                    return;
                }
                let Some(moved) = moved else { continue };
                // What is written twice in a generator has two labels.
                if self.works(in_order(moved.clone(), &|tree, a, b| {
                    tree.spans[a].label == tree.spans[b].label
                })) || self.works(in_order(moved, &begin_alike))
                {
                    return;
                }
            }
        }
    }
}

/// Whether there is nothing in the one and something in the other, and what is in them begins alike.
fn fits(tree: &Tree, slot: usize, part: usize) -> bool {
    let (empty, full) = (tree.spans[slot], tree.spans[part]);
    let apart = empty.next as usize <= part || full.next as usize <= slot;
    apart && empty.len() == 1 && full.len() > 1 && begin_alike(tree, slot, part)
}

/// With what is inside of two spans, of which none is in the other, exchanged.
fn exchanged(tree: &Tree, one: usize, other: usize) -> Tree {
    let (first, second) = (one.min(other), one.max(other));
    // The later one first: it does not move the earlier one.
    tree.graft(second, tree, first).graft(first, tree, second)
}

/// With the simpler of two neighbours that are alike first, everywhere.
fn in_order(mut tree: Tree, alike: &dyn Fn(&Tree, usize, usize) -> bool) -> Tree {
    let mut parent = None;
    loop {
        let mut last = None;
        let mut wrong = None;
        for child in tree.children(parent) {
            if let Some(before) = last.filter(|before| alike(&tree, *before, child))
                && compare_spans(&tree, before, child).is_gt()
            {
                wrong = Some((before, child));
                break;
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
