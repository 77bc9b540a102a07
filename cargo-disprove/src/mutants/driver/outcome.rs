//! What became of mutants, as cargo-mutants writes it down.

use serde_json::Value;
use std::path::PathBuf;

/// How a mutant, or the code as it is, ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Summary {
    /// All rounds passed, of the code as it is.
    Success,
    Caught,
    Missed,
    Timeout,
    Unviable,
    /// The code as it is cannot be built, or its tests cannot be run.
    Failure,
}

/// The end of a mutant, or of the code as it is.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Ended {
    /// The name of the mutant; none for the code as it is.
    pub(crate) mutant: Option<String>,
    /// As cargo-mutants sees it: it counts every test.
    pub(crate) summary: Summary,
    /// Some of the rounds took too long.
    pub(crate) is_late: bool,
    pub(crate) build_seconds: f64,
    pub(crate) test_seconds: f64,
    /// What cargo-mutants logged.
    pub(crate) log: PathBuf,
    /// The rounds, each with a folder of its name in here. A round that did not come about has none.
    pub(crate) rounds: PathBuf,
}

/// One of the outcomes, if it is understood.
pub(super) struct Outcome {
    pub(super) mutant: Option<String>,
    pub(super) summary: Summary,
    pub(super) build_seconds: f64,
    pub(super) test_seconds: f64,
    /// Below the folder of cargo-mutants.
    pub(super) log: String,
}

impl Outcome {
    pub(super) fn of(value: &Value) -> Option<Outcome> {
        let scenario = &value["scenario"];
        let mutant = match scenario.as_str() {
            Some("Baseline") => None,
            _ => Some(scenario["Mutant"]["name"].as_str()?.to_owned()),
        };
        let summary = match value["summary"].as_str()? {
            "Success" => Summary::Success,
            "CaughtMutant" => Summary::Caught,
            "MissedMutant" => Summary::Missed,
            "Timeout" => Summary::Timeout,
            "Unviable" => Summary::Unviable,
            "Failure" => Summary::Failure,
            _ => return None,
        };
        let (mut build_seconds, mut test_seconds) = (0.0, 0.0);
        for phase in value["phase_results"].as_array()? {
            let seconds = phase["duration"].as_f64()?;
            match phase["phase"].as_str()? {
                "Test" => test_seconds += seconds,
                _ => build_seconds += seconds,
            }
        }
        let log = value["log_path"].as_str()?.to_owned();
        Some(Outcome { mutant, summary, build_seconds, test_seconds, log })
    }
}

#[cfg(test)]
mod tests {
    use super::{Outcome, Summary};
    use serde_json::json;

    #[test]
    fn an_outcome_is_understood_or_refused() {
        let mut value = json!({
            "scenario": { "Mutant": { "name": "src/lib.rs:2:5: replace f with ()" } },
            "summary": "Timeout",
            "log_path": "log/src__lib.rs_line_2_col_5.log",
            "diff_path": null,
            "phase_results": [
                { "phase": "BuildFlags", "duration": 1.5, "process_status": "Success", "argv": [] },
                { "phase": "Test", "duration": 20.0, "process_status": "Timeout", "argv": [] },
            ]
        });
        let outcome = Outcome::of(&value).expect("understood");
        assert_eq!(outcome.mutant.as_deref(), Some("src/lib.rs:2:5: replace f with ()"));
        assert_eq!(outcome.summary, Summary::Timeout);
        assert!((outcome.build_seconds - 1.5).abs() < 1e-9);
        assert!((outcome.test_seconds - 20.0).abs() < 1e-9);
        value["scenario"] = json!("Baseline");
        assert_eq!(Outcome::of(&value).expect("understood").mutant, None);
        value["summary"] = json!("Eaten");
        assert!(Outcome::of(&value).is_none());
    }
}
