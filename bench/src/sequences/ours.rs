//! Reduces the same sequences with disprove, as a user would.

use super::{
    corpus::{LONGEST, Start},
    faulty::{FaultyCrate, Reduced},
};
use disprove::prelude::*;
use std::cell::Cell;

/// Reduces a sequence. Counts all runs, including those that find and confirm the failure.
pub fn reduce<S: FaultyCrate>(start: &Start<S::Call>) -> Reduced<S::Call> {
    let generator = || vec(any::<S::Call>()).len(0..=LONGEST);
    let token = generator().encode(&start.calls).expect("its own values").to_token();
    let runs = Cell::new(0);
    let report = check(generator())
        .replay(token)
        .seed(1)
        .cases(1)
        .explain(false)
        .max_failures(1)
        .database(Db::none())
        .run(|calls| {
            runs.set(runs.get() + 1);
            S::run(&calls).error.as_deref() != Some(&*start.error)
        });
    let failure = report.failures().first().expect("a start fails");
    assert_eq!(failure.original(), &start.calls, "the start is what was given");
    Reduced { calls: failure.value().clone(), runs: runs.get() }
}
