//! How long tests take without a change, and so how long they may take with one.

use serde_json::{Value, json};
use std::{collections::BTreeMap, fs, io, path::Path, time::Duration};

/// The file, in the folder of a run.
const FILE: &str = "pace.json";

/// Tests may take so many times what they take without a change, and a round at least this long: as cargo-mutants has it.
const PATIENCE: f64 = 5.0;
const LEAST_ROUND: f64 = 20.0;

/// A test that runs alone has no others to wait for.
const LEAST_ALONE: f64 = 5.0;

/// A round and all that is run again after it, in limits of the round. A change that makes many tests hang is found by the
/// first of them; verdicts of the others are worth some time, but not any.
const ROUNDS: f64 = 10.0;

/// Seconds that tests take without a change.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Pace {
    pub(crate) round: f64,
    /// Of each test by itself, where it is known: of those that can be relied on.
    pub(crate) tests: BTreeMap<String, f64>,
    /// What the user allows a round.
    pub(crate) limit: Option<f64>,
}

impl Pace {
    /// For a round.
    pub(super) fn limit(&self) -> Duration {
        let usual = (PATIENCE * self.round).ceil().max(LEAST_ROUND);
        Duration::from_secs_f64(self.limit.unwrap_or(usual))
    }

    /// For one test that is run alone.
    pub(super) fn limit_alone(&self, test: &str) -> Duration {
        let own = self.tests.get(test).unwrap_or(&self.round);
        self.limit().min(Duration::from_secs_f64((PATIENCE * own).max(LEAST_ALONE)))
    }

    /// For a round and what is run again.
    pub(super) fn limit_in_all(&self) -> Duration {
        self.limit().mul_f64(ROUNDS)
    }

    pub(super) fn write(&self, folder: &Path) -> io::Result<()> {
        let value = json!({ "round": self.round, "tests": self.tests, "limit": self.limit });
        fs::write(folder.join(FILE), value.to_string())
    }

    /// None before it is known.
    pub(super) fn read(folder: &Path) -> Option<Pace> {
        let value: Value = serde_json::from_slice(&fs::read(folder.join(FILE)).ok()?).ok()?;
        let mut tests = BTreeMap::new();
        for (name, seconds) in value["tests"].as_object()? {
            tests.insert(name.clone(), seconds.as_f64()?);
        }
        Some(Pace { round: value["round"].as_f64()?, tests, limit: value["limit"].as_f64() })
    }
}

#[cfg(test)]
mod tests {
    use super::{Duration, Pace, fs};
    use std::env;

    fn pace(round: f64, limit: Option<f64>) -> Pace {
        let tests = [("quick".to_owned(), 0.01), ("slow".to_owned(), 8.0)].into();
        Pace { round, tests, limit }
    }

    #[test]
    fn limits_follow_what_tests_take_without_a_change() {
        let seconds = Duration::from_secs;
        let usual = pace(8.1, None);
        assert_eq!((usual.limit(), usual.limit_in_all()), (seconds(41), seconds(410)));
        let alone = ["quick", "slow", "unknown"].map(|test| usual.limit_alone(test));
        assert_eq!(alone, [seconds(5), seconds(40), Duration::from_millis(40_500)]);
        assert_eq!(pace(0.1, None).limit(), seconds(20));
        assert_eq!(pace(0.1, None).limit_alone("unknown"), seconds(5));
    }

    #[test]
    fn the_limit_of_the_user_is_the_longest() {
        let own = pace(8.1, Some(3.0));
        assert_eq!(own.limit(), Duration::from_secs(3));
        assert_eq!(own.limit_alone("slow"), Duration::from_secs(3));
    }

    #[test]
    fn it_is_read_as_it_was_written() {
        let folder = env::temp_dir().join(format!("disprove-pace-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("made");
        assert_eq!(Pace::read(&folder), None);
        for own in [pace(8.1, Some(3.0)), Pace::default()] {
            own.write(&folder).expect("written");
            assert_eq!(Pace::read(&folder), Some(own));
        }
        fs::remove_dir_all(folder).expect("removed");
    }
}
