//! Caveats of a failure: it is flaky, or could be reduced further.

use crate::{
    humanize::{plural, time},
    reduce::ReductionEnd,
    runner::Failure,
    statistics::FailureRate,
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
pub(super) fn how_often(rate: FailureRate) -> String {
    let (low, high) = rate.interval();
    match (rate.failed, rate.runs) {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rate_takes_ten_runs() {
        for (failed, runs, expected) in [
            (0, 0, "and there was no time left to repeat it"),
            (0, 1, "but passed in 1 more run of the same input"),
            (0, 3, "but passed in 3 more runs of the same input"),
            (1, 1, "and the input below fails in 1 of 1 more run; there was no time left for more"),
            (
                2,
                5,
                "and the input below fails in 2 of 5 more runs; there was no time left for more",
            ),
            (
                9,
                9,
                "and the input below fails in 9 of 9 more runs; there was no time left for more",
            ),
            (0, 10, "but passed in 10 more runs of the same input (failure rate at most 28 %)"),
            (1, 10, "and the input below fails in 1 of 10 runs (failure rate 2 to 40 %)"),
        ] {
            assert_eq!(how_often(FailureRate { failed, runs }), expected);
        }
    }

    #[test]
    fn the_guide_quotes_it() {
        let quote = format!("\"{}\"", how_often(FailureRate { failed: 2, runs: 5 }));
        crate::humanize::assert_said("guides/flaky.md", &quote);
    }
}
