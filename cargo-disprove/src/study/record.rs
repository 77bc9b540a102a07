//! The result of a study of many projects, stored in `study.json`.

use super::project_list::ProjectLanguage;
use crate::{
    error::{CommandError, usage},
    mutants::study::{MAX_BYTES, Study, write},
    sweep::Sweep,
};
use disprove::__private::DataFolder;
use disprove_analysis::label::Label;
use serde_json::{Map, Value, json};
use std::path::Path;

/// Version of the file format. New keys do not change it.
const FORMAT: u64 = 1;

/// The name of the file.
pub(crate) const FILE: &str = "study.json";

/// The projects of a study and their results.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct StudyRecord {
    /// The same for all shards of a study.
    pub(super) identity: String,
    pub(crate) sampling: Sampling,
    /// The names of all projects, in the order of the command line.
    pub(super) projects: Vec<String>,
    pub(crate) results: Vec<ProjectRecord>,
}

/// How much of each project is tested.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Sampling {
    pub(crate) sample: u64,
    pub(crate) seed: u64,
    /// Runs on the unchanged code.
    pub(crate) baseline: u64,
    /// Inputs and seeds of the sweep.
    pub(crate) cases: u64,
    pub(crate) seeds: u64,
    /// Seconds for each project, if limited.
    pub(crate) time: Option<u64>,
}

/// How far a project is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum ProjectState {
    Complete,
    /// Its time is over, or the study was stopped.
    Partial,
    /// It cannot be tested.
    #[default]
    Failed,
}

impl ProjectState {
    const ALL: [ProjectState; 3] =
        [ProjectState::Complete, ProjectState::Partial, ProjectState::Failed];

    fn name(self) -> &'static str {
        match self {
            ProjectState::Complete => "complete",
            ProjectState::Partial => "partial",
            ProjectState::Failed => "failed",
        }
    }
}

/// The result of a project.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct ProjectRecord {
    /// Of its code and the settings.
    pub(super) identity: String,
    pub(crate) name: String,
    pub(crate) is_python: bool,
    /// Lines of code, tests included.
    pub(crate) lines: u64,
    pub(crate) state: ProjectState,
    /// Why it is not complete, or has no sweep.
    pub(crate) problem: Option<String>,
    /// Time used so far.
    pub(crate) seconds: f64,
    pub(crate) categories: CategoryCounts,
    pub(crate) mutants: Option<Study>,
    pub(crate) sweep: Option<Sweep>,
}

/// What `classify` counts: assertions about generated values, by category.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct CategoryCounts {
    /// Property tests.
    pub(crate) tests: u64,
    pub(crate) assertions: u64,
    pub(crate) labels: [u64; Label::ALL.len()],
    pub(crate) uncategorised: u64,
}

impl StudyRecord {
    /// Whether every project has a final result.
    pub(super) fn is_complete(&self) -> bool {
        self.results.len() == self.projects.len()
    }

    pub(super) fn to_json(&self) -> Value {
        let Sampling { sample, seed, baseline, cases, seeds, time } = self.sampling;
        json!({
            "format": FORMAT,
            "tool": env!("CARGO_PKG_VERSION"),
            "identity": self.identity,
            "complete": self.is_complete(),
            "sample": sample,
            "seed": seed,
            "baseline_runs": baseline,
            "cases": cases,
            "seeds": seeds,
            "time": time,
            "projects": self.projects,
            "results": self.results.iter().map(ProjectRecord::to_json).collect::<Value>(),
        })
    }

    /// Parses the file, if it is consistent.
    pub(crate) fn of(value: &Value) -> Option<StudyRecord> {
        if value["format"] != FORMAT {
            return None;
        }
        let number = |key: &str| value[key].as_u64();
        Some(StudyRecord {
            identity: text(&value["identity"])?,
            sampling: Sampling {
                sample: number("sample")?,
                seed: number("seed")?,
                baseline: number("baseline_runs")?,
                cases: number("cases")?,
                seeds: number("seeds")?,
                time: number("time"),
            },
            projects: value["projects"].as_array()?.iter().map(text).collect::<Option<_>>()?,
            results: value["results"]
                .as_array()?
                .iter()
                .map(ProjectRecord::of)
                .collect::<Option<_>>()?,
        })
    }

