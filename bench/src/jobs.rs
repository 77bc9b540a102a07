//! The time of a slow property on several threads.

use disprove::prelude::*;
use std::{
    hint::black_box,
    sync::atomic::{AtomicU64, Ordering::Relaxed},
    time::{Duration, Instant},
};

/// Default number of cases.
pub const CASES: u64 = 2_000;

/// Rounds; the fastest of each number of jobs counts, since other load only adds time.
const ROUNDS: u32 = 5;

/// Multiplications of one case: about a millisecond.
const WORK: u64 = 1_000_000;

static JOBS: AtomicU64 = AtomicU64::new(1);
static NUMBER_OF_CASES: AtomicU64 = AtomicU64::new(CASES);

#[property(seed = 1, search = random, test = false, jobs = JOBS.load(Relaxed), cases = NUMBER_OF_CASES.load(Relaxed))]
fn is_slow(n: u64) {
    let mut hash = n;
    for i in 0..black_box(WORK) {
        hash = (hash ^ i).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(23);
    }
    assert!(black_box(hash) != 1);
}

fn measure(jobs: u64) -> Duration {
    JOBS.store(jobs, Relaxed);
    let start = Instant::now();
    is_slow();
    start.elapsed()
}

/// Runs the property with 1, 2 and 4 jobs by turns.
pub fn run(cases: u64) {
    NUMBER_OF_CASES.store(cases, Relaxed);
    let jobs = [1, 2, 4];
    let mut best = [Duration::MAX; 3];
    for _ in 0..ROUNDS {
        for (best, jobs) in best.iter_mut().zip(jobs) {
            *best = measure(jobs).min(*best);
        }
    }
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    println!("{cases} cases of about a millisecond, wall time, {cores} cores\n");
    println!("jobs  seconds  1 job / jobs");
    for (time, jobs) in best.into_iter().zip(jobs) {
        let ratio = best[0].as_secs_f64() / time.as_secs_f64();
        println!("{jobs:4}  {:7.3}  {ratio:12.2}", time.as_secs_f64());
    }
}
