//! Collections while something watches: every element is a span with the coin that says it is there.

use super::{
    Source,
    budget::allow,
    sample::{self, Lengths, Word},
    watch::{Advice, Fill, WATCHED, Watch},
};
use crate::choice::{
    Choice, Kind, Label, Span, Tree,
    known::{self, ITEM_THRESHOLD},
};

/// A collection under way.
#[derive(Debug)]
#[doc(hidden)]
pub struct Items {
    label: Label,
    lengths: Lengths,
    /// The length decided up front, unless the coins of the guide decide.
    planned: Option<usize>,
    /// If not: as far as the guide knows. Each element has a coin and, mostly, another choice.
    expected: usize,
    /// Elements so far.
    count: usize,
    /// The span of an element is open.
    open: bool,
    /// There is no guide.
    recording: bool,
}

impl Watch {
    /// One element ends where the next begins.
    #[inline(never)]
    fn step(&mut self, label: Label, forced: bool) {
        let (choices, spans) = (self.tree.choices.len() as u32, self.tree.spans.len() as u32);
        let top = self.open.last_mut().expect("an element is open");
        let before = &mut self.tree.spans[std::mem::replace(top, spans) as usize];
        (before.end, before.next) = (choices, spans);
        self.tree.spans.push(Span::new(label, choices, 0));
        self.push(Kind::Bool, if forced { known::ALWAYS } else { known::ITEM }, 1, 0);
    }

    /// The same along a guide, if its next part is an element that is there: otherwise nothing happens.
    fn follow_step(&mut self, items: &Items) -> bool {
        let steps = self.retry.is_none()
            && self.site == 0
            && self.guide.as_mut().is_some_and(|guide| guide.step_to(items.label));
        if steps {
            self.step(items.label, items.count < items.lengths.min);
        }
        steps
    }
}

impl Items {
    /// The length it is going to have, as far as is known.
    pub(crate) fn length(&self) -> usize {
        self.planned.unwrap_or(self.count)
    }

    /// For how many elements there should be room.
    pub(crate) fn room(&self) -> usize {
        self.planned.unwrap_or(self.expected)
    }

    /// Whether there are fewer elements than there must be.
    pub(crate) fn is_short(&self) -> bool {
        self.count < self.lengths.min
    }
}

impl Source {
    /// Opens the span of a collection.
    #[cold]
    #[inline(never)]
    pub(crate) fn begin_items(&mut self, name: &'static str, lengths: &Lengths) -> Items {
        self.open(name, 0);
        let watch = self.watch.as_mut().expect(WATCHED);
        let label = watch.labels.of(name).part(1);
        let recording = watch.guide.is_none();
        let expected = watch.guide.as_ref().map_or(0, |guide| guide.breadth() / 2);
        let planned = match &watch.guide {
            Some(guide) if !guide.is_lost() => None,
            Some(_) if watch.fill() == Fill::Simplest => {
                self.credit(lengths, lengths.min);
                allow(lengths.min);
                Some(lengths.min)
            }
            _ => Some(self.length(lengths)),
        };
        self.enter_level();
        Items { label, lengths: *lengths, planned, expected, count: 0, open: false, recording }
    }

    /// Closes the element before, and opens the next one if there is one; else the collection is done.
    #[inline]
    pub(crate) fn next_item(&mut self, items: &mut Items) -> bool {
        items.count += usize::from(items.open);
        match items.planned {
            // The usual step of recording.
            Some(length) if items.open && items.recording && items.count < length => {
                let watch = self.watch.as_mut().expect(WATCHED);
                watch.step(items.label, items.count < items.lengths.min);
                true
            }
            // The usual step of following a guide.
            None if items.open
                && items.count < items.lengths.max
                && items.count % super::budget::LONG != super::budget::LONG - 1
                && self.watch.as_mut().expect(WATCHED).follow_step(items) =>
            {
                true
            }
            _ => self.next_item_slowly(items),
        }
    }

