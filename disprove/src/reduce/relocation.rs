//! Moving content to where it takes less.

use super::{
    proposal::Reducer,
    siblings::{ends_collection, is_item},
};
use crate::choice::Tree;

/// Collections and parts that are paired at most.
const MOST: usize = 400;

impl Reducer<'_> {
    /// Makes a part the last element of another collection, or pours one collection into another, and
    /// takes out the element it was in.
    pub(super) fn relocate(&mut self) {
        let ends = collections(&self.best);
        let mut tried = 0;
        for (list, end) in ends {
            for donor in 0..self.best.spans.len() {
                let Some(guide) = relocated(&self.best, list, end, donor) else { continue };
                tried += 1;
                if tried > MOST || self.works(guide) {
                    return;
                }
            }
        }
    }
}

/// Each collection with the span of the coin that ends it, the last one first.
fn collections(tree: &Tree) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    for list in (0..tree.spans.len()).rev() {
        if let Some(end) = tree.children(Some(list)).last()
            && ends_collection(tree, end)
            && !tree.is_fixed(tree.spans[end].start as usize)
        {
            found.push((list, end));
        }
    }
    found
}

fn relocated(tree: &Tree, list: usize, end: usize, donor: usize) -> Option<Tree> {
    let gift = tree.spans[donor];
    let home = tree.spans[list];
    let apart = |at: usize| tree.spans[at].next as usize <= list || at >= home.next as usize;
    if gift.len() < 1 || gift.discarded() || !apart(donor) || is_item(tree, donor) {
        return None;
    }
    // The outermost element around it in which the collection is not.
    let around =
        |at: &usize| tree.spans[*at].next as usize > donor && apart(*at) && is_item(tree, *at);
    let gone = (0..donor).find(around)?;
    let label = tree.spans[end].label;
    let inside = tree.part(donor);
    let mut moved = tree.clone();
    let mut into = (list, end);
    // What is taken out first must not move what the other places are counted by.
    let removed = (tree.spans[gone].next as usize) - gone;
    let before = gone < list;
    let same = tree
        .children(Some(donor))
        .last()
        .is_some_and(|last| ends_collection(tree, last) && tree.spans[last].label == label);
    if !same {
        let fits = tree.children(Some(list)).next().is_none_or(|first| {
            first == end
                || tree.spans.get(first + 1).is_some_and(|element| element.label == gift.label)
        });
        if !fits {
            return None;
        }
    }
    moved = moved.without(&[gone]);
    if before {
        into = (list - removed, end - removed);
    }
    if same {
        let mut items = Vec::new();
        for item in inside.children(Some(0)) {
            if !ends_collection(&inside, item) {
                items.push(item);
            }
        }
        for item in items {
            let piece = inside.part(item);
            moved = moved.insert(into.0, into.1, &piece);
            into.1 += piece.spans.len();
        }
    } else {
        moved = moved.insert(into.0, into.1, &Tree::item(label, &inside));
    }
    Some(moved)
}
