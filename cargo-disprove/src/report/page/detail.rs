//! Details of a property: the distribution of inputs, scores, coverage and times.

use super::{
    bars::{Bar, bars},
    points,
    properties::{pill, verdict},
    table::Table,
};
use crate::{
    report::mutants_section::list,
    web::{
        chart::{Axis, Chart},
        curves::curves,
        html::Html,
        number_format::{NumberFormat, count, mark, percent, seconds, short},
        sample::Sample,
    },
};
use serde_json::Value;

/// Width of a chart in pixels: two fit side by side.
const WIDTH: f64 = 480.0;

/// Length limit of an input in characters.
const MAX_INPUT: usize = 160;

/// Failing properties whose details are open at first: more would bury the rest.
const MAX_OPEN: usize = 3;

pub(super) fn detail(html: &mut Html, report: &Value, property: &Value, number: usize) {
    let id = format!("property-{number}");
    let is_open = property["verdict"] == "falsified" && number < MAX_OPEN;
    let attributes = [("id", id.as_str()), ("class", "property"), ("open", "")];
    html.open("details", if is_open { &attributes } else { &attributes[..2] });
    html.fixed("<summary>");
    pill(html, verdict(property));
    html.element("code", &[], property["name"].as_str().unwrap_or_default());
    html.fixed("</summary><div class=\"inside\">");
    facts(html, report, property, number);
    html.fixed("<div class=\"grid\">");
    let before = html.len();
    labels(html, property);
    covers(html, property);
    for score in list(&property["scores"]) {
        scores(html, score);
    }
    let samples: Vec<Sample> =
        list(&property["hunt"]["samples"]).iter().filter_map(Sample::of).collect();
    match &samples[..] {
        // Logs of earlier versions have no times.
        [] | [_] => growth(html, &points(&property["growth"])),
        samples => curves(html, samples),
    }
    times(html, list(&property["times"]));
    let is_empty = html.len() == before;
    html.fixed("</div>");
    searches(html, report, property, number);
    slowest(html, report, property, number);
    reasons(html, property);
    if is_empty {
        html.fixed("<p class=\"missing\">Its cases are not recorded. Run <code>DISPROVE_OBSERVE=1 cargo test</code> to record them.</p>");
    }
    html.fixed("</div></details>");
}

fn facts(html: &mut Html, report: &Value, property: &Value, number: usize) {
    html.fixed("<dl class=\"facts\">");
    let mut fact = |title: &'static str, key: &str, format: NumberFormat| {
        let at = format!("/properties/{number}/{key}");
        if report.pointer(&at).is_some_and(|value| !value.is_null() && value != "") {
            html.fixed("<div><dt>");
            html.fixed(title);
            html.fixed("</dt><dd>");
            html.figure(report, &at, format);
            html.fixed("</dd></div>");
        }
    };
    for (title, key, format) in [
        ("executions", "executions", NumberFormat::Count),
        ("cases", "cases", NumberFormat::Count),
        ("time", "seconds", NumberFormat::Seconds),
        ("assertions", "assertions", NumberFormat::Count),
        ("mutants killed", "kills", NumberFormat::Count),
        ("of mutants", "mutants", NumberFormat::Count),
        ("killed by no other test", "alone", NumberFormat::Count),
        ("saved failures", "kept", NumberFormat::Count),
        ("framework", "framework", NumberFormat::Text),
        ("seed", "seed", NumberFormat::Text),
        ("file", "file", NumberFormat::Text),
    ] {
        if key != "kept" || property["kept"].as_u64().unwrap_or(0) > 0 {
            fact(title, key, format);
        }
    }
    html.fixed("</dl>");
}

fn labels(html: &mut Html, property: &Value) {
    let labels = list(&property["labels"]);
    if labels.is_empty() {
        return;
    }
    html.fixed("<figure><figcaption>Labels, with 95 % intervals</figcaption>");
    let all: Vec<Bar<'_>> = labels.iter().map(|label| bar(label, None)).collect();
    bars(html, &all, WIDTH, "the share of each label");
    html.fixed("</figure>");
}

fn bar(part: &Value, required: Option<f64>) -> Bar<'_> {
    let share = part["share"].as_f64().unwrap_or(0.0);
    let hits = count(part["hits"].as_f64().unwrap_or(0.0));
    Bar {
        name: part["name"].as_str().unwrap_or_default(),
        share,
        interval: part["low"].as_f64().zip(part["high"].as_f64()),
        other: required,
        figure: percent(share),
        hits,
    }
}

fn covers(html: &mut Html, property: &Value) {
    let covers = list(&property["covers"]);
    if covers.is_empty() {
        return;
    }
    html.fixed(
        "<figure><figcaption>Coverage requirements; the vertical line is the required share</figcaption>",
    );
    let required = |cover: &Value| cover["required"].as_f64().filter(|share| *share > 0.0);
    let all: Vec<Bar<'_>> = covers.iter().map(|cover| bar(cover, required(cover))).collect();
    bars(html, &all, WIDTH, "the share of each cover");
    html.fixed("</figure>");
}

