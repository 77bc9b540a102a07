//! The calls of a machine: what they return, and how they are reported.

use crate::feedback::{IntoOutcome, Kind, Outcome, Step, is_rejected, is_telling, tell};

/// Whether to go on, or how the case ended.
pub type Ended = Result<(), Outcome>;

/// What a call returned. One that returned early because of an assumption rejects the case.
///
/// # Errors
/// The outcome, unless it passed.
#[inline(always)]
pub fn ended<R: IntoOutcome>(returned: R) -> Ended {
    let outcome = returned.into_outcome();
    if is_rejected() {
        return Err(Outcome::reject());
    }
    match outcome.0 {
        Kind::Pass => Ok(()),
        kind => Err(Outcome(kind)),
    }
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
pub fn tell_call(line: impl FnOnce() -> String) {
    if is_telling() {
        tell(Step::Called { line: line() });
    }
}

/// Runs something that is only worth a line if it fails, such as an invariant.
///
/// # Errors
/// The outcome, unless it passed.
#[inline(always)]
pub fn checking<R: IntoOutcome>(line: &'static str, body: impl FnOnce() -> R) -> Ended {
    if is_telling() { told_if_failed(line, body) } else { ended(body()) }
}

#[cold]
fn told_if_failed<R: IntoOutcome>(line: &'static str, body: impl FnOnce() -> R) -> Ended {
    let last = Last(line);
    let ended = ended(body());
    if ended.is_err() {
        last.tell();
    }
    ended
}

/// A line that becomes the last one if what follows panics.
struct Last(&'static str);

impl Last {
    fn tell(&self) {
        tell(Step::Called { line: self.0.to_owned() });
    }
}

impl Drop for Last {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.tell();
        }
    }
}
