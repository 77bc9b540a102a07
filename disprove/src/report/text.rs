//! The report of a property that failed, gave up or is flaky.

use crate::{
    feedback::Step,
    runner::{Failure, Report, Verdict},
};
use std::fmt::{self, Debug, Display, Write};

/// What a person would want to know: each failure with its input, or what weakens the result.
///
/// ```
/// use disprove::prelude::*;
///
/// let report = check(any::<u32>()).name("small").seed(1).run(|n| assert!(n < 10, "too big"));
/// assert!(report.to_string().contains("small(\n        10,\n    )"));
/// ```
impl<T: Debug> Display for Report<T> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&text(self, self.name(), &|value| vec![("", format!("{value:?}"))]))
    }
}

/// The names and texts of the arguments of a call.
type Describe<'a, T> = &'a dyn Fn(&T) -> Vec<(&'static str, String)>;

/// The whole report, which becomes the message of the panic.
pub(crate) fn text<T>(report: &Report<T>, function: &str, describe: Describe<'_, T>) -> String {
    let mut out = String::new();
    let (cases, executions) = (report.cases(), report.executions());
    let _ = match report.verdict() {
        Verdict::Falsified | Verdict::Flaky => Ok(()),
        Verdict::Passed => write!(out, "{function} passed {}.", plural(cases, "case")),
        Verdict::Exhausted => write!(out, "{function} holds for all {}.", plural(cases, "input")),
        Verdict::GaveUp => write!(
            out,
            "{function} gave up: of {}, {cases} could be used.",
            plural(executions, "input")
        ),
    };
    if report.failures().is_empty() {
        for share in report.shares().iter().filter(|share| share.is_too_small()) {
            let _ = write!(
                out,
                "\n\n  only {:.1} % of the cases are `{}`, {} of {}, but `cover!` requires {} %: make such inputs more likely",
                share.measured(),
                share.name(),
                share.hits(),
                share.cases(),
                share.required()
            );
        }
        for advice in report.advice() {
            let _ = write!(out, "\n\n  {advice}");
        }
    }
    for failure in report.failures() {
        if !out.is_empty() {
            out.push_str("\n\n");
        }
        failure_text(&mut out, report, failure, function, describe);
    }
    out
}

fn failure_text<T>(
    out: &mut String,
    report: &Report<T>,
    failure: &Failure<T>,
    function: &str,
    describe: Describe<'_, T>,
) {
    let (from, to) = failure.choices();
    let _ = if failure.is_flaky() {
        write!(
            out,
            "{function} is flaky: it failed on execution {}, but not again for the same input.",
            failure.found_at()
        )
    } else {
        write!(out, "{function} failed on execution {}.", failure.found_at())
    };
    if failure.reduction_runs() > 1 && !failure.is_flaky() {
        let _ = write!(
            out,
            " Reduced from {} to {to} in {} runs ({:.0?}).",
            plural(from as u64, "choice"),
            failure.reduction_runs(),
            failure.reduction_time()
        );
    }
    if failure.steps().iter().any(|step| matches!(step, Step::Called { .. })) {
        out.push('\n');
        script(out, failure.steps());
    } else {
        let _ = write!(out, "\n\n    {function}(");
        let arguments = describe(failure.value());
        for (name, value) in &arguments {
            let colon = if name.is_empty() { "" } else { ": " };
            let _ = write!(out, "\n        {name}{colon}{},", indented(value, "        "));
        }
        out.push_str(if arguments.is_empty() { ")\n" } else { "\n    )\n" });
    }
    let mut lines = failure.message().lines();
    let first = lines.next().unwrap_or("");
    let place = failure.location().map(|place| format!("    {place}")).unwrap_or_default();
    let _ = write!(out, "\n    {first}{place}\n");
    for line in lines {
        let _ = writeln!(out, "    {line}");
    }
    for note in failure.notes() {
        let _ = write!(out, "\n    note: {}\n", indented(note, "    "));
    }
    let _ = write!(out, "\n  replay   #[replay(\"{}\")]", failure.replay_token());
    let _ = write!(out, "\n  seed     #[property(seed = {})]", report.seed());
}

/// The calls of a state machine; what one of them drew stands behind it.
fn script(out: &mut String, steps: &[Step]) {
    for step in steps {
        let _ = match step {
            Step::Called { line } => write!(out, "\n    {}", indented(line, "    ")),
            Step::Drew { name, value } => {
                write!(out, " // drew {name} = {}", value.replace('\n', " "))
            }
        };
    }
    out.push('\n');
}

/// Further lines of a text start where the first does.
fn indented(text: &str, by: &str) -> String {
    text.replace('\n', &format!("\n{by}"))
}

fn plural(count: u64, what: &str) -> String {
    if count == 1 { format!("{count} {what}") } else { format!("{count} {what}s") }
}
