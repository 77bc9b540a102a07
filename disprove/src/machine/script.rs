//! The calls of a machine: what they return, and how they are reported.

use crate::feedback::{IntoOutcome, Kind, Outcome, Step, is_rejected, record_step};

/// Whether to go on, or how the case ended.
pub type Ended = Result<(), Outcome>;

/// What a call returned.
///
/// # Errors
/// The outcome, unless it passed.
#[inline(always)]
pub fn ended<R: IntoOutcome>(returned: R) -> Ended {
    match returned.into_outcome().0 {
        Kind::Pass => Ok(()),
        kind => Err(Outcome(kind)),
    }
}

/// What a call returned that may have returned early, because of an assumption. Then the case is rejected.
///
/// # Errors
/// The outcome, unless it passed.
#[inline(always)]
pub fn ended_early<R: IntoOutcome>(returned: R) -> Ended {
    if is_rejected() { Err(Outcome::reject()) } else { ended(returned) }
}

/// The value for a bundle of a rule that returns a result; an error fails.
///
/// # Errors
/// The outcome of the case.
#[inline]
pub fn value_of<T, E>(returned: Result<T, E>) -> Result<T, Outcome>
where
    Result<(), E>: IntoOutcome,
{
    returned.map_err(|error| Err::<(), E>(error).into_outcome())
}

/// Tells a call before it is made, if this is the run that is reported.
#[inline(always)]
pub fn tell_call(telling: bool, line: impl FnOnce() -> String) {
    if telling {
        tell_line(line());
    }
}

/// Runs something that is only worth a line if it fails, such as an invariant.
///
/// # Errors
/// The outcome, unless it passed.
#[inline(always)]
pub fn checking(telling: bool, line: &'static str, body: impl FnOnce() -> Ended) -> Ended {
    let last = Last(telling.then_some(line));
    let ended = body();
    if ended.is_err() {
        last.tell();
    }
    ended
}

#[cold]
#[inline(never)]
pub(super) fn tell_line(line: String) {
    record_step(Step::Called { line });
}

/// A line that becomes the last one if what follows panics.
struct Last(Option<&'static str>);

impl Last {
    fn tell(&self) {
        if let Some(line) = self.0 {
            tell_line(line.to_owned());
        }
    }
}

impl Drop for Last {
    #[inline(always)]
    fn drop(&mut self) {
        if self.0.is_some() && std::thread::panicking() {
            self.tell();
        }
    }
}
