//! State machines with rules that run on several threads: races are found, and correct machines pass.

use disprove::prelude::*;
use std::{
    collections::{HashSet, VecDeque},
    panic::catch_unwind,
    sync::{
        Mutex,
        atomic::{AtomicU32, Ordering::SeqCst},
    },
    thread::{ThreadId, current, yield_now},
};

#[track_caller]
fn report(test: fn()) -> String {
    let panic = catch_unwind(test).expect_err("the machine has a bug");
    *panic.downcast::<String>().expect("the report is a text")
}

/// Loses an addition that happens between reading and writing.
#[derive(Default)]
struct RacyCounter(AtomicU32);

#[property(cases = 200, steps = 3, seed = 1)]
#[ignore = "run by another test"]
impl RacyCounter {
    #[rule(parallel)]
    fn add(&self, #[draw(1..4)] n: u32) -> u32 {
        let before = self.0.load(SeqCst);
        yield_now();
        self.0.store(before + n, SeqCst);
        before + n
    }

    #[rule(parallel)]
    fn get(&self) -> u32 {
        self.0.load(SeqCst)
    }

    #[rule]
    fn reset(&mut self) {
        *self.0.get_mut() = 0;
    }
}

#[test]
fn a_race_is_found_and_its_interleaving_is_printed() {
    let report = report(racy_counter);
    for part in [
        "let mut machine = RacyCounter::default();\n    // thread 1",
        "thread 2\n",
        "    // machine.add(1)\n",
        "// -> 1\n",
        "no order of these calls gives these results",
    ] {
        assert!(report.contains(part), "{part}: {report}");
    }
    assert!(!report.contains("reset") && !report.contains("thread 3"), "{report}");
    // The page has the same lines; the thread that begins varies.
    let page = include_str!("../../../book/src/guides/async-and-threads.md");
    let (_, shown) =
        page.split_once("```text\n    let mut machine = RacyCounter").expect("a report");
    let (shown, _) = shown.split_once("```").expect("the end of the output");
    let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    let (_, printed) = report.split_once("let mut machine = RacyCounter").expect("a machine");
    let (printed, _) = printed.split_once("to run it again").expect("what follows");
    let [mut shown, mut printed] = [words(shown), words(printed)];
    shown.sort_unstable();
    printed.sort_unstable();
    assert_eq!(shown, printed, "{report}");
    assert!(!report.contains("what matters"), "{report}");
}

#[derive(Default)]
struct LockedQueue(Mutex<VecDeque<u8>>);

impl LockedQueue {
    fn queue(&self) -> std::sync::MutexGuard<'_, VecDeque<u8>> {
        self.0.lock().expect("no thread has panicked")
    }
}

#[property(cases = 50, seed = 1)]
impl LockedQueue {
    #[rule(parallel)]
    fn push(&self, x: u8) {
        self.queue().push_back(x);
    }

    #[rule(parallel)]
    fn pop(&self) -> Option<u8> {
        self.queue().pop_front()
    }

    #[rule(parallel, when = |s| s.queue().len() < 100)]
    fn len(&self) -> usize {
        self.queue().len()
    }

    #[invariant]
    fn is_short(&self) {
        assert!(self.queue().len() <= 58);
    }
}

/// Two threads may both check before either acts.
#[derive(Default)]
struct Seats {
    free: AtomicU32,
}

#[property(cases = 200, steps = 4, seed = 1)]
#[ignore = "run by another test"]
impl Seats {
    #[initial]
    fn open(&mut self) {
        *self.free.get_mut() = 1;
    }

    #[rule(parallel)]
    fn take(&self) {
        if self.free.load(SeqCst) > 0 {
            yield_now();
            let before = self.free.fetch_sub(1, SeqCst);
            assert!(before > 0, "a seat was sold twice");
        }
    }
}

#[test]
fn a_panic_on_a_thread_is_a_failure() {
    let report = report(seats);
    for part in
        ["a seat was sold twice    ", "parallel_machines.rs", "machine.take()", "-> panicked"]
    {
        assert!(report.contains(part), "{part}: {report}");
    }
}

/// Panics on a thread, and again when it is dropped.
#[derive(Default)]
struct PanicsTwice(AtomicU32);

#[property(cases = 200, steps = 1, seed = 1)]
#[ignore = "run by another test"]
impl PanicsTwice {
    #[rule(parallel)]
    fn add(&self) {
        assert!(self.0.fetch_add(1, SeqCst) < 3, "in a call");
    }
}

impl Drop for PanicsTwice {
    fn drop(&mut self) {
        assert!(*self.0.get_mut() < 4, "in a drop");
    }
}

#[test]
fn a_panic_in_drop_does_not_hide_the_panic_of_a_thread() {
    let report = report(panics_twice);
    assert!(report.contains("in a call") && !report.contains("in a drop"), "{report}");
}

/// Lists have the same lengths as arguments of parallel calls.
#[derive(Default)]
struct Lists(Mutex<Vec<u8>>);

#[property(cases = 200, steps = 3, seed = 1)]
#[ignore = "run by another test"]
impl Lists {
    #[rule(parallel)]
    fn add(&self, bytes: Vec<u8>) {
        let mut all = self.0.lock().expect("no thread has panicked");
        all.extend(bytes);
        assert!(all.len() < 20, "too long");
    }
}

#[test]
fn a_race_found_at_random_is_recorded_with_the_same_arguments() {
    let report = report(lists);
    assert!(!report.contains("flaky") && report.contains("too long"), "{report}");
}

/// Violates its invariant afterwards, whatever the calls return.
#[derive(Default)]
struct Unbalanced {
    there: AtomicU32,
    back: AtomicU32,
}

