//! The tables of a study of many projects: those of the paper, beside the published values.

use super::{
    table::{Column, Row, Table},
    words,
};
use crate::{
    report::mutants_section::list,
    web::{html::Html, number_format::NumberFormat},
};
use serde_json::Value;

/// Table 2.
pub(super) fn projects(html: &mut Html, report: &Value, at: &str) {
    html.fixed("<h3>Projects</h3>");
    let begin = |row: &mut Row<'_>, it: &Value| {
        row.words(it["name"].as_str().unwrap_or_default());
        row.words(it["language"].as_str().unwrap_or_default());
    };
    let figures: [Column<'_>; 11] = [
        ("Lines", &["lines"], NumberFormat::Count),
        ("Properties", &["properties", "tests"], NumberFormat::Count),
        ("Reached", &["reached"], NumberFormat::Percent),
        ("By unit tests", &["by_unit", "mutants"], NumberFormat::Count),
        ("By properties", &["by_property", "mutants"], NumberFormat::Count),
        ("Found", &["found", "mutants"], NumberFormat::Count),
        ("Published: tests", &["published/tests"], NumberFormat::Count),
        ("Properties", &["published/properties"], NumberFormat::Percent),
        ("By unit tests", &["published/by_unit", "published/of"], NumberFormat::Count),
        ("By properties", &["published/by_property", "published/of"], NumberFormat::Count),
        ("Found", &["published/found", "published/of"], NumberFormat::Count),
    ];
    Table::of(report, &format!("{at}/projects"), &["Project", "Language"], begin, &figures).end(
        html,
        "As table 2: tests, and mutants found, by project. Reached is the share of the sampled mutants that a test reaches",
    );
}

/// The name of a view as a title.
fn title(view: &Value) -> &'static str {
    match view["name"].as_str() {
        Some("Python") => "Python",
        Some("Rust") => "Rust",
        Some("both") => "Both",
        _ => "Here",
    }
}

/// Table 3, and the statistics in the text of the paper.
pub(super) fn contingency(html: &mut Html, report: &Value) {
    html.fixed("<h3>Properties against unit tests</h3>");
    let views = list(&report["study"]["views"]);
    let mut columns = vec![("Pairs of a test and a mutant", false)];
    columns.extend(views.iter().map(|view| (title(view), true)));
    columns.push(("Published", true));
    let mut table = Table::new(report, &columns);
    let rows: [(&str, &[&str], NumberFormat, &str); 15] = [
        ("pairs", &["all_pairs"], NumberFormat::Count, "pairs"),
        // With two decimals, as published.
        ("property, not caught, %", &["percent/0"], NumberFormat::Ratio, "percent/0"),
        ("property, caught, %", &["percent/1"], NumberFormat::Ratio, "percent/1"),
        ("unit test, not caught, %", &["percent/2"], NumberFormat::Ratio, "percent/2"),
        ("unit test, caught, %", &["percent/3"], NumberFormat::Ratio, "percent/3"),
        ("odds ratio", &["odds/value"], NumberFormat::Ratio, "odds"),
        ("odds ratio, 95 %", &["odds/low", "odds/high"], NumberFormat::Ratio, ""),
        ("within projects", &["by_project/value"], NumberFormat::Ratio, ""),
        ("within projects, 95 %", &["by_project/low", "by_project/high"], NumberFormat::Ratio, ""),
        ("within mutants", &["by_mutant/value"], NumberFormat::Ratio, ""),
        ("projects resampled, 95 %", &["resampled/0", "resampled/1"], NumberFormat::Ratio, ""),
        ("with coverage", &["with_coverage/value"], NumberFormat::Ratio, "with_coverage"),
        ("chi-square", &["chi_square"], NumberFormat::Ratio, "chi_square"),
        ("Cramér’s V", &["v"], NumberFormat::Chance, "v"),
        ("p", &["p"], NumberFormat::Chance, ""),
    ];
    for (name, keys, format, known) in rows {
        table.row(|row| {
            row.words(name);
            for place in 0..views.len() {
                let at = |key: &str| format!("/study/views/{place}/pooled/against_unit/{key}");
                match keys {
                    [one, other] => row.pair(&at(one), &at(other), format),
                    _ => row.figure(&at(keys[0]), format),
                }
            }
            row.figure(&format!("/study/published/{known}"), format);
        });
    }
    table.end(html, "As table 3: shares of all pairs, and the odds of a property to catch a mutant relative to a unit test. With coverage: the share of reached mutants of the project is a second column of the regression");
}

