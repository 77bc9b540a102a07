//! Steps and calls as elements of a collection, so that reduction can delete, move and copy them.

use crate::source::{Items, Source, sample::Lengths};

/// A collection that ends early if an element turns out to be impossible.
pub(super) enum Elements {
    /// Random cases draw the length first.
    Random { left: usize },
    /// Recorded ones have a continue flag before each element.
    Recorded(Items),
}

impl Elements {
    #[inline(always)]
    pub(super) fn begin(name: &'static str, lengths: &Lengths, src: &mut Source) -> Elements {
        if src.is_recording() {
            return Elements::Recorded(src.begin_items(name, lengths));
        }
        let left = src.length(lengths);
        src.enter_level();
        Elements::Random { left }
    }

    /// Whether there is another element.
    #[inline(always)]
    pub(super) fn next(&mut self, src: &mut Source) -> bool {
        match self {
            Elements::Random { left: 0 } => false,
            Elements::Random { left } => {
                *left -= 1;
                true
            }
            Elements::Recorded(items) => src.next_item(items),
        }
    }

    /// Discards the element that has begun, and ends the collection.
    pub(super) fn discard(&mut self, src: &mut Source) {
        if let Elements::Recorded(items) = self {
            src.discard_item(items);
            src.stop_items(items);
        }
    }

    /// Ends the collection after the element that has begun.
    pub(super) fn stop(&mut self, src: &mut Source) {
        if let Elements::Recorded(items) = self {
            src.stop_after_item(items);
        }
    }

    /// After the last element.
    #[inline(always)]
    pub(super) fn end(self, src: &mut Source) {
        if let Elements::Random { .. } = self {
            src.leave_level();
        }
    }
}
