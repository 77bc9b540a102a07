//! The section on properties: a table, and details of each.

use super::{detail::detail, missing, table::Table, words};
use crate::{
    report::{categories_section::names, mutants_section::list},
    web::{html::Html, number_format::NumberFormat},
};
use serde_json::Value;

const COLUMNS: [(&str, bool); 9] = [
    ("Property", false),
    ("Verdict", false),
    ("Cases", true),
    ("Rejected", true),
    ("Duplicates", true),
    ("Time", true),
    ("Search", false),
    ("Categories", false),
    ("Kill rate", true),
];

pub(super) fn properties(html: &mut Html, report: &Value) {
    let properties = list(&report["properties"]);
    if properties.is_empty() {
        missing(html, "There are no results on properties.", "DISPROVE_OBSERVE=1 cargo test");
        return;
    }
    let mut table = Table::new(report, &COLUMNS).filtered();
    for (number, property) in properties.iter().enumerate() {
        let at = |key: &str| format!("/properties/{number}/{key}");
        let name = property["name"].as_str().unwrap_or_default();
        table.row(|row| {
            row.cell("words name", name, |html| {
                let link = format!("#property-{number}");
                html.within("a", &[("href", &link), ("title", name)], |html| {
                    html.name(property["short"].as_str().unwrap_or(name));
                });
            });
            let verdict = verdict(property);
            row.cell("words", verdict.1, |html| pill(html, verdict));
            row.figure(&at("cases"), NumberFormat::Count);
            row.figure(&at("rejected_share"), NumberFormat::Percent);
            row.figure(&at("duplicates"), NumberFormat::Count);
            row.figure(&at("seconds"), NumberFormat::Seconds);
            row.words(search(property));
            let categories = names(&property["categories"]);
            row.cell("words chips", &categories.join(" "), |html| {
                for category in &categories {
                    html.element("span", &[("class", "chip")], &words(category));
                }
            });
            row.figure(&at("kill_rate"), NumberFormat::Bar);
        });
    }
    table.end(html, "Properties; the kill rate is of the mutants on which each has a verdict");
    if properties.iter().all(|property| property["verdict"].is_null()) {
        missing(
            html,
            "Verdicts, cases and distributions are not recorded.",
            "DISPROVE_OBSERVE=1 cargo test",
        );
    }
    html.fixed("<h3>Details</h3>");
    for (number, property) in properties.iter().enumerate() {
        detail(html, report, property, number);
    }
}

/// The CSS class and the text of a verdict.
pub(super) fn verdict(property: &Value) -> (&'static str, &'static str) {
    match property["verdict"].as_str() {
        Some("passed") => ("good", "passes"),
        Some("exhausted") => ("good", "passes for all"),
        Some("falsified") => ("bad", "fails"),
        Some("flaky") => ("bad", "flaky"),
        Some("gave_up") => ("warn", "gave up"),
        _ => ("quiet", "not observed"),
    }
}

pub(super) fn pill(html: &mut Html, (class, words): (&'static str, &str)) {
    let class = match class {
        "good" => "pill good",
        "bad" => "pill bad",
        "warn" => "pill warn",
        _ => "pill",
    };
    html.element("span", &[("class", class)], words);
}

/// The search with the most executions.
fn search(property: &Value) -> &str {
    let mut most = ("", 0);
    for pair in list(&property["searches"]) {
        let executions = pair[1].as_u64().unwrap_or(0);
        if executions > most.1 {
            most = (pair[0].as_str().unwrap_or_default(), executions);
        }
    }
    most.0
}
