//! All structure-preserving changes of a case, in the order they are tried.

#[cfg(test)]
mod tests;

use super::{
    edit::{Edit, What},
    maker::Maker,
    shape::{Node, Shape},
};
use crate::{
    choice::{Tree, Value},
    search::rng::Rng,
    trace::Operand,
};
use std::collections::HashMap;

/// How well edits of a kind did at a place: what they won, and how often they were made.
pub(super) type Arms = HashMap<u64, (f64, f64)>;

/// All edits of a case.
#[derive(Debug)]
pub(super) struct Edits {
    pub(super) shape: Shape,
    pub(super) values: Vec<Value>,
    /// The next one is the last.
    left: Vec<Edit>,
    /// What edits of this round have shown about places.
    shown: HashMap<Place, Shown>,
    /// Those that wait for the next round, and those that wait until there is nothing else.
    later: Vec<Edit>,
    last: Vec<Edit>,
}

/// What an edit has shown about the place where it was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shown {
    /// Another course was taken.
    Another,
    /// The same course was taken, or the case was rejected: other places go first.
    Same,
    /// The case was rejected because parts must agree: it would be for most other edits as well, so they come last.
    Rejected,
}

/// Where edits are alike in what comes of them: a node, the way it is changed, and whether its twins are as well.
type Place = (Node, u64, bool);

impl Edits {
    /// In this order, the next one last.
    pub(super) fn new(shape: Shape, values: Vec<Value>, left: Vec<Edit>) -> Edits {
        let (shown, later, last) = (HashMap::new(), Vec::new(), Vec::new());
        Edits { shape, values, left, shown, later, last }
    }

    /// `samples` is how often a choice with many values is drawn anew. Without `arms` they go from the outermost parts to
    /// the innermost.
    pub(super) fn of(
        tree: &Tree,
        operands: &[Operand],
        samples: usize,
        arms: Option<&Arms>,
        rng: &mut Rng,
    ) -> Edits {
        Maker::new(tree, samples).made(operands, arms, rng)
    }

    /// In rounds: where an edit has shown nothing new, others wait until all places had theirs. Each is made once, sooner or
    /// later.
    pub(super) fn next(&mut self) -> Option<Edit> {
        loop {
            while let Some(edit) = self.left.pop() {
                match place(edit).and_then(|place| self.shown.get(&place)) {
                    None | Some(Shown::Another) => return Some(edit),
                    Some(Shown::Same) => self.later.push(edit),
                    Some(Shown::Rejected) => self.last.push(edit),
                }
            }
            if self.later.is_empty() {
                self.shown.clear();
                self.later = std::mem::take(&mut self.last);
            } else {
                self.shown.retain(|_, shown| *shown == Shown::Rejected);
            }
            if self.later.is_empty() {
                return None;
            }
            self.later.reverse();
            self.left = std::mem::take(&mut self.later);
        }
    }

    /// How many there still are.
    pub(super) fn left(&self) -> usize {
        self.left.len() + self.later.len() + self.last.len()
    }

    /// For how many there is room in memory.
    pub(super) fn room(&self) -> usize {
        self.left.capacity() + self.later.capacity() + self.last.capacity()
    }

    /// What came of an edit.
    pub(super) fn tell(&mut self, edit: Edit, shown: Shown) {
        if let Some(place) = place(edit) {
            self.shown.insert(place, shown);
        }
    }

    /// What is remembered about edits like this one.
    pub(super) fn arm(&self, edit: Edit) -> u64 {
        arm(&self.shape, edit)
    }
}

/// None for what compared values say: another one may be right where one was wrong.
fn place(edit: Edit) -> Option<Place> {
    let way = match edit.what {
        What::Match(_) | What::Row(..) | What::Cut(_) => return None,
        What::Set(_) | What::Nth(_) | What::Draw => 0,
        What::Put(_) | What::Swap(_) => 1,
        What::Delete => 2,
        What::Repeat => 3,
        What::Insert => 4,
        What::Variant(..) => 5,
        What::SetTwo(_, beside, _) => (1 << 32) + u64::from(beside),
        What::Word(from, _) => (3 << 32) + u64::from(from),
        What::Piece(from, _) => (2 << 32) + u64::from(from),
    };
    Some((edit.node, way, edit.paired))
}

pub(super) fn arm(shape: &Shape, edit: Edit) -> u64 {
    let kind = edit.what.kind() * 2 + u64::from(edit.paired);
    shape.known(edit.node).address.wrapping_mul(31).wrapping_add(kind)
}
