//! Caveats of a failure: it is flaky, or could be reduced further.

use crate::{
    humanize::{plural, time},
    reduce::ReductionEnd,
    runner::Failure,
};

/// The lines below a failure.
pub(super) fn caveats<T>(failure: &Failure<T>) -> Vec<String> {
    let mut lines = Vec::new();
    if failure.differs() {
        lines.push(
            "the same choices made another input when they were taken again: a generator must depend on \
             nothing but its source"
                .to_owned(),
        );
    } else if failure.is_flaky() {
        lines.push(
            "look for what is not the same in every run, in the property and its generator: statics, files, \
             the clock, threads, the order of a hash map"
                .to_owned(),
        );
    }
    let next = if failure.is_saved() { "; the next run starts from here" } else { "" };
    match failure.reduction_ended() {
        ReductionEnd::Time => {
            let once =
                if failure.is_flaky() { "" } else { ", and its result was run only once more" };
            lines.push(format!(
                "the reduction stopped after {}{once}; a longer one may find a smaller input: \
                 `reduction_time`{next}",
                time(failure.reduction_time())
            ));
        }
        ReductionEnd::Runs => lines.push(format!(
            "the reduction stopped after {}; a longer one may find a smaller input: \
             `reduction_runs`{next}",
            plural(failure.reduction_runs() - failure.confirmations(), "run")
        )),
        _ => {}
    }
    lines
}

/// The rate of a flaky failure.
pub(super) fn how_often<T>(failure: &Failure<T>) -> String {
    let (failed, runs) = failure.failed_again();
    let (low, high) = failure.rate().interval();
    match (failed, runs) {
        (0, 1) => "but not when the same input was run again".to_owned(),
        (0, runs) => {
            format!("but not once in {runs} more runs of the same input (at most in {high} %)")
        }
        (failed, runs) => {
            format!(
                "and the input below fails in {failed} of {runs} runs (between {low} and {high} %)"
            )
        }
    }
}
