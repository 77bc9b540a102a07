//! The section on the number of inputs.

use super::{
    missing,
    table::{Column, Row, Table},
};
use crate::{
    report::mutants_section::list,
    sweep::MutantOutcome,
    web::{
        chart::{Axis, Chart},
        html::Html,
        number_format::{NumberFormat, count, percent},
    },
};
use serde_json::Value;

pub(super) fn sweep(html: &mut Html, report: &Value) {
    let section = &report["sweep"];
    if section.is_null() {
        missing(html, "There are no results on the number of inputs.", "cargo disprove sweep");
        return;
    }
    html.fixed("<p class=\"lead\">");
    html.figure(report, "/sweep/killed", NumberFormat::Count);
    html.fixed(" of ");
    html.figure(report, "/sweep/mutants", NumberFormat::Count);
    html.fixed(" mutants are killed within ");
    html.figure(report, "/sweep/cases", NumberFormat::Count);
    html.fixed(" inputs, tried with ");
    html.figure(report, "/sweep/seeds", NumberFormat::Count);
    html.fixed(" seeds. ");
    let last = list(&section["table"]).len().saturating_sub(1);
    if section["table"][last]["of_all"].is_number() {
        html.fixed("<strong>That is ");
        html.figure(report, &format!("/sweep/table/{last}/of_all"), NumberFormat::Percent);
        html.fixed("</strong> of all mutants that a property reaches and whose input is known.");
    }
    html.fixed("</p>");
    off_curve(html, report);
    html.fixed("<figure class=\"wide\"><figcaption>Share of the killed mutants that are killed within this number of inputs; the band is a 95 % interval</figcaption>");
    curve(html, section);
    html.fixed("</figure>");
    html.open("div", &[("class", "narrow")]);
    let figures: [Column<'_>; 7] = [
        ("Inputs", &["inputs"], NumberFormat::Count),
        ("Killed", &["found"], NumberFormat::Count),
        ("Share", &["share"], NumberFormat::Bar),
        ("95 %", &["interval/0", "interval/1"], NumberFormat::Percent),
        ("Published", &["published"], NumberFormat::Percent),
        ("Of all", &["of_all"], NumberFormat::Percent),
        ("95 %", &["band/0", "band/1"], NumberFormat::Percent),
    ];
    Table::of(report, "/sweep/table", &[], |_, _| (), &figures).end(html, "Of the mutants that are killed, beside the published study; and of all that a property reaches, killed or not; with Wilson’s intervals");
    html.close("div");
    properties(html, report);
}

/// The mutants that are not on the curve.
fn off_curve(html: &mut Html, report: &Value) {
    for (outcome, words) in MutantOutcome::OFF_CURVE {
        if report["sweep"][outcome.name()].as_u64().unwrap_or(0) > 0 {
            html.fixed("<p class=\"small\">");
            html.figure(report, &format!("/sweep/{}", outcome.name()), NumberFormat::Count);
            html.text(&format!(" {words}"));
            html.fixed("</p>");
        }
    }
}

fn curve(html: &mut Html, section: &Value) {
    let points: Vec<[f64; 4]> = list(&section["curve"])
        .iter()
        .map(|point| [0, 1, 2, 3].map(|at: usize| point[at].as_f64().unwrap_or(0.0)))
        .collect();
    let cases = section["cases"].as_f64().unwrap_or(500.0);
    let x = Axis::logarithmic(
        cases,
        "inputs (logarithmic)",
        &[1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0, 200.0, 500.0, 1_000.0],
    );
    let mut chart = Chart::new(
        720.0,
        320.0,
        x,
        Axis::linear(1.0, "killed", &|share| format!("{:.0} %", share * 100.0)),
    );
    chart.band(&points.iter().map(|[x, _, low, high]| (*x, *low, *high)).collect::<Vec<_>>());
    chart.steps("line", &points.iter().map(|[x, y, ..]| (*x, *y)).collect::<Vec<_>>());
    let mut published = Vec::new();
    for row in list(&section["table"]) {
        if let (Some(inputs), Some(share)) = (row["inputs"].as_f64(), row["published"].as_f64()) {
            let tooltip =
                format!("published: {} of mutants within {} inputs", percent(share), count(inputs));
            published.push((inputs, share, tooltip));
        }
    }
    chart.dots("published", &published);
    html.fixed("<p class=\"legend\"><span class=\"pair\"><span class=\"key kill\"></span>this suite</span><span class=\"pair\"><span class=\"key published\"></span>published</span></p>");
    chart.end(html, "the share of killed mutants by the number of inputs");
}

fn properties(html: &mut Html, report: &Value) {
    if list(&report["sweep"]["properties"]).is_empty() {
        return;
    }
    html.fixed("<h3>Every property</h3>");
    let begin = |row: &mut Row<'_>, property: &Value| {
        row.name(property["name"].as_str().unwrap_or_default());
        row.words(property["counted_by"].as_str().unwrap_or_default());
    };
    let figures: [Column<'_>; 4] = [
        ("Mutants killed", &["killed"], NumberFormat::Count),
        ("First kill, median", &["median"], NumberFormat::Count),
        ("Latest", &["last"], NumberFormat::Count),
        ("Needs", &["needs"], NumberFormat::Count),
    ];
    Table::of(report, "/sweep/properties", &["Property", "Counted by"], begin, &figures).end(html, "At which input each property first kills; it needs the most inputs that a mutant takes which it kills before the others do");
}
