//! Deleting iterations of a loop that draws.

use super::{
    items::{SpanItem, items},
    reducer::Reducer,
};
use crate::choice::{Number, Tree, Value, site::place_of};
use std::ops::Range;

/// Windows in a row that cannot be deleted before the loop is taken to have a fixed number of iterations. Long loops
/// of fixed length would otherwise cost more runs than the rest of the reduction.
const MAX_FAILED_WINDOWS: u32 = 256;

impl Reducer<'_> {
    /// Deletes windows of iterations, and lowers a number that may be their count. Several items drawn at one call
    /// site are the iterations of a loop.
    pub(super) fn delete_iterations(&mut self) {
        let mut parent = None;
        loop {
            for site in repeated(&items(&self.best, parent)) {
                let mut failed = 0;
                self.windows(
                    &|reducer| iterations(&reducer.best, parent, site).len(),
                    &mut |reducer, window| {
                        if failed < MAX_FAILED_WINDOWS {
                            let worked = reducer.delete_window(parent, site, window);
                            failed = if worked || reducer.is_rehearsing() { 0 } else { failed + 1 };
                        }
                    },
                );
            }
            let next = parent.map_or(0, |parent| parent + 1);
            if next >= self.best.spans.len() {
                return;
            }
            parent = Some(next);
        }
    }

    fn delete_window(&mut self, parent: Option<usize>, site: u32, window: Range<usize>) -> bool {
        let iterations = iterations(&self.best, parent, site);
        let (first, last) = (&iterations[window.start], &iterations[window.end - 1]);
        let choices = first.choices.start..last.choices.end;
        let spans = first.spans.start..last.spans.end;
        let left = Value::Integer(Number::natural((iterations.len() - window.len()) as u128));
        for counter in self.counters(iterations[0].choices.start, iterations.len()) {
            let mut fewer = self.best.clone();
            if fewer.set(counter, &left) && self.works(fewer.cut(choices.clone(), spans.clone())) {
                return true;
            }
        }
        self.works(self.best.cut(choices, spans))
    }
}

/// The call sites at which more than one item was drawn.
fn repeated(items: &[SpanItem]) -> Vec<u32> {
    let mut sites: Vec<u32> = Vec::new();
    let mut known: Vec<u32> = Vec::new();
    for item in items.iter().filter(|item| item.site != 0) {
        let site = place_of(item.site);
        if !known.contains(&site) {
            known.push(site);
        } else if !sites.contains(&site) {
            sites.push(site);
        }
    }
    sites
}

/// The items from each one drawn at the call site to before the next one. The last iteration is as long as the one
/// before it.
fn iterations(tree: &Tree, parent: Option<usize>, site: u32) -> Vec<SpanItem> {
    let items = items(tree, parent);
    let mut starts = Vec::new();
    for (number, item) in items.iter().enumerate() {
        if place_of(item.site) == site {
            starts.push(number);
        }
    }
    let mut iterations = Vec::with_capacity(starts.len());
    let mut length = 1;
    for (number, start) in starts.iter().enumerate() {
        length = starts.get(number + 1).map_or(length, |next| next - start);
        let last = &items[(start + length).min(items.len()) - 1];
        let first = &items[*start];
        iterations.push(SpanItem {
            site,
            choices: first.choices.start..last.choices.end,
            spans: first.spans.start..last.spans.end,
        });
    }
    iterations
}
