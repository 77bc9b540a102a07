//! Runs one case: catches its panic and says how it ended.

use super::{
    Cause,
    abort::{ABORTS, begin_case},
    hook,
    property::{Decision, Input, Property, Texts},
    result::{CaseOutcome, NoOutcome, Rejection},
    watcher,
};
use crate::{
    feedback::{
        Kind, Outcome, Signals, clear_distance, clear_feedback, keep_distance, take_distance,
        take_rejection_place,
    },
    source::{Refused, Source},
};
use std::{
    any::Any,
    panic::{AssertUnwindSafe, catch_unwind},
};

/// Runs the case that the source is prepared for. `proceed` decides after generation whether to call the property.
pub(crate) fn run_case(
    property: &dyn Property,
    src: &mut Source,
    proceed: &mut dyn FnMut(&Source) -> bool,
) -> Result<CaseOutcome, NoOutcome> {
    run_input(property, Input::Drawn, src, &mut |src, _| proceed(src))
}

/// Runs a case with a value from the source or from an example. `proceed` may print the value.
pub(crate) fn run_input(
    property: &dyn Property,
    input: Input,
    src: &mut Source,
    proceed: &mut dyn FnMut(&Source, &dyn Fn() -> Texts) -> bool,
) -> Result<CaseOutcome, NoOutcome> {
    let mut reached = false;
    let watched = watcher::is_watched();
    if watched {
        watcher::begin(src);
    }
    let seed = ABORTS.then(|| src.case_seed());
    let returned = catch_unwind(AssertUnwindSafe(|| {
        property.run(input, src, &mut |src, describe| {
            if !proceed(src, describe) {
                return Decision::Skip;
            }
            if let (Some(seed), Input::Drawn) = (&seed, input) {
                begin_case(property, seed, src);
            }
            reached = true;
            match watched.then(|| watcher::reached(src)).flatten() {
                Some(outcome) => Decision::Replace(outcome),
                None => Decision::Call,
            }
        })
    }));
    match returned {
        Ok(Some(outcome)) => Ok(concluded(outcome, Signals::take())),
        Ok(None) => {
            // Generators can record feedback too.
            clear_feedback();
            Err(NoOutcome::Skipped)
        }
        Err(payload) => unwound(payload.as_ref(), reached, src),
    }
}

/// The outcome of a case whose property returned.
pub(super) fn concluded(outcome: Outcome, signals: Signals) -> CaseOutcome {
    match outcome.0 {
        // A property that `assume!` left early returns a passing value.
        Kind::Pass | Kind::Reject if signals.is_rejected() => rejected_by_assumption(),
        Kind::Pass => {
            if !signals.is_silent() {
                clear_distance();
            }
            CaseOutcome::Passed
        }
        Kind::Reject => {
            clear_distance();
            CaseOutcome::Rejected(Rejection { reached: true, ..Rejection::default() })
        }
        Kind::Fail(why) => {
            clear_distance();
            let (message, location) = *why;
            CaseOutcome::Failed(Box::new(Cause { message, location }))
        }
    }
}

fn rejected_by_assumption() -> CaseOutcome {
    let (distance, place) = (take_distance(), take_rejection_place());
    CaseOutcome::Rejected(Rejection { reached: true, distance, place, ..Rejection::default() })
}

/// The outcome of a case that unwound.
pub(super) fn unwound(
    payload: &(dyn Any + Send),
    reached: bool,
    src: &Source,
) -> Result<CaseOutcome, NoOutcome> {
    if let Some(why) = payload.downcast_ref::<Refused>() {
        let mut rejection = Rejection { reached, ..Rejection::default() };
        match *why {
            Refused::Rejected => {}
            Refused::Unmet(place) => rejection.place = Some(place),
            Refused::Overrun => rejection.overrun = true,
            Refused::TooLarge(value) => {
                (rejection.overrun, rejection.too_large) = (true, Some(value));
            }
        }
        keep_distance(reached);
        rejection.distance = take_distance().filter(|_| !rejection.overrun);
        return Ok(CaseOutcome::Rejected(rejection));
    }
    if reached {
        Signals::take();
        clear_distance();
    } else {
        clear_feedback();
    }
    if watcher::is_watched() {
        // A panic of another thread was resumed on this one.
        watcher::take_thread_panic();
    }
    let panic = hook::caught_panic(payload);
    let cause = Box::new(Cause { message: panic.message, location: panic.location });
    if !reached || src.is_drawing() {
        Err(NoOutcome::GeneratorPanicked(cause))
    } else {
        Ok(CaseOutcome::Failed(cause))
    }
}
