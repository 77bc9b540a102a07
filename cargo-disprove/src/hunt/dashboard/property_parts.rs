//! The parts of the page that are about one property.

use super::{
    part::Part,
    snapshot::{PropertyView, Snapshot},
};
use crate::{
    coverage::SourceFile,
    plural::plural,
    web::{
        curves::curves,
        html::Html,
        number_format::{count, percent, short},
        svg::rect,
    },
};

/// Properties whose details are open at first.
const MAX_OPEN: usize = 3;

/// Files and ranges of lines that the page shows of a property, so that its size is bounded.
const MAX_FILES: usize = 100;
const MAX_RANGES: usize = 12;

/// Width of the strip of a file in pixels, and the number of its bins.
const STRIP: f64 = 180.0;
const BINS: u32 = 90;

/// The columns of the table after the name: the end of the id of a cell, its title, and whether it holds numbers.
const CELLS: [(&str, &str, bool); 8] = [
    ("state", "State", false),
    ("speed", "Exec/s", true),
    ("cases", "Executions", true),
    ("rejected", "Rejected", true),
    ("blocks", "Blocks", true),
    ("corpus", "Corpus", true),
    ("search", "Search", false),
    ("failures", "Failures", true),
];

/// The parts of a property that differ from an earlier view.
pub(super) fn parts(
    all: &mut Vec<Part>,
    number: usize,
    view: &PropertyView,
    old: Option<&PropertyView>,
) {
    for (end, ..) in CELLS {
        all.push(Part::new(format!("p{number}-{end}"), |html| cell(html, end, view)));
    }
    all.push(Part::new(format!("p{number}-pill"), |html| pill(html, view)));
    all.push(Part::new(format!("p{number}-curves"), |html| curves(html, &view.samples)));
    all.push(Part::new(format!("p{number}-searches"), |html| searches(html, view)));
    if old.is_none_or(|old| !old.has_same_lines(view)) {
        all.push(Part::new(format!("p{number}-lines"), |html| lines(html, view)));
    }
}

/// The table of all properties.
pub(super) fn table(html: &mut Html, snapshot: &Snapshot, place: &dyn Fn(&mut Html, &str)) {
    html.within("div", &[("class", "scroll"), ("tabindex", "0")], |html| {
        let filter = if snapshot.properties.len() > MAX_OPEN { "yes" } else { "no" };
        html.within(
            "table",
            &[("data-filter", filter), ("data-hint", "a name, a state, a search")],
            |html| {
                html.element("caption", &[], "All properties; executions per second of work");
                html.fixed("<thead><tr><th scope=\"col\" class=\"words\">Property</th>");
                for (_, title, is_number) in CELLS {
                    let class = if is_number { "number" } else { "words" };
                    html.element("th", &[("scope", "col"), ("class", class)], title);
                }
                html.fixed("</tr></thead><tbody>");
                for (number, view) in snapshot.properties.iter().enumerate() {
                    html.fixed("<tr>");
                    let name = &view.row.property;
                    html.within("th", &[("scope", "row"), ("class", "words name")], |html| {
                        let link = format!("#property-{number}");
                        html.within("a", &[("href", &link)], |html| html.name(name));
                    });
                    for (end, _, is_number) in CELLS {
                        let id = format!("p{number}-{end}");
                        let class = if is_number { "number" } else { "words" };
                        html.within("td", &[("class", class), ("id", &id)], |html| {
                            place(html, &id);
                        });
                    }
                    html.fixed("</tr>");
                }
                html.fixed("</tbody>");
            },
        );
    });
}

fn cell(html: &mut Html, end: &str, view: &PropertyView) {
    let row = &view.row;
    let mut figure = |value: f64, text: &str| {
        html.element("data", &[("value", &value.to_string())], text);
    };
    match end {
        "speed" => figure(row.per_second, &count(row.per_second.round())),
        "cases" => figure(row.executions as f64, &count(row.executions as f64)),
        "rejected" => figure(row.rejected, &percent(row.rejected / 100.0)),
        "corpus" => figure(row.corpus as f64, &count(row.corpus as f64)),
        "failures" => figure(view.findings as f64, &count(view.findings as f64)),
        "blocks" => match row.coverage {
            Some(covered) => figure(covered as f64, &count(covered as f64)),
            None => figure(-1.0, "–"),
        },
        "search" => html.text(if row.search.is_empty() { "–" } else { &row.search }),
        _ => html.text(&row.state),
    }
}

/// The details of a property.
pub(super) fn detail(
    html: &mut Html,
    number: usize,
    view: &PropertyView,
    properties: usize,
    place: &dyn Fn(&mut Html, &str),
) {
    let id = format!("property-{number}");
    let attributes = [("id", id.as_str()), ("class", "property"), ("open", "")];
    html.open("details", if properties <= MAX_OPEN { &attributes } else { &attributes[..2] });
    html.fixed("<summary>");
    html.within("span", &[("id", &format!("p{number}-pill"))], |html| {
        place(html, &format!("p{number}-pill"));
    });
    html.element("code", &[], &view.row.property);
    html.fixed("</summary><div class=\"inside\">");
    for (end, class, title) in [
        ("curves", "grid", ""),
        ("searches", "scroll narrow", "Which search found what"),
        ("lines", "scroll lines", "Covered lines"),
    ] {
        let id = format!("p{number}-{end}");
        let attributes = [("id", id.as_str()), ("class", class), ("tabindex", "0")];
        if title.is_empty() {
            html.within("div", &attributes[..2], |html| place(html, &id));
        } else {
            html.element("h4", &[], title);
            html.within("div", &attributes, |html| place(html, &id));
        }
    }
    html.fixed("</div></details>");
}

