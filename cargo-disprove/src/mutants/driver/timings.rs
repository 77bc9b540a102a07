//! Test timings of the unchanged code, and the time limits that follow from them.

use serde_json::{Value, json};
use std::{collections::BTreeMap, fs, io, path::Path, time::Duration};

/// The file in the folder of a run.
const FILE: &str = "timings.json";

/// Time limit as a multiple of the time on the unchanged code, as in cargo-mutants.
const TIMEOUT_FACTOR: f64 = 5.0;
/// Lower bound of the limit of a round in seconds, as in cargo-mutants.
const MIN_ROUND: f64 = 20.0;

/// Lower bound of the limit of a test that runs alone: it waits for no other test.
const MIN_ALONE: f64 = 5.0;

/// Limit of a round with its reruns, in limits of a round. A mutant that makes many tests hang is found by the first;
/// verdicts of the others are worth some time, but not any.
const MAX_ROUNDS: f64 = 10.0;

/// Seconds that tests take on the unchanged code.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct TestTimings {
    pub(crate) round: f64,
    /// Time of each reliable test, where known.
    pub(crate) tests: BTreeMap<String, f64>,
    /// Time limit of a round, set by the user.
    pub(crate) limit: Option<f64>,
}

impl TestTimings {
    /// Time limit of a round.
    pub(super) fn limit(&self) -> Duration {
        let usual = (TIMEOUT_FACTOR * self.round).ceil().max(MIN_ROUND);
        Duration::from_secs_f64(self.limit.unwrap_or(usual))
    }

    /// Time limit of a test that runs alone.
    pub(super) fn limit_alone(&self, test: &str) -> Duration {
        let own = self.tests.get(test).unwrap_or(&self.round);
        self.limit().min(Duration::from_secs_f64((TIMEOUT_FACTOR * own).max(MIN_ALONE)))
    }

    /// Time limit of a round with its reruns.
    pub(super) fn limit_in_all(&self) -> Duration {
        self.limit().mul_f64(MAX_ROUNDS)
    }

    pub(super) fn write(&self, folder: &Path) -> io::Result<()> {
        let value = json!({ "round": self.round, "tests": self.tests, "limit": self.limit });
        fs::write(folder.join(FILE), value.to_string())
    }

    /// `None` before the baseline has run.
    pub(crate) fn read(folder: &Path) -> Option<TestTimings> {
        let value: Value = serde_json::from_slice(&fs::read(folder.join(FILE)).ok()?).ok()?;
        let mut tests = BTreeMap::new();
        for (name, seconds) in value["tests"].as_object()? {
            tests.insert(name.clone(), seconds.as_f64()?);
        }
        Some(TestTimings { round: value["round"].as_f64()?, tests, limit: value["limit"].as_f64() })
    }
}

#[cfg(test)]
mod tests {
    use super::{Duration, MAX_ROUNDS, MIN_ALONE, MIN_ROUND, TIMEOUT_FACTOR, TestTimings, fs};
    use std::env;

    fn timings(round: f64, limit: Option<f64>) -> TestTimings {
        let tests = [("quick".to_owned(), 0.01), ("slow".to_owned(), 8.0)].into();
        TestTimings { round, tests, limit }
    }

    #[test]
    fn limits_follow_the_timings_of_the_unchanged_code() {
        let seconds = Duration::from_secs;
        let usual = timings(8.1, None);
        assert_eq!((usual.limit(), usual.limit_in_all()), (seconds(41), seconds(410)));
        let alone = ["quick", "slow", "unknown"].map(|test| usual.limit_alone(test));
        assert_eq!(alone, [seconds(5), seconds(40), Duration::from_millis(40_500)]);
        assert_eq!(timings(0.1, None).limit(), seconds(20));
        assert_eq!(timings(0.1, None).limit_alone("unknown"), seconds(5));
        assert_eq!(timings(0.1, None).limit_alone("slow"), seconds(20), "that of all tests");
    }

    #[test]
    fn no_limit_exceeds_that_of_the_user() {
        let own = timings(8.1, Some(3.0));
        assert_eq!(own.limit(), Duration::from_secs(3));
        assert_eq!(own.limit_alone("slow"), Duration::from_secs(3));
    }

    #[test]
    fn timings_round_trip_through_their_file() {
        let folder = env::temp_dir().join(format!("disprove-timings-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("made");
        assert_eq!(TestTimings::read(&folder), None);
        for own in [timings(8.1, Some(3.0)), TestTimings::default()] {
            own.write(&folder).expect("written");
            assert_eq!(TestTimings::read(&folder), Some(own));
        }
        fs::remove_dir_all(folder).expect("removed");
    }

    #[test]
    fn the_limits_are_those_of_the_page() {
        for sentence in [
            format!(
                "may take {TIMEOUT_FACTOR} times as long as on the unchanged code, and at least {MIN_ROUND} seconds"
            ),
            format!(
                "alone is {TIMEOUT_FACTOR} times its time on the unchanged code, or {MIN_ALONE} seconds if that is more"
            ),
            format!("may take {MAX_ROUNDS} times the limit"),
        ] {
            crate::book::assert_said("guides/mutants.md", &sentence);
        }
    }
}
