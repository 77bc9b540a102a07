//! Cases under shuttle, with a thread schedule that is generated.

use super::call::add_line;
use crate::{
    feedback::Outcome,
    random::{Random, uniform},
    source::Source,
};
use shuttle::{
    Config, FailurePersistence, MaxSteps, Runner,
    scheduler::{Schedule, Scheduler, Task, TaskId},
};
use std::{
    cell::{Cell, RefCell},
    panic::{AssertUnwindSafe, catch_unwind, resume_unwind},
    thread,
};

/// Bytes of stack for each thread: a quarter of what the standard library gives a thread.
const STACK: usize = 512 * 1024;

thread_local! {
    /// The source, lent to a case under shuttle. Shuttle takes a function that borrows nothing, but runs it on
    /// this thread.
    static LENT: RefCell<Option<Source>> = const { RefCell::new(None) };
    /// The outcome of that case, or its panic.
    static OUTCOME: RefCell<Option<thread::Result<Outcome>>> = const { RefCell::new(None) };
    /// Whether this case runs under shuttle.
    static CONTROLLED: Cell<bool> = const { Cell::new(false) };
    /// Lines for the transcript if the calls deadlock.
    static PLANNED: RefCell<Vec<String>> = const { RefCell::new(Vec::new()) };
}

/// Picks a random runnable thread at each step, for one execution.
struct RandomSchedule {
    seed: u64,
    random: Random,
    used: bool,
}

impl Scheduler for RandomSchedule {
    fn new_execution(&mut self) -> Option<Schedule> {
        let first = !std::mem::replace(&mut self.used, true);
        first.then(|| Schedule::new(self.seed))
    }

    fn next_task(&mut self, runnable: &[&Task], _: Option<TaskId>, _: bool) -> Option<TaskId> {
        let last = runnable.len() as u64 - 1;
        Some(runnable[uniform(self.random.word(), last) as usize].id())
    }

    fn next_u64(&mut self) -> u64 {
        self.random.word()
    }
}

/// Runs a case with a thread schedule drawn from the source.
///
/// # Panics
/// If the case panics, or all threads wait for each other.
pub fn under_shuttle(case: fn(&mut Source) -> Outcome, src: &mut Source) -> Outcome {
    let seed = src.offset(0, u64::from(u32::MAX), 0, false);
    let lost = src.fork();
    give_back(src);
    let mut config = Config::new();
    config.stack_size = STACK;
    config.failure_persistence = FailurePersistence::None;
    config.max_steps = MaxSteps::None;
    PLANNED.take();
    let scheduler = RandomSchedule { seed, random: Random::for_case(seed, 0), used: false };
    let runner = Runner::new(scheduler, config);
    let before = CONTROLLED.replace(true);
    // Shuttle panics if all threads wait for each other.
    let ran = catch_unwind(AssertUnwindSafe(|| {
        runner.run(move || {
            let mut src = LENT.take().expect("it was just lent");
            src.change_stack();
            let outcome = catch_unwind(AssertUnwindSafe(|| case(&mut src)));
            if LENT.with_borrow(Option::is_none) {
                give_back(&mut src);
            }
            OUTCOME.set(Some(outcome));
        });
    }));
    CONTROLLED.set(before);
    *src = LENT.take().unwrap_or(lost);
    src.change_stack();
    if ran.is_err() {
        PLANNED.take().into_iter().for_each(add_line);
    }
    match (ran, OUTCOME.take()) {
        (Ok(()), Some(Ok(outcome))) => outcome,
        (Ok(()), Some(Err(panic))) | (Err(panic), _) => resume_unwind(panic),
        (Ok(()), None) => unreachable!("the case returned"),
    }
}

/// Records the calls that are about to be made, each with its thread.
pub(super) fn plan(calls: Vec<(usize, String)>) {
    let line = |(thread, call): (usize, String)| format!("// thread {}: {call}", thread + 1);
    PLANNED.set(calls.into_iter().map(line).collect());
}

/// Returns the source once the case draws nothing more: a deadlock would lose it.
pub(super) fn give_back(src: &mut Source) {
    LENT.set(Some(std::mem::replace(src, Source::new())));
}

/// Whether this case runs under shuttle.
pub(super) fn is_controlled() -> bool {
    CONTROLLED.get()
}
