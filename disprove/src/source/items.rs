//! Recorded collections: every element is a span that starts with a continue flag.

use super::{
    Source,
    budget::{LONG, allow},
    recorder::{Advice, ChoiceRecorder, Fill, RECORDING},
    sample::{self, Lengths, Word},
};
use crate::choice::{
    Choice, Kind, Label, Span, Tree,
    predefined::{self, CONTINUE_THRESHOLD},
};

/// Elements to reserve memory for because a guide seems to have them. More grow into it: a guide may be hostile.
const MOST_EXPECTED: usize = 1 << 10;

/// A collection that is being drawn.
#[derive(Debug)]
#[doc(hidden)]
pub struct Items {
    label: Label,
    lengths: Lengths,
    /// The length drawn up front, unless the continue flags of the guide decide.
    planned: Option<usize>,
    /// Otherwise an estimate from the guide: most elements have a continue flag and one more choice.
    expected: usize,
    /// Elements so far.
    count: usize,
    /// Whether the span of an element is open.
    open: bool,
    /// Whether there is no guide.
    unguided: bool,
}

impl ChoiceRecorder {
    /// Closes the open element, and opens the next one.
    #[inline(never)]
    fn next_element(&mut self, label: Label, forced: bool) {
        let (choices, spans) = (self.tree.choices.len() as u32, self.tree.spans.len() as u32);
        let top = self.open.last_mut().expect("an element is open");
        let before = &mut self.tree.spans[std::mem::replace(top, spans) as usize];
        (before.end, before.next) = (choices, spans);
        self.tree.spans.push(Span::new(label, choices, 0));
        self.push(Kind::Bool, if forced { predefined::ALWAYS } else { predefined::CONTINUE }, 1, 0);
    }

    /// The same along a guide, if its next part is a plain element. Otherwise does nothing.
    fn follow_element(&mut self, items: &Items) -> bool {
        let steps = self.retry.is_none()
            && self.site == 0
            && self.guide.as_mut().is_some_and(|guide| guide.next_element(items.label));
        if steps {
            self.next_element(items.label, items.count < items.lengths.min);
        }
        steps
    }
}

impl Items {
    /// The planned length; without one, the number of elements so far.
    pub(crate) fn length(&self) -> usize {
        self.planned.unwrap_or(self.count)
    }

    /// The number of elements to reserve memory for.
    pub(crate) fn room(&self) -> usize {
        self.planned.unwrap_or(self.expected)
    }

