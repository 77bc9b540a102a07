//! The section on a study of many projects: its figures. The tables are in `study_tables.rs`.

use super::{
    bars::{Bar, bars},
    categories::{category_bars, category_names},
    study_tables,
};
use crate::{
    report::mutants_section::list,
    web::{
        chart::{Axis, Chart},
        html::Html,
        number_format::{NumberFormat, count, percent},
    },
};
use serde_json::Value;

/// Width of the figures in pixels.
const WIDTH: f64 = 720.0;

pub(super) fn study(html: &mut Html, report: &Value) {
    let section = &report["study"];
    let last = list(&section["views"]).len().saturating_sub(1);
    let at = format!("/study/views/{last}/pooled");
    html.fixed("<p class=\"lead\">");
    html.figure(report, &format!("{at}/found"), NumberFormat::Count);
    html.fixed(" of ");
    html.figure(report, &format!("{at}/mutants"), NumberFormat::Count);
    html.fixed(" mutants are found, ");
    html.figure(report, &format!("{at}/only_property"), NumberFormat::Count);
    html.fixed(
        " of them by property tests only. The odds of a property test to catch a mutant are ",
    );
    html.figure(report, &format!("{at}/against_unit/odds/value"), NumberFormat::Ratio);
    html.fixed(" times those of a unit test; within the same project, ");
    html.figure(report, &format!("{at}/against_unit/by_project/value"), NumberFormat::Ratio);
    html.fixed(" times.</p><p class=\"small\">Sampling: ");
    html.text(section["sampling"].as_str().unwrap_or_default());
    html.fixed(". Published values are those of <cite>");
    html.text(section["published"]["paper"].as_str().unwrap_or_default());
    html.fixed("</cite>, with 100 mutants of each of 40 projects.</p>");
    problems(html, section);
    let whole = &section["views"][last]["pooled"];
    study_tables::projects(html, report, &at);
    sizes(html, section, whole);
    study_tables::contingency(html, report);
    kill_rates(html, section, whole);
    categories(html, whole);
    study_tables::categories(html, report, &at);
    odds(html, whole);
    study_tables::times(html, report, &at);
    curve(html, report, whole);
}

/// Projects that are not complete.
fn problems(html: &mut Html, section: &Value) {
    let with: Vec<&Value> =
        list(&section["results"]).iter().filter(|it| it["problem"].is_string()).collect();
    if with.is_empty() {
        return;
    }
    html.fixed("<ul class=\"notes\">");
    for project in with {
        let text = |key: &str| project[key].as_str().unwrap_or_default();
        let what = if project["is_tested"] == true { "" } else { "left out: " };
        html.element("li", &[], &format!("{what}{}: {}", text("name"), text("problem")));
    }
    html.fixed("</ul>");
}

