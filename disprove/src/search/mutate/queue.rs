//! The queue of inputs with new coverage, and its entries.

use super::{edits::Edits, novelty::features};
use crate::{case::CaseResult, choice::Tree, search::structure::IndexedTree, trace::Operand};
use std::rc::Rc;

/// An input with new coverage, and the mutations of it that are left.
#[derive(Debug)]
pub(crate) struct QueueEntry {
    pub(crate) input: Rc<IndexedTree>,
    /// The operands of the comparisons on its path.
    pub(crate) operands: Rc<[Operand]>,
    /// It was accepted.
    pub(crate) valid: bool,
    /// The hash of its trace.
    pub(crate) path: u64,
    /// Mutations since its random ancestor that made equal parts differ.
    pub(crate) broken: u32,
    /// The features of its trace that were rare when it was queued.
    pub(super) rare: Vec<u64>,
    /// Built when it is mutated for the first time.
    pub(crate) edits: Option<Edits>,
}

/// The ancestry of an input.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Lineage {
    /// Its parent was accepted.
    pub(crate) from_valid: bool,
    /// As in [`QueueEntry::broken`].
    pub(crate) broken: u32,
}

impl QueueEntry {
    /// The number of mutations left, if known.
    pub(super) fn left(&self) -> usize {
        self.edits.as_ref().map_or(usize::MAX, Edits::left)
    }

    pub(super) fn new(
        input: &Rc<IndexedTree>,
        result: &CaseResult,
        lineage: Lineage,
    ) -> QueueEntry {
        QueueEntry {
            input: input.clone(),
            operands: result.trace.operands().into(),
            valid: result.is_accepted(),
            path: result.trace.hash(),
            broken: lineage.broken,
            rare: Vec::new(),
            edits: None,
        }
    }

    /// The number of edits that it has memory for.
    pub(super) fn capacity(&self) -> usize {
        self.edits.as_ref().map_or(0, Edits::capacity)
    }

    /// Continues from a smaller input if that has all rare features of this one.
    pub(crate) fn shrink_to(&mut self, input: &Rc<IndexedTree>, result: &CaseResult) {
        let features = features(result.trace.events());
        if self.rare.iter().all(|feature| features.contains(feature)) {
            self.input = input.clone();
            self.operands = result.trace.operands().into();
            self.path = result.trace.hash();
            self.edits = None;
        }
    }

    /// Continues from an input on the same path in which a part differs from its counterparts, so that later mutations
    /// run with this difference.
    pub(crate) fn replace_input(&mut self, input: &Rc<IndexedTree>) {
        // The mutations that are left name nodes by their positions.
        if has_same_structure(&self.input.tree, &input.tree) {
            self.input = input.clone();
        }
    }
}

/// Whether all spans and the bounds of all choices are the same.
fn has_same_structure(one: &Tree, other: &Tree) -> bool {
    if one.len() != other.len() || one.spans.len() != other.spans.len() {
        return false;
    }
    for (ours, theirs) in one.spans.iter().zip(&other.spans) {
        if (ours.label, ours.start, ours.end, ours.next)
            != (theirs.label, theirs.start, theirs.end, theirs.next)
        {
            return false;
        }
    }
    for at in 0..one.len() {
        let is_same = one.bounds(at) == other.bounds(at) && one.is_fixed(at) == other.is_fixed(at);
        if !is_same {
            return false;
        }
    }
    true
}

/// A queue with its order, and its criterion for new coverage.
pub(crate) trait Queue: std::fmt::Debug {
    /// Queues an input with new coverage if it was accepted or its parent was. True if it did.
    fn offer(&mut self, input: &Rc<IndexedTree>, result: &CaseResult, lineage: Lineage) -> bool;

    /// The entry to mutate next.
    fn next(&mut self) -> Option<&mut QueueEntry>;

    /// The entry that `next` returned last.
    fn current(&mut self) -> Option<&mut QueueEntry>;

    /// Removes that entry: no mutations are left.
    fn finish(&mut self);

    /// Forgets what is covered, if `boring` cases in a row without novelty are enough. True if it did.
    fn reset_if_saturated(&mut self, boring: u32) -> bool;

    /// The share of random inputs while the queue is not empty.
    fn random_share(&self) -> f64;

    /// How often mutations redraw a choice with many values.
    fn samples(&self) -> usize;

    /// Mutations go from the outermost nodes to the innermost, instead of by their success rates.
    fn by_level(&self) -> bool;
}

/// An entry with this path, for tests.
#[cfg(test)]
pub(super) fn entry(path: u64, valid: bool) -> QueueEntry {
    use crate::generator::{Generator, any};
    let input = IndexedTree::new(any::<u8>().encode(&1).expect("it is allowed"));
    let (operands, rare) = (Rc::new([]), Vec::new());
    QueueEntry { input, operands, valid, path, broken: 0, rare, edits: None }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generator::{Generator, any, vec};

    #[test]
    fn continues_only_from_an_input_of_the_same_structure() {
        let input = |value: Vec<Vec<u8>>| {
            IndexedTree::new(vec(vec(any::<u8>())).encode(&value).expect("it is allowed"))
        };
        let first = input(vec![vec![1, 2], vec![]]);
        let mut entry = QueueEntry { input: first.clone(), ..entry(1, true) };
        let moved = input(vec![vec![1], vec![2]]);
        assert_eq!(moved.tree.len(), first.tree.len());
        assert_eq!(moved.tree.spans.len(), first.tree.spans.len());
        entry.replace_input(&moved);
        assert!(Rc::ptr_eq(&entry.input, &first), "an element moved to another list");
        let other = input(vec![vec![1, 3], vec![]]);
        entry.replace_input(&other);
        assert!(Rc::ptr_eq(&entry.input, &other));
    }
}
