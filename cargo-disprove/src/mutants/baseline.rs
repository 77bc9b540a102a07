//! The tests of the code as it is, run several times.

use super::{
    driver::{LOG, Round, TIMES},
    log::{self, Ran, Verdict},
};
use serde_json::{Value, json};
use std::{collections::BTreeMap, fs, path::Path};

/// What is known of the tests before any change.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Baseline {
    /// Those that always passed, by their names.
    pub(super) tests: Vec<Known>,
    /// Those that failed, or did not run to their end, in some of the runs.
    pub(super) flaky: Vec<String>,
    /// Those that failed in all of them.
    pub(super) failing: Vec<String>,
    /// How long a run takes.
    pub(super) seconds: f64,
}

/// A test that can be relied on.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Known {
    pub(super) name: String,
    pub(super) is_doctest: bool,
    pub(super) source: String,
    pub(super) seconds: Option<f64>,
}

/// What a round printed, as tests.
pub(super) fn ran(rounds: &Path, round: &Round) -> Vec<Ran> {
    let folder = rounds.join(&round.name);
    let log = fs::read(folder.join(LOG)).unwrap_or_default();
    let times = fs::read_to_string(folder.join(TIMES)).unwrap_or_default();
    let times: Vec<f64> = times.lines().filter_map(|line| line.parse().ok()).collect();
    log::read(&String::from_utf8_lossy(&log), &times)
}

impl Baseline {
    /// By the rounds of the code as it is, and how long they took together.
    pub(super) fn of(rounds: &[Vec<Ran>], seconds: f64) -> Baseline {
        let mut all: BTreeMap<&str, (Known, usize, usize)> = BTreeMap::new();
        for round in rounds {
            for ran in round {
                let known = Known {
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

    /// The letters of a mutant, in the order of the tests.
    pub(super) fn verdicts(&self, ran: &[Ran]) -> String {
        let mut all = BTreeMap::new();
        for ran in ran {
            all.insert(&*ran.name, ran.verdict);
        }
        let letter = |known: &Known| match all.get(&*known.name) {
            Some(Verdict::Passed) => 'p',
            Some(Verdict::Failed) => 'F',
            None => 'n',
        };
        self.tests.iter().map(letter).collect()
    }

    pub(super) fn to_json(&self) -> Value {
        let test =
            |known: &Known| json!([known.name, known.is_doctest, known.source, known.seconds]);
        json!({
            "tests": self.tests.iter().map(test).collect::<Value>(),
            "flaky": self.flaky,
            "failing": self.failing,
            "seconds": self.seconds,
        })
    }

    pub(super) fn read(value: &Value) -> Option<Baseline> {
        let text = |value: &Value| value.as_str().map(str::to_owned);
        let texts =
            |value: &Value| -> Option<Vec<String>> { value.as_array()?.iter().map(text).collect() };
        let known = |value: &Value| {
            Some(Known {
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

#[cfg(test)]
mod tests {
    use super::{Baseline, Ran, Verdict};

    fn ran(name: &str, has_passed: bool, seconds: Option<f64>) -> Ran {
        Ran {
            name: name.to_owned(),
            is_doctest: false,
            source: "src/lib.rs".to_owned(),
            verdict: if has_passed { Verdict::Passed } else { Verdict::Failed },
            seconds,
        }
    }

    #[test]
    fn only_tests_that_always_pass_are_relied_on() {
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
    fn a_letter_stands_for_each_test() {
        let all = ["a", "b", "c"].map(|name| ran(name, true, None)).to_vec();
        let found = Baseline::of(&[all], 1.0);
        assert_eq!(
            found.verdicts(&[ran("c", false, None), ran("a", true, None), ran("x", false, None)]),
            "pnF"
        );
    }
}
