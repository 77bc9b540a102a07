//! The baseline: results of the tests on the unchanged code, run several times.

use super::{
    driver::TestTimings,
    log::{TestResult, Verdict},
};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Which tests pass on the unchanged code.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Baseline {
    /// Those that always passed, sorted by name.
    pub(crate) tests: Vec<ReliableTest>,
    /// Those that failed, or did not end, in some of the runs.
    pub(crate) flaky: Vec<String>,
    /// Those that failed in all runs.
    pub(crate) failing: Vec<String>,
    /// Mean time of a run.
    pub(crate) seconds: f64,
}

/// A test that always passes on the unchanged code.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ReliableTest {
    pub(crate) name: String,
    pub(crate) is_doctest: bool,
    pub(crate) source: String,
    pub(crate) seconds: Option<f64>,
}

impl Baseline {
    /// From the results of the rounds and their total time.
    pub(crate) fn of(rounds: &[Vec<TestResult>], seconds: f64) -> Baseline {
        let mut all: BTreeMap<&str, (ReliableTest, usize, usize)> = BTreeMap::new();
        for round in rounds {
            for ran in round {
                let known = ReliableTest {
                    name: ran.name.clone(),
                    is_doctest: ran.is_doctest,
                    source: ran.source.clone(),
                    seconds: None,
                };
                let (known, passed, failed) = all.entry(&ran.name).or_insert((known, 0, 0));
                known.seconds = known.seconds.or(ran.seconds);
                *(if ran.verdict == Verdict::Passed { passed } else { failed }) += 1;
            }
        }
        let mut found =
            Baseline { seconds: seconds / rounds.len().max(1) as f64, ..Baseline::default() };
        for (known, passed, failed) in all.into_values() {
            if passed == rounds.len() {
                found.tests.push(known);
            } else if failed == rounds.len() {
                found.failing.push(known.name);
            } else {
                found.flaky.push(known.name);
            }
        }
        found
    }

    /// The verdict letters of a mutant, in the order of the tests.
    pub(crate) fn verdicts(&self, ran: &[TestResult]) -> String {
        let mut all = BTreeMap::new();
        let mut alike: BTreeMap<&str, usize> = BTreeMap::new();
        for ran in ran {
            all.insert(&*ran.name, ran.verdict);
            *alike.entry(first_name(&ran.name)).or_default() += 1;
        }
        let letter = |known: &ReliableTest| {
            // Doctests that differ only in their lines are numbered, so if one is missing, the others are ambiguous.
            let is_known = !known.is_doctest
                || alike.get(first_name(&known.name)).copied() == Some(self.alike(&known.name));
            match all.get(&*known.name).filter(|_| is_known) {
                Some(Verdict::Passed) => 'p',
                Some(Verdict::Failed) => 'F',
                None => 'n',
            }
        };
        self.tests.iter().map(letter).collect()
    }

    /// How many tests have this name, apart from numbers.
    fn alike(&self, name: &str) -> usize {
        let tests = self.tests.iter().map(|known| &known.name);
        let all = tests.chain(&self.flaky).chain(&self.failing);
        all.filter(|other| first_name(other) == first_name(name)).count()
    }

    /// The timings of the tests.
    pub(crate) fn timings(&self) -> TestTimings {
        let seconds = |known: &ReliableTest| Some((known.name.clone(), known.seconds?));
        let tests = self.tests.iter().filter_map(seconds).collect();
        TestTimings { round: self.seconds, tests, limit: None }
    }

    pub(crate) fn to_json(&self) -> Value {
        let test = |known: &ReliableTest| {
            json!([known.name, known.is_doctest, known.source, known.seconds])
        };
        json!({
            "tests": self.tests.iter().map(test).collect::<Value>(),
            "flaky": self.flaky,
            "failing": self.failing,
            "seconds": self.seconds,
        })
    }

    pub(crate) fn read(value: &Value) -> Option<Baseline> {
        let text = |value: &Value| value.as_str().map(str::to_owned);
        let texts =
            |value: &Value| -> Option<Vec<String>> { value.as_array()?.iter().map(text).collect() };
        let known = |value: &Value| {
            Some(ReliableTest {
                name: text(&value[0])?,
                is_doctest: value[1].as_bool()?,
                source: text(&value[2])?,
                seconds: value[3].as_f64(),
            })
        };
        Some(Baseline {
            tests: value["tests"].as_array()?.iter().map(known).collect::<Option<_>>()?,
            flaky: texts(&value["flaky"])?,
            failing: texts(&value["failing"])?,
            seconds: value["seconds"].as_f64()?,
        })
    }
}

/// The name without its number.
fn first_name(name: &str) -> &str {
    match name.rsplit_once('#') {
        Some((first, number)) if number.parse::<usize>().is_ok() => first,
        _ => name,
    }
}

#[cfg(test)]
mod tests {
    use super::{Baseline, TestResult, Verdict};

    fn ran(name: &str, has_passed: bool, seconds: Option<f64>) -> TestResult {
        TestResult {
            name: name.to_owned(),
            is_doctest: false,
            source: "src/lib.rs".to_owned(),
            verdict: if has_passed { Verdict::Passed } else { Verdict::Failed },
            seconds,
        }
    }

    #[test]
    fn only_tests_that_always_pass_are_reliable() {
        let rounds = [
            vec![
                ran("b", true, None),
                ran("a", true, None),
                ran("c", true, None),
                ran("d", false, None),
            ],
            vec![ran("a", true, Some(0.5)), ran("b", false, Some(0.1)), ran("d", false, Some(0.1))],
        ];
        let found = Baseline::of(&rounds, 4.0);
        assert_eq!(found.tests.len(), 1);
        assert_eq!((&*found.tests[0].name, found.tests[0].seconds), ("a", Some(0.5)));
        assert_eq!(found.flaky, ["b", "c"]);
        assert_eq!(found.failing, ["d"]);
        assert!((found.seconds - 2.0).abs() < 1e-9);
        assert_eq!(Baseline::read(&found.to_json()), Some(found));
    }

    #[test]
    fn each_test_has_a_verdict_letter() {
        let all = ["a", "b", "c"].map(|name| ran(name, true, None)).to_vec();
        let found = Baseline::of(&[all], 1.0);
        assert_eq!(
            found.verdicts(&[ran("c", false, None), ran("a", true, None), ran("x", false, None)]),
            "pnF"
        );
    }
    #[test]
    fn doctests_that_differ_only_in_lines_all_have_verdicts_or_none() {
        let doc = |name: &str| TestResult { is_doctest: true, ..ran(name, true, None) };
        let found = Baseline::of(&[vec![doc("d - f"), doc("d - f#2"), doc("d - g")]], 1.0);
        assert_eq!(found.verdicts(&[doc("d - f"), doc("d - f#2"), doc("d - g")]), "ppp");
        assert_eq!(found.verdicts(&[doc("d - f"), doc("d - g")]), "nnp");
    }
}