fn pill(html: &mut Html, view: &PropertyView) {
    match view.findings {
        0 => html.element("span", &[("class", "pill good")], "nothing found"),
        findings => {
            let text = plural(findings, "failure", "failures");
            html.element("span", &[("class", "pill bad")], &text);
        }
    }
}

/// Which search found what.
fn searches(html: &mut Html, view: &PropertyView) {
    if view.row.searches.is_empty() {
        html.fixed("<p class=\"none\">No case has run yet.</p>");
        return;
    }
    html.fixed("<table data-plain=\"yes\"><thead><tr><th scope=\"col\">Search</th>");
    for title in ["Executions", "Corpus inputs", "Per 1,000 executions", "Failures"] {
        html.element("th", &[("scope", "col"), ("class", "number")], title);
    }
    html.fixed("</tr></thead><tbody>");
    for search in &view.row.searches {
        html.within("tr", &[], |html| {
            html.element("th", &[("scope", "row")], &search.name);
            let rate = search.corpus as f64 * 1_000.0 / search.executions.max(1) as f64;
            let rate = if search.executions == 0 { "–".to_owned() } else { short(rate) };
            let counts = [search.executions, search.corpus].map(|number| count(number as f64));
            for figure in [&counts[0], &counts[1], &rate, &count(search.findings as f64)] {
                html.element("td", &[("class", "number")], figure);
            }
        });
    }
    html.fixed("</tbody></table>");
}

/// Covered lines, or why they are unknown.
fn lines(html: &mut Html, view: &PropertyView) {
    let files = match view.lines.get() {
        _ if view.blocks == 0 => Err(
            "No coverage yet: no instrumented code has run, or the build has no compiler coverage."
                .to_owned(),
        ),
        None => Err("The line tables are being read.".to_owned()),
        Some(Err(why)) => Err(format!("Unknown: {why}.")),
        // A shared library has blocks too, with numbers before those of the program.
        Some(Ok(table)) if table.len() != view.blocks as usize => {
            Err("Unknown: the program loads instrumented shared libraries.".to_owned())
        }
        Some(Ok(table)) => Ok(table.covered(&view.covered)),
    };
    let files = match files {
        Ok(files) => files,
        Err(why) => {
            html.fixed("<p class=\"none\">");
            html.prose(&why);
            html.fixed("</p>");
            return;
        }
    };
    html.fixed("<table data-plain=\"yes\"><thead><tr><th scope=\"col\">File</th><th scope=\"col\" class=\"number\">Lines</th><th scope=\"col\">Not covered</th></tr></thead><tbody>");
    for file in files.iter().take(MAX_FILES) {
        html.within("tr", &[], |html| {
            html.within("th", &[("scope", "row"), ("class", "name")], |html| html.text(&file.name));
            html.within("td", &[("class", "number")], |html| {
                let (covered, all) = (file.covered(), file.lines.len());
                html.text(&format!("{} of {}", count(covered as f64), count(all as f64)));
            });
            html.within("td", &[], |html| {
                strip(html, file);
                html.text(&ranges(file));
            });
        });
    }
    html.fixed("</tbody></table>");
    if files.len() > MAX_FILES {
        let text = format!("And {} more files.", files.len() - MAX_FILES);
        html.element("p", &[("class", "small")], &text);
    }
}

/// The file from its first line to its last with code: covered and other lines in different colors.
fn strip(html: &mut Html, file: &SourceFile) {
    let last = file.lines.last().map_or(1, |(line, _)| *line);
    let mut bins = vec![None; BINS as usize];
    for (line, is_covered) in &file.lines {
        let bin = &mut bins[((line - 1) * BINS / last.max(1)) as usize];
        *bin = Some(bin.unwrap_or(true) && *is_covered);
    }
    html.open(
        "svg",
        &[("class", "strip"), ("viewBox", &format!("0 0 {STRIP} 10")), ("aria-hidden", "true")],
    );
    let width = STRIP / f64::from(BINS);
    for (number, bin) in bins.iter().enumerate() {
        let class = match bin {
            None => continue,
            Some(true) => "part",
            Some(false) => "gap",
        };
        rect(html, class, [number as f64 * width, 0.0, width, 10.0], None);
    }
    html.close("svg");
}

fn ranges(file: &SourceFile) -> String {
    let all = file.uncovered();
    let mut texts: Vec<String> = Vec::new();
    for (from, to) in all.iter().take(MAX_RANGES) {
        texts.push(if from == to { from.to_string() } else { format!("{from}–{to}") });
    }
    match all.len() {
        0 => "all covered".to_owned(),
        count if count > MAX_RANGES => {
            format!("{} and {} more ranges", texts.join(", "), count - MAX_RANGES)
        }
        _ => texts.join(", "),
    }
}
