//! Caveats of a failure: it is flaky, or could be reduced further.

use crate::{
    humanize::{plural, time},
    reduce::ReductionEnd,
    runner::Failure,
};

/// The lines below a failure.
pub(super) fn caveats<T>(failure: &Failure<T>) -> Vec<String> {
    let mut lines = Vec::new();
    if failure.is_nondeterministic() {
        lines.push(
            "the generator is not deterministic: the same choices produced another input; let it depend on \
             nothing but its `Source`"
                .to_owned(),
        );
    } else if failure.is_flaky() && failure.has_random_order() {
        lines.push(
            "it uses a `HashMap` or `HashSet`, whose iteration order differs in every run: if that is the cause, sort \
             what it iterates over, or use a `BTreeMap` or a hasher with fixed keys"
                .to_owned(),
        );
    } else if failure.is_flaky() {
        lines.push(
            "find what differs between runs, in the property or its generator: statics, files, the clock, \
             threads, the iteration order of a hash map"
                .to_owned(),
        );
    }
    let next = if failure.is_saved() { "; the next run continues from here" } else { "" };
    match failure.reduction_ended() {
        ReductionEnd::Time => {
            let once =
                if failure.is_flaky() { "" } else { ", and confirmed its result only once" };
            lines.push(format!(
                "the reduction stopped after {}{once}; raise `reduction_time` to look for a smaller \
                 input{next}",
                time(failure.reduction_time())
            ));
        }
        ReductionEnd::Runs => lines.push(format!(
            "the reduction stopped after {}; raise `reduction_runs` to look for a smaller input{next}",
            plural(failure.reduction_runs() - failure.confirmations(), "run")
        )),
        _ => {}
    }
    lines
}

/// Runs from which on a rate is stated: with fewer, it could be nearly anything.
const ENOUGH: u64 = 10;

/// The rate of a flaky failure.
pub(super) fn how_often<T>(failure: &Failure<T>) -> String {
    let (failed, runs) = failure.failed_again();
    let (low, high) = failure.rate().interval();
    match (failed, runs) {
        (_, 0) => "and there was no time left to repeat it".to_owned(),
        (0, runs) if runs < ENOUGH => {
            format!("but passed in {} of the same input", plural(runs, "more run"))
        }
        (failed, runs) if runs < ENOUGH => format!(
            "and the input below fails in {failed} of {}; there was no time left for more",
            plural(runs, "more run")
        ),
        (0, runs) => {
            format!(
                "but passed in {runs} more runs of the same input (failure rate at most {high} %)"
            )
        }
        (failed, runs) => {
            format!(
                "and the input below fails in {failed} of {runs} runs (failure rate {low} to {high} %)"
            )
        }
    }
}
