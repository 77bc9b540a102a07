//! Cases under shuttle: it decides which thread runs next, by a number that is drawn.

use crate::{feedback::Outcome, source::Source};
use shuttle::{Config, FailurePersistence, MaxSteps, Runner, scheduler::RandomScheduler};
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
}

/// Runs a case with threads that take turns as the source says.
pub fn under_shuttle(case: fn(&mut Source) -> Outcome, src: &mut Source) -> Outcome {
    let seed = src.offset(0, u64::from(u32::MAX), 0, false);
    let lost = src.fork();
    give_back(src);
    let mut config = Config::new();
    config.stack_size = STACK;
    config.failure_persistence = FailurePersistence::None;
    config.max_steps = MaxSteps::None;
    let runner = Runner::new(RandomScheduler::new_from_seed(seed, 1), config);
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
    match (ran, ENDED.take()) {
        (Ok(()), Some(Ok(outcome))) => outcome,
        (Ok(()), Some(Err(panic))) | (Err(panic), _) => resume_unwind(panic),
        (Ok(()), None) => unreachable!("the case returned"),
    }
}

/// Nothing more is drawn in this case: the source is kept where it survives whatever happens.
pub(super) fn give_back(src: &mut Source) {
    LENT.set(Some(std::mem::replace(src, Source::new())));
}

/// Whether this case runs under shuttle.
pub(super) fn is_controlled() -> bool {
    CONTROLLED.get()
}