    /// Whether there are fewer elements than the minimum.
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
        let recorder = self.recorder.as_mut().expect(RECORDING);
        let label = recorder.labels.of(name).part(1);
        let unguided = recorder.guide.is_none();
        let expected =
            recorder.guide.as_ref().map_or(0, |guide| guide.breadth() / 2).min(MOST_EXPECTED);
        let planned = match &recorder.guide {
            Some(guide) if !guide.is_lost() => None,
            Some(_) if recorder.fill() == Fill::Simplest => {
                self.credit(lengths, lengths.min);
                allow(lengths.min);
                Some(lengths.min)
            }
            _ => Some(self.length(lengths)),
        };
        self.enter_level();
        Items { label, lengths: *lengths, planned, expected, count: 0, open: false, unguided }
    }

    /// Closes the open element, and opens the next one. Returns false, and closes the collection, if there is none.
    #[inline]
    pub(crate) fn next_item(&mut self, items: &mut Items) -> bool {
        items.count += usize::from(items.open);
        match items.planned {
            // The usual case while recording.
            Some(length) if items.open && items.unguided && items.count < length => {
                let recorder = self.recorder.as_mut().expect(RECORDING);
                recorder.next_element(items.label, items.count < items.lengths.min);
                true
            }
            // The usual case along a guide.
            None if items.open
                && items.count < items.lengths.max
                && items.count % LONG != LONG - 1
                && self.recorder.as_mut().expect(RECORDING).follow_element(items) =>
            {
                true
            }
            _ => self.next_item_slowly(items),
        }
    }

    #[inline(never)]
    fn next_item_slowly(&mut self, items: &mut Items) -> bool {
        let recorder = self.recorder.as_mut().expect(RECORDING);
        if items.open {
            recorder.close();
        }
        let (bounds, decided) = if items.count < items.lengths.min {
            (predefined::ALWAYS, Some(true))
        } else if items.count >= items.lengths.max {
            (predefined::NEVER, Some(false))
        } else {
            (predefined::CONTINUE, items.planned.map(|length| items.count < length))
        };
        items.open = match (decided, &recorder.guide) {
            (Some(more), None) => {
                let start = recorder.tree.choices.len() as u32;
                recorder.open.push(recorder.tree.spans.len() as u32);
                recorder.tree.spans.push(Span::new(items.label, start, 0));
                more
            }
            _ => self.guided_continue_flag(items, decided),
        };
        let recorder = self.recorder.as_mut().expect(RECORDING);
        recorder.push(Kind::Bool, bounds, u64::from(items.open), 0);
        if !items.open {
            self.close_items();
        }
        items.open
    }

    /// Records all elements of a collection of integers at once, with the result of one by one. `None` along a guide.
    #[inline(never)]
    pub(crate) fn record_integers<T: Word>(&mut self, items: &mut Items) -> Option<Vec<T>> {
        let count = items.planned.filter(|_| items.unguided)?;
        let values: Vec<T> = self.integer_run(count)?;
        let recorder = self.recorder.as_mut().expect(RECORDING);
        let Tree { choices, spans, .. } = &mut recorder.tree;
        choices.reserve(2 * count);
        spans.reserve(count);
        for (i, value) in values.iter().enumerate() {
            let flag =
                if i < items.lengths.min { predefined::ALWAYS } else { predefined::CONTINUE };
            let mut span = Span::new(items.label, choices.len() as u32, 0);
            (span.end, span.next) = (span.start + 2, spans.len() as u32 + 1);
            spans.push(span);
            choices.push(Choice::new(Kind::Bool, flag, 1, 0));
            let offset = T::TYPE.offset(value.to_word());
            choices.push(Choice::new(Kind::Integer, T::TYPE.bounds_number, offset, 0));
        }
        items.count = count;
        self.next_item_slowly(items);
        Some(values)
    }

    #[inline(never)]
    fn guided_continue_flag(&mut self, items: &Items, decided: Option<bool>) -> bool {
        // Explicit lengths extend the budget along a guide too, as those drawn up front do.
        if items.planned.is_none() && items.count % LONG == LONG - 1 {
            // For the last elements and the next: no less than a length drawn up front adds.
            self.credit(&items.lengths, 2 * LONG);
        }
        let recorder = self.recorder.as_mut().expect(RECORDING);
        recorder.open(items.label);
        // Also if it is decided: the continue flag of the guide must be consumed.
        match (recorder.advice(Kind::Bool, false, |_, choice| choice.value == 1).1, decided) {
            (_, Some(more)) | (Advice::Take(more), None) => more,
            (Advice::Simplest, None) => false,
            (Advice::Random, None) => sample::boolean(&mut self.random, CONTINUE_THRESHOLD),
        }
    }

    /// Closes the span of the last continue flag and that of the collection.
    fn close_items(&mut self) {
        self.leave_level();
        self.close();
        self.close();
    }

    /// Discards the open element; another one replaces it.
    #[cold]
    pub(crate) fn discard_item(&mut self, items: &mut Items) {
        items.open = false;
        self.close_discarded();
    }

    /// Ends the collection because no further element can be made, with a forced continue flag.
    #[cold]
    pub(crate) fn stop_items(&mut self, items: &Items) {
        let recorder = self.recorder.as_mut().expect(RECORDING);
        recorder.open(items.label);
        recorder.tree.choices.push(Choice::new(Kind::Bool, predefined::CONTINUE, 0, 0).force());
        self.close_items();
    }

    /// Closes the open element, and ends the collection with a forced continue flag.
    #[cold]
    pub(crate) fn stop_after_item(&mut self, items: &mut Items) {
        items.open = false;
        self.recorder.as_mut().expect(RECORDING).close();
        self.stop_items(items);
    }
}
