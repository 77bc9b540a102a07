//! Refusals: how a case ends that neither passed nor failed.

use std::{io::Write as _, panic::Location};

/// The panic payload of a case that neither passed nor failed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Refused {
    /// A filter gave up.
    Rejected,
    /// The assumption at this place does not hold.
    Unmet(&'static Location<'static>),
    /// The budget is used up.
    Overrun,
    /// A value of fixed size does not fit into the budget. The simplest draws would fill its end with zeros, and the
    /// case would pass for the wrong reason.
    TooLarge(FixedSize),
}

/// A collection that is longer than [`LONG`](super::LONG) in every case.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct FixedSize {
    /// Its type.
    pub(crate) name: &'static str,
    /// The least number of elements.
    pub(crate) length: usize,
    /// The stack is too small for it, rather than the budget of draws.
    pub(crate) is_on_stack: bool,
}

/// Leaves the case by unwinding. Unlike a panic this does not call the panic hook; it costs four microseconds.
#[cold]
pub(crate) fn refuse(why: Refused) -> ! {
    if cfg!(panic = "abort") {
        let text = format!(
            "{}: an assumption, a filter or a limit ends this case by unwinding, which ends the program on this target; \
             `assume!` in the body of a `#[property]` returns instead\n",
            match why {
                Refused::Unmet(place) => format!("assume! at {place}"),
                why => format!("{why:?}"),
            }
        );
        // Past the capture of the test harness.
        let _ = std::io::stderr().write_all(text.as_bytes());
    }
    std::panic::resume_unwind(Box::new(why))
}
