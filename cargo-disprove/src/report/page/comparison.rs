//! What has changed since an earlier report.

use super::{
    form::{Form, date},
    html::Html,
    table::Table,
};
use crate::report::{killed::list, name::short};
use serde_json::Value;

/// So many new survivors, or others, are named.
const MOST_NAMED: usize = 30;

pub(super) fn comparison(html: &mut Html, twin: &Value) {
    let changes = &twin["comparison"];
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
        ("removed", "Gone", ""),
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
        for (number, name) in names.iter().take(MOST_NAMED).enumerate() {
            if number > 0 {
                html.text(", ");
            }
            html.element("code", &[], name.as_str().unwrap_or_default());
        }
        if names.len() > MOST_NAMED {
            html.text(&format!(" and {} more", names.len() - MOST_NAMED));
        }
        html.close("dd");
    }
    if changes["kill_rate"]["from"].is_number() && changes["kill_rate"]["to"].is_number() {
        html.fixed("<dt>Kill rate</dt><dd>");
        html.figure(twin, "/comparison/kill_rate/from", Form::Percent);
        html.fixed(" → ");
        html.figure(twin, "/comparison/kill_rate/to", Form::Percent);
        html.fixed("</dd>");
    }
    html.fixed("</dl>");
    for (key, title, form) in [
        ("rates", "Properties that kill more or fewer mutants", Form::Percent),
        ("slower", "Properties that are slower", Form::Seconds),
    ] {
        let rows = list(&changes[key]);
        if rows.is_empty() {
            continue;
        }
        let mut table = Table::new(twin, &[("Property", false), ("Before", true), ("Now", true)]);
        for (number, change) in rows.iter().enumerate() {
            table.row(|row| {
                row.words(short(change["name"].as_str().unwrap_or_default()));
                row.figure(&format!("/comparison/{key}/{number}/from"), form);
                row.figure(&format!("/comparison/{key}/{number}/to"), form);
            });
        }
        table.end(html, title);
    }
}
