//! The map of tests by mutants.

use crate::{
    mutants::study::NOT_COMPILED,
    report::{mutants_section::list, test_names::short},
    web::{
        html::Html,
        number_format::{count, percent},
        svg::{rect, text},
    },
};
use serde_json::Value;
use std::cmp::Reverse;

/// Widths in pixels: names of tests, cells, and rates.
const NAMES: f64 = 250.0;
const CELLS: f64 = 640.0;
const RATES: f64 = 62.0;
/// Limits of the width of a cell in pixels, so that it stays visible.
const MAX_CELL: f64 = 16.0;
const MIN_CELL: f64 = 2.0;
/// Height of a row from which names do not overlap.
const MIN_NAMED: f64 = 10.0;
/// Width of a group from which a count fits above it.
const MIN_COUNTED: f64 = 14.0;
/// Heights in pixels: the head, and the gap above each kind of test.
const HEAD: f64 = 26.0;
const GAP: f64 = 14.0;
/// Length limit of a name, so that it fits.
const MAX_NAME: usize = 36;

/// Mutants shown: an even sample of a large study.
const MAX_COLUMNS: usize = 600;
/// Tests shown of each kind: those with the most kills.
const MAX_ROWS: usize = 100;
/// Cells up to which each has a tooltip; beyond it, equal adjacent cells are merged to bound the size of the page.
const MAX_TOOLTIPS: usize = 10_000;

const KINDS: [&str; 3] = ["property", "unit", "doc"];

