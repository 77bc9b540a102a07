//! The public reducer of values: reduces any value while a predicate holds.

mod oracle;
mod thread_pool;

use super::reduction::ReductionEnd;
use crate::generator::{Generator, IntoGenerator};
use oracle::ValueOracle;
use std::{
    fmt, thread,
    time::{Duration, Instant},
};
use thread_pool::ThreadPool;

/// Settings of the reduction of a value: see [`reducer`].
#[doc(alias = "shrink")]
#[must_use = "nothing is reduced before `run` is called"]
pub struct ValueReducer<'a, G: Generator> {
    generator: G,
    jobs: usize,
    runs: u64,
    time: Option<Duration>,
    stop: Box<dyn Fn() -> bool + 'a>,
    on_smaller: Box<dyn FnMut(&G::Value) + 'a>,
}

impl<G: Generator + fmt::Debug> fmt::Debug for ValueReducer<'_, G> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("ValueReducer")
            .field("generator", &self.generator)
            .field("jobs", &self.jobs)
            .field("runs", &self.runs)
            .field("time", &self.time)
            .finish_non_exhaustive()
    }
}

/// Reduces a value while it stays interesting: data from production, an input found by another tool, the
/// argument of a unit test.
///
/// The generator defines the possible values. It must be able to [`encode`](Generator::encode) the initial
/// value: base types, collections, tuples, derived types, `one_of!` and [`map_with`](Generator::map_with) can.
/// The passes are those that reduce a failing property.
///
/// ```
/// use disprove::{prelude::*, reducer};
///
/// let orders = vec![("pears", 3), ("plums", 250), ("figs", 12), ("nuts", 975)];
/// let orders: Vec<(String, u32)> = orders.into_iter().map(|(what, n)| (what.to_owned(), n)).collect();
///
/// let reduced = reducer(any::<Vec<(String, u32)>>())
///     .run(orders, |orders| orders.iter().map(|(_, n)| n).sum::<u32>() > 1_000);
/// assert_eq!(reduced.value, [(String::new(), 1_001)]);
/// ```
#[doc(alias = "shrink")]
pub fn reducer<'a, G: IntoGenerator>(generator: G) -> ValueReducer<'a, G::Generator> {
    ValueReducer {
        generator: generator.into_generator(),
        jobs: 1,
        runs: u64::MAX,
        time: None,
        stop: Box::new(|| false),
        on_smaller: Box::new(|_| ()),
    }
}

impl<'a, G: Generator> ValueReducer<'a, G> {
    /// Values to test at once, each on its own thread (default 1). More threads help where a call of the
    /// predicate is slow: they test the next candidates speculatively, so there are more runs in less time.
    ///
    /// ```
    /// use disprove::{prelude::*, reducer};
    ///
    /// let reduced = reducer(vec(any::<u8>())).jobs(2).run(vec![9; 50], |list| list.len() > 7);
    /// assert_eq!(reduced.value, [0; 8]);
    /// ```
    pub fn jobs(mut self, jobs: usize) -> Self {
        self.jobs = jobs.max(1);
        self
    }

    /// Calls of the predicate after which the reduction ends (default: no limit).
    ///
    /// ```
    /// use disprove::{ReductionEnd, prelude::*, reducer};
    ///
    /// let reduced = reducer(any::<u64>()).runs(2).run(9_999, |n| *n > 1_234);
    /// assert_eq!((reduced.runs, reduced.end), (2, ReductionEnd::Runs));
    /// ```
    pub fn runs(mut self, runs: u64) -> Self {
        self.runs = runs;
        self
    }

    /// Time after which the reduction ends (default: no limit). Calls of the predicate are not interrupted.
    ///
    /// ```
    /// use disprove::{ReductionEnd, prelude::*, reducer};
    /// use std::time::Duration;
    ///
    /// let reduced = reducer(any::<u64>()).time(Duration::ZERO).run(9_999, |n| *n > 1_234);
    /// assert_eq!((reduced.value, reduced.end), (9_999, ReductionEnd::Time));
    /// ```
    pub fn time(mut self, time: Duration) -> Self {
        self.time = Some(time);
        self
    }

