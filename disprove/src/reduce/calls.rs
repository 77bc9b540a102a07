//! Spans around the calls of recursive generator functions.
//!
//! A function that draws and calls itself directly produces one long row of choices. The stack depth at which each was
//! drawn shows where a call begins and ends. The reducer adds spans around these calls to the best tree, and removes
//! them from its proposals, because the generator does not draw them.

use super::items::{SpanItem, items};
use crate::choice::{
    Label, Span, Tree,
    site::{depth_of, place_of},
};
use std::ops::Range;

/// Choices of the largest case that gets such spans: finding the calls takes quadratic time.
const MAX_CHOICES: usize = 5_000;

/// The labels of such spans; `None` if they are disabled.
pub(super) struct Calls(Option<Vec<Label>>);

impl Calls {
    pub(super) fn new() -> Calls {
        Calls(Some(Vec::new()))
    }

    /// For a part of a case, which has such spans already.
    pub(super) fn disabled() -> Calls {
        Calls(None)
    }

    fn is_call(&self, label: Label) -> bool {
        self.0.as_ref().is_some_and(|labels| labels.contains(&label))
    }

    /// Adds spans around calls.
    pub(super) fn nested(&mut self, mut tree: Tree) -> Tree {
        if tree.len() <= MAX_CHOICES && self.0.is_some() {
            let mut spans = Vec::with_capacity(tree.spans.len());
            self.add_spans(&tree, None, &mut spans);
            tree.spans = spans;
        }
        tree
    }

    /// Removes the spans around calls.
    pub(super) fn flat(&self, mut tree: Tree) -> Tree {
        if !tree.spans.iter().any(|span| self.is_call(span.label)) {
            return tree;
        }
        let mut kept = Vec::with_capacity(tree.spans.len());
        let mut before = Vec::with_capacity(tree.spans.len() + 1);
        for span in &tree.spans {
            before.push(kept.len() as u32);
            if !self.is_call(span.label) {
                kept.push(*span);
            }
        }
        before.push(kept.len() as u32);
        for span in &mut kept {
            span.next = before[span.next as usize];
        }
        tree.spans = kept;
        tree
    }

    /// Appends the spans inside a span, and spans around the calls in it.
    fn add_spans(&mut self, tree: &Tree, parent: Option<usize>, out: &mut Vec<Span>) {
        let items = items(tree, parent);
        let calls = calls(&items);
        if let Some(place) = calls.first().map(|call| place_of(items[call.start].site)) {
            let label = Label::of("a call").part(u64::from(place));
            let known = self.is_call(label);
            self.0.get_or_insert_default().extend((!known).then_some(label));
        }
        let mut open: Vec<(usize, usize)> = Vec::new();
        let mut next = calls.iter().peekable();
        for number in 0..=items.len() {
            while let Some((end, opened)) = open.last().copied().filter(|(end, _)| *end == number) {
                open.pop();
                out[opened].end = items[end - 1].choices.end as u32;
                out[opened].next = out.len() as u32;
            }
            let Some(item) = items.get(number) else { break };
            if let Some(call) = next.next_if(|call| call.start == number) {
                let label = Label::of("a call").part(u64::from(place_of(item.site)));
                open.push((call.end, out.len()));
                out.push(Span::new(label, item.choices.start as u32, 0));
            }
            if !item.spans.is_empty() {
                let top = out.len();
                out.push(tree.spans[item.spans.start]);
                self.add_spans(tree, Some(item.spans.start), out);
                out[top].next = out.len() as u32;
            }
        }
    }
}

/// The range of items of each call, the outer ones first.
fn calls(items: &[SpanItem]) -> Vec<Range<usize>> {
    let depths = |place: u32| {
        items.iter().filter(move |item| item.site != 0 && place_of(item.site) == place)
    };
    let varies = |item: &&SpanItem| {
        item.site != 0
            && depths(place_of(item.site)).any(|other| depth_of(other.site) != depth_of(item.site))
    };
    let Some(first) = items.iter().find(varies) else { return Vec::new() };
    let place = place_of(first.site);
    let levels = levels(items, place);
    let mut calls = Vec::new();
    for (start, item) in items.iter().enumerate() {
        if item.site == 0 || place_of(item.site) != place {
            continue;
        }
        let own = levels[start];
        let ends = |other: &usize| {
            levels[*other] < own || levels[*other] == own && items[*other].site == item.site
        };
        let end = (start + 1..items.len()).find(ends).unwrap_or(items.len());
        calls.push(start..end);
    }
    calls
}

/// The call depth of each item, relative to the site at which each call draws first. Another site of the same
/// function has the same depth when it comes right after, and never a greater one.
fn levels(items: &[SpanItem], place: u32) -> Vec<i64> {
    let mut last = 0;
    let mut offsets: Vec<(u32, i64)> = Vec::new();
    let mut depths = Vec::with_capacity(items.len());
    for item in items {
        let depth = i64::from(depth_of(item.site));
        let own = place_of(item.site);
        if own == place {
            last = depth;
        } else if item.site != 0 {
            let offset = depth - last;
            match offsets.iter_mut().find(|(known, _)| *known == own) {
                Some((_, known)) => *known = offset.max(*known),
                None => offsets.push((own, offset)),
            }
        }
        depths.push((own, depth));
    }
    let mut levels = Vec::with_capacity(items.len());
    for (number, (own, depth)) in depths.into_iter().enumerate() {
        let offset =
            offsets.iter().find(|(known, _)| *known == own).map_or(0, |(_, offset)| *offset);
        // A moved item has no call site: it stays with the item before it.
        let level = if items[number].site == 0 {
            levels.last().copied().unwrap_or(0)
        } else {
            depth - offset
        };
        levels.push(level);
    }
    levels
}
