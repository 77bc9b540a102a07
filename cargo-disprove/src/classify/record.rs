//! The result for other programs: lines of JSON, and a file for reports.

use super::file::{Outcome, Survey, framework};
use disprove_analysis::engine::{Atom, Judged, JudgedAssertion, Mode, Tag};
use serde_json::{Value, json};
use std::{fs, io, path::Path};

/// What the file is called, below the folder that cargo builds in.
const KEPT_IN: &str = "disprove/judge";

/// One for each assertion of a property.
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
    let labels: Vec<_> = assertion.labels.iter().map(|label| label.name()).collect();
    let atoms: Vec<_> = assertion.atoms.iter().map(atom).collect();
    json!({
        "file": file,
        "line": assertion.line,
        "col": assertion.column,
        "test": judged.test,
        "framework": framework(judged.framework),
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

/// The whole of it.
pub(super) fn whole(survey: &Survey) -> Value {
    let mut unreadable = Vec::new();
    for file in &survey.files {
        if let Outcome::Unreadable { line, message } = &file.outcome {
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

/// Keeps it where reports look for it. It is there as a whole, or not at all.
pub(super) fn keep(survey: &Survey, target: &Path) -> io::Result<()> {
    let folder = target.join(KEPT_IN);
    fs::create_dir_all(&folder)?;
    let new = folder.join(format!(".new-classify-{}", std::process::id()));
    let text = format!("{:#}\n", whole(survey));
    fs::write(&new, text).and_then(|()| fs::rename(&new, folder.join("classify.json"))).inspect_err(
        |_| {
            let _ = fs::remove_file(&new);
        },
    )
}