/// Draws the map; columns range from the mutants that most tests kill to the survivors.
pub(super) fn heatmap(html: &mut Html, mutants: &Value) {
    let tests = list(&mutants["tests"]);
    let counts =
        |mutant: &&Value| !matches!(mutant["outcome"].as_str(), Some("unviable" | NOT_COMPILED));
    let mut all: Vec<&Value> = list(&mutants["list"]).iter().filter(counts).collect();
    // Timeouts are caught too, but some tests may have no verdict.
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
    let every = all.len().div_ceil(MAX_COLUMNS);
    let columns: Vec<&Value> = all.iter().copied().step_by(every).collect();
    let width = (CELLS / columns.len() as f64).clamp(MIN_CELL, MAX_CELL);
    let groups = KINDS.map(|kind| rows(tests, kind));
    let shown: usize = groups.iter().map(Vec::len).sum();
    if every > 1 || shown < tests.len() {
        let tooltip = format!(
            "{columns} of {all} mutants are shown, an even sample from those that most tests kill to the survivors, and \
             {shown} of {tests} tests, those of each kind with the most kills. report.json has all.",
            columns = columns.len(),
            all = count(all.len() as f64),
            tests = tests.len()
        );
        html.element("p", &[("class", "small")], &tooltip);
    }
    let height = if shown > 150 { 5.0 } else { 15.0 };
    let kinds = groups.iter().filter(|group| !group.is_empty()).count();
    let total = HEAD + shown as f64 * height + kinds as f64 * (GAP + 6.0);
    let (right, total) = (NAMES + width * columns.len() as f64, total.ceil());
    let view = format!("0 0 {:.0} {total}", right + RATES);
    let style =
        format!("min-width:{:.0}px;max-width:{:.0}px", (right + RATES) * 0.8, right + RATES);
    let label =
        format!("{shown} tests by {} mutants; the tables have the same figures", columns.len());
    let has_tooltips = shown * columns.len() <= MAX_TOOLTIPS;
    html.open("div", &[("class", "scroll"), ("tabindex", "0")]);
    let attributes = [
        ("class", "chart heatmap"),
        ("viewBox", view.as_str()),
        ("role", "img"),
        ("aria-label", &label),
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
                row(html, &tests[number], number, &columns, [top, width, height], has_tooltips);
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

/// The tests of a kind, those with the most kills first.
fn rows(tests: &[Value], kind: &str) -> Vec<usize> {
    let mut rows: Vec<usize> =
        (0..tests.len()).filter(|number| tests[*number]["kind"] == kind).collect();
    rows.sort_by_key(|number| Reverse(tests[*number]["kills"].as_u64()));
    rows.truncate(MAX_ROWS);
    rows
}

/// Marks survivors and timeouts above the columns.
fn head(html: &mut Html, all: &[&Value], columns: &[&Value], width: f64, total: f64) {
    let number = |mutants: &[&Value], outcome: &str| {
        mutants.iter().filter(|mutant| mutant["outcome"] == outcome).count()
    };
    for (outcome, words) in [("timeout", "timed out"), ("missed", "survived")] {
        let has_outcome = |mutant: &&Value| mutant["outcome"] == outcome;
        let Some(first) = columns.iter().position(has_outcome) else { continue };
        let counted = number(all, outcome);
        let (x, size) = (NAMES + first as f64 * width, number(columns, outcome) as f64 * width);
        // Timeouts are visible by cells without a verdict.
        if outcome == "missed" {
            rect(html, "alive", [x, HEAD - 6.0, size, total - HEAD + 6.0], None);
        }
        let words = if size > 62.0 { format!("{counted} {words}") } else { counted.to_string() };
        // There is room to the right of the survivors.
        if outcome == "missed" || size >= MIN_COUNTED {
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
    has_tooltips: bool,
) {
    let name = test["name"].as_str().unwrap_or_default();
    if height >= MIN_NAMED {
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
        while !has_tooltips && column < columns.len() && verdict(column) == own {
            column += 1;
        }
        let (x, size) = (NAMES + first as f64 * width, (column - first) as f64 * width);
        let place = [x, top, (size - width.min(1.0) * 0.8).max(1.0), cell];
        match own {
            b'F' => {
                let mutant = columns[first]["name"].as_str().unwrap_or_default();
                let tooltip = has_tooltips.then(|| format!("{} kills {mutant}", short(name)));
                rect(html, class, place, tooltip.as_deref());
            }
            b'p' => {}
            _ => rect(html, "not-run", place, None),
        }
    }
}

fn shortened(name: &str) -> String {
    match name.char_indices().nth(MAX_NAME) {
        Some((end, _)) => format!("{}…", &name[..end]),
        None => name.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::{Html, MAX_TOOLTIPS, count, heatmap};
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
                { "outcome": "not_compiled", "verdicts": "pp", "name": "m5", "killers": 0 },
            ],
        });
        let mut html = Html::default();
        heatmap(&mut html, &mutants);
        let text = html.into_string();
        assert!(!text.contains("m5"), "{text}");
        assert_eq!(text.matches("class=\"kill\"").count(), 2);
        assert_eq!(text.matches("class=\"kill other-kind\"").count(), 1);
        assert_eq!(text.matches("class=\"not-run\"").count(), 1);
        assert!(
            text.contains("a kills m3 &lt;/script&gt;") && text.contains(">2</text>"),
            "{text}"
        );
        assert!(text.contains("a kills m2<") && text.contains("b kills m2<"), "{text}");
        // As many cells as have tooltips, and more.
        let property = json!({ "name": "p::a", "kind": "property", "kills": 1 });
        let mutant = json!({ "outcome": "caught", "verdicts": "F".repeat(100), "name": "m" });
        let tooltips = |mutants: usize| {
            let tests = vec![property.clone(); 100];
            let list = vec![mutant.clone(); mutants];
            let mut html = Html::default();
            heatmap(&mut html, &json!({ "tests": tests, "list": list }));
            html.into_string().matches("a kills m<").count()
        };
        let most = MAX_TOOLTIPS / 100;
        assert_eq!((tooltips(most), tooltips(most + 1)), (MAX_TOOLTIPS, 0));
        let sentence = format!("In a map of up to {} cells, each kill", count(MAX_TOOLTIPS as f64));
        crate::book::assert_said("guides/mutants.md", &sentence);
    }
}
