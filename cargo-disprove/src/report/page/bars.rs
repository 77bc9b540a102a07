//! Horizontal bar charts: a share for each name, with an interval, a requirement or a published share.

use crate::web::{
    chart::size,
    html::Html,
    svg::{line, rect, text},
};

/// Width of the names in pixels.
const NAMES: f64 = 164.0;
/// Width of the figures in pixels; bars have the rest.
const FIGURES: f64 = 104.0;
/// Height of a row in pixels.
const ROW: f64 = 26.0;
/// Length limit of a name, so that it fits.
const MAX_NAME: usize = 23;

/// A bar.
pub(super) struct Bar<'a> {
    pub(super) name: &'a str,
    pub(super) share: f64,
    pub(super) interval: Option<(f64, f64)>,
    /// A share to compare with, drawn as a line.
    pub(super) other: Option<f64>,
    /// The count, and the share as text.
    pub(super) hits: String,
    pub(super) figure: String,
}

/// Draws the bars, scaled to the largest share.
pub(super) fn bars(html: &mut Html, all: &[Bar<'_>], width: f64, label: &str) {
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
        ("aria-label", label),
        ("style", &style),
    ];
    html.open("div", &[("class", "scroll chart-box"), ("tabindex", "0")]);
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
            rect(html, "part", [NAMES, top, (across(bar.share) - NAMES).max(1.0), 18.0], None);
            if let Some((low, high)) = bar.interval {
                line(html, "whisker", [across(low), middle, across(high), middle]);
            }
            if let Some(other) = bar.other {
                line(html, "other", [across(other), top - 3.0, across(other), top + 21.0]);
            }
            text(html, "mark end", width - 2.0, top + 13.0, &bar.figure);
            text(html, "mark end", width - 56.0, top + 13.0, &bar.hits);
        }
    });
    html.close("div");
}

/// The name, shortened to fit.
pub(super) fn cut(name: &str) -> String {
    let line = name.lines().next().unwrap_or_default();
    match line.char_indices().nth(MAX_NAME) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line.to_owned(),
    }
}
