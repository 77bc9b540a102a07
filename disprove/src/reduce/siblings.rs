//! Groups of interchangeable siblings, and the continue flags of collections.

use super::reducer::Reducer;
use crate::choice::{
    Bounds, IntegerBounds, Kind, Label, Number, Tree, predefined::CONTINUE_THRESHOLD,
};

/// Numbers tried as the length of a collection or the number of iterations. Each costs a run of the property per
/// deletion.
const MAX_COUNTERS: usize = 2;

/// Spans of one label directly inside one span, or at the top level.
#[derive(Clone, Copy)]
pub(super) struct Group {
    pub(super) parent: Option<usize>,
    pub(super) label: Label,
}

impl Group {
    /// The current spans of the group, without discarded ones and the end of a collection.
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
    /// Visits all groups, the outer ones first, including those that appear during the visits.
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
            if next >= self.best.spans.len() {
                return;
            }
            parent = Some(next);
        }
    }

    /// The choices that are not the simplest but can be. Continue flags of collections are left out: elements are deleted
    /// by their spans.
    pub(super) fn lowerable(&self) -> Vec<usize> {
        self.choices_where(&|i| self.is_lowerable(i))
    }

    /// The positions of the choices that satisfy a predicate.
    pub(super) fn choices_where(&self, predicate: &dyn Fn(usize) -> bool) -> Vec<usize> {
        let mut choices = Vec::new();
        for i in 0..self.best.len() {
            if predicate(i) {
                choices.push(i);
            }
        }
        choices
    }

    /// The integers before choice number `end` that may be a count: those equal to `count`. At most [`MAX_COUNTERS`], the
    /// nearest first.
    pub(super) fn counters(&self, end: usize, count: usize) -> Vec<usize> {
        let count = Some(count as u128);
        let mut counters = Vec::new();
        for i in (0..end).rev() {
            let number = self.integer(i).filter(|_| !self.best.is_fixed(i));
            if number.is_some_and(|(_, number)| number.as_natural() == count) {
                counters.push(i);
            }
            if counters.len() == MAX_COUNTERS {
                break;
            }
        }
        counters
    }

    pub(super) fn is_lowerable(&self, i: usize) -> bool {
        let tree = &self.best;
        !tree.is_fixed(i)
            && !is_continue_flag(tree, i)
            && tree.value(i) != tree.bounds(i).simplest()
    }

    /// The limits and the value of an integer that does not select a branch.
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

/// Whether choice number `i` is the continue flag of a collection.
pub(crate) fn is_continue_flag(tree: &Tree, i: usize) -> bool {
    matches!(tree.bounds(i), Bounds::Bool { threshold: 0 | CONTINUE_THRESHOLD | u64::MAX })
}

/// Whether the span is an element of a collection, with its continue flag. A collection also begins with one, but in
/// the span of its first element.
pub(crate) fn is_item(tree: &Tree, at: usize) -> bool {
    let span = &tree.spans[at];
    let own_flag = at + 1 == span.next as usize || tree.spans[at + 1].start > span.start;
    span.len() > 0 && own_flag && is_continue_flag(tree, span.start as usize)
}

pub(super) fn ends_collection(tree: &Tree, span: usize) -> bool {
    let start = tree.spans[span].start as usize;
    tree.spans[span].len() == 1 && is_item(tree, span) && tree.choices[start].value == 0
}

/// Whether the first choices of two spans have the same bounds, so that the content of one may fit into the other.
pub(super) fn same_first_bounds(tree: &Tree, one: usize, other: usize) -> bool {
    let (one, other) = (tree.spans[one], tree.spans[other]);
    let (i, j) = (one.start as usize, other.start as usize);
    one.len() > 0
        && other.len() > 0
        && !one.discarded()
        && !other.discarded()
        && !is_continue_flag(tree, i)
        && tree.bounds(i) == tree.bounds(j)
}
