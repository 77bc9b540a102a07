//! The result as JSON lines, and as a file for reports.

use super::file::{AssertionKind, FileOutcome, Survey, assertion_kind, framework_name};
use crate::mutants::study::write;
use disprove_analysis::engine::{Atom, Judged, JudgedAssertion, Mode, Outcome, Tag};
use serde_json::{Value, json};
use std::{io, path::Path};

/// The folder of the file, below the target folder.
const FOLDER: &str = "disprove/judge";

/// One line for each assertion of a property.
pub(super) fn lines(survey: &Survey) -> Vec<Value> {
    let mut lines = Vec::new();
    for (file, judged) in survey.properties() {
        for assertion in &judged.assertions {
            lines.push(line(file, judged, assertion, survey.mode));
        }
    }
    lines
}

fn line(file: &str, judged: &Judged, assertion: &JudgedAssertion, mode: Mode) -> Value {
    let mut labels: Vec<_> = assertion.labels.iter().map(|label| label.name()).collect();
    if assertion_kind(assertion) == AssertionKind::Uncategorised {
        labels.push(Outcome::Uncategorised.name());
    }
    let atoms: Vec<_> = assertion.atoms.iter().map(atom).collect();
    json!({
        "file": file,
        "line": assertion.line,
        "col": assertion.column,
        "test": judged.test,
        "framework": framework_name(judged.framework),
        "mode": mode.name(),
        "labels": labels,
        "tags": names(&assertion.tags),
        "atoms": atoms,
    })
}

fn atom(atom: &Atom) -> Value {
    json!({
        "text": atom.text,
        "label": atom.label.name(),
        "tags": names(&atom.tags),
        "left": atom.left,
        "right": atom.right,
    })
}

fn names(tags: &[Tag]) -> Vec<&'static str> {
    tags.iter().map(|tag| tag.name()).collect()
}

/// The content of the file.
pub(super) fn whole(survey: &Survey) -> Value {
    let mut unreadable = Vec::new();
    for file in &survey.files {
        if let FileOutcome::Unreadable { line, message } = &file.outcome {
            unreadable.push(json!({ "file": file.file, "line": line, "message": message }));
        }
    }
    json!({
        "format": 1,
        "mode": survey.mode.name(),
        "tests": survey.properties().count(),
        "assertions": lines(survey),
        "unreadable": unreadable,
    })
}

/// Saves the file for reports.
pub(super) fn save(survey: &Survey, target: &Path) -> io::Result<()> {
    let path = target.join(FOLDER).join("classify.json");
    write(&path, &format!("{:#}\n", whole(survey)))
}
