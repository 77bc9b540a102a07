//! The same sequences reduced by the library, as a user would.

use super::{call::Call, corpus::LONGEST, corpus::Start, ddmin::Reduced, world};
use disprove::prelude::*;
use std::{cell::Cell, rc::Rc};

/// Reduces a start. All runs of the sequence count: that which finds the failure, and those which confirm it.
pub fn reduce(start: &Start) -> Reduced {
    let generator = || vec(any::<Call>()).len(0..=LONGEST);
    let token = generator().encode(&start.calls).expect("its own values").to_token();
    let runs = Rc::new(Cell::new(0));
    let count = Rc::clone(&runs);
    let report = check(generator())
        .seed(1)
        .replay(token)
        .cases(1)
        .explain(false)
        .max_failures(1)
        .database(Db::none())
        .run(move |calls| {
            count.set(count.get() + 1);
            world::run(&calls).error.as_deref() != Some(&*start.error)
        });
    let failure = report.failures().first().expect("a start fails");
    assert_eq!(failure.original(), &start.calls, "the start is what was given");
    Reduced { calls: failure.value().clone(), runs: runs.get() }
}
