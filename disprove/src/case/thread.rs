//! Parts of a case that run on other threads.

use super::{
    Quiet,
    hook::{caught_panic, repeat},
    panic::PanicMessage,
};
use crate::{
    feedback::Recording,
    source::{Refused, refuse},
};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Why a part of a case did not return.
pub(crate) enum Caught {
    /// An assumption rejected the case.
    Refused(Refused),
    Panicked(PanicMessage),
}

impl Caught {
    /// Smaller for what happened earlier.
    pub(crate) fn order(&self) -> u64 {
        match self {
            Caught::Refused(_) => u64::MAX,
            Caught::Panicked(panic) => panic.number,
        }
    }

    /// Continues unwinding on this thread.
    pub(crate) fn resume(self) -> ! {
        match self {
            Caught::Refused(why) => refuse(why),
            Caught::Panicked(panic) => repeat(panic),
        }
    }
}

/// Runs a part of a case on any thread. Its panics are caught and not printed.
pub(crate) fn part<T>(body: impl FnOnce() -> T) -> Result<T, Caught> {
    let _listening = Recording::start(false);
    Recording::stop();
    let _quiet = Quiet::start();
    caught(body)
}

/// The same on the thread of the case, or on a thread that shuttle schedules in its place.
pub(crate) fn caught<T>(body: impl FnOnce() -> T) -> Result<T, Caught> {
    catch_unwind(AssertUnwindSafe(body)).map_err(|payload| {
        match payload.downcast_ref::<Refused>() {
            Some(why) => Caught::Refused(*why),
            None => Caught::Panicked(caught_panic(payload.as_ref())),
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::feedback::take_distance;

    #[test]
    fn repeats_a_panic_of_another_thread() {
        let there = std::thread::spawn(|| part(|| panic!("over there")));
        let caught = there.join().expect("it is caught").expect_err("it panics");
        let again = part(|| caught.resume()).expect_err("it panics again");
        let Caught::Panicked(panic) = again else { panic!("it was a panic") };
        assert_eq!(panic.message, "over there");
        assert!(panic.location.is_some_and(|place| place.contains("thread.rs")));
    }

    #[test]
    fn distinguishes_rejections_on_another_thread_from_panics() {
        let there = std::thread::spawn(|| part(|| crate::feedback::reject()));
        let caught = there.join().expect("it is caught").expect_err("it is refused");
        assert!(
            matches!(caught, Caught::Refused(Refused::Unmet(place)) if place.file().ends_with("thread.rs"))
        );
    }

    #[test]
    fn a_rejection_on_another_thread_has_no_distance() {
        let _recording = Recording::start(false);
        let rejected = part(|| crate::assume!(std::hint::black_box(3) > 10)).is_err();
        assert!(rejected && take_distance().is_none());
        // Threads of shuttle run on the thread of the case.
        let rejected = caught(|| crate::assume!(std::hint::black_box(3) > 10)).is_err();
        assert!(rejected && take_distance().is_some());
    }
}
