//! Every report, compared with the texts in `tests/texts/`. To accept changes, run the tests with `BLESS_TEXTS=1` and
//! review the diff.

use super::{Literal, Notation, Page, Shown, Style, Written, value_text};
use crate::runner::Report;
use std::{fmt::Debug, fs, path::Path};

mod failures;
mod passes;
mod reductions;
pub(super) mod subjects;

/// Compares a text with the file of this name.
#[track_caller]
fn same(name: &str, text: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/texts/{name}.txt"));
    let text = format!("{}\n", normal(text).trim_end_matches('\n'));
    if std::env::var_os("BLESS_TEXTS").is_some() {
        fs::write(&path, &text).expect("the folder of texts can be written to");
    }
    let expected = fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(text, expected, "{name}.txt differs:\n{text}");
}

/// Replaces what differs between runs: times, and line numbers of this file.
fn normal(text: &str) -> String {
    let mut text = text.to_owned();
    for (pattern, normal) in [
        (r"\((under )?[\d.,]+ (ms|s)\)", "(TIME)"),
        (r"after (under )?[\d.,]+ (ms|s)", "after TIME"),
        (
            r"in (under )?[\d.,]+ (ms|s) \([\d,]+ executions per second\)",
            "in TIME (RATE executions per second)",
        ),
        (r"disprove[/\\]src[/\\]report[/\\]tests[/\\]\w+\.rs:\d+:\d+", "PLACE"),
    ] {
        let pattern = regex::Regex::new(pattern).expect("a pattern");
        text = pattern.replace_all(&text, normal).into_owned();
    }
    text
}

/// The report of a property with one argument, called `input`.
fn page<T: Debug + Literal>(report: &Report<T>) -> String {
    let describe = |value: &T| vec![("input", value_text(value, "Input"))];
    styled(report, &describe, Style::PLAIN)
}

fn styled<T: Literal>(
    report: &Report<T>,
    describe: &dyn Fn(&T) -> Vec<(&'static str, String)>,
    style: Style,
) -> String {
    let printed = report.printed(&|value| {
        let mut literal = Written::default();
        value.literal(&mut literal);
        Shown { arguments: describe(value), literal: literal.finish() }
    });
    let function = report.name();
    Page { function, regressions: None, notation: Notation::Attribute, style }.text(&printed)
}
