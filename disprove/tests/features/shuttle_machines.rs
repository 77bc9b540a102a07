//! State machines under shuttle: a race that was found is found again.

use crate::scripted::{report, seed, set_seed};
use disprove::prelude::*;
use shuttle::sync::{
    Mutex,
    atomic::{AtomicU32, Ordering::SeqCst},
};

/// From the first call to the last result.
fn transcript(report: &str) -> Vec<&str> {
    report.lines().filter(|line| line.starts_with("    ")).collect()
}

/// Loses an addition that happens between reading and writing.
#[derive(Default)]
struct RacyCounter(AtomicU32);

#[property(threads = shuttle, steps = 3, seed = seed())]
#[ignore = "run by another test"]
impl RacyCounter {
    #[rule(parallel)]
    fn add(&self, #[draw(1..4)] n: u32) -> u32 {
        let before = self.0.load(SeqCst);
        self.0.store(before + n, SeqCst);
        before + n
    }

    #[rule(parallel)]
    fn get(&self) -> u32 {
        self.0.load(SeqCst)
    }
}

#[test]
fn a_race_is_found_again_and_reduced() {
    for seed in 1..=10 {
        set_seed(seed);
        let found = report(racy_counter);
        assert!(found.contains("no order of these calls gives these results"), "{found}");
        assert_eq!(found.matches("machine.").count(), 2, "{found}");
        assert_eq!(transcript(&report(racy_counter)), transcript(&found));
    }
}

#[derive(Default)]
struct Locked(Mutex<u32>);

#[property(threads = shuttle, cases = 50, seed = 1)]
impl Locked {
    #[rule(parallel)]
    fn add(&self, #[draw(1..4)] n: u32) -> u32 {
        let mut value = self.0.lock().expect("no thread has panicked");
        *value += n;
        *value
    }
}

/// Two locks, taken in either order.
#[derive(Default)]
struct Crossed(Mutex<u32>, Mutex<u32>);

#[property(threads = shuttle, cases = 200, steps = 2, seed = 1)]
#[ignore = "run by another test"]
impl Crossed {
    #[rule(parallel)]
    fn forth(&self) {
        let _first = self.0.lock();
        let _second = self.1.lock();
    }

    #[rule(parallel)]
    fn back(&self) {
        let _second = self.1.lock();
        let _first = self.0.lock();
    }
}

#[test]
fn a_deadlock_is_a_failure() {
    let report = report(crossed);
    for part in ["deadlock", "// thread 1: machine.", "// thread 2: machine."] {
        assert!(report.contains(part), "{part}: {report}");
    }
}

#[derive(Default)]
struct Seats(AtomicU32);

#[property(threads = shuttle, steps = 2, seed = 1)]
#[ignore = "run by another test"]
impl Seats {
    #[rule(parallel)]
    fn take(&self) {
        if self.0.load(SeqCst) < 1 {
            let taken = self.0.fetch_add(1, SeqCst);
            assert!(taken < 1, "a seat was sold twice");
        }
    }
}

#[test]
fn a_panic_on_a_thread_is_a_failure() {
    let report = report(seats);
    for part in ["a seat was sold twice    ", "shuttle_machines.rs", "-> panicked"] {
        assert!(report.contains(part), "{part}: {report}");
    }
}
