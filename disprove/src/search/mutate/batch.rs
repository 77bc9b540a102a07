//! A case that is kept, and what is left to be done to it.

use super::{edits::Edits, novelty::features};
use crate::{case::CaseResult, search::IndexedTree, trace::Operand};
use std::rc::Rc;

/// A kept case.
#[derive(Debug)]
pub(super) struct Batch {
    pub(super) kept: Rc<IndexedTree>,
    /// What was compared on its course.
    pub(super) operands: Rc<[Operand]>,
    /// It was accepted, not rejected.
    pub(super) valid: bool,
    /// A hash of its course.
    pub(super) path: u64,
    /// How often parts that agreed were made to differ since it came by chance.
    pub(super) broken: u32,
    /// What was rare on its course when it was kept.
    pub(super) rare: Vec<u64>,
    /// Made when it is its turn for the first time.
    pub(super) edits: Option<Edits>,
}

/// Where a case came from.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Came {
    /// From a case that was accepted.
    pub(super) from_valid: bool,
    pub(super) broken: u32,
}

impl Batch {
    /// How many edits are still to be made, if that is known.
    pub(super) fn left(&self) -> usize {
        self.edits.as_ref().map_or(usize::MAX, Edits::left)
    }

    pub(super) fn new(input: &Rc<IndexedTree>, result: &CaseResult, came: Came) -> Batch {
        Batch {
            kept: input.clone(),
            operands: result.trace.operands().into(),
            valid: result.is_accepted(),
            path: result.trace.hash(),
            broken: came.broken,
            rare: Vec::new(),
            edits: None,
        }
    }

    /// For how many edits it has room in memory.
    pub(super) fn room(&self) -> usize {
        self.edits.as_ref().map_or(0, Edits::room)
    }

    /// Goes on from a smaller case, if it shows all that this one was kept for.
    pub(super) fn shrink_to(&mut self, input: &Rc<IndexedTree>, result: &CaseResult) {
        let features = features(result.trace.events());
        if self.rare.iter().all(|feature| features.contains(feature)) {
            self.kept = input.clone();
            self.operands = result.trace.operands().into();
            self.path = result.trace.hash();
            self.edits = None;
        }
    }

    /// Goes on from a case that differs in a value that two parts agreed in, and took the same course: whatever is changed
    /// next is tried with this difference as well.
    pub(super) fn go_on_from(&mut self, kept: &Rc<IndexedTree>) {
        let (ours, theirs) = (&self.kept.tree, &kept.tree);
        if ours.len() == theirs.len() && ours.spans.len() == theirs.spans.len() {
            self.kept = kept.clone();
        }
    }
}

/// In which order kept cases are changed.
pub(super) trait Order: std::fmt::Debug {
    /// Keeps a case if it took a course of its own, and was accepted, or came from one that was. Whether it did.
    fn keep(&mut self, input: &Rc<IndexedTree>, result: &CaseResult, came: Came) -> bool;

    /// The case whose turn it is; another edit of it is made.
    fn turn(&mut self) -> Option<&mut Batch>;

    /// The case whose turn it was.
    fn last(&mut self) -> Option<&mut Batch>;

    /// Nothing is left to be done to it.
    fn finish(&mut self);

    /// A case comes by chance, after so many in a row that were not kept. Whether it was forgotten what courses
    /// there were.
    fn saturated(&mut self, boring: u32) -> bool;

    /// How much is left to chance while there is something to be changed.
    fn chance(&self) -> f64;

    /// How often choices with many values are drawn anew.
    fn samples(&self) -> usize;

    /// Edits are made from the outermost parts to the innermost, and not by how well others like them did.
    fn by_level(&self) -> bool;
}

/// A case with this path that was accepted, or rejected.
#[cfg(test)]
pub(super) fn batch(path: u64, valid: bool) -> Batch {
    use crate::generator::{Generator, any};
    let kept = IndexedTree::new(any::<u8>().encode(&1).expect("it is allowed"));
    Batch { kept, operands: Rc::new([]), valid, path, broken: 0, rare: Vec::new(), edits: None }
}
