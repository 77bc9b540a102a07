//! Bars that lie: a share for each name, with an interval, a requirement or a published share.

use super::{chart::size, html::Html};

/// The room for names and figures; bars have the rest.
const NAMES: f64 = 164.0;
const FIGURES: f64 = 104.0;
const ROW: f64 = 26.0;
/// The longest name that has room.
const MOST_NAME: usize = 23;

/// A bar.
pub(super) struct Bar<'a> {
    pub(super) name: &'a str,
    pub(super) share: f64,
    pub(super) interval: Option<(f64, f64)>,
    /// Another share to stand beside it.
    pub(super) other: Option<f64>,
    /// How many, and which share that is.
    pub(super) hits: String,
    pub(super) figure: String,
}

/// The bars, as long as the largest share and the width allow.
pub(super) fn bars(html: &mut Html, all: &[Bar<'_>], width: f64, says: &str) {
    let room = width - NAMES - FIGURES;
    let mut most = 0.05_f64;
    for bar in all {
        let high = bar.interval.map_or(0.0, |(_, high)| high);
        most = most.max(bar.share).max(bar.other.unwrap_or(0.0)).max(high);
    }
    let most = most.min(1.0);
    let across = |share: f64| NAMES + (share / most).clamp(0.0, 1.0) * room;
    let style = size(width);
    let view = format!("0 0 {} {}", width, all.len() as f64 * ROW + 4.0);
    let attributes = [
        ("class", "chart bars"),
        ("viewBox", view.as_str()),
        ("role", "img"),
        ("aria-label", says),
        ("style", &style),
    ];
    html.open("div", &[("class", "scroll chart-box")]);
    html.within("svg", &attributes, |html| {
        line(html, "axis", [NAMES, 0.0, NAMES, all.len() as f64 * ROW + 2.0]);
        for (number, bar) in all.iter().enumerate() {
            let top = number as f64 * ROW + 4.0;
            let (text_y, middle) = (format!("{:.1}", top + 13.0), top + 9.0);
            let name = cut(bar.name);
            let x = format!("{:.1}", NAMES - 10.0);
            html.within("text", &[("class", "name end"), ("x", &x), ("y", &text_y)], |html| {
                html.element("title", &[], bar.name);
                html.text(&name);
            });
            rect(html, "part", [NAMES, top, (across(bar.share) - NAMES).max(1.0), 18.0]);
            if let Some((low, high)) = bar.interval {
                line(html, "whisker", [across(low), middle, across(high), middle]);
            }
            if let Some(other) = bar.other {
                line(html, "other", [across(other), top - 3.0, across(other), top + 21.0]);
            }
            let x = format!("{:.1}", width - 2.0);
            html.element("text", &[("class", "mark end"), ("x", &x), ("y", &text_y)], &bar.figure);
            let x = format!("{:.1}", width - 56.0);
            html.element("text", &[("class", "mark end"), ("x", &x), ("y", &text_y)], &bar.hits);
        }
    });
    html.close("div");
}

fn line(html: &mut Html, class: &'static str, ends: [f64; 4]) {
    let [x1, y1, x2, y2] = ends.map(|end| format!("{end:.1}"));
    html.within(
        "line",
        &[("class", class), ("x1", &x1), ("y1", &y1), ("x2", &x2), ("y2", &y2)],
        |_| (),
    );
}

fn rect(html: &mut Html, class: &'static str, place: [f64; 4]) {
    let [x, y, width, height] = place.map(|part| format!("{part:.1}"));
    let attributes =
        [("class", class), ("x", &*x), ("y", &y), ("width", &width), ("height", &height)];
    html.within("rect", &attributes, |_| ());
}

/// The beginning of a name that is too long.
pub(super) fn cut(name: &str) -> String {
    let line = name.lines().next().unwrap_or_default();
    match line.char_indices().nth(MOST_NAME) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line.to_owned(),
    }
}
