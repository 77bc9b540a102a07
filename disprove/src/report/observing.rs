//! A property that remembers what its last case was given, for whoever observes it.

use super::text::Describe;
use crate::{execute::Subject, feedback::Outcome, source::Source};
use std::{
    cell::{Cell, RefCell},
    time::{Duration, Instant},
};

/// A value may take a second to print, which thousands of them must not.
const MOST_PRINTING: Duration = Duration::from_secs(10);

/// A property whose cases are observed.
pub(crate) struct Observing<'a, S: Subject> {
    subject: &'a S,
    describe: Describe<'a, S::Value>,
    last: RefCell<Option<Last>>,
    /// How long printing arguments took so far.
    printing: Cell<Duration>,
}

/// What the property was called with, and when.
struct Last {
    arguments: Vec<(&'static str, String)>,
    start: Instant,
}

impl<'a, S: Subject> Observing<'a, S> {
    pub(crate) fn new(subject: &'a S, describe: Describe<'a, S::Value>) -> Observing<'a, S> {
        let (last, printing) = (RefCell::new(None), Cell::new(Duration::ZERO));
        Observing { subject, describe, last, printing }
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

impl<S: Subject> Subject for Observing<'_, S> {
    type Value = S::Value;
    const DRAWS: bool = S::DRAWS;

    fn generate(&self, src: &mut Source) -> S::Value {
        self.last.take();
        self.subject.generate(src)
    }

    fn test(&self, value: S::Value, src: &mut Source) -> Outcome {
        let printing = self.printing.get();
        let before = Instant::now();
        let arguments = if printing < MOST_PRINTING {
            (self.describe)(&value)
        } else {
            vec![("", "<not printed: Debug takes too long>".to_owned())]
        };
        let start = Instant::now();
        self.printing.set(printing + (start - before));
        self.last.replace(Some(Last { arguments, start }));
        self.subject.test(value, src)
    }
}
