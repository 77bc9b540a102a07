//! The frequencies of categories, beside those of the paper.

use super::{
    file::{AssertionKind, FileOutcome, Survey, assertion_kind},
    listing::words,
};
use crate::plural::plural;
use disprove_analysis::label::Label;
use std::fmt::Write as _;

/// Percentage of assertions without a category in the paper.
pub(crate) const PUBLISHED_UNCATEGORISED: f64 = 5.6;

/// Counts of one kind of assertion.
#[derive(Clone, Copy, Default, Debug, PartialEq, Eq)]
struct Count {
    assertions: usize,
    /// Tests with at least one such assertion.
    tests: usize,
}

/// All counts.
#[derive(Default)]
struct Counts {
    labels: [Count; Label::ALL.len()],
    uncategorised: Count,
    hidden: Count,
    undetected: Count,
    /// All assertions about generated values, and all property tests.
    all: Count,
    implicit_only: usize,
    stateful: usize,
    without_generated: usize,
    files: usize,
    units: usize,
    hidden_places: usize,
    unreadable: usize,
}

impl Counts {
    fn of(survey: &Survey) -> Counts {
        let mut counts = Counts::default();
        for file in &survey.files {
            match &file.outcome {
                FileOutcome::Unreadable { .. } => counts.unreadable += 1,
                FileOutcome::Read { properties, units, hidden } => {
                    counts.files += usize::from(!properties.is_empty());
                    counts.units += units;
                    counts.hidden_places += hidden.len();
                }
            }
        }
        for (_, judged) in survey.properties() {
            counts.all.tests += 1;
            counts.implicit_only += usize::from(judged.implicit_only);
            counts.stateful += usize::from(judged.stateful);
            let before = counts.rows();
            for assertion in &judged.assertions {
                for label in &assertion.labels {
                    counts.labels[*label as usize].assertions += 1;
                }
                match assertion_kind(assertion) {
                    AssertionKind::Categorised => {}
                    AssertionKind::Uncategorised => counts.uncategorised.assertions += 1,
                    AssertionKind::Hidden => counts.hidden.assertions += 1,
                    AssertionKind::Undetected => counts.undetected.assertions += 1,
                    AssertionKind::Unit => {
                        counts.without_generated += 1;
                        continue;
                    }
                }
                counts.all.assertions += 1;
            }
            counts.count_tests(&before);
        }
        counts
    }

    /// The assertions of each row.
    fn rows(&mut self) -> Vec<usize> {
        self.rows_mut().map(|count| count.assertions).collect()
    }

    fn rows_mut(&mut self) -> impl Iterator<Item = &mut Count> {
        let others = [&mut self.uncategorised, &mut self.hidden, &mut self.undetected];
        self.labels.iter_mut().chain(others)
    }

    /// Adds a test to each row that has grown.
    fn count_tests(&mut self, before: &[usize]) {
        for (count, before) in self.rows_mut().zip(before) {
            count.tests += usize::from(count.assertions > *before);
        }
    }
}

/// The table, and counts that it does not show.
pub(super) fn text(survey: &Survey) -> String {
    let counts = Counts::of(survey);
    let mut out = String::new();
    if counts.all.tests > 0 {
        table(&mut out, &counts);
    }
    let _ = writeln!(
        out,
        "\n{} about generated values in {} of {}; also {}",
        plural(counts.all.assertions, "assertion", "assertions"),
        plural(counts.all.tests, "property test", "property tests"),
        plural(counts.files, "file", "files"),
        plural(counts.units, "unit test", "unit tests"),
    );
    for (count, one, several) in [
        (
            counts.implicit_only,
            "1 property test asserts nothing about them, only that the code does not fail",
            "property tests assert nothing about them, only that the code does not fail",
        ),
        (
            counts.without_generated,
            "1 assertion of a property test is not about generated values",
            "assertions of property tests are not about generated values",
        ),
        (
            counts.stateful,
            "1 of the property tests is a state machine or a rule of one",
            "of the property tests are state machines or rules of one",
        ),
        (
            counts.hidden_places,
            "1 place may contain invisible tests",
            "places may contain invisible tests",
        ),
        (counts.unreadable, "1 file was skipped", "files were skipped"),
    ] {
        match count {
            0 => {}
            1 => {
                let _ = writeln!(out, "{one}");
            }
            _ => {
                let _ = writeln!(out, "{count} {several}");
            }
        }
    }
    out.truncate(out.trim_end().len());
    out
}

fn table(out: &mut String, counts: &Counts) {
    let _ = writeln!(out, "\n{:24} {:>17} {:>17} {:>11}", "", "assertions", "tests", "published");
    let mut row = |name: &str, count: Count, published: Option<f64>| {
        let published = published.map(|share| format!("{share:.1} %")).unwrap_or_default();
        let line = format!(
            "{name:24} {:>8} {:>8} {:>8} {:>8} {published:>11}",
            count.assertions,
            share(count.assertions, counts.all.assertions),
            count.tests,
            share(count.tests, counts.all.tests),
        );
        let _ = writeln!(out, "{}", line.trim_end());
    };
    for label in Label::ALL {
        row(&words(label), counts.labels[label as usize], Some(label.published()));
    }
    row("uncategorised", counts.uncategorised, Some(PUBLISHED_UNCATEGORISED));
    if counts.hidden.assertions > 0 {
        row("hidden in other files", counts.hidden, None);
    }
    if counts.undetected.assertions > 0 {
        row("not detected", counts.undetected, None);
    }
}

fn share(part: usize, whole: usize) -> String {
    if whole == 0 {
        return "-".to_owned();
    }
    format!("{:.1} %", 100.0 * part as f64 / whole as f64)
}

#[cfg(test)]
mod tests {
    use super::{Label, share};

    #[test]
    fn labels_are_numbered_in_list_order() {
        for (at, label) in Label::ALL.iter().enumerate() {
            assert_eq!(*label as usize, at);
        }
    }

    #[test]
    fn the_share_of_nothing_is_a_dash() {
        assert_eq!(share(0, 0), "-");
        assert_eq!(share(1, 3), "33.3 %");
    }
}
