//! Moving content to where it takes less.

use super::{
    proposal::Reducer,
    rounds::items,
    siblings::{ends_collection, is_item},
};
use crate::choice::{Label, Tree};

/// Collections and parts that are paired at most.
const MOST: usize = 400;

impl Reducer<'_> {
    /// Makes a part the last element of another collection, or pours one collection into another, and
    /// takes out the element it was in.
    pub(super) fn relocate(&mut self) {
        let mut tried = 0;
        for (list, end) in collections(&self.best) {
            for donor in 0..self.best.spans.len() {
                let mut guides = vec![relocated(&self.best, list, end, donor)];
                for heads in 1..=HEADS {
                    // As it is, or as what one draw makes.
                    for wrapped in [true, false] {
                        guides.push(beheaded(&self.best, (list, end), donor, heads, wrapped));
                    }
                }
                for guide in guides.into_iter().flatten() {
                    tried += 1;
                    if tried > MOST || self.works(guide) {
                        return;
                    }
                }
            }
        }
    }
}

/// How much at the beginning of an element is left out at most: which kind it is, and its name, say.
const HEADS: usize = 2;

/// What is left of an element without its beginning, as an element of another collection.
fn beheaded(
    tree: &Tree,
    (list, end): (usize, usize),
    donor: usize,
    heads: usize,
    wrapped: bool,
) -> Option<Tree> {
    let gone = element_around(tree, donor, list)?;
    let parts = items(tree, Some(donor));
    let first = parts.get(usize::from(is_item(tree, donor)) + heads)?;
    let span = tree.spans[donor];
    let (choice, below) = (first.choices.start, first.spans.start);
    if span.end as usize == choice {
        return None;
    }
    let inside = tree.piece(choice..span.end as usize, below..span.next as usize);
    let (moved, list, end) = taken_out(tree, gone, list, end);
    let inside = if wrapped { inside.inside(Label::ANY) } else { inside };
    let item = Tree::item(moved.spans[end].label, &inside);
    Some(moved.insert(list, end, &item))
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
    let gone = element_around(tree, donor, list).filter(|_| !is_item(tree, donor))?;
    let label = tree.spans[end].label;
    let inside = tree.part(donor);
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
    let (mut moved, list, mut end) = taken_out(tree, gone, list, end);
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

/// Without a span, and where a collection and its end are then.
fn taken_out(tree: &Tree, gone: usize, list: usize, end: usize) -> (Tree, usize, usize) {
    let removed = if gone < list { tree.spans[gone].next as usize - gone } else { 0 };
    (tree.without(&[gone]), list - removed, end - removed)
}

/// The outermost element around a part in which a collection is not; the part itself is not the collection.
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
