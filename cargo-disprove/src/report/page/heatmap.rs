//! Tests by mutants: who kills what.

use super::{
    form::{count, percent},
    html::Html,
};
use crate::report::{killed::list, name::short};
use serde_json::Value;
use std::cmp::Reverse;

/// The room for the names of tests, for cells, and for the rates.
const NAMES: f64 = 250.0;
const CELLS: f64 = 640.0;
const RATES: f64 = 62.0;
/// Cells of a small study are no larger, those of a large one no smaller.
const LARGEST: f64 = 16.0;
const SMALLEST: f64 = 2.0;
/// With lower rows, names would overlap.
const LEAST_NAMED: f64 = 10.0;
/// A number has no room above less.
const LEAST_COUNTED: f64 = 14.0;
const HEAD: f64 = 26.0;
const GAP: f64 = 14.0;
/// The longest name that has room.
const MOST_NAME: usize = 36;

/// A map of a large study shows every so many mutants, and of each kind the tests with the most kills.
const MOST_COLUMNS: usize = 600;
const MOST_ROWS: usize = 100;
/// With no more cells than this, each says what it is; otherwise those that are alike are drawn as one.
const MOST_TOLD: usize = 10_000;

const KINDS: [&str; 3] = ["property", "unit", "doc"];

/// The map; columns from the mutants that most tests kill to those that survive.
pub(super) fn heatmap(html: &mut Html, mutants: &Value) {
    let tests = list(&mutants["tests"]);
    let mut all: Vec<&Value> =
        list(&mutants["list"]).iter().filter(|mutant| mutant["outcome"] != "unviable").collect();
    // What ran out of time is found as well, but of some tests it may not be known whether by them.
    let order = |mutant: &&Value| {
        let outcome = match mutant["outcome"].as_str() {
            Some("caught") => 0,
            Some("timeout") => 1,
            _ => 2,
        };
        (outcome, Reverse(mutant["killers"].as_u64()))
    };
    all.sort_by_key(order);
    if all.is_empty() || tests.is_empty() {
        return;
    }
    let every = all.len().div_ceil(MOST_COLUMNS);
    let columns: Vec<&Value> = all.iter().copied().step_by(every).collect();
    let width = (CELLS / columns.len() as f64).clamp(SMALLEST, LARGEST);
    let groups = KINDS.map(|kind| rows(tests, kind));
    let shown: usize = groups.iter().map(Vec::len).sum();
    if every > 1 || shown < tests.len() {
        let told = format!(
            "{columns} of {all} mutants are shown, evenly chosen from those that most tests kill to those that survive, and \
             {shown} of {tests} tests, those of each kind that kill most. report.json has all.",
            columns = columns.len(),
            all = count(all.len() as f64),
            tests = tests.len()
        );
        html.element("p", &[("class", "small")], &told);
    }
    let height = if shown > 150 { 5.0 } else { 15.0 };
    let kinds = groups.iter().filter(|group| !group.is_empty()).count();
    let total = HEAD + shown as f64 * height + kinds as f64 * (GAP + 6.0);
    let (right, total) = (NAMES + width * columns.len() as f64, total.ceil());
    let view = format!("0 0 {:.0} {total}", right + RATES);
    let style =
        format!("min-width:{:.0}px;max-width:{:.0}px", (right + RATES) * 0.8, right + RATES);
    let says =
        format!("{shown} tests by {} mutants; the tables have the same figures", columns.len());
    let is_told = shown * columns.len() <= MOST_TOLD;
    html.open("div", &[("class", "scroll"), ("tabindex", "0")]);
    let attributes = [
        ("class", "chart heatmap"),
        ("viewBox", view.as_str()),
        ("role", "img"),
        ("aria-label", &says),
        ("style", &style),
    ];
    html.within("svg", &attributes, |html| {
        let mut top = HEAD;
        for (kind, group) in KINDS.into_iter().zip(groups) {
            if group.is_empty() {
                continue;
            }
            top += GAP;
            text(html, "mark strong", 0.0, top - 3.0, title(kind));
            for number in group {
                row(html, &tests[number], number, &columns, [top, width, height], is_told);
                top += height;
            }
            top += 6.0;
        }
        head(html, &all, &columns, width, total);
    });
    html.close("div");
}

fn title(kind: &str) -> &'static str {
    match kind {
        "property" => "Property tests",
        "unit" => "Unit tests",
        _ => "Documentation tests",
    }
}

/// The tests of a kind, those with most kills first.
fn rows(tests: &[Value], kind: &str) -> Vec<usize> {
    let mut rows: Vec<usize> =
        (0..tests.len()).filter(|number| tests[*number]["kind"] == kind).collect();
    rows.sort_by_key(|number| Reverse(tests[*number]["kills"].as_u64()));
    rows.truncate(MOST_ROWS);
    rows
}

