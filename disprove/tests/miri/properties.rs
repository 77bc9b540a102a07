//! Properties that run under Miri: `.ci/miri` and a test make a package of this file.

use disprove::prelude::*;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

static CASES: AtomicU32 = AtomicU32::new(0);

#[property(test = false)]
fn counts(_: u64) {
    CASES.fetch_add(1, Relaxed);
}

#[property(test = false, cases = 20)]
fn counts_to_twenty(_: u64) {
    CASES.fetch_add(1, Relaxed);
}

#[test]
fn few_cases_run() {
    counts();
    println!("cases: {}", CASES.swap(0, Relaxed));
    counts_to_twenty();
    println!("cases of the attribute: {}", CASES.load(Relaxed));
}

#[property(seed = 1)]
fn fails(xs: Vec<u16>) {
    assert!(xs.iter().all(|x| *x < 3), "a large number");
}

#[property(isolate)]
fn passes_in_this_process(_: u64) {
    assert!(std::env::var_os("DISPROVE_WORKER").is_none());
}
