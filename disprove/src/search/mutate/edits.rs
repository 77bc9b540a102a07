//! All mutations of an input, in the order in which they run.

#[cfg(test)]
mod tests;

use super::{
    edit::{Edit, EditKind},
    finder::EditFinder,
    shape::{Node, Shape},
};
use crate::{
    choice::{Tree, Value},
    search::{archive::IdentityHasher, rng::Rng},
    trace::Operand,
};
use std::{collections::HashMap, hash::BuildHasherDefault};

/// The arms of a bandit: rewards and runs of mutations, by kind and address.
pub(crate) type Arms = HashMap<u64, (f64, f64), BuildHasherDefault<IdentityHasher>>;

/// Mutations that are sorted at once. A turn takes 32 (`fair.rs`), and most inputs have few turns.
const SORTED: usize = 256;

/// The mutations of an input that are left.
#[derive(Debug)]
pub(crate) struct Edits {
    pub(crate) shape: Shape,
    pub(crate) values: Vec<Value>,
    /// The next mutations of this round, in reverse order.
    left: Vec<Edit>,
    /// The mutations after those, not sorted yet; small keys come first.
    unsorted: Vec<(u64, Edit)>,
    /// The outcomes of this round.
    outcomes: HashMap<Place, EditOutcome>,
    /// The mutations of the next round, and those that run when nothing else is left.
    later: Vec<Edit>,
    last: Vec<Edit>,
}

/// The outcome of a mutation, which decides when similar ones run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum EditOutcome {
    /// The input took another path.
    OtherPath,
    /// The input took the same path, or was rejected: similar mutations wait for the next round.
    SamePath,
    /// The input was rejected, probably because counterparts must be equal: similar mutations run last.
    Rejected,
}

/// What similar mutations share: the node, the group of kinds, and whether counterparts change too.
type Place = (Node, u64, bool);

impl Edits {
    /// The mutations by their keys; small ones come first.
    pub(super) fn new(shape: Shape, values: Vec<Value>, unsorted: Vec<(u64, Edit)>) -> Edits {
        let (left, outcomes) = (Vec::new(), HashMap::new());
        Edits { shape, values, left, unsorted, outcomes, later: Vec::new(), last: Vec::new() }
    }

    fn pop(&mut self) -> Option<Edit> {
        if self.left.is_empty() {
            self.sort_next();
        }
        self.left.pop()
    }

    /// Sorts the next mutations: most of those after them never run.
    fn sort_next(&mut self) {
        let later = self.unsorted.len().saturating_sub(SORTED);
        if later > 0 {
            self.unsorted.select_nth_unstable_by(later, |a, b| b.0.cmp(&a.0));
        }
        let mut next = self.unsorted.split_off(later);
        next.sort_unstable_by_key(|(key, _)| std::cmp::Reverse(*key));
        self.left = next.into_iter().map(|(_, edit)| edit).collect();
    }

    /// Finds all mutations of an input. `samples` is how often a choice with many values is redrawn. Without `arms` they
    /// go from the outermost nodes to the innermost.
    pub(crate) fn of(
        tree: &Tree,
        operands: &[Operand],
        samples: usize,
        arms: Option<&Arms>,
        rng: &mut Rng,
    ) -> Edits {
        EditFinder::new(tree, samples).find(operands, arms, rng)
    }

    /// The next mutation. A mutation without a new path postpones similar ones to the next round. Each runs once.
    pub(crate) fn next(&mut self) -> Option<Edit> {
        loop {
            while let Some(edit) = self.pop() {
                match place(edit).and_then(|place| self.outcomes.get(&place)) {
                    None | Some(EditOutcome::OtherPath) => return Some(edit),
                    Some(EditOutcome::SamePath) => self.later.push(edit),
                    Some(EditOutcome::Rejected) => self.last.push(edit),
                }
            }
            if self.later.is_empty() {
                self.outcomes.clear();
                self.later = std::mem::take(&mut self.last);
            } else {
                self.outcomes.retain(|_, outcome| *outcome == EditOutcome::Rejected);
            }
            if self.later.is_empty() {
                return None;
            }
            self.later.reverse();
            self.left = std::mem::take(&mut self.later);
        }
    }

    /// The number of mutations left.
    pub(super) fn left(&self) -> usize {
        self.left.len() + self.unsorted.len() + self.later.len() + self.last.len()
    }

    /// The number of mutations it has memory for.
    pub(super) fn capacity(&self) -> usize {
        self.left.capacity()
            + self.unsorted.capacity()
            + self.later.capacity()
            + self.last.capacity()
    }

    /// Records the outcome of a mutation.
    pub(crate) fn record(&mut self, edit: Edit, outcome: EditOutcome) {
        if let Some(place) = place(edit) {
            self.outcomes.insert(place, outcome);
        }
    }

    /// The arm of a mutation.
    pub(crate) fn arm(&self, edit: Edit) -> u64 {
        arm(&self.shape, edit)
    }
}

/// `None` for operands and cuts, whose outcomes say nothing about similar mutations.
fn place(edit: Edit) -> Option<Place> {
    let group = match edit.kind {
        EditKind::Match(_) | EditKind::Bytes(..) | EditKind::Cut(_) => return None,
        EditKind::Set(_) | EditKind::Nth(_) | EditKind::Draw => 0,
        EditKind::Put(_) | EditKind::Swap(_) => 1,
        EditKind::Delete => 2,
        EditKind::Repeat => 3,
        EditKind::Insert => 4,
        EditKind::Variant(..) => 5,
        EditKind::SetTwo(_, beside, _) => (1 << 32) + u64::from(beside),
        EditKind::Word(from, _) => (3 << 32) + u64::from(from),
        EditKind::String(from, _) => (2 << 32) + u64::from(from),
    };
    Some((edit.node, group, edit.paired))
}

/// 2^64 divided by the golden ratio, as in Fibonacci hashing.
const MULTIPLIER: u64 = 0x9e37_79b9_7f4a_7c15;

/// The arm of a mutation.
pub(super) fn arm(shape: &Shape, edit: Edit) -> u64 {
    let kind = edit.kind.number() * 2 + u64::from(edit.paired);
    // Mixed, because it is its own hash.
    (shape.info(edit.node).address.wrapping_mul(31).wrapping_add(kind)).wrapping_mul(MULTIPLIER)
}