/// Where survivors and timeouts are.
fn head(html: &mut Html, all: &[&Value], columns: &[&Value], width: f64, total: f64) {
    let number = |mutants: &[&Value], outcome: &str| {
        mutants.iter().filter(|mutant| mutant["outcome"] == outcome).count()
    };
    for (outcome, words) in [("timeout", "timed out"), ("missed", "survived")] {
        let is_so = |mutant: &&Value| mutant["outcome"] == outcome;
        let Some(first) = columns.iter().position(is_so) else { continue };
        let counted = number(all, outcome);
        let (x, size) = (NAMES + first as f64 * width, number(columns, outcome) as f64 * width);
        // Cells of tests without a verdict say so themselves.
        if outcome == "missed" {
            rect(html, "alive", [x, HEAD - 6.0, size, total - HEAD + 6.0], None);
        }
        let words = if size > 62.0 { format!("{counted} {words}") } else { counted.to_string() };
        // Right of survivors there is room.
        if outcome == "missed" || size >= LEAST_COUNTED {
            text(html, "mark", x + 1.0, HEAD - 11.0, &words);
        }
    }
    let caught = number(all, "caught");
    let words = match number(columns, "caught") as f64 * width {
        0.0 => String::new(),
        room if room < 110.0 => caught.to_string(),
        _ => format!("{caught} killed by a test"),
    };
    text(html, "mark", NAMES, HEAD - 11.0, &words);
    text(html, "mark end", NAMES + width * columns.len() as f64 + RATES, HEAD - 11.0, "killed");
}

fn row(
    html: &mut Html,
    test: &Value,
    number: usize,
    columns: &[&Value],
    [top, width, height]: [f64; 3],
    is_told: bool,
) {
    let name = test["name"].as_str().unwrap_or_default();
    if height >= LEAST_NAMED {
        let (x, y) = (format!("{:.1}", NAMES - 8.0), format!("{:.1}", top + height - 4.0));
        html.within("text", &[("class", "name end"), ("x", &x), ("y", &y)], |html| {
            html.element("title", &[], name);
            html.text(&shortened(short(name)));
        });
        let rate = test["rate"].as_f64().map(percent).unwrap_or_default();
        text(
            html,
            "mark end",
            NAMES + width * columns.len() as f64 + RATES,
            top + height - 4.0,
            &rate,
        );
    }
    let cell = (height - 1.5).max(1.0);
    rect(html, "rest", [NAMES, top, width * columns.len() as f64, cell], None);
    let class = if test["kind"] == "property" { "kill" } else { "kill other-kind" };
    let verdict = |column: usize| {
        let verdicts = columns[column]["verdicts"].as_str().unwrap_or_default();
        verdicts.as_bytes().get(number).copied().unwrap_or(b'n')
    };
    let mut column = 0;
    while column < columns.len() {
        let (first, own) = (column, verdict(column));
        column += 1;
        while !is_told && column < columns.len() && verdict(column) == own {
            column += 1;
        }
        let (x, size) = (NAMES + first as f64 * width, (column - first) as f64 * width);
        let place = [x, top, (size - width.min(1.0) * 0.8).max(1.0), cell];
        match own {
            b'F' => {
                let mutant = columns[first]["name"].as_str().unwrap_or_default();
                let told = is_told.then(|| format!("{} kills {mutant}", short(name)));
                rect(html, class, place, told.as_deref());
            }
            b'p' => {}
            _ => rect(html, "not-run", place, None),
        }
    }
}

fn shortened(name: &str) -> String {
    match name.char_indices().nth(MOST_NAME) {
        Some((end, _)) => format!("{}…", &name[..end]),
        None => name.to_owned(),
    }
}

fn text(html: &mut Html, class: &'static str, x: f64, y: f64, text: &str) {
    let (x, y) = (format!("{x:.1}"), format!("{y:.1}"));
    html.element("text", &[("class", class), ("x", &x), ("y", &y)], text);
}

fn rect(html: &mut Html, class: &'static str, place: [f64; 4], told: Option<&str>) {
    let [x, y, width, height] = place.map(|part| format!("{part:.1}"));
    let attributes =
        [("class", class), ("x", &*x), ("y", &y), ("width", &width), ("height", &height)];
    html.within("rect", &attributes, |html| {
        if let Some(told) = told {
            html.element("title", &[], told);
        }
    });
}

#[cfg(test)]
mod tests {
    use super::{Html, heatmap};
    use serde_json::json;

    #[test]
    fn every_kill_is_a_cell() {
        let mutants = json!({
            "tests": [{ "name": "p::a", "kind": "property", "kills": 2, "rate": 0.5 }, { "name": "p::b", "kind": "unit", "kills": 1 }],
            "list": [
                { "outcome": "missed", "verdicts": "pp", "name": "m1", "killers": 0 },
                { "outcome": "caught", "verdicts": "FF", "name": "m2", "killers": 2 },
                { "outcome": "caught", "verdicts": "Fn", "name": "m3 </script>", "killers": 1 },
                { "outcome": "unviable", "verdicts": "", "name": "m4", "killers": 0 },
            ],
        });
        let mut html = Html::default();
        heatmap(&mut html, &mutants);
        let text = html.into_string();
        assert_eq!(text.matches("class=\"kill\"").count(), 2);
        assert_eq!(text.matches("class=\"kill other-kind\"").count(), 1);
        assert_eq!(text.matches("class=\"not-run\"").count(), 1);
        assert!(
            text.contains("a kills m3 &lt;/script&gt;") && text.contains(">2</text>"),
            "{text}"
        );
    }
}
