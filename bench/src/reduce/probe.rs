//! Counters inside properties, the same for all libraries: every execution of the property after the first failure, and
//! every run of the generator from then on.

use super::problem::{Judgement, Problem};
use cpu_time::ProcessTime;
use std::{
    any::Any,
    cell::{Cell, RefCell},
    time::Duration,
};

thread_local! {
    static FAILED_AT: Cell<Option<ProcessTime>> = const { Cell::new(None) };
    static RUNS: Cell<u64> = const { Cell::new(0) };
    static GENERATED: Cell<u64> = const { Cell::new(0) };
    static FIRST_SIZE: Cell<usize> = const { Cell::new(0) };
    static LAST: RefCell<Option<Box<dyn Any>>> = const { RefCell::new(None) };
}

/// The result of a reduction.
#[derive(Clone, Debug)]
pub struct Ending {
    /// The input, formatted with `{:?}`.
    pub shown: String,
    pub size: usize,
    pub first_size: usize,
    pub minimal: bool,
    pub runs: u64,
    /// `None` where the generator of a library cannot be counted.
    pub generated: Option<u64>,
    pub cpu: Duration,
}

/// Resets the counters.
pub fn start() {
    FAILED_AT.set(None);
    RUNS.set(0);
    GENERATED.set(0);
    FIRST_SIZE.set(0);
    LAST.take();
}

/// Generators call this each time they start.
pub fn generated() {
    if FAILED_AT.get().is_some() {
        GENERATED.set(GENERATED.get() + 1);
    }
}

/// Runs the property and counts.
pub fn judge<P: Problem>(value: &P::Value) -> Judgement {
    let judgement = P::judge(value);
    if FAILED_AT.get().is_some() {
        RUNS.set(RUNS.get() + 1);
    } else if judgement == Judgement::Fails {
        FIRST_SIZE.set(P::size(value));
        FAILED_AT.set(Some(ProcessTime::now()));
    }
    judgement
}

/// Runs the property and counts, for libraries that do not return the final value: keeps the last failing one.
pub fn judge_keeping<P: Problem>(value: &P::Value) -> Judgement {
    let judgement = judge::<P>(value);
    if judgement == Judgement::Fails {
        LAST.set(Some(Box::new(value.clone())));
    }
    judgement
}

/// The result of a reduction that ended with this value.
pub fn end<P: Problem>(value: &P::Value) -> Ending {
    let cpu = FAILED_AT.get().map_or(Duration::ZERO, |at| at.elapsed());
    let generated = GENERATED.get();
    Ending {
        shown: format!("{value:?}"),
        size: P::size(value),
        first_size: FIRST_SIZE.get(),
        minimal: P::is_minimal(value),
        runs: RUNS.get(),
        generated: (generated > 0).then_some(generated),
        cpu,
    }
}

/// The result with the last failing value; `None` if nothing failed.
pub fn end_with_last<P: Problem>() -> Option<Ending> {
    let last = LAST.take()?;
    let value = last.downcast_ref::<P::Value>().expect("only this problem was judged");
    Some(end::<P>(value))
}
