//! State machines that must fail, with a seed that the test chooses.

use std::{cell::Cell, panic::catch_unwind};

thread_local! {
    static SEED: Cell<u64> = const { Cell::new(1) };
}

/// The seed of the machines that ask for it.
pub fn seed() -> u64 {
    SEED.get()
}

/// Chooses that seed.
pub fn set_seed(seed: u64) {
    SEED.set(seed);
}

/// What a machine that must fail printed.
#[track_caller]
pub fn report(test: fn()) -> String {
    let panic = catch_unwind(test).expect_err("the machine has a bug");
    *panic.downcast::<String>().expect("the report is a text")
}