fn figure(html: &mut Html, caption: &str, all: &[Bar<'_>], label: &str) {
    html.fixed("<figure class=\"wide\">");
    html.element("figcaption", &[], caption);
    bars(html, all, WIDTH, label);
    html.fixed("</figure>");
}

/// Figure 21.
fn kill_rates(html: &mut Html, section: &Value, whole: &Value) {
    let mut all = Vec::new();
    for (place, name) in ["property tests", "unit tests"].into_iter().enumerate() {
        let share = whole["against_unit"]["kill_rates"][place].as_f64().unwrap_or(0.0);
        let hits = ["kills", "other_kills"][place];
        all.push(Bar {
            name,
            share,
            interval: None,
            other: section["published"]["kill_rates"][place].as_f64(),
            hits: count(whole["against_unit"][hits].as_f64().unwrap_or(0.0)),
            figure: percent(share),
        });
    }
    let caption = "As figure 21: pairs of a test and a mutant in which the test catches the mutant; the line is the published share";
    figure(html, caption, &all, "the share of caught mutants by kind of test");
}

/// Figure 22.
fn sizes(html: &mut Html, section: &Value, whole: &Value) {
    let sizes = list(&section["sizes"]);
    let total = |value: &Value| list(value).iter().filter_map(Value::as_f64).sum::<f64>().max(1.0);
    let known = &section["published"]["sizes"];
    let (of, known_of) = (total(&whole["sizes"]), total(known));
    let names: Vec<String> = (0..=sizes.len())
        .map(|place| match sizes.get(place).or(sizes.last()).and_then(Value::as_f64) {
            Some(size) if place < sizes.len() => format!("up to {} lines", count(size)),
            Some(size) => format!("above {} lines", count(size)),
            None => String::new(),
        })
        .collect();
    let mut all = Vec::new();
    for (place, name) in names.iter().enumerate() {
        let own = whole["sizes"][place].as_f64().unwrap_or(0.0);
        all.push(Bar {
            name,
            share: own / of,
            interval: None,
            other: known[place].as_f64().map(|it| it / known_of),
            hits: count(own),
            figure: percent(own / of),
        });
    }
    let caption = "As figure 22: projects by lines of code; the line is the published share";
    figure(html, caption, &all, "the share of projects by lines of code");
}

/// Table 1 as a figure.
fn categories(html: &mut Html, whole: &Value) {
    html.fixed("<h3>Categories</h3>");
    let rows = list(&whole["categories"]);
    let names = category_names(rows);
    let all = category_bars(rows, &names, "/published/share");
    let caption = "As table 1: assertions about generated values by category; the line is the published share";
    figure(html, caption, &all, "the share of each category here and in the published study");
}

/// Figure 23.
fn odds(html: &mut Html, whole: &Value) {
    let rows = list(&whole["categories"]);
    let names = category_names(rows);
    let own = |row: &Value| row["comparison"]["odds"]["value"].as_f64();
    let known = |row: &Value| row["published"]["odds"].as_f64();
    let values = rows.iter().flat_map(|row| [own(row), known(row)]).flatten();
    let most = values.fold(1.0, f64::max);
    let mut all = Vec::new();
    for (row, name) in rows.iter().zip(&names) {
        all.push(Bar {
            name,
            share: own(row).unwrap_or(0.0) / most,
            interval: None,
            other: known(row).map(|it| it / most),
            hits: String::new(),
            figure: own(row).map_or_else(|| "–".to_owned(), |it| format!("{it:.2}")),
        });
    }
    let caption = "As figure 23: odds ratio of each category against all other tests; the line is the published one";
    figure(html, caption, &all, "the odds ratio of each category here and in the published study");
}

/// Figure 24.
fn curve(html: &mut Html, report: &Value, whole: &Value) {
    let curve = &whole["curve"];
    let inputs: Vec<f64> = list(&curve["inputs"]).iter().filter_map(Value::as_f64).collect();
    if inputs.is_empty() {
        return;
    }
    html.fixed("<h3>Number of inputs</h3><figure class=\"wide\"><figcaption>As figure 24: share of the found mutants that are found within this number of inputs</figcaption>");
    let mut points = vec![(1.0, 0.0)];
    for (place, input) in inputs.iter().enumerate() {
        points.push((*input, (place + 1) as f64 / inputs.len() as f64));
    }
    let cases = curve["cases"].as_f64().unwrap_or(500.0);
    points.push((cases, 1.0));
    let marks = [1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0, 200.0, 500.0, 1_000.0];
    let x = Axis::logarithmic(cases, "inputs (logarithmic)", &marks);
    let y = Axis::linear(1.0, "found", &|share| format!("{:.0} %", share * 100.0));
    let mut chart = Chart::new(WIDTH, 320.0, x, y);
    chart.steps("line", &points);
    let mut published = Vec::new();
    for row in list(&curve["rows"]) {
        if let (Some(inputs), Some(share)) = (row["inputs"].as_f64(), row["published"].as_f64()) {
            let tooltip =
                format!("published: {} of mutants within {} inputs", percent(share), count(inputs));
            published.push((inputs, share, tooltip));
        }
    }
    chart.dots("published", &published);
    html.fixed("<p class=\"legend\"><span class=\"pair\"><span class=\"key kill\"></span>this study</span><span class=\"pair\"><span class=\"key published\"></span>published</span></p>");
    chart.end(html, "the share of found mutants by the number of inputs");
    html.fixed("</figure>");
    study_tables::inputs(html, report);
}
