//! The result of a study, stored in `mutants.json`.

use crate::error::{CommandError, usage};
use disprove::__private::DataFolder;
use serde_json::{Value, json};
use std::{io, path::Path};

/// Version of the file format. New keys do not change it.
const FORMAT: u64 = 1;

/// The name of the file.
pub(crate) const FILE: &str = "mutants.json";

/// Size limit of a file of results: a study of ten thousand mutants and a thousand tests is smaller.
pub(crate) const MAX_BYTES: u64 = 256 << 20;

/// The outcome of a mutant in code that is not compiled.
pub(crate) const NOT_COMPILED: &str = "not_compiled";

/// Tests, mutants, and the verdicts of all pairs.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Study {
    pub(crate) cargo_mutants: String,
    pub(crate) packages: Vec<String>,
    /// The commit of the project, with a `+` if there were uncommitted changes.
    pub(crate) commit: Option<String>,
    pub(crate) seed: u64,
    /// Size of the sample, and number of all mutants.
    pub(crate) sample: u64,
    pub(crate) of: u64,
    /// Start in seconds since 1970, and duration.
    pub(crate) started: u64,
    pub(crate) seconds: f64,
    pub(crate) baseline_runs: u64,
    /// Whether all sampled mutants have results.
    pub(crate) is_complete: bool,
    /// The same for all shards of a study.
    pub(crate) identity: String,
    /// Hash of the code, and the features it was built with, as flags. Empty in older files.
    pub(crate) code: String,
    pub(crate) features: Vec<String>,
    /// How doctests count: "unit", "apart", "last" or "none".
    pub(crate) doctests: String,
    pub(crate) tests: Vec<Test>,
    /// Tests left out because they are flaky on the unchanged code, or always fail.
    pub(crate) flaky: Vec<String>,
    pub(crate) failing: Vec<String>,
    pub(crate) mutants: Vec<MutantResult>,
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
    /// Duration on the unchanged code.
    pub(crate) seconds: Option<f64>,
}

/// A mutant and its result.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct MutantResult {
    /// Its index among all mutants of the project.
    pub(crate) id: u64,
    pub(crate) name: String,
    pub(crate) file: String,
    pub(crate) line: u64,
    pub(crate) function: Option<String>,
    pub(crate) genre: String,
    pub(crate) diff: String,
    /// "caught", "missed", "timeout", "unviable" or [`NOT_COMPILED`].
    pub(crate) outcome: String,
    pub(crate) build_seconds: f64,
    pub(crate) test_seconds: f64,
    /// A letter per test: `p` passed, `F` failed or timed out even alone, `n` no verdict.
    pub(crate) verdicts: String,
    /// Indexes of the tests that reach it; `None` if unknown, as it is for mutants that a property has caught.
    pub(crate) reached_by: Option<Vec<usize>>,
}

impl MutantResult {
    /// Whether the test with this index failed; `None` without a verdict.
    pub(crate) fn is_killed_by(&self, test: usize) -> Option<bool> {
        match self.verdicts.as_bytes().get(test) {
            Some(b'p') => Some(false),
            Some(b'F') => Some(true),
            _ => None,
        }
    }

    /// Whether it can be built, and is part of what is built.
    pub(crate) fn is_viable(&self) -> bool {
        !matches!(&*self.outcome, "unviable" | NOT_COMPILED)
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
            "code": self.code,
            "features": self.features,
            "doctests": self.doctests,
            "tests": self.tests.iter().map(Test::to_json).collect::<Value>(),
            "flaky": self.flaky,
            "failing": self.failing,
            "mutants": self.mutants.iter().map(MutantResult::to_json).collect::<Value>(),
        })
    }

    /// Parses the file, if it is consistent.
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
            code: text(&value["code"]).unwrap_or_default(),
            features: texts(&value["features"]).unwrap_or_default(),
            doctests: text(&value["doctests"]).unwrap_or_else(|| "unit".to_owned()),
            tests: value["tests"].as_array()?.iter().map(Test::of).collect::<Option<_>>()?,
            flaky: texts(&value["flaky"])?,
            failing: texts(&value["failing"]).unwrap_or_default(),
            mutants: value["mutants"]
                .as_array()?
                .iter()
                .map(MutantResult::of)
                .collect::<Option<_>>()?,
        };
        Some(study).filter(Study::is_consistent)
    }

    /// Reads the file, or the one with the default name in a folder.
    pub(crate) fn read(path: &Path) -> Result<Study, CommandError> {
        let path = if path.is_dir() { &path.join(FILE) } else { path };
        let name = path.display();
        let text = DataFolder::chosen(path).read_text(path, MAX_BYTES).map_err(|why| {
            usage(format!("cannot read {name}: {why}; `cargo disprove mutants` writes such files"))
        })?;
        let value: Value = serde_json::from_str(&text).map_err(|why| {
            usage(format!(
                "{name} is not the result of `cargo disprove mutants`: {why}; run it again"
            ))
        })?;
        if value["format"] != FORMAT {
            return Err(usage(format!(
                "{name} has format {}, but this tool reads format {FORMAT}: run `cargo disprove mutants` again, or use \
                 the tool that wrote it",
                value["format"]
            )));
        }
        Study::of(&value).ok_or_else(|| {
            usage(format!(
                "{name} is not the result of `cargo disprove mutants`: a key is missing or inconsistent; run it again"
            ))
        })
    }

    /// Whether every mutant has as many verdicts as there are tests.
    fn is_consistent(&self) -> bool {
        let count = self.tests.len();
        self.mutants.iter().all(|mutant| {
            let reached = mutant.reached_by.iter().flatten();
            mutant.verdicts.len() == count && reached.into_iter().all(|place| *place < count)
        })
    }

    /// Writes it to a folder, atomically.
    pub(crate) fn write(&self, folder: &Path) -> Result<(), CommandError> {
        let text = serde_json::to_string(&self.to_json()).unwrap_or_default();
        write(&folder.join(FILE), &text)
            .map_err(|why| usage(format!("cannot write to {}: {why}", folder.display())))
    }
}

/// Writes a file atomically, so that nobody reads a part of it.
pub(crate) fn write(path: &Path, text: &str) -> io::Result<()> {
    DataFolder::chosen(path.parent().unwrap_or(path)).write(path, text.as_bytes())
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

impl MutantResult {
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

    pub(super) fn of(value: &Value) -> Option<MutantResult> {
        let places = |list: &Vec<Value>| {
            list.iter().map(|place| Some(place.as_u64()? as usize)).collect::<Option<Vec<_>>>()
        };
        Some(MutantResult {
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