    #[inline(never)]
    fn next_item_slowly(&mut self, items: &mut Items) -> bool {
        let watch = self.watch.as_mut().expect(WATCHED);
        if items.open {
            watch.close();
        }
        let (bounds, decided) = if items.count < items.lengths.min {
            (known::ALWAYS, Some(true))
        } else if items.count >= items.lengths.max {
            (known::NEVER, Some(false))
        } else {
            (known::ITEM, items.planned.map(|length| items.count < length))
        };
        items.open = match (decided, &watch.guide) {
            (Some(more), None) => {
                let start = watch.tree.choices.len() as u32;
                watch.open.push(watch.tree.spans.len() as u32);
                watch.tree.spans.push(Span::new(items.label, start, 0));
                more
            }
            _ => self.guided_coin(items, decided),
        };
        let watch = self.watch.as_mut().expect(WATCHED);
        watch.push(Kind::Bool, bounds, u64::from(items.open), 0);
        if !items.open {
            self.close_items();
        }
        items.open
    }

    /// All elements of a collection of integers at once, if nothing guides them: the same as one by one.
    #[inline(never)]
    pub(crate) fn record_wholes<T: Word>(&mut self, items: &mut Items) -> Option<Vec<T>> {
        let count = items.planned.filter(|_| items.recording)?;
        let values: Vec<T> = self.whole_run(count)?;
        let watch = self.watch.as_mut().expect(WATCHED);
        let Tree { choices, spans, .. } = &mut watch.tree;
        choices.reserve(2 * count);
        spans.reserve(count);
        for (i, value) in values.iter().enumerate() {
            let coin = if i < items.lengths.min { known::ALWAYS } else { known::ITEM };
            let mut span = Span::new(items.label, choices.len() as u32, 0);
            (span.end, span.next) = (span.start + 2, spans.len() as u32 + 1);
            spans.push(span);
            choices.push(Choice::new(Kind::Bool, coin, 1, 0));
            let offset = T::WHOLE.offset(value.to_word());
            choices.push(Choice::new(Kind::Integer, T::WHOLE.known, offset, 0));
        }
        items.count = count;
        self.next_item_slowly(items);
        Some(values)
    }

    #[inline(never)]
    fn guided_coin(&mut self, items: &Items, decided: Option<bool>) -> bool {
        // The lengths the guide asks for are the user's own, like those drawn up front.
        if items.planned.is_none() && items.count % super::budget::LONG == super::budget::LONG - 1 {
            // For those behind and those to come: no less than a length known beforehand brings.
            self.credit(&items.lengths, 2 * super::budget::LONG);
        }
        let watch = self.watch.as_mut().expect(WATCHED);
        watch.open(items.label);
        // Also where it is decided: the coin of the guide has to be used up.
        match (watch.advice(Kind::Bool, false, |_, choice| choice.value == 1).1, decided) {
            (_, Some(more)) | (Advice::Take(more), None) => more,
            (Advice::Simplest, None) => false,
            (Advice::Random, None) => sample::coin(&mut self.random, ITEM_THRESHOLD),
        }
    }

    /// Closes the span of the last coin and that of the collection.
    fn close_items(&mut self) {
        self.leave_level();
        self.close();
        self.close();
    }

    /// The element under way is not wanted: it does not count, and another one takes its place.
    #[cold]
    pub(crate) fn discard_item(&mut self, items: &mut Items) {
        items.open = false;
        self.close_discarded();
    }

    /// No further element can be made: the collection ends here, as if the coin had said so.
    #[cold]
    pub(crate) fn stop_items(&mut self, items: &Items) {
        let watch = self.watch.as_mut().expect(WATCHED);
        watch.open(items.label);
        watch.tree.choices.push(Choice::new(Kind::Bool, known::ITEM, 0, 0).force());
        self.close_items();
    }
}
