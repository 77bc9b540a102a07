//! SVG shapes for charts.

use super::html::Html;

pub(crate) fn line(html: &mut Html, class: &'static str, ends: [f64; 4]) {
    let [x1, y1, x2, y2] = ends.map(|end| format!("{end:.1}"));
    let attributes = [("class", class), ("x1", &*x1), ("y1", &y1), ("x2", &x2), ("y2", &y2)];
    html.within("line", &attributes, |_| ());
}

/// A rectangle at x and y with width and height, and a tooltip.
pub(crate) fn rect(html: &mut Html, class: &'static str, place: [f64; 4], tooltip: Option<&str>) {
    let [x, y, width, height] = place.map(|part| format!("{part:.1}"));
    let attributes =
        [("class", class), ("x", &*x), ("y", &y), ("width", &width), ("height", &height)];
    html.within("rect", &attributes, |html| {
        if let Some(tooltip) = tooltip {
            html.element("title", &[], tooltip);
        }
    });
}

pub(crate) fn text(html: &mut Html, class: &'static str, x: f64, y: f64, text: &str) {
    let (x, y) = (format!("{x:.1}"), format!("{y:.1}"));
    html.element("text", &[("class", class), ("x", &x), ("y", &y)], text);
}