/// Table 4.
pub(super) fn categories(html: &mut Html, report: &Value, at: &str) {
    let begin = |row: &mut Row<'_>, it: &Value| {
        row.words(&words(it["label"].as_str().unwrap_or_default()));
    };
    let figures: [Column<'_>; 12] = [
        ("Tests", &["tests"], NumberFormat::Count),
        ("Killed", &["comparison/kills", "comparison/pairs"], NumberFormat::Count),
        ("Odds ratio", &["comparison/odds/value"], NumberFormat::Ratio),
        ("95 %", &["comparison/odds/low", "comparison/odds/high"], NumberFormat::Ratio),
        ("Within projects", &["comparison/by_project/value"], NumberFormat::Ratio),
        ("Chi-square", &["comparison/chi_square"], NumberFormat::Ratio),
        ("V", &["comparison/v"], NumberFormat::Chance),
        ("p", &["comparison/p"], NumberFormat::Chance),
        ("Published: odds", &["published/odds"], NumberFormat::Ratio),
        ("Chi-square", &["published/chi_square"], NumberFormat::Ratio),
        ("V", &["published/v"], NumberFormat::Chance),
        ("p", &["published/p"], NumberFormat::Text),
    ];
    Table::of(report, &format!("{at}/categories"), &["Category"], begin, &figures)
        .end(html, "As table 4: each category of properties against all other tests");
}

/// Table 5.
pub(super) fn times(html: &mut Html, report: &Value, at: &str) {
    let begin = |row: &mut Row<'_>, it: &Value| {
        row.words(&words(it["label"].as_str().unwrap_or_default()));
    };
    let figures: [Column<'_>; 2] = [
        ("Mean time", &["seconds"], NumberFormat::Seconds),
        ("Published", &["published/seconds"], NumberFormat::Seconds),
    ];
    html.open("div", &[("class", "narrow")]);
    Table::of(report, &format!("{at}/categories"), &["Category"], begin, &figures).end(
        html,
        "As table 5: time of a property of each category on the unchanged code, with its own number of cases; published with 100 inputs",
    );
    html.close("div");
}

/// The table of figure 24.
pub(super) fn inputs(html: &mut Html, report: &Value) {
    let views = list(&report["study"]["views"]);
    let with: Vec<usize> =
        (0..views.len()).filter(|place| views[*place]["pooled"]["curve"].is_object()).collect();
    let Some(last) = with.last() else { return };
    let mut columns = vec![("Inputs", true)];
    columns.extend(with.iter().map(|place| (title(&views[*place]), true)));
    columns.extend([("95 %", true), ("Published", true)]);
    let mut table = Table::new(report, &columns);
    for number in 0..list(&views[*last]["pooled"]["curve"]["rows"]).len() {
        let at = |place: usize, key: &str| {
            format!("/study/views/{place}/pooled/curve/rows/{number}/{key}")
        };
        table.row(|row| {
            row.figure(&at(*last, "inputs"), NumberFormat::Count);
            for place in &with {
                row.figure(&at(*place, "share"), NumberFormat::Percent);
            }
            row.pair(&at(*last, "interval/0"), &at(*last, "interval/1"), NumberFormat::Percent);
            row.figure(&at(*last, "published"), NumberFormat::Percent);
        });
    }
    html.open("div", &[("class", "narrow")]);
    table.end(html, "Share of the found mutants that are found within this number of inputs, with Wilson’s interval");
    html.close("div");
}