#[property(cases = 200, steps = 2, seed = 1)]
#[ignore = "run by another test"]
impl Unbalanced {
    #[rule(parallel)]
    fn go(&self) {
        let there = self.there.load(SeqCst);
        yield_now();
        self.there.store(there + 1, SeqCst);
        self.back.fetch_add(1, SeqCst);
    }

    #[invariant]
    fn balance(&self) {
        let (there, back) = (self.there.load(SeqCst), self.back.load(SeqCst));
        assert_eq!(there, back, "not balanced");
    }
}

#[test]
fn invariants_are_checked_after_the_threads() {
    let report = report(unbalanced);
    for part in ["not balanced", "thread 2", "    machine.balance();\n"] {
        assert!(report.contains(part), "{part}: {report}");
    }
}

/// Counts the machines that were made. Calls of its rules return `false` and `Err` in the right order.
struct Turnstile {
    is_free: Mutex<bool>,
}

static MADE: AtomicU32 = AtomicU32::new(0);

#[property(cases = 20, steps = 3, seed = 1)]
#[ignore = "run by another test"]
impl Turnstile {
    #[initial]
    fn new() -> Self {
        MADE.fetch_add(1, SeqCst);
        Turnstile { is_free: Mutex::new(true) }
    }

    #[rule(parallel)]
    fn enter(&self) -> bool {
        std::mem::take(&mut *self.is_free.lock().expect("no thread has panicked"))
    }

    #[rule(parallel)]
    fn leave(&self) -> Result<(), &'static str> {
        let mut is_free = self.is_free.lock().expect("no thread has panicked");
        if std::mem::replace(&mut *is_free, true) { Err("nobody is inside") } else { Ok(()) }
    }
}

#[test]
fn results_of_threads_are_compared_in_several_runs_and_errors_are_ordinary_results() {
    turnstile();
    let made = MADE.load(SeqCst);
    assert!(made > 5 * 20, "{made} machines for 20 cases");
}

/// Its rule is called on the thread of the case only.
struct OneThread(std::thread::ThreadId);

thread_local! {
    static CASES: std::cell::Cell<u32> = const { std::cell::Cell::new(0) };
}

#[property(cases = 20, steps = 3, seed = 1)]
#[ignore = "run by another test"]
impl OneThread {
    #[initial]
    fn new() -> Self {
        CASES.set(CASES.get() + 1);
        OneThread(std::thread::current().id())
    }

    #[rule(parallel)]
    fn call(&self) {
        assume!(self.0 == std::thread::current().id());
        assert_eq!(self.0, std::thread::current().id());
    }
}

#[test]
fn an_assumption_in_a_parallel_rule_rejects_the_case() {
    one_thread();
    assert!(CASES.get() > 40, "most cases were rejected: {}", CASES.get());
    // This line is printed if a case was rejected.
    let (passed, output) = crate::child::run("one_thread", &[("DISPROVE_STATS", "1")]);
    assert!(passed && output.contains(" rejected, "), "{output}");
}

/// Knows the threads that called it.
#[derive(Default)]
struct Crowd(Mutex<Vec<ThreadId>>);

/// The most threads and calls of a machine, without those of its steps.
static MOST: Mutex<(usize, usize)> = Mutex::new((0, 0));

#[property(cases = 200, steps = 3, seed = 1)]
#[ignore = "run by another test"]
impl Crowd {
    #[rule(parallel)]
    fn call(&self) {
        self.0.lock().expect("no thread has panicked").push(current().id());
    }
}

impl Drop for Crowd {
    fn drop(&mut self) {
        let own = current().id();
        let all = self.0.get_mut().expect("no thread has panicked");
        assert!(all.is_sorted_by_key(|id| *id != own), "the steps come first");
        all.retain(|id| *id != own);
        let threads = all.iter().collect::<HashSet<_>>().len();
        let mut most = MOST.lock().expect("no thread has panicked");
        *most = (most.0.max(threads), most.1.max(all.len()));
    }
}

#[test]
fn a_case_ends_with_up_to_eight_calls_of_up_to_three_threads() {
    crowd();
    assert_eq!(*MOST.lock().expect("no thread has panicked"), (3, 8));
}

/// A ticket that is there for every call before the threads start, and for the first of their calls.
#[derive(Default)]
struct Ticket(AtomicU32);

/// Calls that found no ticket.
static LATE: AtomicU32 = AtomicU32::new(0);

#[property(cases = 100, steps = 1, seed = 1)]
#[ignore = "run by another test"]
impl Ticket {
    #[rule(parallel, when = |s| s.0.load(SeqCst) == 0)]
    fn take(&self) {
        LATE.fetch_add(u32::from(self.0.fetch_add(1, SeqCst) > 0), SeqCst);
    }
}

/// disprove/src/guide/state_machines.md
#[test]
fn the_condition_of_a_parallel_rule_may_no_longer_hold_when_a_thread_calls_it() {
    ticket();
    assert!(LATE.load(SeqCst) > 0);
}

#[test]
fn macros_have_no_effect_on_threads_of_a_property() {
    let annotate = |n: u8| {
        target!(n);
        label!("a label");
        note!("a note");
    };
    let report = |on_a_thread: bool| {
        check(any::<u8>()).seed(1).cases(50).database(Db::none()).run(move |n| {
            if on_a_thread {
                std::thread::spawn(move || annotate(n)).join().expect("it returns");
            } else {
                annotate(n);
            }
            n < 200
        })
    };
    for (on_a_thread, count) in [(true, 0), (false, 1)] {
        let report = report(on_a_thread);
        assert_eq!(report.failures()[0].notes().len(), count);
        assert_eq!((report.labels().len(), report.spreads().len()), (count, count));
    }
}
