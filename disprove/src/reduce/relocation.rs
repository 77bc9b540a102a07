//! Moving content into another collection.

use super::{
    items::items,
    reducer::Reducer,
    siblings::{ends_collection, is_item},
};
use crate::choice::{Label, Tree};

/// Proposals of the pass: the pairs of a collection and a span grow with the square of the size.
const MAX_PROPOSALS: usize = 400;

impl Reducer<'_> {
    /// Makes a span the last element of another collection, or appends one collection to another, and deletes the element
    /// it was in.
    pub(super) fn relocate(&mut self) {
        let mut tried = 0;
        for (list, end) in collections(&self.best) {
            for donor in 0..self.best.spans.len() {
                let mut guides = vec![relocated(&self.best, list, end, donor)];
                for skipped in 1..=MAX_SKIPPED {
                    // With or without a span around it, as one draw would produce.
                    for wrapped in [true, false] {
                        guides.push(relocated_tail(
                            &self.best,
                            (list, end),
                            donor,
                            skipped,
                            wrapped,
                        ));
                    }
                }
                for guide in guides.into_iter().flatten() {
                    tried += 1;
                    if tried > MAX_PROPOSALS || self.works(guide) {
                        return;
                    }
                }
            }
        }
    }
}

/// Items skipped at the beginning of an element, for example its variant and its name.
const MAX_SKIPPED: usize = 2;

/// The tree with an element of another collection made of the end of `donor`.
fn relocated_tail(
    tree: &Tree,
    (list, end): (usize, usize),
    donor: usize,
    skipped: usize,
    wrapped: bool,
) -> Option<Tree> {
    let deleted = element_around(tree, donor, list)?;
    let items = items(tree, Some(donor));
    let first = items.get(usize::from(is_item(tree, donor)) + skipped)?;
    let span = tree.spans[donor];
    let (choice, below) = (first.choices.start, first.spans.start);
    if span.end as usize == choice {
        return None;
    }
    let inside = tree.piece(choice..span.end as usize, below..span.next as usize);
    let (moved, list, end) = deleted_from(tree, deleted, list, end);
    let inside = if wrapped { inside.inside(Label::ANY) } else { inside };
    let item = Tree::item(moved.spans[end].label, &inside);
    Some(moved.insert(list, end, &item))
}

/// Each collection with the span of its last continue flag, the last collection first.
fn collections(tree: &Tree) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    for list in (0..tree.spans.len()).rev() {
        if let Some(end) = tree.children(Some(list)).last() {
            if ends_collection(tree, end) && !tree.is_fixed(tree.spans[end].start as usize) {
                found.push((list, end));
            }
        }
    }
    found
}

/// The tree with `donor` as the last element of a collection, or its elements appended to it.
fn relocated(tree: &Tree, list: usize, end: usize, donor: usize) -> Option<Tree> {
    let moved_span = tree.spans[donor];
    let deleted = element_around(tree, donor, list).filter(|_| !is_item(tree, donor))?;
    let label = tree.spans[end].label;
    let inside = tree.part(donor);
    let same = tree
        .children(Some(donor))
        .last()
        .is_some_and(|last| ends_collection(tree, last) && tree.spans[last].label == label);
    if !same {
        let fits = tree.children(Some(list)).next().is_none_or(|first| {
            first == end
                || tree
                    .spans
                    .get(first + 1)
                    .is_some_and(|element| element.label == moved_span.label)
        });
        if !fits {
            return None;
        }
    }
    let (mut moved, list, mut end) = deleted_from(tree, deleted, list, end);
    if same {
        let mut items = Vec::new();
        for item in inside.children(Some(0)) {
            if !ends_collection(&inside, item) {
                items.push(item);
            }
        }
        for item in items {
            let piece = inside.part(item);
            moved = moved.insert(list, end, &piece);
            end += piece.spans.len();
        }
    } else {
        moved = moved.insert(list, end, &Tree::item(label, &inside));
    }
    Some(moved)
}

/// The tree without a span, and the new positions of a collection and its end.
fn deleted_from(tree: &Tree, deleted: usize, list: usize, end: usize) -> (Tree, usize, usize) {
    let removed = if deleted < list { tree.spans[deleted].next as usize - deleted } else { 0 };
    (tree.without(&[deleted]), list - removed, end - removed)
}

/// The outermost collection element around `part` that does not contain the collection `list`.
fn element_around(tree: &Tree, part: usize, list: usize) -> Option<usize> {
    let home = tree.spans[list].next as usize;
    let apart = |at: usize| tree.spans[at].next as usize <= list || at >= home;
    let around = |at: &usize| {
        tree.spans[*at].next as usize > part
            && apart(*at)
            && is_item(tree, *at)
            && !ends_collection(tree, *at)
    };
    let span = tree.spans[part];
    if span.len() == 0 || span.discarded() || !apart(part) {
        return None;
    }
    (0..=part).find(around)
}
