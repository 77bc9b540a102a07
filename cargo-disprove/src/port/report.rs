//! What the command prints: diffs, counts, and the list of tests that are not ported.

use super::{
    diff,
    edits::Edits,
    unit::{PortedFile, Unit, UnitKind},
};
use crate::plural::plural;
use serde_json::{Value, json};
use std::fmt::Write as _;

/// The tests of a file.
fn tests(file: &PortedFile) -> impl Iterator<Item = (&Unit, &'static str)> {
    file.units.iter().filter_map(|unit| match unit.kind {
        UnitKind::Test(library) => Some((unit, library.name())),
        UnitKind::Function | UnitKind::Type => None,
    })
}

/// The numbers of tests and of ported ones.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Counts {
    pub(super) tests: usize,
    pub(super) ported: usize,
}

impl Counts {
    pub(super) fn of(files: &[PortedFile]) -> Counts {
        let mut counts = Counts::default();
        for (unit, _) in files.iter().flat_map(tests) {
            counts.tests += 1;
            counts.ported += usize::from(unit.is_ported());
        }
        counts
    }

    /// The share in percent, rounded down so that 100 % means all.
    fn percent(self) -> usize {
        self.ported * 100 / self.tests.max(1)
    }
}

/// The diffs of all files.
pub(super) fn diffs(files: &[PortedFile], edits: &[Edits]) -> String {
    let diffs =
        files.iter().zip(edits).map(|(file, edits)| diff::unified(&file.shown, &file.text, edits));
    diffs.collect::<Vec<_>>().concat()
}

/// The tests that are not ported, with the reasons.
pub(super) fn refusals(files: &[PortedFile]) -> String {
    let mut out = String::new();
    for file in files {
        for (unit, library) in tests(file) {
            if let Err(why) = &unit.result {
                let _ = writeln!(
                    out,
                    "  {}:{}: `{}` ({library}): {why}",
                    file.shown, unit.line, unit.name
                );
            }
        }
    }
    if out.is_empty() { out } else { format!("not ported:\n{out}") }
}

/// The last line.
pub(super) fn summary(counts: Counts, changed: usize, is_written: bool) -> String {
    if counts.tests == 0 {
        return "no tests of proptest or quickcheck here".to_owned();
    }
    let tests = plural(counts.tests, "test", "tests");
    let percent = counts.percent();
    let files = plural(changed, "file", "files");
    let (verb, end) = match (is_written, changed) {
        (true, _) => ("ported", format!(", {files} written")),
        (false, 0) => ("can be ported", String::new()),
        (false, _) => ("can be ported", format!(" in {files}; add --write to write them")),
    };
    format!("{} of {tests} {verb} ({percent} %){end}", counts.ported)
}

/// One JSON object for each test, and one for all.
pub(super) fn json(files: &[PortedFile], edits: &[Edits], is_written: bool) -> Vec<Value> {
    let mut lines = Vec::new();
    for (file, edits) in files.iter().zip(edits) {
        for (unit, library) in tests(file) {
            let mut line = json!({
                "event": "test",
                "file": file.shown,
                "line": unit.line,
                "test": unit.name,
                "library": library,
                "ported": unit.is_ported(),
            });
            if let Err(why) = &unit.result {
                line["reason"] = json!(why);
            }
            lines.push(line);
        }
        let diff = diff::unified(&file.shown, &file.text, edits);
        if !diff.is_empty() {
            lines.push(
                json!({ "event": "file", "file": file.shown, "diff": diff, "written": is_written }),
            );
        }
    }
    let counts = Counts::of(files);
    lines.push(json!({ "event": "summary", "tests": counts.tests, "ported": counts.ported }));
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_summary_says_what_to_do_next() {
        let counts = Counts { tests: 30, ported: 29 };
        assert_eq!(
            summary(counts, 2, false),
            "29 of 30 tests can be ported (96 %) in 2 files; add --write to write them"
        );
        assert_eq!(summary(counts, 1, true), "29 of 30 tests ported (96 %), 1 file written");
        assert_eq!(
            summary(Counts { tests: 1, ported: 0 }, 0, false),
            "0 of 1 test can be ported (0 %)"
        );
        assert_eq!(summary(Counts::default(), 0, false), "no tests of proptest or quickcheck here");
    }
}
