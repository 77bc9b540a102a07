//! What a study found, as it is kept in `mutants.json`.

use crate::error::{CommandError, usage};
use serde_json::{Value, json};
use std::{fs, io, path::Path};

/// The number of the form that is written here. Keys may be added to it.
const FORMAT: u64 = 1;

/// The name of the file.
pub(crate) const FILE: &str = "mutants.json";

/// Tests, mutants, and which found which.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Study {
    pub(crate) cargo_mutants: String,
    pub(crate) packages: Vec<String>,
    /// The commit of the project, with a `+` if there was more.
    pub(crate) commit: Option<String>,
    pub(crate) seed: u64,
    /// How many mutants were chosen, of how many.
    pub(crate) sample: u64,
    pub(crate) of: u64,
    /// Seconds since 1970, and how many it took.
    pub(crate) started: u64,
    pub(crate) seconds: f64,
    pub(crate) baseline_runs: u64,
    /// Whether all that were chosen are in it.
    pub(crate) is_complete: bool,
    /// What all parts of a study have in common.
    pub(crate) identity: String,
    /// Whether doctests were counted as unit tests, apart, apart and run last, or not run: "unit", "apart", "last", "none".
    pub(crate) doctests: String,
    pub(crate) tests: Vec<Test>,
    /// Tests that were left out: failed now and then without a change, or always.
    pub(crate) flaky: Vec<String>,
    pub(crate) failing: Vec<String>,
    pub(crate) mutants: Vec<Judged>,
}

/// A test.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Test {
    /// `<binary>::<path of the test>`.
    pub(crate) name: String,
    /// "property", "unit" or "doc".
    pub(crate) kind: String,
    pub(crate) framework: Option<String>,
    /// The categories of its assertions.
    pub(crate) labels: Vec<String>,
    pub(crate) file: Option<String>,
    pub(crate) line: Option<u64>,
    /// How long it takes, without a change.
    pub(crate) seconds: Option<f64>,
}

/// A mutant, and what became of it.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Judged {
    /// Its place among all mutants of the project.
    pub(crate) id: u64,
    pub(crate) name: String,
    pub(crate) file: String,
    pub(crate) line: u64,
    pub(crate) function: Option<String>,
    pub(crate) genre: String,
    pub(crate) diff: String,
    /// "caught", "missed", "timeout" or "unviable".
    pub(crate) outcome: String,
    pub(crate) build_seconds: f64,
    pub(crate) test_seconds: f64,
    /// A letter for each test: `p` passed, `F` failed, be it by taking too long also when it ran alone, `n` did not run to its
    /// end.
    pub(crate) verdicts: String,
    /// The tests that come to where it is, by their places; none, if that is not known.
    pub(crate) reached_by: Option<Vec<usize>>,
}

impl Judged {
    /// Whether the test in this place failed; none, if it did not run to its end.
    pub(crate) fn is_killed_by(&self, test: usize) -> Option<bool> {
        match self.verdicts.as_bytes().get(test) {
            Some(b'p') => Some(false),
            Some(b'F') => Some(true),
            _ => None,
        }
    }

    /// Whether it can be built, and so be found.
    pub(crate) fn is_viable(&self) -> bool {
        self.outcome != "unviable"
    }
}

impl Study {
    pub(crate) fn to_json(&self) -> Value {
        json!({
            "format": FORMAT,
            "tool": env!("CARGO_PKG_VERSION"),
            "cargo_mutants": self.cargo_mutants,
            "packages": self.packages,
            "commit": self.commit,
            "seed": self.seed,
            "sample": self.sample,
            "of": self.of,
            "started": self.started,
            "seconds": self.seconds,
            "baseline_runs": self.baseline_runs,
            "complete": self.is_complete,
            "identity": self.identity,
            "doctests": self.doctests,
            "tests": self.tests.iter().map(Test::to_json).collect::<Value>(),
            "flaky": self.flaky,
            "failing": self.failing,
            "mutants": self.mutants.iter().map(Judged::to_json).collect::<Value>(),
        })
    }

    /// What the file says, if it is sound.
    pub(crate) fn of(value: &Value) -> Option<Study> {
        let study = Study {
            cargo_mutants: text(&value["cargo_mutants"])?,
            packages: texts(&value["packages"])?,
            commit: text(&value["commit"]),
            seed: value["seed"].as_u64()?,
            sample: value["sample"].as_u64()?,
            of: value["of"].as_u64()?,
            started: value["started"].as_u64()?,
            seconds: value["seconds"].as_f64()?,
            baseline_runs: value["baseline_runs"].as_u64()?,
            is_complete: value["complete"].as_bool()?,
            identity: text(&value["identity"]).unwrap_or_default(),
            doctests: text(&value["doctests"]).unwrap_or_else(|| "unit".to_owned()),
            tests: value["tests"].as_array()?.iter().map(Test::of).collect::<Option<_>>()?,
            flaky: texts(&value["flaky"])?,
            failing: texts(&value["failing"]).unwrap_or_default(),
            mutants: value["mutants"].as_array()?.iter().map(Judged::of).collect::<Option<_>>()?,
        };
        Some(study).filter(Study::is_sound)
    }

