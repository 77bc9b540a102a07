//! How often the tests of a mutant run, and with what.

use serde_json::{Value, json};

/// In the value of a variable: a folder of the round's own, empty at first, that is there afterwards.
pub(crate) const FOLDER: &str = "{folder}";

/// One run of the tests.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Round {
    /// A name of a folder that no other round of the plan has.
    pub(crate) name: String,
    /// Variables that tests see. [`FOLDER`] stands for a folder.
    pub(crate) variables: Vec<(String, String)>,
    /// What `cargo test` is called with besides: which tests, for one.
    pub(crate) cargo: Vec<String>,
    /// What the test binaries are called with.
    pub(crate) arguments: Vec<String>,
    /// One test after the other, with the time at which each line was printed.
    pub(crate) is_timed: bool,
    /// Only if no test that can be relied on has failed in the rounds before.
    pub(crate) is_last: bool,
    /// Each test in a process of its own: [`FOLDER`] is a file for each then, and the log says whose. Doctests are left out.
    pub(crate) is_apart: bool,
}

/// Something put into the code as it is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Edit {
    /// Relative to the root of the workspace.
    pub(crate) file: String,
    /// Before this byte.
    pub(crate) at: usize,
    pub(crate) text: String,
}

/// The rounds of the code as it is, and those of each mutant.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Plan {
    pub(crate) baseline: Vec<Round>,
    pub(crate) rounds: Vec<Round>,
    /// Put into the copy of the project before it is built for the baseline. It stays there for mutants, so there should be
    /// none.
    pub(crate) edits: Vec<Edit>,
    /// The calls of properties are counted, where their framework does not tell which input failed.
    pub(crate) is_counted: bool,
}

impl Plan {
    pub(super) fn to_json(&self) -> Value {
        let list = |rounds: &[Round]| -> Value { rounds.iter().map(Round::to_json).collect() };
        let edit = |edit: &Edit| json!([edit.file, edit.at, edit.text]);
        json!({
            "baseline": list(&self.baseline),
            "rounds": list(&self.rounds),
            "edits": self.edits.iter().map(edit).collect::<Value>(),
            "counted": self.is_counted,
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
            is_counted: value["counted"].as_bool()?,
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
            "apart": self.is_apart,
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
            is_apart: value["apart"].as_bool()?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{Edit, Plan, Round};

    #[test]
    fn a_plan_is_read_as_it_was_written() {
        let round = |name: &str, is_timed| Round {
            name: name.to_owned(),
            variables: vec![("SEED".to_owned(), "7".to_owned())],
            cargo: vec!["--tests".to_owned()],
            arguments: vec!["--skip".to_owned()],
            is_timed,
            is_last: is_timed,
            is_apart: !is_timed,
        };
        let edit = Edit { file: "src/lib.rs".to_owned(), at: 7, text: "{}".to_owned() };
        let plan = Plan {
            baseline: vec![round("a", true)],
            rounds: vec![round("b", false)],
            edits: vec![edit],
            is_counted: true,
        };
        assert_eq!(Plan::of(&plan.to_json()), Some(plan));
    }
}
