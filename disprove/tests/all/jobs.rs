//! `jobs`: several threads run the same cases as one, and the report is the same.

use crate::child;
use disprove::{history::Union, prelude::*};
use std::{
    collections::HashSet,
    rc::Rc,
    sync::{Condvar, Mutex, OnceLock},
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

/// The threads that made a generator.
static GENERATORS: Mutex<Vec<ThreadId>> = Mutex::new(Vec::new());

/// Values that are neither `Send` nor `Sync`, from a generator that is not either.
fn made_here() -> impl Generator<Value = Rc<u64>> {
    GENERATORS.lock().expect("no thread panics").push(thread::current().id());
    let offset = Rc::new(7);
    any::<u64>().map(move |n| Rc::new(n.wrapping_add(*offset)))
}

/// Every case waits for four threads, but not forever.
#[property(jobs = 4, cases = 40, search = random, test = false)]
fn meets_other_threads(#[draw(made_here())] _n: Rc<u64>) {
    let (threads, arrived) = &THREADS;
    let mut threads = threads.lock().expect("no case panics");
    threads.get_or_insert_default().insert(thread::current().id());
    arrived.notify_all();
    let are_few = |threads: &mut Option<HashSet<ThreadId>>| {
        threads.as_ref().is_some_and(|threads| threads.len() < 4)
    };
    let limit = Duration::from_secs(60);
    drop(arrived.wait_timeout_while(threads, limit, are_few).expect("no case panics"));
}

#[test]
fn cases_run_on_as_many_threads_as_there_are_jobs() {
    meets_other_threads();
    let threads = THREADS.0.lock().expect("no case panics");
    let threads = threads.as_ref().expect("cases ran");
    assert_eq!(threads.len(), 4);
    assert!(!threads.contains(&thread::current().id()));
    // Each has evaluated the expression of `#[draw(..)]`.
    let made = GENERATORS.lock().expect("no thread panics");
    assert!(threads.iter().all(|thread| made.contains(thread)), "{made:?} {threads:?}");
}

/// The threads that made a generator for the property with many jobs.
static MANY: Mutex<Vec<ThreadId>> = Mutex::new(Vec::new());

fn made_by_many() -> impl Generator<Value = u64> {
    MANY.lock().expect("no thread panics").push(thread::current().id());
    any::<u64>()
}

#[property(jobs = 1_000, cases = 40, search = random, test = false)]
fn has_many_jobs(#[draw(made_by_many())] _n: u64) {}

#[test]
fn there_are_at_most_256_threads() {
    has_many_jobs();
    let made = MANY.lock().expect("no thread panics");
    let threads: HashSet<&ThreadId> = made.iter().collect();
    // The thread of the test made one too. The system may refuse to start as many.
    assert!((2..=257).contains(&threads.len()), "{}", threads.len());
}

/// The threads of all calls of the properties below.
static CALLS: Mutex<Vec<(&str, ThreadId)>> = Mutex::new(Vec::new());

fn called(name: &'static str) {
    CALLS.lock().expect("no case panics").push((name, thread::current().id()));
}

/// The first random cases are on the thread of the test, to find out whether the search can be guided.
#[property(jobs = 2, cases = 200, test = false, seed = 1, max_failures = 1)]
fn fails_late(n: u64) {
    called("fails_late");
    assert!(n % 64 != 33);
}

/// The same without an explanation after the reduction.
#[property(jobs = 2, cases = 200, test = false, seed = 1, max_failures = 1, explain = false)]
fn is_reduced(n: u64) {
    called("is_reduced");
    assert!(n % 64 != 33);
}

#[property(jobs = 2, cases = 200, test = false, seed = 1)]
fn climbs(n: u64) {
    called("climbs");
    target!(n.count_ones());
}

#[property(jobs = 2, cases = 200, test = false, seed = 1)]
fn is_observed(_: u64) {
    called("is_observed");
}

#[test]
#[ignore = "another test runs it in its own process"]
fn observes() {
    is_observed();
    println!("on this thread: {}", on_this_thread("is_observed").iter().all(|is_here| *is_here));
}

/// Fails unless all calls in this process are on one thread.
fn stays_on_one_thread() {
    static THREAD: OnceLock<ThreadId> = OnceLock::new();
    assert_eq!(thread::current().id(), *THREAD.get_or_init(|| thread::current().id()));
}

#[property(cases = 200, seed = 1)]
#[ignore = "another test runs it in its own process"]
fn is_plain(_: u64) {
    stays_on_one_thread();
}

#[property(history = Union::<Vec<u8>>, cases = 200, seed = 1)]
#[ignore = "another test runs it in its own process"]
fn has_a_history(_: u64) {
    stays_on_one_thread();
}

#[property(isolate, cases = 200, seed = 1)]
#[ignore = "another test runs it in its own process"]
fn has_a_process(_: u64) {
    stays_on_one_thread();
}

/// Whether each call of a property was on the thread of its test.
fn on_this_thread(name: &str) -> Vec<bool> {
    let here = thread::current().id();
    let calls = CALLS.lock().expect("no case panics");
    calls.iter().filter(|call| call.0 == name).map(|call| call.1 == here).collect()
}

#[test]
fn the_first_cases_guided_cases_and_the_reduction_are_on_one_thread() {
    for (name, property, least) in
        [("fails_late", fails_late as fn(), 10), ("is_reduced", is_reduced, 5)]
    {
        assert!(std::panic::catch_unwind(property).is_err());
        let calls = on_this_thread(name);
        let first_elsewhere = calls.iter().position(|is_here| !is_here).expect("another thread");
        assert!(first_elsewhere >= 16, "{calls:?}");
        let last_elsewhere = calls.iter().rposition(|is_here| !is_here).expect("another thread");
        // The reduction, and the explanation if there is one.
        assert!(calls.len() > last_elsewhere + least, "{name}: {calls:?}");
    }
    climbs();
    let calls = on_this_thread("climbs");
    assert!(calls.len() >= 200 && calls.iter().all(|is_here| *is_here));
}

#[test]
fn an_observed_property_has_one_thread() {
    let scratch = child::Scratch::new("jobs-observed");
    let folder = scratch.path().to_str().expect("a plain name");
    for (variables, expected) in
        [(&[("DISPROVE_OBSERVE", folder)][..], "this thread: true"), (&[], "this thread: false")]
    {
        let (passed, output) = child::run("observes", variables);
        assert!(passed && output.contains(expected), "{output}");
    }
}

#[test]
fn properties_with_a_history_or_a_process_have_one_thread() {
    let variables = [("DISPROVE_DATABASE", "none"), ("DISPROVE_JOBS", "2")];
    for (property, expected) in
        [("is_plain", false), ("has_a_history", true), ("has_a_process", true)]
    {
        let (passed, output) = child::run(property, &variables);
        assert_eq!(passed, expected, "{output}");
    }
}