    /// Reads the file, or the one with the default name in a folder.
    pub(super) fn read(path: &Path) -> Result<StudyRecord, CommandError> {
        let path = if path.is_dir() { &path.join(FILE) } else { path };
        let name = path.display();
        let text = DataFolder::chosen(path).read_text(path, MAX_BYTES).map_err(|why| {
            usage(format!("cannot read {name}: {why}; `cargo disprove study` writes such files"))
        })?;
        let record = serde_json::from_str(&text).ok().and_then(|value| StudyRecord::of(&value));
        record.ok_or_else(|| {
            usage(format!("{name} is not the result of a study: run `cargo disprove study` again"))
        })
    }

    /// Writes it to a folder, atomically.
    pub(super) fn write(&self, folder: &Path) -> Result<(), CommandError> {
        save(&folder.join(FILE), &self.to_json())
    }
}

impl ProjectRecord {
    pub(crate) fn language(&self) -> &'static str {
        if self.is_python { ProjectLanguage::Python } else { ProjectLanguage::Rust }.name()
    }

    fn to_json(&self) -> Value {
        json!({
            "format": FORMAT,
            "identity": self.identity,
            "name": self.name,
            "language": self.language(),
            "lines": self.lines,
            "state": self.state.name(),
            "problem": self.problem,
            "seconds": self.seconds,
            "categories": self.categories.to_json(),
            "mutants": self.mutants.as_ref().map(Study::to_json),
            "sweep": self.sweep.as_ref().map(Sweep::to_json),
        })
    }

    fn of(value: &Value) -> Option<ProjectRecord> {
        // A damaged part must not look like a missing one.
        let mutants = match &value["mutants"] {
            Value::Null => None,
            study => Some(Study::of(study)?),
        };
        let sweep = match &value["sweep"] {
            Value::Null => None,
            sweep => Some(Sweep::of(sweep)?),
        };
        Some(ProjectRecord {
            identity: text(&value["identity"])?,
            name: text(&value["name"])?,
            is_python: value["language"] == ProjectLanguage::Python.name(),
            lines: value["lines"].as_u64()?,
            state: ProjectState::ALL.into_iter().find(|it| value["state"] == it.name())?,
            problem: text(&value["problem"]),
            seconds: value["seconds"].as_f64()?,
            categories: CategoryCounts::of(&value["categories"])?,
            mutants,
            sweep,
        })
    }

    /// The result of an earlier run with the same identity, unless the user starts over.
    pub(super) fn earlier(folder: &Path, identity: &str, fresh: bool) -> Option<ProjectRecord> {
        let text = DataFolder::chosen(folder).read_text(&folder.join(PROJECT), MAX_BYTES).ok()?;
        let value: Value = serde_json::from_str(&text).ok()?;
        ProjectRecord::of(&value).filter(|record| record.identity == identity && !fresh)
    }

    /// Writes it to the folder of the project, atomically.
    pub(super) fn write(&self, folder: &Path) -> Result<(), CommandError> {
        save(&folder.join(PROJECT), &self.to_json())
    }
}

/// The file of a project.
const PROJECT: &str = "project.json";

fn save(path: &Path, value: &Value) -> Result<(), CommandError> {
    write(path, &value.to_string()).map_err(|why| {
        usage(format!(
            "cannot write {}: {why}; select another folder with `--output`",
            path.display()
        ))
    })
}

impl CategoryCounts {
    fn to_json(self) -> Value {
        let labels: Map<String, Value> = Label::ALL
            .iter()
            .zip(self.labels)
            .map(|(label, count)| (label.name().to_owned(), count.into()))
            .collect();
        json!({
            "tests": self.tests,
            "assertions": self.assertions,
            "labels": labels,
            "uncategorised": self.uncategorised,
        })
    }

    fn of(value: &Value) -> Option<CategoryCounts> {
        let mut labels = [0; Label::ALL.len()];
        for (count, label) in labels.iter_mut().zip(Label::ALL) {
            *count = value["labels"][label.name()].as_u64()?;
        }
        Some(CategoryCounts {
            tests: value["tests"].as_u64()?,
            assertions: value["assertions"].as_u64()?,
            labels,
            uncategorised: value["uncategorised"].as_u64()?,
        })
    }

    pub(super) fn add(&mut self, other: &CategoryCounts) {
        self.tests += other.tests;
        self.assertions += other.assertions;
        self.uncategorised += other.uncategorised;
        for (sum, count) in self.labels.iter_mut().zip(other.labels) {
            *sum += count;
        }
    }
}

fn text(value: &Value) -> Option<String> {
    value.as_str().map(str::to_owned)
}

#[cfg(test)]
pub(crate) mod tests;
