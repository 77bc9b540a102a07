//! The calls of a machine: what they return, and their lines in the transcript.

use crate::{
    explain::ARGUMENT,
    feedback::{IntoOutcome, Kind, Outcome, Step, is_rejected, record_call, record_step},
};

/// `Ok` if the case continues; otherwise the outcome that ends it.
pub type StepResult = Result<(), Outcome>;

/// Whether the condition of a rule holds. As a function pointer it would need a shim, and an edit above it that changes
/// the length of the file would compile the shims of the crate again.
#[inline]
pub fn allows<M>(machine: &M, when: impl FnOnce(&M) -> bool) -> bool {
    when(machine)
}

/// The weight of a rule in this state. No function pointer, as in [`allows`].
#[inline]
pub fn weight<M>(machine: &M, weight: impl FnOnce(&M) -> u32) -> u32 {
    weight(machine)
}

/// Converts what a call returned.
///
/// # Errors
/// The outcome, unless it passed.
#[inline(always)]
pub fn step_result<R: IntoOutcome>(returned: R) -> StepResult {
    match returned.into_outcome().0 {
        Kind::Pass => Ok(()),
        kind => Err(Outcome(kind)),
    }
}

/// Converts what a call returned in which an `assume!` may have returned early; then the case is rejected.
///
/// # Errors
/// The outcome, unless it passed.
#[inline(always)]
pub fn step_result_unless_rejected<R: IntoOutcome>(returned: R) -> StepResult {
    if is_rejected() { Err(Outcome::reject()) } else { step_result(returned) }
}

/// Unwraps what a constructor or a rule with a bundle returned; an error fails the case.
///
/// # Errors
/// The outcome of the case.
#[inline]
pub fn unwrap_value<T, E>(returned: Result<T, E>) -> Result<T, Outcome>
where
    Result<(), E>: IntoOutcome,
{
    returned.map_err(|error| Err::<(), E>(error).into_outcome())
}

/// Adds a call to the transcript before it is made. An argument whose pattern is not a variable has an empty name.
#[cold]
pub fn transcribe_call(
    before: &str,
    function: &str,
    names: &[&str],
    arguments: &[String],
    after: &str,
) {
    let mut shown = Vec::new();
    for (name, value) in names.iter().zip(arguments) {
        let is_named = !name.is_empty();
        shown.push(if is_named { format!("{ARGUMENT}{name}: {value}") } else { value.clone() });
    }
    record_call(call_text(before, function, arguments, after), call_text("", function, &shown, ""));
}

/// The text of a call with `before` and `after` around it.
#[cold]
pub fn call_text(before: &str, function: &str, arguments: &[String], after: &str) -> String {
    format!("{before}{function}({}){after}", arguments.join(", "))
}

/// Runs `body`, and adds `line` to the transcript only if it fails. Invariants are called after every step, so
/// those that hold would fill the transcript.
///
/// # Errors
/// The outcome, unless it passed.
#[inline(always)]
pub fn transcribe_failure(
    transcribing: bool,
    line: &'static str,
    body: impl FnOnce() -> StepResult,
) -> StepResult {
    let line = LineOnPanic(transcribing.then_some(line));
    let result = body();
    if result.is_err() {
        line.add();
    }
    result
}

/// Adds a line to the transcript.
#[cold]
#[inline(never)]
pub(super) fn add_line(line: String) {
    record_step(Step::Called { line });
}

/// A line that is added when a panic drops it.
struct LineOnPanic(Option<&'static str>);

impl LineOnPanic {
    fn add(&self) {
        if let Some(line) = self.0 {
            add_line(line.to_owned());
        }
    }
}

impl Drop for LineOnPanic {
    #[inline(always)]
    fn drop(&mut self) {
        if self.0.is_some() && std::thread::panicking() {
            self.add();
        }
    }
}
