//! The section on categories of assertions.

use super::{
    bars::{Bar, bars},
    missing,
    table::{Column, Row, Table},
    words,
};
use crate::{
    report::{categories_section::names, mutants_section::list},
    web::{
        html::Html,
        number_format::{NumberFormat, count, percent},
    },
};
use serde_json::Value;

pub(super) fn categories(html: &mut Html, report: &Value) {
    let section = &report["categories"];
    if section.is_null() {
        missing(html, "The assertions are not classified.", "cargo disprove classify");
        return;
    }
    html.fixed("<p class=\"lead\">");
    html.figure(report, "/categories/assertions", NumberFormat::Count);
    html.fixed(" assertions about generated values in ");
    html.figure(report, "/categories/tests", NumberFormat::Count);
    html.fixed(" property tests. The bar is this suite, the vertical line the 426 Python projects of the published study; an assertion may have several categories.</p>");
    let rows = list(&section["rows"]);
    let names = category_names(rows);
    let all = category_bars(rows, &names, "/published");
    html.fixed("<figure class=\"wide\">");
    bars(html, &all, 720.0, "the share of each category here and in the published study");
    html.fixed("</figure>");
    let begin = |row: &mut Row<'_>, it: &Value| {
        row.words(&words(it["label"].as_str().unwrap_or_default()));
    };
    let figures: [Column<'_>; 3] = [
        ("Assertions", &["assertions"], NumberFormat::Count),
        ("Share", &["share"], NumberFormat::Percent),
        ("Published", &["published"], NumberFormat::Percent),
    ];
    html.fixed("<details class=\"more\"><summary>The same as a table</summary>");
    Table::of(report, "/categories/rows", &["Category"], begin, &figures)
        .end(html, "Categories of assertions");
    html.fixed("</details>");
    without(html, report, list(&section["without"]));
    let unreadable = list(&section["unreadable"]);
    if !unreadable.is_empty() {
        html.fixed("<h3>Files that could not be read</h3><ul class=\"notes\">");
        for file in unreadable {
            let text = |key: &str| file[key].as_str().unwrap_or_default();
            html.element("li", &[], &format!("{}: {}", text("file"), text("message")));
        }
        html.fixed("</ul>");
    }
}

/// Assertions without a category, with the influences on their two sides.
fn without(html: &mut Html, report: &Value, all: &[Value]) {
    if all.is_empty() {
        return;
    }
    html.fixed("<h3>Without a category</h3>");
    let columns = [
        ("Test", false),
        ("Place", false),
        ("Assertion", false),
        ("Left", false),
        ("Right", false),
    ];
    let mut table = Table::new(report, &columns);
    for assertion in all {
        let text = |key: &str| assertion[key].as_str().unwrap_or_default();
        for atom in list(&assertion["atoms"]) {
            table.row(|row| {
                row.words(text("test"));
                row.words(&format!("{}:{}", text("file"), assertion["line"]));
                let shown = atom["text"].as_str().unwrap_or_default();
                row.cell("words input", shown, |html| html.element("code", &[], shown));
                row.words(&names(&atom["left"]).join(", "));
                row.words(&names(&atom["right"]).join(", "));
            });
        }
    }
    table.end(html, "What influences the two sides of assertions without a category");
}

/// The names of the categories of rows.
pub(super) fn category_names(rows: &[Value]) -> Vec<String> {
    rows.iter().map(|row| words(row["label"].as_str().unwrap_or_default())).collect()
}

/// A bar for each category. The published share is at this place of a row.
pub(super) fn category_bars<'a>(
    rows: &[Value],
    names: &'a [String],
    published: &str,
) -> Vec<Bar<'a>> {
    let mut all = Vec::new();
    for (row, name) in rows.iter().zip(names) {
        let share = row["share"].as_f64().unwrap_or(0.0);
        all.push(Bar {
            name,
            share,
            interval: None,
            other: row.pointer(published).and_then(Value::as_f64),
            hits: count(row["assertions"].as_f64().unwrap_or(0.0)),
            figure: percent(share),
        });
    }
    all
}
