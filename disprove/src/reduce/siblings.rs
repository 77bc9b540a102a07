//! Spans beside each other that can stand for each other, and the coins of collections.

use super::proposal::Reducer;
use crate::choice::{
    Bounds, IntegerBounds, Kind, Label, Number, Tree, predefined::CONTINUE_THRESHOLD,
};

/// How many numbers are taken for the length of a collection or the number of rounds.
const COUNTERS: usize = 2;

/// Spans of one label directly inside of one span, or outermost.
#[derive(Clone, Copy)]
pub(super) struct Group {
    pub(super) parent: Option<usize>,
    pub(super) label: Label,
}

impl Group {
    /// Its spans now: those that were discarded and those that end a collection do not count.
    pub(super) fn members(self, tree: &Tree) -> Vec<usize> {
        if self.parent.is_some_and(|parent| parent >= tree.spans.len()) {
            return Vec::new();
        }
        let mut members = Vec::new();
        for at in tree.children(self.parent) {
            let span = &tree.spans[at];
            if span.label == self.label && !span.discarded() && !ends_collection(tree, at) {
                members.push(at);
            }
        }
        members
    }
}

impl Reducer<'_> {
    /// Visits all groups, the outer ones first; also those that come up on the way.
    pub(super) fn each_group(&mut self, visit: &mut dyn FnMut(&mut Self, Group)) {
        let mut parent = None;
        loop {
            let mut labels: Vec<Label> = Vec::new();
            for child in self.best.children(parent) {
                let label = self.best.spans[child].label;
                if !labels.contains(&label) {
                    labels.push(label);
                }
            }
            for label in labels {
                visit(self, Group { parent, label });
            }
            let next = parent.map_or(0, |parent| parent + 1);
            if next >= self.best.spans.len() || self.is_over() {
                return;
            }
            parent = Some(next);
        }
    }

    /// The numbers of the choices that are not yet the simplest and can be. Coins of collections are
    /// not among them: elements go by their spans.
    pub(super) fn lowerable(&self) -> Vec<usize> {
        self.numbers_where(&|i| self.is_lowerable(i))
    }

    /// The numbers of the choices for which something is true.
    pub(super) fn numbers_where(&self, is_true: &dyn Fn(usize) -> bool) -> Vec<usize> {
        let mut numbers = Vec::new();
        for i in 0..self.best.len() {
            if is_true(i) {
                numbers.push(i);
            }
        }
        numbers
    }

    /// The numbers drawn before choice number `end` that may have said how many of something there are: those
    /// equal to `count`. At most so many of them, the nearest first.
    pub(super) fn counters(&self, end: usize, count: usize) -> Vec<usize> {
        let count = Some(count as u128);
        let mut counters = Vec::new();
        for i in (0..end).rev() {
            let number = self.integer(i).filter(|_| !self.best.is_fixed(i));
            if number.is_some_and(|(_, number)| number.as_natural() == count) {
                counters.push(i);
            }
            if counters.len() == COUNTERS {
                break;
            }
        }
        counters
    }

    pub(super) fn is_lowerable(&self, i: usize) -> bool {
        let tree = &self.best;
        !tree.is_fixed(i) && !is_coin(tree, i) && tree.value(i) != tree.bounds(i).simplest()
    }

    /// The limits and the value of an integer that is no branch.
    pub(super) fn integer(&self, i: usize) -> Option<(IntegerBounds, Number)> {
        match integer_limits(&self.best, i)? {
            limits if limits.branch => None,
            limits => Some((limits, self.best.number(self.best.choices[i]))),
        }
    }
}

pub(super) fn integer_limits(tree: &Tree, i: usize) -> Option<IntegerBounds> {
    if i >= tree.len() || tree.choices[i].kind() != Kind::Integer {
        return None;
    }
    match tree.bounds(i) {
        Bounds::Integer(limits) => Some(*limits),
        _ => None,
    }
}

/// Whether choice number `i` says that a collection goes on or ends.
pub(super) fn is_coin(tree: &Tree, i: usize) -> bool {
    matches!(tree.bounds(i), Bounds::Bool { threshold: 0 | CONTINUE_THRESHOLD | u64::MAX })
}

/// Whether the span is an element of a collection, with its coin. A collection begins with a coin as well,
/// but that is in the span of its first element.
pub(super) fn is_item(tree: &Tree, at: usize) -> bool {
    let span = &tree.spans[at];
    let own = at + 1 == span.next as usize || tree.spans[at + 1].start > span.start;
    span.len() > 0 && own && is_coin(tree, span.start as usize)
}

pub(super) fn ends_collection(tree: &Tree, span: usize) -> bool {
    let start = tree.spans[span].start as usize;
    tree.spans[span].len() == 1 && is_item(tree, span) && tree.choices[start].value == 0
}

/// Whether the first choices of two spans are of one kind: what is in the one may be in the other as well.
pub(super) fn begin_alike(tree: &Tree, one: usize, other: usize) -> bool {
    let (one, other) = (tree.spans[one], tree.spans[other]);
    let (i, j) = (one.start as usize, other.start as usize);
    one.len() > 0
        && other.len() > 0
        && !one.discarded()
        && !other.discarded()
        && !is_coin(tree, i)
        && tree.bounds(i) == tree.bounds(j)
}
