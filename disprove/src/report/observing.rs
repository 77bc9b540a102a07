//! Remembers what the last case was given, for whoever observes a property.

use super::text::Describe;
use std::{
    cell::{Cell, RefCell},
    time::{Duration, Instant},
};

/// A value may take a second to print, which thousands of them must not.
const MOST_PRINTING: Duration = Duration::from_secs(10);

/// The last case of a property that is observed.
pub(crate) struct Observing<'a, T> {
    describe: Describe<'a, T>,
    last: RefCell<Option<Last>>,
    /// How long printing arguments took so far.
    printing: Cell<Duration>,
}

/// What the property was called with, and when.
struct Last {
    arguments: Vec<(&'static str, String)>,
    start: Instant,
}

impl<'a, T> Observing<'a, T> {
    pub(crate) fn new(describe: Describe<'a, T>) -> Observing<'a, T> {
        Observing { describe, last: RefCell::new(None), printing: Cell::new(Duration::ZERO) }
    }

    /// A new case begins.
    pub(crate) fn begin(&self) {
        self.last.take();
    }

    /// The property is about to be called with this value.
    pub(crate) fn call(&self, value: &T) {
        let printing = self.printing.get();
        let before = Instant::now();
        let arguments = if printing < MOST_PRINTING {
            (self.describe)(value)
        } else {
            vec![("", "<not printed: Debug takes too long>".to_owned())]
        };
        let start = Instant::now();
        self.printing.set(printing + (start - before));
        self.last.replace(Some(Last { arguments, start }));
    }

    /// The arguments of the case that has just ended, and how long the property took: nothing, if it was not
    /// called.
    pub(crate) fn last(&self) -> (Vec<(&'static str, String)>, Duration) {
        match self.last.take() {
            Some(Last { arguments, start }) => (arguments, start.elapsed()),
            None => (Vec::new(), Duration::ZERO),
        }
    }
}
