//! One case.

use super::{Fault, hook, watcher};
use crate::{
    feedback::{Kind, Outcome, Signals, clear_distance, clear_feedback, keep_distance},
    source::{Refused, Source},
};
use std::{
    any::Any,
    panic::{AssertUnwindSafe, catch_unwind},
};

/// What is tested: a generator and a property.
pub(crate) trait Subject {
    /// What the generator makes.
    type Value;

    /// Whether the property draws as well. Then its input is only known when it has run.
    const DRAWS: bool;

    fn generate(&self, src: &mut Source) -> Self::Value;

    fn test(&self, value: Self::Value, src: &mut Source) -> Outcome;
}

/// How a case ended. Faults are boxed: unoptimised code copies this several times a case.
#[derive(Debug)]
pub(crate) enum Ended {
    Passed,
    /// Passed, and there are feedback to be taken.
    Remarked,
    /// By an assumption, by a filter, or because the budget was used up.
    Rejected {
        /// The property was not called.
        unreached: bool,
        /// The budget was used up.
        overrun: bool,
    },
    Failed(Box<Fault>),
    /// It was not wanted once its choices were known.
    Unwanted,
    /// The generator itself panicked.
    Broken(Box<Fault>),
}

/// By the property.
const REJECTED: Ended = Ended::Rejected { unreached: false, overrun: false };

/// Runs a case. `wanted` is asked between the generator and the property.
#[inline(always)]
pub(crate) fn execute<S: Subject>(
    subject: &S,
    src: &mut Source,
    wanted: impl FnOnce(&Source) -> bool,
) -> Ended {
    let mut reached = false;
    let watched = watcher::is_watched();
    if watched {
        watcher::begin(src);
    }
    let ended = catch_unwind(AssertUnwindSafe(|| {
        let value = subject.generate(src);
        if !wanted(src) {
            return None;
        }
        reached = true;
        if watched && let Some(outcome) = watcher::reached(src) {
            return Some(outcome);
        }
        Some(subject.test(value, src))
    }));
    match ended {
        Ok(Some(Outcome(Kind::Pass))) => {
            let signals = Signals::take();
            if signals.is_silent() { Ended::Passed } else { signalled(signals) }
        }
        Ok(Some(Outcome(Kind::Reject))) => rejected(),
        Ok(None) => {
            // A generator can say something as well.
            clear_feedback();
            Ended::Unwanted
        }
        Ok(Some(Outcome(Kind::Fail(message)))) => {
            Signals::take();
            clear_distance();
            Ended::Failed(Box::new(Fault { message, location: None }))
        }
        Err(payload) => unwound(payload.as_ref(), reached, src),
    }
}

/// Runs a case where speed does not matter: compiled once for a subject, not once for each call.
#[inline(never)]
pub(crate) fn execute_if<S: Subject>(
    subject: &S,
    src: &mut Source,
    wanted: &mut dyn FnMut(&Source) -> bool,
) -> Ended {
    execute(subject, src, |src| wanted(src))
}

#[cold]
#[inline(never)]
fn signalled(signals: Signals) -> Ended {
    if signals.is_rejected() {
        return REJECTED;
    }
    clear_distance();
    Ended::Remarked
}

/// By what it returned, which is also what a state machine makes of an assumption.
#[cold]
#[inline(never)]
fn rejected() -> Ended {
    if !Signals::take().is_rejected() {
        clear_distance();
    }
    REJECTED
}

#[cold]
#[inline(never)]
fn unwound(payload: &(dyn Any + Send), reached: bool, src: &Source) -> Ended {
    if let Some(why) = payload.downcast_ref::<Refused>() {
        let overrun = *why == Refused::Overrun;
        keep_distance(reached);
        if overrun {
            clear_distance();
        }
        return Ended::Rejected { unreached: !reached, overrun };
    }
    if reached {
        Signals::take();
        clear_distance();
    } else {
        clear_feedback();
    }
    if watcher::is_watched() {
        // What another thread said has come here.
        watcher::take_overheard();
    }
    let said = hook::last_words(payload);
    let fault = Box::new(Fault { message: said.message, location: said.location });
    if !reached || src.is_drawing() { Ended::Broken(fault) } else { Ended::Failed(fault) }
}
