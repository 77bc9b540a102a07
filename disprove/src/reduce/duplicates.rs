//! Reducing equal spans together.

use super::{
    oracle::{Attempt, Oracle},
    reducer::Reducer,
    schedule::run_cheap_passes,
};
use crate::choice::{Label, Tree};
use std::{collections::HashMap, rc::Rc};

/// Groups of equal spans that are reduced: each costs a small reduction.
const MAX_GROUPS: usize = 16;

impl Reducer<'_> {
    /// Reduces one of several equal spans, and applies each proposal to all of them. (Hypothesis does so for equal values:
    /// `minimize_duplicated_choices`.)
    pub(super) fn minimize_duplicated_spans(&mut self) {
        for spans in equal_spans(&self.best) {
            let before = self.successes();
            let start = self.best.part(spans[0]);
            let mut paths = Vec::with_capacity(spans.len());
            for span in spans {
                self.check_limits();
                paths.push(path(&self.best, span));
            }
            let mut all = Mirror { outer: self, paths };
            run_cheap_passes(&mut Reducer::for_parts(start, &mut all));
            if self.successes() > before {
                return;
            }
        }
    }
}

/// Applies the proposals for one span to all of the equal ones.
struct Mirror<'r, 'a> {
    outer: &'r mut Reducer<'a>,
    paths: Vec<Vec<usize>>,
}

impl Oracle for Mirror<'_, '_> {
    fn attempt(
        &mut self,
        guide: Rc<Tree>,
        _: Option<u64>,
        wanted: &mut dyn FnMut(&Tree) -> bool,
    ) -> Attempt {
        // Only a smaller span is worth a run; the outer reducer sees what the generator draws.
        if guide.spans.is_empty() || !wanted(&guide) {
            return Attempt::Unwanted;
        }
        let mut whole = self.outer.best.clone();
        for path in &self.paths {
            // A large case has thousands of equal spans, and each takes time.
            self.outer.check_limits();
            let Some(span) = follow(&whole, path) else { return Attempt::Unwanted };
            whole = whole.graft(span, &guide, 0);
        }
        if !self.outer.works(whole) {
            return Attempt::Passed(Tree::clone(&guide));
        }
        match follow(&self.outer.best, &self.paths[0]) {
            Some(span) => Attempt::Failed(self.outer.best.part(span)),
            None => Attempt::Passed(Tree::clone(&guide)),
        }
    }
}

/// Groups of equal spans, in the order of their second members.
fn equal_spans(tree: &Tree) -> Vec<Vec<usize>> {
    let mut groups: HashMap<(Label, u64), Vec<usize>> = HashMap::new();
    let mut order = Vec::new();
    for (at, span) in tree.spans.iter().enumerate() {
        if span.len() < 2 || span.discarded() {
            continue;
        }
        let key = (span.label, tree.part(at).digest());
        let group = groups.entry(key).or_default();
        // Skip a span inside another of the group.
        if group.last().is_none_or(|last| tree.spans[*last].next as usize <= at) {
            group.push(at);
        }
        if group.len() == 2 {
            order.push(key);
        }
    }
    order.truncate(MAX_GROUPS);
    order.iter().filter_map(|key| groups.remove(key)).collect()
}

/// The path to a span: the number of the child at each level.
fn path(tree: &Tree, at: usize) -> Vec<usize> {
    let mut path = Vec::new();
    let mut parent = None;
    loop {
        let mut position = 0;
        let Some(child) = tree.children(parent).find(|child| {
            let found = tree.spans[*child].next as usize > at;
            position += usize::from(!found);
            found
        }) else {
            return path;
        };
        path.push(position);
        if child == at {
            return path;
        }
        parent = Some(child);
    }
}

/// The span at the end of a path.
fn follow(tree: &Tree, path: &[usize]) -> Option<usize> {
    let mut at = None;
    for position in path {
        at = Some(tree.children(at).nth(*position)?);
    }
    at
}
