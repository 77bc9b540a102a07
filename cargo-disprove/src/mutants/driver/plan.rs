//! The plan of a study: how often the tests of a mutant run, and with which arguments and variables.

use super::schemata::Alternative;
use serde_json::{Value, json};

/// Placeholder in the value of a variable for the data folder of the round, which is empty at first.
pub(crate) const FOLDER: &str = "{folder}";

/// One run of the tests.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Round {
    /// Its folder name, unique in the plan.
    pub(crate) name: String,
    /// Environment variables of the tests, with [`FOLDER`] replaced.
    pub(crate) variables: Vec<(String, String)>,
    /// Additional arguments of `cargo test`.
    pub(crate) cargo: Vec<String>,
    /// Arguments of the test binaries.
    pub(crate) arguments: Vec<String>,
    /// Runs one test at a time, and records the time of each output line.
    pub(crate) is_timed: bool,
    /// Runs only if no reliable test has failed in the rounds before.
    pub(crate) is_last: bool,
    /// Runs each test in a separate process: [`FOLDER`] is then a file per test. Doctests are left out.
    pub(crate) runs_each_alone: bool,
}

/// An insertion into the code.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Edit {
    /// Relative to the root of the workspace.
    pub(crate) file: String,
    /// Byte offset.
    pub(crate) at: usize,
    pub(crate) text: String,
}

/// The rounds of the baseline, and those of each mutant.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Plan {
    pub(crate) baseline: Vec<Round>,
    pub(crate) rounds: Vec<Round>,
    /// Edits of the copy of the project before the baseline is built. They would stay there for mutants, so a plan with edits
    /// has no mutants.
    pub(crate) edits: Vec<Edit>,
    /// Mutants that are built together, and tested after the baseline has run.
    pub(crate) alternatives: Vec<Alternative>,
    /// Inserts call counters, where the framework of a property does not report which input failed.
    pub(crate) counts_calls: bool,
}

impl Plan {
    /// Whether code is inserted into the copy of the project.
    pub(super) fn changes_code(&self) -> bool {
        !self.edits.is_empty() || !self.alternatives.is_empty()
    }

    pub(super) fn to_json(&self) -> Value {
        let list = |rounds: &[Round]| -> Value { rounds.iter().map(Round::to_json).collect() };
        let edit = |edit: &Edit| json!([edit.file, edit.at, edit.text]);
        json!({
            "baseline": list(&self.baseline),
            "rounds": list(&self.rounds),
            "edits": self.edits.iter().map(edit).collect::<Value>(),
            "alternatives": self.alternatives.iter().map(Alternative::to_json).collect::<Value>(),
            "counted": self.counts_calls,
        })
    }

    pub(super) fn of(value: &Value) -> Option<Plan> {
        let list = |value: &Value| -> Option<Vec<Round>> {
            value.as_array()?.iter().map(Round::of).collect()
        };
        let edit = |value: &Value| {
            Some(Edit {
                file: value[0].as_str()?.to_owned(),
                at: value[1].as_u64()? as usize,
                text: value[2].as_str()?.to_owned(),
            })
        };
        Some(Plan {
            baseline: list(&value["baseline"])?,
            rounds: list(&value["rounds"])?,
            edits: value["edits"].as_array()?.iter().map(edit).collect::<Option<_>>()?,
            alternatives: value["alternatives"]
                .as_array()?
                .iter()
                .map(Alternative::read)
                .collect::<Option<_>>()?,
            counts_calls: value["counted"].as_bool()?,
        })
    }
}

impl Round {
    fn to_json(&self) -> Value {
        json!({
            "name": self.name,
            "variables": self.variables,
            "cargo": self.cargo,
            "arguments": self.arguments,
            "timed": self.is_timed,
            "last": self.is_last,
            "apart": self.runs_each_alone,
        })
    }

    fn of(value: &Value) -> Option<Round> {
        let text = |value: &Value| value.as_str().map(str::to_owned);
        let pair = |pair: &Value| text(&pair[0]).zip(text(&pair[1]));
        let texts =
            |value: &Value| -> Option<Vec<String>> { value.as_array()?.iter().map(text).collect() };
        Some(Round {
            name: text(&value["name"])?,
            variables: value["variables"].as_array()?.iter().map(pair).collect::<Option<_>>()?,
            cargo: texts(&value["cargo"])?,
            arguments: texts(&value["arguments"])?,
            is_timed: value["timed"].as_bool()?,
            is_last: value["last"].as_bool()?,
            runs_each_alone: value["apart"].as_bool()?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{Alternative, Edit, Plan, Round};

    #[test]
    fn a_plan_round_trips_through_json() {
        let round = |name: &str, is_timed| Round {
            name: name.to_owned(),
            variables: vec![("SEED".to_owned(), "7".to_owned())],
            cargo: vec!["--tests".to_owned()],
            arguments: vec!["--skip".to_owned()],
            is_timed,
            is_last: is_timed,
            runs_each_alone: !is_timed,
        };
        let edit = Edit { file: "src/lib.rs".to_owned(), at: 7, text: "{}".to_owned() };
        let alternative = Alternative {
            number: 3,
            file: "src/lib.rs".to_owned(),
            genre: "UnaryOperator".to_owned(),
            at: (2, 9),
            replacement: String::new(),
        };
        let plan = Plan {
            alternatives: vec![alternative],
            baseline: vec![round("a", true)],
            rounds: vec![round("b", false)],
            edits: vec![edit],
            counts_calls: true,
        };
        assert_eq!(Plan::of(&plan.to_json()), Some(plan));
    }
}
