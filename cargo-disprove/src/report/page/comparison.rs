//! The section on changes since an earlier report.

use super::table::Table;
use crate::{
    report::{mutants_section::list, test_names::short},
    web::{
        html::Html,
        number_format::{NumberFormat, date},
    },
};
use serde_json::Value;

/// Names listed for each kind of change.
const MAX_NAMED: usize = 30;

pub(super) fn comparison(html: &mut Html, report: &Value) {
    let changes = &report["comparison"];
    html.fixed("<p class=\"lead\">Since the report of ");
    html.text(&date(changes["made"].as_u64().unwrap_or(0)));
    if let Some(commit) = changes["commit"].as_str() {
        html.fixed(", commit <code>");
        html.text(commit);
        html.fixed("</code>");
    }
    html.fixed(":</p><dl class=\"changes\">");
    for (key, title, class) in [
        ("failing", "New failures", "bad"),
        ("fixed", "Fixed", "good"),
        ("added", "New properties", ""),
        ("removed", "Removed properties", ""),
        ("survivors", "New survivors", "warn"),
    ] {
        let names = list(&changes[key]);
        if names.is_empty() && key != "failing" {
            continue;
        }
        let class = if names.is_empty() { "" } else { class };
        html.within("dt", &[("class", class)], |html| {
            html.text(&format!("{title}: {}", names.len()));
        });
        html.open("dd", &[]);
        for (number, name) in names.iter().take(MAX_NAMED).enumerate() {
            if number > 0 {
                html.text(", ");
            }
            html.element("code", &[], name.as_str().unwrap_or_default());
        }
        if names.len() > MAX_NAMED {
            html.text(&format!(" and {} more", names.len() - MAX_NAMED));
        }
        html.close("dd");
    }
    if changes["kill_rate"]["from"].is_number() && changes["kill_rate"]["to"].is_number() {
        html.fixed("<dt>Kill rate</dt><dd>");
        html.figure(report, "/comparison/kill_rate/from", NumberFormat::Percent);
        html.fixed(" → ");
        html.figure(report, "/comparison/kill_rate/to", NumberFormat::Percent);
        html.fixed("</dd>");
    }
    html.fixed("</dl>");
    for (key, title, format) in [
        ("rates", "Properties that kill more or fewer mutants", NumberFormat::Percent),
        ("slower", "Slower properties", NumberFormat::Seconds),
    ] {
        let rows = list(&changes[key]);
        if rows.is_empty() {
            continue;
        }
        let mut table = Table::new(report, &[("Property", false), ("Before", true), ("Now", true)]);
        for (number, change) in rows.iter().enumerate() {
            table.row(|row| {
                row.words(short(change["name"].as_str().unwrap_or_default()));
                row.figure(&format!("/comparison/{key}/{number}/from"), format);
                row.figure(&format!("/comparison/{key}/{number}/to"), format);
            });
        }
        table.end(html, title);
    }
}
