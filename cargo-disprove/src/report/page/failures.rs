//! The section on failures: the message, the inputs, and how to replay them.

use super::points;
use crate::{
    report::{mutants_section::list, test_names::short},
    web::{
        chart::{Axis, Chart},
        html::Html,
        number_format::{count, short as digits},
    },
};
use serde_json::Value;

/// Length limit of an input in characters; report.json has all of it.
const MAX_INPUT: usize = 1_200;

pub(super) fn failures(html: &mut Html, report: &Value) {
    let failures = list(&report["failures"]);
    if failures.is_empty() {
        html.fixed("<p class=\"missing\">No known failures.</p>");
        return;
    }
    for failure in failures {
        html.within("article", &[("class", "failure")], |html| one(html, failure));
    }
}

fn one(html: &mut Html, failure: &Value) {
    let text = |key: &str| failure[key].as_str().unwrap_or_default();
    let name = text("property");
    html.within("h3", &[], |html| html.element("code", &[("title", name)], short(name)));
    html.fixed("<p class=\"message\">");
    html.text(text("message"));
    if !text("location").is_empty() {
        html.fixed(" <span class=\"place\">");
        html.text(text("location"));
        html.fixed("</span>");
    }
    html.fixed("</p>");
    history(html, failure);
    inputs(html, text("before"), text("after"));
    if !text("report").is_empty() {
        html.fixed("<details><summary>Report of the hunt</summary><pre>");
        html.text(text("report"));
        html.fixed("</pre></details>");
    }
    let notes = list(&failure["notes"]);
    if !notes.is_empty() {
        html.fixed("<h4>What matters</h4><ul class=\"notes\">");
        for note in notes {
            html.element("li", &[], note.as_str().unwrap_or_default());
        }
        html.fixed("</ul>");
    }
    // Other frameworks have no token, but an attribute for the test.
    if let Some(replay) = failure["replay"].as_str().or(failure["decorator"].as_str()) {
        html.fixed("<h4>Replay</h4>");
        html.element("pre", &[("class", "command")], replay);
    }
    path(html, &points(&failure["path"]));
    passes(html, list(&failure["passes"]));
}

/// The original and the reduced input.
fn inputs(html: &mut Html, before: &str, after: &str) {
    if after.is_empty() {
        return;
    }
    html.open("div", &[("class", "inputs")]);
    for (title, class, input) in
        [("Reduced input", "after", after), ("Original input", "before", before)]
    {
        if input.is_empty() || (class == "before" && before == after) {
            continue;
        }
        html.within("figure", &[("class", class)], |html| {
            html.element("figcaption", &[], title);
            let shown = match input.char_indices().nth(MAX_INPUT) {
                Some((end, _)) => format!(
                    "{} … and {} more characters",
                    &input[..end],
                    input[end..].chars().count()
                ),
                None => input.to_owned(),
            };
            // A long input scrolls, also by keyboard.
            html.element("pre", &[("tabindex", "0")], &shown);
        });
    }
    html.close("div");
}

/// How it was found and reduced, in one line.
fn history(html: &mut Html, failure: &Value) {
    let mut parts = Vec::new();
    if let Some(at) = failure["found_at"].as_u64() {
        let by = failure["found_by"].as_str().map_or_else(String::new, |by| format!(" by {by}"));
        parts.push(format!("found at case {}{by}", count(at as f64)));
    }
    if let (Some(before), Some(after)) =
        (failure["choices"][0].as_u64(), failure["choices"][1].as_u64())
    {
        let runs = failure["reduction_runs"]
            .as_u64()
            .map_or_else(String::new, |runs| format!(" in {runs} runs"));
        parts.push(format!("reduced from {before} choices to {after}{runs}"));
    }
    if let Some(seed) = failure["seed"].as_str().filter(|seed| !seed.is_empty()) {
        parts.push(format!("seed {seed}"));
    }
    if !parts.is_empty() {
        html.element("p", &[("class", "small")], &parts.join(" · "));
    }
}

/// The length of the smallest input over the reduction.
fn path(html: &mut Html, path: &[(f64, f64)]) {
    let (Some(first), Some(last)) = (path.first(), path.last()) else { return };
    if path.len() < 3 {
        return;
    }
    let x = Axis::linear(last.0, "executions", &count);
    let y = Axis::linear(first.1, "characters of the smallest failing input", &count);
    let mut chart = Chart::new(640.0, 190.0, x, y);
    chart.steps("line", path);
    chart.dots("dot", &[(last.0, last.1, format!("{} characters", digits(last.1)))]);
    html.fixed("<h4>Reduction</h4>");
    chart.end(html, &format!("from {:.0} characters to {:.0}", first.1, last.1));
}

/// The choices left after each pass of the reduction.
fn passes(html: &mut Html, passes: &[Value]) {
    let most = passes.iter().filter_map(|pass| pass["choices"].as_f64()).fold(0.0, f64::max);
    if passes.len() < 2 || most <= 0.0 {
        return;
    }
    let points: Vec<(f64, f64)> = passes
        .iter()
        .enumerate()
        .map(|(step, pass)| (step as f64, pass["choices"].as_f64().unwrap_or(0.0)))
        .collect();
    let x = Axis::linear((passes.len() - 1) as f64, "reduction steps", &count);
    let mut chart = Chart::new(640.0, 190.0, x, Axis::linear(most, "choices left", &count));
    chart.steps("line", &points);
    let dots: Vec<(f64, f64, String)> = points
        .iter()
        .zip(passes)
        .map(|((x, y), pass)| {
            (*x, *y, format!("{}: {y} choices", pass["pass"].as_str().unwrap_or_default()))
        })
        .collect();
    chart.dots("dot", &dots);
    html.fixed("<h4>Reduction by the hunt</h4>");
    chart.end(html, "choices left after each step");
}
