//! Results of scenarios (the baseline and each mutant), as cargo-mutants writes them.

use serde_json::Value;
use std::path::PathBuf;

/// The outcome of a scenario.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Summary {
    /// The baseline: all rounds passed.
    Success,
    Caught,
    Missed,
    Timeout,
    Unviable,
    /// The baseline cannot be built, or its tests cannot be run.
    Failure,
}

/// The result of a scenario.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ScenarioResult {
    /// The name of the mutant; `None` for the baseline.
    pub(crate) mutant: Option<String>,
    /// The verdict of cargo-mutants, which counts every test.
    pub(crate) summary: Summary,
    /// Some rounds timed out.
    pub(crate) timed_out: bool,
    pub(crate) build_seconds: f64,
    pub(crate) test_seconds: f64,
    /// The log of cargo-mutants.
    pub(crate) log: PathBuf,
    /// Contains a folder for each round that ran.
    pub(crate) rounds: PathBuf,
}

/// An item of `outcomes.json`.
pub(super) struct Outcome {
    pub(super) mutant: Option<String>,
    pub(super) summary: Summary,
    pub(super) build_seconds: f64,
    pub(super) test_seconds: f64,
    /// Relative to the output folder of cargo-mutants.
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
    fn an_outcome_is_parsed_or_rejected() {
        let mut value = json!({
            "scenario": { "Mutant": { "name": "src/lib.rs:2:5: replace f with ()" } },
            "summary": "Timeout",
            "log_path": "log/src__lib.rs_line_2_col_5.log",
            "diff_path": null,
            "phase_results": [
                { "phase": "Build", "duration": 1.5, "process_status": "Success", "argv": [] },
                { "phase": "Test", "duration": 20.0, "process_status": "Timeout", "argv": [] },
            ]
        });
        let outcome = Outcome::of(&value).expect("parsed");
        assert_eq!(outcome.mutant.as_deref(), Some("src/lib.rs:2:5: replace f with ()"));
        assert_eq!(outcome.summary, Summary::Timeout);
        assert!((outcome.build_seconds - 1.5).abs() < 1e-9);
        assert!((outcome.test_seconds - 20.0).abs() < 1e-9);
        value["scenario"] = json!("Baseline");
        assert_eq!(Outcome::of(&value).expect("parsed").mutant, None);
        value["summary"] = json!("Eaten");
        assert!(Outcome::of(&value).is_none());
    }
}