    /// Ends the reduction as soon as `stop` returns true. It is called before each attempt.
    ///
    /// ```
    /// use disprove::{ReductionEnd, prelude::*, reducer};
    /// use std::cell::Cell;
    ///
    /// let best = Cell::new(9_999);
    /// let reduced = reducer(any::<u64>())
    ///     .on_smaller(|n| best.set(*n))
    ///     .stop_when(|| best.get() < 5_000)
    ///     .run(9_999, |n| *n > 1_234);
    /// assert_eq!((reduced.value, reduced.end), (best.get(), ReductionEnd::Stopped));
    /// ```
    pub fn stop_when(mut self, stop: impl Fn() -> bool + 'a) -> Self {
        self.stop = Box::new(stop);
        self
    }

    /// Calls `listener` with every smaller value as soon as it is found, for example to save it.
    ///
    /// ```
    /// use disprove::{prelude::*, reducer};
    ///
    /// let mut found = Vec::new();
    /// let reduced = reducer(any::<u64>()).on_smaller(|n| found.push(*n)).run(9_999, |n| *n > 1_234);
    /// assert_eq!(found.last(), Some(&reduced.value));
    /// ```
    pub fn on_smaller(mut self, listener: impl FnMut(&G::Value) + 'a) -> Self {
        self.on_smaller = Box::new(listener);
        self
    }

    /// Reduces `start`. The predicate `interesting` is called with `start` first, and never twice with the same
    /// choices. A panic of the predicate is passed on to the caller.
    ///
    /// ```
    /// use disprove::{ReductionEnd, prelude::*, reducer};
    ///
    /// let reduced = reducer(vec(0..100)).run(vec![7, 70, 42], |list| list.contains(&42));
    /// assert_eq!((reduced.value, reduced.end), (vec![42], ReductionEnd::Complete));
    ///
    /// let outside = reducer(vec(0..100)).run(vec![700], |_| true);
    /// assert_eq!((outside.value, outside.end), (vec![700], ReductionEnd::Unencodable));
    /// ```
    pub fn run<F>(self, start: G::Value, interesting: F) -> ReducedValue<G::Value>
    where
        G::Value: Send,
        F: Fn(&G::Value) -> bool + Sync,
    {
        let deadline = self.time.and_then(|time| Instant::now().checked_add(time));
        let pool = ThreadPool::new(&interesting);
        let jobs = self.jobs;
        let oracle = ValueOracle::new(self, start, deadline, &pool);
        if jobs == 1 {
            return oracle.reduce();
        }
        let mut reduced = thread::scope(|scope| {
            // Closes the pool on a panic too; otherwise the scope would wait for its threads forever.
            let _closing = pool.closing();
            for _ in 0..jobs {
                scope.spawn(|| pool.work());
            }
            oracle.reduce()
        });
        // Speculative runs may have ended after the reduction did.
        reduced.runs = pool.runs();
        reduced
    }
}

/// The result of reducing a value: see [`reducer`].
///
/// ```
/// use disprove::{prelude::*, reducer};
///
/// let reduced = reducer(any::<Vec<u8>>()).run(vec![3, 1, 4, 1, 5], |bytes| bytes.len() > 2);
/// assert_eq!(reduced.value, [0, 0, 0]);
/// assert!(reduced.runs <= reduced.attempts + 1);
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ReducedValue<T> {
    /// The smallest interesting value found, or else the initial value.
    pub value: T,
    /// Calls of the predicate.
    pub runs: u64,
    /// Runs of the generator. Most of them produce a value that is not smaller or was tested before.
    pub attempts: u64,
    /// Why the reduction ended.
    pub end: ReductionEnd,
}

#[cfg(test)]
mod tests;
