//! Reducing any value by any question.

mod asking;
mod pool;

use crate::generator::{Generator, IntoGenerator};
use asking::Asking;
use pool::Pool;
use std::{
    fmt, thread,
    time::{Duration, Instant},
};

/// A reduction to be run: see [`reducer`].
#[must_use = "nothing is reduced before `run` is called"]
pub struct Reducer<'a, G: Generator> {
    generator: G,
    jobs: usize,
    runs: u64,
    time: Option<Duration>,
    stop: Box<dyn Fn() -> bool + 'a>,
    on_smaller: Box<dyn FnMut(&G::Value) + 'a>,
}

impl<G: Generator + fmt::Debug> fmt::Debug for Reducer<'_, G> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Reducer")
            .field("generator", &self.generator)
            .field("jobs", &self.jobs)
            .field("runs", &self.runs)
            .field("time", &self.time)
            .finish_non_exhaustive()
    }
}

/// Makes a value small as long as it stays interesting: data from production, an input another tool found,
/// the argument of a unit test.
///
/// The generator says what values there are, and must know the way from a value back to its choices: base
/// types, collections, tuples, derived types, `one_of!` and [`map_with`](Generator::map_with) do. The result
/// is what the reduction of a failing property would come to from there.
///
/// ```
/// use disprove::{prelude::*, reducer};
///
/// let orders = vec![("pears", 3), ("plums", 250), ("figs", 12), ("nuts", 975)];
/// let orders: Vec<(String, u32)> = orders.into_iter().map(|(what, n)| (what.to_owned(), n)).collect();
///
/// let smallest = reducer(any::<Vec<(String, u32)>>())
///     .run(orders, |orders| orders.iter().map(|(_, n)| n).sum::<u32>() > 1_000);
/// assert_eq!(smallest.value, [(String::new(), 1_001)]);
/// ```
pub fn reducer<'a, G: IntoGenerator>(generator: G) -> Reducer<'a, G::Generator> {
    Reducer {
        generator: generator.into_generator(),
        jobs: 1,
        runs: u64::MAX,
        time: None,
        stop: Box::new(|| false),
        on_smaller: Box::new(|_| ()),
    }
}

impl<'a, G: Generator> Reducer<'a, G> {
    /// Asks about so many values at once, each on a thread of its own; one, if nothing is said. More is worth it
    /// where an answer takes long: what would be asked next is asked before it is known to be needed, so there are
    /// more runs in less time.
    ///
    /// ```
    /// use disprove::{prelude::*, reducer};
    ///
    /// let smallest = reducer(vec(any::<u8>())).jobs(2).run(vec![9; 50], |list| list.len() > 7);
    /// assert_eq!(smallest.value, [0; 8]);
    /// ```
    pub fn jobs(mut self, jobs: usize) -> Self {
        self.jobs = jobs.max(1);
        self
    }

    /// Ends after the question was asked so often; when all is tried, if nothing is said.
    ///
    /// ```
    /// use disprove::{EndedBy, prelude::*, reducer};
    ///
    /// let smallest = reducer(any::<u64>()).runs(2).run(9_999, |n| *n > 1_234);
    /// assert_eq!((smallest.runs, smallest.ended_by), (2, EndedBy::Runs));
    /// ```
    pub fn runs(mut self, runs: u64) -> Self {
        self.runs = runs;
        self
    }

    /// Ends after this time. A question that was asked is waited for.
    ///
    /// ```
    /// use disprove::{EndedBy, prelude::*, reducer};
    /// use std::time::Duration;
    ///
    /// let smallest = reducer(any::<u64>()).time(Duration::ZERO).run(9_999, |n| *n > 1_234);
    /// assert_eq!((smallest.value, smallest.ended_by), (9_999, EndedBy::Time));
    /// ```
    pub fn time(mut self, time: Duration) -> Self {
        self.time = Some(time);
        self
    }

