//! `jobs`: several threads run the same cases as one, and the report is the same.

use crate::child;
use disprove::prelude::*;
use std::{
    collections::HashSet,
    sync::{Condvar, Mutex},
    thread::{self, ThreadId},
    time::Duration,
};

#[property]
#[ignore = "another test runs it in its own process"]
fn passes(xs: Vec<u16>) {
    assert!(xs.len() < 1_000_000);
}

#[property(cases = 2_000)]
#[ignore = "another test runs it in its own process"]
fn fails_twice(xs: Vec<u32>, n: u8) {
    assert!(xs.iter().all(|x| x % 90 != 77), "a number in the list");
    assert!(n != 200 || xs.is_empty(), "the number beside it");
}

#[property(max_failures = 1)]
#[ignore = "another test runs it in its own process"]
fn fails_once(n: u32) {
    println!("n is {n}");
    assert!(n % 50 != 7);
}

#[property]
#[ignore = "another test runs it in its own process"]
fn rejects_some(a: u8, b: u8) {
    label!("{}", a / 64);
    assume!(a % 5 != b % 5);
    assert!(a ^ b != 0);
}

#[property]
#[ignore = "another test runs it in its own process"]
fn rejects_most(a: u16, b: u16) {
    assume!(a < b && b - a < 100);
    assert!(b - a != 99);
}

#[property]
#[ignore = "another test runs it in its own process"]
fn filters(#[draw(any::<u64>().filter(|n| n % 3 == 0))] n: u64) {
    label!("{}", n % 2);
    cover!("a small one", n < 1_000, 1.0);
}

#[property]
#[ignore = "another test runs it in its own process"]
fn is_guided(a: u32, b: u32) {
    target!(f64::from(a.min(b)));
    assert!(a < 4_000_000_000 || b < 4_000_000_000);
}

/// More values than cases, so that they are not enumerated, and many duplicates.
#[property]
#[ignore = "another test runs it in its own process"]
fn repeats(#[draw(0..520_u16)] n: u16) {
    assert!(n < 520);
}

#[property]
#[ignore = "another test runs it in its own process"]
fn draws(src: &mut Source) {
    let xs = src.draw(vec(0..50_u8));
    let at = src.draw(0..50_usize);
    assert!(xs.get(at) != Some(&31));
}

#[property]
#[ignore = "another test runs it in its own process"]
fn has_a_fragile_generator(
    #[draw(any::<u64>().map(|n| { assert!(n % 70 != 3, "fragile"); n }))] n: u64,
) {
    assert!(n % 70 != 3);
}

#[property(cases = 60)]
#[ignore = "another test runs it in its own process"]
fn takes_large_arrays(xs: [u64; 20_000], n: u16) {
    label!("{}", n % 4);
    assert_eq!(xs.len(), 20_000);
}

#[property]
#[ignore = "another test runs it in its own process"]
async fn is_async(n: u32) {
    assert!(std::future::ready(n % 90).await != 1);
}

#[derive(Default)]
struct Counter {
    count: u32,
}

#[property]
#[ignore = "another test runs it in its own process"]
impl Counter {
    #[rule]
    fn add(&mut self, #[draw(0..9)] n: u32) {
        self.count += n;
    }

    #[rule]
    fn reset(&mut self) {
        self.count = 0;
    }

    #[invariant]
    fn is_small(&self) {
        assert!(self.count < 40);
    }
}

const PROPERTIES: [&str; 13] = [
    "passes",
    "fails_twice",
    "fails_once",
    "rejects_some",
    "rejects_most",
    "filters",
    "is_guided",
    "repeats",
    "draws",
    "has_a_fragile_generator",
    "takes_large_arrays",
    "is_async",
    "counter",
];

/// What a run prints, without times and the number of the thread.
fn output(property: &str, seed: &str, jobs: &str, more: &[(&str, &str)]) -> String {
    let mut variables = vec![
        ("DISPROVE_DATABASE", "none"),
        ("DISPROVE_STATS", "true"),
        ("DISPROVE_STEPS", "12"),
        ("DISPROVE_SEED", seed),
        ("DISPROVE_JOBS", jobs),
        // Cases do not print, so that the order of lines is that of one thread.
        ("NEXTEST", "1"),
    ];
    variables.extend(more);
    let (_, output) = child::run(property, &variables);
    let mut lines = Vec::new();
    for line in output.lines() {
        let end = [" distinct, in ", "; finished in ", " panicked at ", " runs ("]
            .iter()
            .find_map(|time| line.find(time))
            .unwrap_or(line.len());
        lines.push(&line[..end]);
    }
    // The number of a thread is part of the line that panics.
    lines.retain(|line| !line.starts_with("thread '"));
    lines.join("\n")
}

#[test]
fn the_report_is_the_same_for_any_number_of_jobs() {
    let mut failed = 0;
    for property in PROPERTIES {
        for seed in ["1", "2", "3"] {
            let one = output(property, seed, "1", &[]);
            assert!(one.contains(&format!("seed {seed}")) || one.contains("fragile"), "{one}");
            failed += usize::from(one.contains("d1:"));
            for jobs in ["2", "4"] {
                let several = output(property, seed, jobs, &[]);
                assert_eq!(several, one, "{property} with seed {seed} and {jobs} jobs");
            }
        }
    }
    assert!(failed > PROPERTIES.len(), "{failed} runs fail");
}

#[test]
fn a_thousand_jobs_change_nothing_either() {
    let one = output("fails_twice", "5", "1", &[]);
    assert_eq!(output("fails_twice", "5", "1000", &[]), one);
    let random = [("DISPROVE_SEARCH", "random")];
    let one = output("is_guided", "5", "1", &random);
    assert_eq!(output("is_guided", "5", "1000", &random), one);
}

/// The threads that ran cases, and the signal that there is another one.
static THREADS: (Mutex<Option<HashSet<ThreadId>>>, Condvar) = (Mutex::new(None), Condvar::new());

/// Every case waits for a second thread, but not forever.
#[property(jobs = 2, cases = 40, search = random, test = false)]
fn meets_another_thread(_: u64) {
    let (threads, arrived) = &THREADS;
    let mut threads = threads.lock().expect("no case panics");
    threads.get_or_insert_default().insert(thread::current().id());
    arrived.notify_all();
    let is_alone = |threads: &mut Option<HashSet<ThreadId>>| {
        threads.as_ref().is_some_and(|threads| threads.len() < 2)
    };
    let limit = Duration::from_secs(60);
    drop(arrived.wait_timeout_while(threads, limit, is_alone).expect("no case panics"));
}

#[test]
fn cases_run_on_as_many_threads_as_there_are_jobs() {
    meets_another_thread();
    let threads = THREADS.0.lock().expect("no case panics");
    let threads = threads.as_ref().expect("cases ran");
    assert_eq!(threads.len(), 2);
    assert!(!threads.contains(&thread::current().id()));
}
