//! Remembers the arguments of the last case, for the observer of a property.

use super::text::Describe;
use std::{
    cell::{Cell, RefCell},
    time::{Duration, Instant},
};

/// Total time to spend on printing arguments: a single value may take a second.
const MOST_PRINTING: Duration = Duration::from_secs(10);

/// The last case of an observed property.
pub(crate) struct Observing<'a, T> {
    describe: Describe<'a, T>,
    last: RefCell<Option<Last>>,
    /// Time spent on printing so far.
    printing: Cell<Duration>,
}

/// The arguments of the last call, and when it started.
struct Last {
    arguments: Vec<(&'static str, String)>,
    start: Instant,
}

impl<'a, T> Observing<'a, T> {
    pub(crate) fn new(describe: Describe<'a, T>) -> Observing<'a, T> {
        Observing { describe, last: RefCell::new(None), printing: Cell::new(Duration::ZERO) }
    }

    /// Starts a new case.
    pub(crate) fn begin(&self) {
        self.last.take();
    }

    /// Called with the arguments, just before the property.
    pub(crate) fn call(&self, value: &T) {
        let printing = self.printing.get();
        let before = Instant::now();
        let arguments = if printing < MOST_PRINTING {
            (self.describe)(value)
        } else {
            vec![("", "<not printed: `Debug` takes too long>".to_owned())]
        };
        let start = Instant::now();
        self.printing.set(printing + (start - before));
        self.last.replace(Some(Last { arguments, start }));
    }

    /// The arguments and running time of the last case; empty if the property was not called.
    pub(crate) fn last(&self) -> (Vec<(&'static str, String)>, Duration) {
        match self.last.take() {
            Some(Last { arguments, start }) => (arguments, start.elapsed()),
            None => (Vec::new(), Duration::ZERO),
        }
    }
}
