//! The section on survivors: their diffs and the tests that reach them.

use super::{missing, overview::source};
use crate::{
    report::{categories_section::names, mutants_section::list, test_names::short},
    web::html::Html,
};
use serde_json::Value;

/// Survivors shown, to bound the size of the page; report.json has all.
const MAX_SHOWN: usize = 500;

pub(super) fn survivors(html: &mut Html, report: &Value) {
    if report["mutants"].is_null() {
        missing(html, "There are no results on mutants.", "cargo disprove mutants");
        return;
    }
    let missed = |mutant: &&Value| mutant["outcome"] == "missed";
    let mut all: Vec<&Value> = list(&report["mutants"]["list"]).iter().filter(missed).collect();
    if all.is_empty() {
        html.fixed("<p class=\"missing\">No mutant survives.</p>");
        return;
    }
    all.sort_by_key(|mutant| (mutant["file"].as_str().map(str::to_owned), mutant["line"].as_u64()));
    let mut file = "";
    for mutant in all.iter().take(MAX_SHOWN) {
        let own = mutant["file"].as_str().unwrap_or_default();
        if own != file {
            html.within("h3", &[("class", "file")], |html| source(html, report, own, own));
            file = own;
        }
        survivor(html, mutant, file);
    }
    if all.len() > MAX_SHOWN {
        let more = format!("{} more survive; report.json has all of them.", all.len() - MAX_SHOWN);
        html.element("p", &[("class", "missing")], &more);
    }
}

fn survivor(html: &mut Html, mutant: &Value, file: &str) {
    let name = mutant["name"].as_str().unwrap_or_default();
    // "src/lib.rs:12:5: replace ..": the file is in the title.
    let shown = name.strip_prefix(file).map_or(name, |rest| rest.trim_start_matches(':'));
    let id = mutant["id"].as_u64().map(|id| format!("survivor-{id}"));
    let attributes = [("class", "survivor"), ("id", id.as_deref().unwrap_or_default())];
    html.open("details", if id.is_some() { &attributes } else { &attributes[..1] });
    html.fixed("<summary><code>");
    html.text(shown);
    html.fixed("</code></summary><div class=\"inside\">");
    let reached = names(&mutant["reached_by"]);
    match mutant["reached"].as_u64() {
        None => html.fixed("<p class=\"small\">Which tests reach it was not recorded.</p>"),
        Some(0) => html.fixed("<p class=\"small\">No test reaches it.</p>"),
        Some(count) => {
            html.fixed("<p class=\"small\">Reached by ");
            for (number, test) in reached.iter().enumerate() {
                html.text(if number > 0 { ", " } else { "" });
                html.element("code", &[("title", test)], short(test));
            }
            if count > reached.len() as u64 {
                html.text(&format!(" and {} more", count - reached.len() as u64));
            }
            html.fixed("</p>");
        }
    }
    diff(html, mutant["diff"].as_str().unwrap_or_default());
    html.fixed("</div></details>");
}

/// A diff, line by line.
fn diff(html: &mut Html, diff: &str) {
    if diff.trim().is_empty() {
        return;
    }
    html.fixed("<pre class=\"diff\">");
    for line in diff.lines() {
        let class = match line.as_bytes().first() {
            Some(b'+') if line.starts_with("+++") => "head",
            Some(b'-') if line.starts_with("---") => "head",
            Some(b'+') => "plus",
            Some(b'-') => "minus",
            Some(b'@') => "head",
            _ => "same",
        };
        html.element("span", &[("class", class)], line);
        html.text("\n");
    }
    html.fixed("</pre>");
}
