//! Renders the page from report.json alone.

mod bars;
mod categories;
mod comparison;
mod detail;
mod failures;
mod heatmap;
mod mutants;
mod overview;
mod properties;
mod study;
mod study_tables;
mod suggestions;
mod survivors;
mod sweep;
mod table;

use super::mutants_section::list;
use crate::web::{SCRIPT, STYLE, html::Html, number_format};
use serde_json::Value;

/// Content security policy: nothing is loaded from elsewhere.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'";

/// A section: its id, title and renderer.
type Section = (&'static str, &'static str, fn(&mut Html, &Value));

const SECTIONS: [Section; 10] = [
    ("overview", "Overview", overview::overview),
    ("changes", "Changes", comparison::comparison),
    ("failures", "Failures", failures::failures),
    ("properties", "Properties", properties::properties),
    ("categories", "Categories", categories::categories),
    ("mutants", "Mutants", mutants::mutants),
    ("survivors", "Survivors", survivors::survivors),
    ("sweep", "Inputs", sweep::sweep),
    ("study", "Study", study::study),
    ("suggestions", "Suggestions", suggestions::suggestions),
];

/// The whole page.
pub(super) fn page(report: &Value) -> String {
    let mut html = Html::default();
    let name = report["name"].as_str().unwrap_or_default();
    html.fixed("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">");
    html.open("meta", &[("http-equiv", "Content-Security-Policy"), ("content", POLICY)]);
    html.fixed("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">");
    html.fixed(
        "<meta name=\"color-scheme\" content=\"light dark\"><link rel=\"icon\" href=\"data:,\">",
    );
    html.element("title", &[], &format!("{name}: property tests"));
    html.fixed("<style>");
    html.fixed(STYLE);
    html.fixed("</style></head><body>");
    html.within("header", &[("class", "top")], |html| head(html, report, name));
    // The section on changes needs a comparison, and those on studies and suggestions need some. A study of other projects may
    // be all there is.
    let has_study = report["study"].is_object();
    let is_alone = has_study && !has_own(report);
    let shown = |id: &str| match id {
        "changes" => report["comparison"].is_object() && !is_alone,
        "study" => has_study,
        "suggestions" => report["suggestions"].is_object(),
        _ => !is_alone,
    };
    html.fixed("<nav aria-label=\"Sections\"><ul>");
    for (id, title, _) in SECTIONS.iter().filter(|(id, ..)| shown(id)) {
        html.fixed("<li>");
        html.element("a", &[("href", &format!("#{id}"))], title);
        html.fixed("</li>");
    }
    html.fixed("</ul></nav><main>");
    for (id, title, fill) in SECTIONS.iter().filter(|(id, ..)| shown(id)) {
        html.within("section", &[("id", id)], |html| {
            html.element("h2", &[], title);
            fill(html, report);
        });
    }
    html.fixed("</main><footer>");
    foot(&mut html, report);
    html.fixed("</footer>");
    html.data("report", report);
    html.fixed("<script>");
    html.fixed(SCRIPT);
    html.fixed("</script></body></html>\n");
    html.into_string()
}

/// Whether there is anything on the properties of this workspace.
fn has_own(report: &Value) -> bool {
    let is_there = |key: &&str| !report[*key].is_null();
    !list(&report["properties"]).is_empty()
        || ["categories", "mutants", "sweep", "suggestions"].iter().any(is_there)
}

fn head(html: &mut Html, report: &Value, name: &str) {
    html.fixed("<p class=\"kicker\">Property test report</p>");
    html.element("h1", &[], name);
    html.fixed("<p class=\"facts\">");
    let made = report["made"].as_u64().unwrap_or(0);
    html.element("span", &[], &number_format::date(made));
    if let Some(commit) = report["commit"].as_str() {
        html.fixed("<span>commit <code>");
        html.text(commit);
        html.fixed("</code></span>");
    }
    html.element("span", &[], &format!("disprove {}", report["tool"].as_str().unwrap_or_default()));
    if let Some(version) = report["mutants"]["cargo_mutants"].as_str() {
        html.element("span", &[], &format!("cargo-mutants {version}"));
    }
    if let Some(seed) = report["mutants"]["seed"].as_u64() {
        html.element("span", &[], &format!("seed of the sample {seed}"));
    }
    html.fixed("</p>");
}

fn foot(html: &mut Html, report: &Value) {
    let problems = list(&report["problems"]);
    if !problems.is_empty() {
        html.fixed("<p>Skipped:</p><ul>");
        for problem in problems {
            html.element("li", &[], problem.as_str().unwrap_or_default());
        }
        html.fixed("</ul>");
    }
    html.fixed("<p>Made by <code>cargo disprove report</code>. Every figure is also in <code>report.json</code>.</p>");
}

/// Names the command that adds missing data.
fn missing(html: &mut Html, what: &'static str, command: &'static str) {
    html.fixed("<p class=\"missing\">");
    html.text(what);
    html.fixed(" Run <code>");
    html.text(command);
    html.fixed("</code> to add them.</p>");
}

/// A label in words: `constant_equality` becomes "constant equality".
fn words(label: &str) -> String {
    label.replace('_', " ")
}

/// The pairs of a list of lists.
fn points(value: &Value) -> Vec<(f64, f64)> {
    let point = |pair: &Value| Some((pair[0].as_f64()?, pair[1].as_f64()?));
    list(value).iter().filter_map(point).collect()
}

#[cfg(test)]
mod tests;