    /// Ends as soon as this is true; it is asked before each attempt.
    ///
    /// ```
    /// use disprove::{EndedBy, prelude::*, reducer};
    /// use std::cell::Cell;
    ///
    /// let best = Cell::new(9_999);
    /// let smallest = reducer(any::<u64>())
    ///     .on_smaller(|n| best.set(*n))
    ///     .stop_when(|| best.get() < 5_000)
    ///     .run(9_999, |n| *n > 1_234);
    /// assert_eq!((smallest.value, smallest.ended_by), (best.get(), EndedBy::Stopped));
    /// ```
    pub fn stop_when(mut self, stop: impl Fn() -> bool + 'a) -> Self {
        self.stop = Box::new(stop);
        self
    }

    /// Is told of every smaller value the moment it is found, so that nothing is lost whatever happens next.
    ///
    /// ```
    /// use disprove::{prelude::*, reducer};
    ///
    /// let mut found = Vec::new();
    /// let smallest = reducer(any::<u64>()).on_smaller(|n| found.push(*n)).run(9_999, |n| *n > 1_234);
    /// assert_eq!(found.last(), Some(&smallest.value));
    /// ```
    pub fn on_smaller(mut self, tell: impl FnMut(&G::Value) + 'a) -> Self {
        self.on_smaller = Box::new(tell);
        self
    }

    /// Reduces. `interesting` is asked about the start first, and never twice about the same choices. If it
    /// panics, so does this.
    ///
    /// ```
    /// use disprove::{EndedBy, prelude::*, reducer};
    ///
    /// let smallest = reducer(vec(0..100)).run(vec![7, 70, 42], |list| list.contains(&42));
    /// assert_eq!((smallest.value, smallest.ended_by), (vec![42], EndedBy::Complete));
    ///
    /// let outside = reducer(vec(0..100)).run(vec![700], |_| true);
    /// assert_eq!((outside.value, outside.ended_by), (vec![700], EndedBy::Unencodable));
    /// ```
    pub fn run<F>(self, start: G::Value, interesting: F) -> Smallest<G::Value>
    where
        G::Value: Send,
        F: Fn(&G::Value) -> bool + Sync,
    {
        let end = self.time.and_then(|time| Instant::now().checked_add(time));
        let pool = Pool::new(&interesting);
        let jobs = self.jobs;
        let asking = Asking::new(self, start, end, &pool);
        if jobs == 1 {
            return asking.reduce();
        }
        let mut smallest = thread::scope(|scope| {
            // Also when the question panics here: the threads would be waited for forever.
            let _closing = pool.closing();
            for _ in 0..jobs {
                scope.spawn(|| pool.work());
            }
            asking.reduce()
        });
        // Those that nobody waited for have ended only now.
        smallest.runs = pool.runs();
        smallest
    }
}

/// What a reduction came to.
///
/// ```
/// use disprove::{prelude::*, reducer};
///
/// let smallest = reducer(any::<Vec<u8>>()).run(vec![3, 1, 4, 1, 5], |bytes| bytes.len() > 2);
/// assert_eq!(smallest.value, [0, 0, 0]);
/// assert!(smallest.runs <= smallest.attempts + 1);
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Smallest<T> {
    /// The smallest interesting value found; the start, if there is none.
    pub value: T,
    /// How often the question was asked.
    pub runs: u64,
    /// How often the generator ran. Most of what it makes is no smaller, or was tried before.
    pub attempts: u64,
    /// Why nothing smaller was looked for.
    pub ended_by: EndedBy,
}

/// Why a reduction ended.
///
/// ```
/// use disprove::{EndedBy, prelude::*, reducer};
///
/// let smallest = reducer(any::<u8>()).run(9, |n| *n > 10);
/// assert_eq!(smallest.ended_by, EndedBy::Uninteresting);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum EndedBy {
    /// Nothing is left to be tried.
    Complete,
    /// So many runs were allowed.
    Runs,
    /// So much time was allowed.
    Time,
    /// It was told to stop.
    Stopped,
    /// The start itself is not interesting.
    Uninteresting,
    /// The generator does not make the start, or does not know by which choices.
    Unencodable,
}

#[cfg(test)]
mod tests;
