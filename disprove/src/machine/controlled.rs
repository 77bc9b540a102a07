//! Cases under shuttle: it decides which thread runs next, by a number that is drawn.

use super::script::tell_line;
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
    any::Any,
    cell::{Cell, RefCell},
    panic::{AssertUnwindSafe, catch_unwind, resume_unwind},
};

/// The stack of each thread; test threads have four times as much.
const STACK: usize = 512 * 1024;

/// How a case ended.
type Ended = Result<Outcome, Box<dyn Any + Send>>;

thread_local! {
    /// What goes into a case under shuttle and out of it. It wants a function that borrows nothing, but runs it
    /// on this thread.
    static LENT: RefCell<Option<Source>> = const { RefCell::new(None) };
    static ENDED: RefCell<Option<Ended>> = const { RefCell::new(None) };
    static CONTROLLED: Cell<bool> = const { Cell::new(false) };
    /// What is told of the calls if they never end.
    static PLANNED: RefCell<Vec<String>> = const { RefCell::new(Vec::new()) };
}

/// Any thread that can run is the next, for one execution.
#[derive(Debug)]
struct Turns {
    seed: u64,
    random: Random,
    used: bool,
}

impl Scheduler for Turns {
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

/// Runs a case with threads that take turns as the source says.
///
/// # Panics
/// Where the case panics, and where all threads wait for each other.
pub fn under_shuttle(case: fn(&mut Source) -> Outcome, src: &mut Source) -> Outcome {
    let seed = src.offset(0, u64::from(u32::MAX), 0, false);
    let lost = src.fork();
    give_back(src);
    let mut config = Config::new();
    config.stack_size = STACK;
    config.failure_persistence = FailurePersistence::None;
    config.max_steps = MaxSteps::None;
    PLANNED.take();
    let turns = Turns { seed, random: Random::for_case(seed, 0), used: false };
    let runner = Runner::new(turns, config);
    let before = CONTROLLED.replace(true);
    // It panics by itself if all threads wait for each other.
    let ran = catch_unwind(AssertUnwindSafe(|| {
        runner.run(move || {
            let mut src = LENT.take().expect("it was just lent");
            src.change_stack();
            let ended = catch_unwind(AssertUnwindSafe(|| case(&mut src)));
            if LENT.with_borrow(Option::is_none) {
                give_back(&mut src);
            }
            ENDED.set(Some(ended));
        });
    }));
    CONTROLLED.set(before);
    *src = LENT.take().unwrap_or(lost);
    src.change_stack();
    if ran.is_err() {
        PLANNED.take().into_iter().for_each(tell_line);
    }
    match (ran, ENDED.take()) {
        (Ok(()), Some(Ok(outcome))) => outcome,
        (Ok(()), Some(Err(panic))) | (Err(panic), _) => resume_unwind(panic),
        (Ok(()), None) => unreachable!("the case returned"),
    }
}

/// Keeps the calls that are about to be made, each with its thread.
pub(super) fn plan(calls: Vec<(usize, String)>) {
    let line = |(thread, call): (usize, String)| format!("// thread {}: {call}", thread + 1);
    PLANNED.set(calls.into_iter().map(line).collect());
}

/// Nothing more is drawn in this case: the source is kept where it survives whatever happens.
pub(super) fn give_back(src: &mut Source) {
    LENT.set(Some(std::mem::replace(src, Source::new())));
}

/// Whether this case runs under shuttle.
pub(super) fn is_controlled() -> bool {
    CONTROLLED.get()
}