fn scores(html: &mut Html, score: &Value) {
    let (all, best) = (points(&score["points"]), points(&score["best"]));
    let (Some(last), Some(top)) = (all.last(), best.last()) else { return };
    let name = score["name"].as_str().filter(|name| !name.is_empty()).unwrap_or("target!");
    // Negative scores extend the axis.
    let lowest = all.iter().map(|(_, y)| *y).fold(0.0, f64::min);
    let mut y = Axis::linear(top.1.max(lowest.abs()).max(1.0), "score", &|at| mark(&short(at)));
    if lowest < 0.0 {
        y.from = -y.to;
        let below: Vec<(f64, String)> =
            y.marks.iter().skip(1).map(|(at, _)| (-at, mark(&short(-at)))).collect();
        y.marks.extend(below);
    }
    let mut chart = Chart::new(WIDTH, 230.0, Axis::linear(last.0, "cases", &count), y);
    let dots: Vec<(f64, f64, String)> =
        all.iter().map(|(x, y)| (*x, *y, format!("case {x}: {}", short(*y)))).collect();
    chart.dots("faint", &dots);
    chart.steps("line", &best);
    html.fixed("<figure><figcaption>Score: the best so far, and a sample of cases</figcaption>");
    html.element("p", &[("class", "small")], name);
    chart.end(html, &format!("the best score is {}", short(top.1)));
    html.fixed("</figure>");
}

fn growth(html: &mut Html, growth: &[(f64, f64)]) {
    let Some(last) = growth.last() else { return };
    let x = Axis::linear(last.0, "executions of the hunt", &count);
    let mut chart = Chart::new(
        WIDTH,
        220.0,
        x,
        Axis::linear(last.1.max(1.0), "inputs with new coverage", &count),
    );
    let mut line = vec![(0.0, 0.0)];
    line.extend_from_slice(growth);
    chart.steps("line", &line);
    html.fixed("<figure><figcaption>Corpus: inputs with new coverage</figcaption>");
    chart.end(html, &format!("{} inputs after {} executions", last.1, last.0));
    html.fixed("</figure>");
}

/// Which search of the hunt found what.
fn searches(html: &mut Html, report: &Value, property: &Value, number: usize) {
    if list(&property["hunt"]["searches"]).is_empty() {
        return;
    }
    let table = Table::of(
        report,
        &format!("/properties/{number}/hunt/searches"),
        &["Search"],
        |row, search| row.words(search["name"].as_str().unwrap_or_default()),
        &[
            ("Cases", &["executions"], NumberFormat::Count),
            ("Corpus inputs", &["corpus"], NumberFormat::Count),
            ("Failures", &["findings"], NumberFormat::Count),
        ],
    );
    table.end(html, "What each search found in the hunt");
}

fn times(html: &mut Html, bins: &[Value]) {
    let most = bins.iter().filter_map(|bin| bin["cases"].as_f64()).fold(0.0, f64::max);
    if bins.len() < 2 || most <= 0.0 {
        return;
    }
    let mut marks = Vec::new();
    for (number, bin) in bins.iter().enumerate() {
        if number % bins.len().div_ceil(6) == 0 {
            marks.push((number as f64, mark(&seconds(bin["from"].as_f64().unwrap_or(0.0)))));
        }
    }
    let title = "time of a case (logarithmic)".to_owned();
    let x = Axis { from: 0.0, to: bins.len() as f64, is_log: false, title, marks };
    let mut chart = Chart::new(WIDTH, 210.0, x, Axis::linear(most, "cases", &count));
    for (number, bin) in bins.iter().enumerate() {
        let (from, cases) =
            (bin["from"].as_f64().unwrap_or(0.0), bin["cases"].as_f64().unwrap_or(0.0));
        if cases > 0.0 {
            let tooltip =
                format!("{} cases took {} to {}", count(cases), seconds(from), seconds(from * 2.0));
            chart.column(number as f64, number as f64 + 1.0, cases, &tooltip);
        }
    }
    html.fixed("<figure><figcaption>Time of the observed cases</figcaption>");
    chart.end(html, "how many cases took how long");
    html.fixed("</figure>");
}

fn slowest(html: &mut Html, report: &Value, property: &Value, number: usize) {
    let slowest = list(&property["slowest"]);
    if slowest.is_empty() {
        return;
    }
    html.fixed("<details class=\"more\"><summary>Slowest cases</summary>");
    let mut table = Table::new(report, &[("Case", false), ("Time", true)]);
    for (place, case) in slowest.iter().enumerate() {
        table.row(|row| {
            let input = case["case"].as_str().unwrap_or_default();
            let shown = match input.char_indices().nth(MAX_INPUT) {
                Some((end, _)) => format!("{}…", &input[..end]),
                None => input.to_owned(),
            };
            row.cell("words input", &shown, |html| html.element("code", &[], &shown));
            row.figure(
                &format!("/properties/{number}/slowest/{place}/seconds"),
                NumberFormat::Seconds,
            );
        });
    }
    table.end(html, "The slowest of the observed cases");
    html.fixed("</details>");
}

fn reasons(html: &mut Html, property: &Value) {
    for reason in list(&property["reasons"]) {
        let cases = count(reason["cases"].as_f64().unwrap_or(0.0));
        let why = reason["reason"].as_str().filter(|why| !why.is_empty()).unwrap_or("rejected");
        html.element("p", &[("class", "small")], &format!("{cases} observed cases: {why}"));
    }
}
