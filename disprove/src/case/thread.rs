//! Parts of a case on threads of their own.

use super::{
    Quiet,
    hook::{Said, last_words, repeat},
};
use crate::{
    feedback::Recording,
    source::{Refused, refuse},
};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Why something did not return.
#[derive(Debug)]
pub(crate) enum Caught {
    /// An assumption does not hold.
    Refused(Refused),
    Panicked(Said),
}

impl Caught {
    /// Smaller for what happened earlier.
    pub(crate) fn order(&self) -> u64 {
        match self {
            Caught::Refused(_) => u64::MAX,
            Caught::Panicked(said) => said.number,
        }
    }

    /// Goes on unwinding, on this thread.
    pub(crate) fn resume(self) -> ! {
        match self {
            Caught::Refused(why) => refuse(why),
            Caught::Panicked(said) => repeat(said),
        }
    }
}

/// Runs a part of a case. On whatever thread it is, its panics are caught and not printed.
pub(crate) fn part<T>(body: impl FnOnce() -> T) -> Result<T, Caught> {
    let _listening = Recording::start(false);
    Recording::stop();
    let _quiet = Quiet::start();
    caught(body)
}

/// The same on the thread of the case, or what stands for it.
pub(crate) fn caught<T>(body: impl FnOnce() -> T) -> Result<T, Caught> {
    catch_unwind(AssertUnwindSafe(body)).map_err(|payload| {
        match payload.downcast_ref::<Refused>() {
            Some(why) => Caught::Refused(*why),
            None => Caught::Panicked(last_words(payload.as_ref())),
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_another_thread_said_is_said_again() {
        let there = std::thread::spawn(|| part(|| panic!("over there")));
        let caught = there.join().expect("it is caught").expect_err("it panics");
        let again = part(|| caught.resume()).expect_err("it panics again");
        let Caught::Panicked(said) = again else { panic!("it was a panic") };
        assert_eq!(said.message, "over there");
        assert!(said.location.is_some_and(|place| place.contains("thread.rs")));
    }

    #[test]
    fn an_assumption_on_another_thread_is_none_of_a_panic() {
        let there = std::thread::spawn(|| part(|| crate::feedback::reject()));
        let caught = there.join().expect("it is caught").expect_err("it is refused");
        assert!(matches!(caught, Caught::Refused(Refused::Rejected)));
    }
}
