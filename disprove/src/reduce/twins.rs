//! Parts that are equal and must stay so.

use super::{Attempt, Oracle, cheap, proposal::Reducer};
use crate::choice::{Label, Tree};
use std::{collections::HashMap, rc::Rc};

/// Groups of equal parts that are looked at.
const GROUPS: usize = 16;

impl Reducer<'_> {
    /// Reduces equal parts together: one of them by itself, and what is proposed for it is put into the
    /// places of all.
    pub(super) fn reduce_twins(&mut self) {
        for spots in twins(&self.best) {
            let before = self.successes();
            let start = self.best.part(spots[0]);
            let paths = spots.iter().map(|spot| path(&self.best, *spot)).collect();
            let mut all = Mirror { outer: self, paths };
            cheap(&mut Reducer::for_parts(start, &mut all));
            if self.successes() > before {
                return;
            }
        }
    }
}

/// Puts what is proposed for one part into all places.
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
        // Only smaller parts are worth a try; what the generator makes of them is seen by the outer one.
        if guide.spans.is_empty() || !wanted(&guide) {
            return Attempt::Unwanted;
        }
        let mut whole = self.outer.best.clone();
        for path in &self.paths {
            let Some(spot) = follow(&whole, path) else { return Attempt::Unwanted };
            whole = whole.graft(spot, &guide, 0);
        }
        if !self.outer.works(whole) {
            return Attempt::Passed(Tree::clone(&guide));
        }
        match follow(&self.outer.best, &self.paths[0]) {
            Some(spot) => Attempt::Failed(self.outer.best.part(spot)),
            None => Attempt::Passed(Tree::clone(&guide)),
        }
    }
}

/// Groups of equal parts, the largest first.
fn twins(tree: &Tree) -> Vec<Vec<usize>> {
    let mut groups: HashMap<(Label, u64), Vec<usize>> = HashMap::new();
    let mut order = Vec::new();
    for (at, span) in tree.spans.iter().enumerate() {
        if span.len() < 2 || span.discarded() {
            continue;
        }
        let key = (span.label, tree.part(at).digest());
        let group = groups.entry(key).or_default();
        // Not one inside of another.
        if group.last().is_none_or(|last| tree.spans[*last].next as usize <= at) {
            group.push(at);
        }
        if group.len() == 2 {
            order.push(key);
        }
    }
    order.truncate(GROUPS);
    order.iter().filter_map(|key| groups.remove(key)).collect()
}

/// Which child of which child.
fn path(tree: &Tree, at: usize) -> Vec<usize> {
    let mut path = Vec::new();
    let mut parent = None;
    loop {
        let mut place = 0;
        let Some(child) = tree.children(parent).find(|child| {
            let found = tree.spans[*child].next as usize > at;
            place += usize::from(!found);
            found
        }) else {
            return path;
        };
        path.push(place);
        if child == at {
            return path;
        }
        parent = Some(child);
    }
}

fn follow(tree: &Tree, path: &[usize]) -> Option<usize> {
    let mut at = None;
    for place in path {
        at = Some(tree.children(at).nth(*place)?);
    }
    at
}
