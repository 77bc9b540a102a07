//! Taking out rounds of a loop that draws.

use super::proposal::Reducer;
use crate::choice::{Number, Tree, Value, site::place_of};
use std::ops::Range;

/// A choice or a span directly inside of a span: what one call of `draw` made.
#[derive(Clone, Debug)]
pub(super) struct Item {
    pub(super) site: u32,
    pub(super) choices: Range<usize>,
    pub(super) spans: Range<usize>,
}

/// After so many windows in a row that could not be taken out the loop has a fixed number of rounds.
const VAIN: u32 = 256;

impl Reducer<'_> {
    /// What is drawn at one place several times is drawn in a loop: its rounds are taken out, windows of
    /// them at once, and a number that may have said how many there are is lowered.
    pub(super) fn delete_rounds(&mut self) {
        let mut parent = None;
        loop {
            for site in repeated(&items(&self.best, parent)) {
                let mut vain = 0;
                self.windows(
                    &|reducer| rounds(&reducer.best, parent, site).len(),
                    &mut |reducer, window| {
                        if vain < VAIN {
                            let worked = reducer.delete_window(parent, site, window);
                            vain = if worked || reducer.is_rehearsing() { 0 } else { vain + 1 };
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
        let rounds = rounds(&self.best, parent, site);
        let (first, last) = (&rounds[window.start], &rounds[window.end - 1]);
        let choices = first.choices.start..last.choices.end;
        let spans = first.spans.start..last.spans.end;
        let left = Value::Integer(Number::natural((rounds.len() - window.len()) as u128));
        for counter in self.counters(rounds[0].choices.start, rounds.len()) {
            let mut fewer = self.best.clone();
            if fewer.set(counter, &left) && self.works(fewer.cut(choices.clone(), spans.clone())) {
                return true;
            }
        }
        self.works(self.best.cut(choices, spans))
    }
}

/// What is directly inside of a span, in order.
pub(super) fn items(tree: &Tree, parent: Option<usize>) -> Vec<Item> {
    let (mut choice, end, mut span) = match parent {
        Some(parent) if parent >= tree.spans.len() => return Vec::new(),
        Some(parent) => {
            let span = tree.spans[parent];
            (span.start as usize, span.end as usize, parent + 1)
        }
        None => (0, tree.len(), 0),
    };
    let last = parent.map_or(tree.spans.len(), |parent| tree.spans[parent].next as usize);
    let mut items = Vec::new();
    while choice < end || span < last {
        let inner =
            tree.spans.get(span).filter(|inner| span < last && inner.start as usize <= choice);
        let (site, next, after) = match inner {
            Some(inner) => (inner.site(), inner.end as usize, inner.next as usize),
            None => (tree.choices[choice].site, choice + 1, span),
        };
        items.push(Item { site, choices: choice..next, spans: span..after });
        (choice, span) = (next, after);
    }
    items
}

/// The places at which more than one item was drawn.
fn repeated(items: &[Item]) -> Vec<u32> {
    let mut places: Vec<u32> = Vec::new();
    let mut known: Vec<u32> = Vec::new();
    for item in items.iter().filter(|item| item.site != 0) {
        let place = place_of(item.site);
        if !known.contains(&place) {
            known.push(place);
        } else if !places.contains(&place) {
            places.push(place);
        }
    }
    places
}

/// From each item drawn at the place to before the next one. The last round is as long as the one before.
fn rounds(tree: &Tree, parent: Option<usize>, site: u32) -> Vec<Item> {
    let items = items(tree, parent);
    let mut starts = Vec::new();
    for (number, item) in items.iter().enumerate() {
        if place_of(item.site) == site {
            starts.push(number);
        }
    }
    let mut rounds = Vec::with_capacity(starts.len());
    let mut length = 1;
    for (number, start) in starts.iter().enumerate() {
        length = starts.get(number + 1).map_or(length, |next| next - start);
        let last = &items[(start + length).min(items.len()) - 1];
        let first = &items[*start];
        rounds.push(Item {
            site,
            choices: first.choices.start..last.choices.end,
            spans: first.spans.start..last.spans.end,
        });
    }
    rounds
}