    /// Reads the file, or the one of the usual name in the folder.
    pub(crate) fn read(path: &Path) -> Result<Study, CommandError> {
        let path = if path.is_dir() { &path.join(FILE) } else { path };
        let said = path.display();
        let text = fs::read_to_string(path).map_err(|why| {
            usage(format!(
                "{said} cannot be read: {why}; `cargo disprove mutants` writes such files"
            ))
        })?;
        let value: Value = serde_json::from_str(&text)
            .map_err(|why| usage(format!("{said} is not the file of a study: {why}")))?;
        if value["format"] != FORMAT {
            return Err(usage(format!(
                "{said} has the form {}, and this tool knows the form {FORMAT}: run the study again, or use the tool \
                 that wrote it",
                value["format"]
            )));
        }
        Study::of(&value).ok_or_else(|| {
            usage(format!(
                "{said} is not the file of a study of mutants: something is missing in it"
            ))
        })
    }

    /// Every mutant has as many verdicts as there are tests.
    fn is_sound(&self) -> bool {
        let count = self.tests.len();
        self.mutants.iter().all(|mutant| {
            let reached = mutant.reached_by.iter().flatten();
            mutant.verdicts.len() == count && reached.into_iter().all(|place| *place < count)
        })
    }

    /// Writes it to a folder: all of it, or nothing.
    pub(crate) fn write(&self, folder: &Path) -> Result<(), CommandError> {
        let text = serde_json::to_string(&self.to_json()).unwrap_or_default();
        write(&folder.join(FILE), &text)
            .map_err(|why| usage(format!("{} cannot be written: {why}", folder.display())))
    }
}

/// Writes a file at once, so that nobody ever reads a part of it.
pub(crate) fn write(path: &Path, text: &str) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    let new = path.with_extension(format!("new-{}", std::process::id()));
    fs::write(&new, text)?;
    fs::rename(new, path)
}

impl Test {
    pub(crate) fn to_json(&self) -> Value {
        json!({
            "name": self.name,
            "kind": self.kind,
            "framework": self.framework,
            "labels": self.labels,
            "file": self.file,
            "line": self.line,
            "seconds": self.seconds,
        })
    }

    fn of(value: &Value) -> Option<Test> {
        Some(Test {
            name: text(&value["name"])?,
            kind: text(&value["kind"])?,
            framework: text(&value["framework"]),
            labels: texts(&value["labels"])?,
            file: text(&value["file"]),
            line: value["line"].as_u64(),
            seconds: value["seconds"].as_f64(),
        })
    }
}

impl Judged {
    pub(super) fn to_json(&self) -> Value {
        json!({
            "id": self.id,
            "name": self.name,
            "file": self.file,
            "line": self.line,
            "function": self.function,
            "genre": self.genre,
            "diff": self.diff,
            "outcome": self.outcome,
            "build_seconds": self.build_seconds,
            "test_seconds": self.test_seconds,
            "verdicts": self.verdicts,
            "reached_by": self.reached_by,
        })
    }

    pub(super) fn of(value: &Value) -> Option<Judged> {
        let places = |list: &Vec<Value>| {
            list.iter().map(|place| Some(place.as_u64()? as usize)).collect::<Option<Vec<_>>>()
        };
        Some(Judged {
            id: value["id"].as_u64()?,
            name: text(&value["name"])?,
            file: text(&value["file"])?,
            line: value["line"].as_u64()?,
            function: text(&value["function"]),
            genre: text(&value["genre"])?,
            diff: text(&value["diff"])?,
            outcome: text(&value["outcome"])?,
            build_seconds: value["build_seconds"].as_f64()?,
            test_seconds: value["test_seconds"].as_f64()?,
            verdicts: text(&value["verdicts"])?,
            reached_by: value["reached_by"].as_array().and_then(places),
        })
    }
}

fn text(value: &Value) -> Option<String> {
    value.as_str().map(str::to_owned)
}

fn texts(value: &Value) -> Option<Vec<String>> {
    value.as_array()?.iter().map(text).collect()
}

#[cfg(test)]
pub(crate) mod tests;
