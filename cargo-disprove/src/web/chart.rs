//! Line and column charts.

use super::{
    html::Html,
    svg::{line, rect, text},
};
use std::fmt::Write;

/// Margins for axis labels in pixels.
const LEFT: f64 = 52.0;
const BELOW: f64 = 40.0;
const ABOVE: f64 = 22.0;
const RIGHT: f64 = 16.0;
/// Half the width of a digit at 12 pixels, measured in browsers.
const HALF_LETTER: f64 = 3.7;

/// An axis with its ends and marks.
pub(crate) struct Axis {
    pub(crate) from: f64,
    pub(crate) to: f64,
    pub(crate) is_log: bool,
    pub(crate) title: String,
    pub(crate) marks: Vec<(f64, String)>,
}

impl Axis {
    /// From 0 to a round number, with round marks.
    pub(crate) fn linear(most: f64, title: &str, show: &dyn Fn(f64) -> String) -> Axis {
        let step = round_step(most.max(f64::MIN_POSITIVE) / 4.0);
        let steps = (most / step).ceil().max(1.0);
        let marks =
            (0..=steps as u32).map(|n| f64::from(n) * step).map(|at| (at, show(at))).collect();
        Axis { from: 0.0, to: steps * step, is_log: false, title: title.to_owned(), marks }
    }

    /// Logarithmic, from 1.
    pub(crate) fn logarithmic(most: f64, title: &str, marks: &[f64]) -> Axis {
        let marks = marks
            .iter()
            .filter(|at| **at <= most)
            .map(|at| (*at, super::number_format::count(*at)));
        Axis {
            from: 1.0,
            to: most.max(2.0),
            is_log: true,
            title: title.to_owned(),
            marks: marks.collect(),
        }
    }

    /// The position of a value on the axis, from 0 to 1.
    fn part(&self, at: f64) -> f64 {
        let part = if self.is_log {
            (at.max(self.from) / self.from).ln() / (self.to / self.from).ln()
        } else {
            (at - self.from) / (self.to - self.from)
        };
        part.clamp(0.0, 1.0)
    }
}

/// The next 1, 2, 2.5 or 5 times a power of ten.
fn round_step(least: f64) -> f64 {
    let power = 10_f64.powf(least.log10().floor());
    let factor =
        [1.0, 2.0, 2.5, 5.0, 10.0].into_iter().find(|factor| factor * power >= least * 0.999);
    factor.unwrap_or(10.0) * power
}

/// A chart under construction.
pub(crate) struct Chart {
    width: f64,
    height: f64,
    x: Axis,
    y: Axis,
    body: Html,
}

impl Chart {
    pub(crate) fn new(width: f64, height: f64, x: Axis, y: Axis) -> Chart {
        Chart { width, height, x, y, body: Html::default() }
    }

    fn across(&self, x: f64) -> f64 {
        LEFT + self.x.part(x) * (self.width - LEFT - RIGHT)
    }

    fn up(&self, y: f64) -> f64 {
        self.height - BELOW - self.y.part(y) * (self.height - BELOW - ABOVE)
    }

    /// A step line.
    pub(crate) fn steps(&mut self, class: &'static str, points: &[(f64, f64)]) {
        let path = self.path(points);
        self.body.within("path", &[("class", class), ("d", &path)], |_| ());
    }

    fn path(&self, points: &[(f64, f64)]) -> String {
        let mut path = String::new();
        for (number, (x, y)) in points.iter().enumerate() {
            let (x, y) = (self.across(*x), self.up(*y));
            // Writing to a string cannot fail.
            let _ = match number {
                0 => write!(path, "M{x:.1} {y:.1}"),
                _ => write!(path, "H{x:.1}V{y:.1}"),
            };
        }
        path
    }

    /// The area between two step lines.
    pub(crate) fn band(&mut self, points: &[(f64, f64, f64)]) {
        let low: Vec<(f64, f64)> = points.iter().map(|(x, low, _)| (*x, *low)).collect();
        let mut path = self.path(&low);
        // Back along the upper line.
        for (number, (x, _, high)) in points.iter().enumerate().rev() {
            let _ = write!(path, "V{:.1}", self.up(*high));
            if number + 1 < points.len() {
                let _ = write!(path, "H{:.1}", self.across(*x));
            }
        }
        path.push('Z');
        self.body.within("path", &[("class", "band"), ("d", &path)], |_| ());
    }

    /// Points with tooltips.
    pub(crate) fn dots(&mut self, class: &'static str, points: &[(f64, f64, String)]) {
        for (x, y, text) in points {
            let (x, y) = (format!("{:.1}", self.across(*x)), format!("{:.1}", self.up(*y)));
            self.body.within(
                "circle",
                &[("class", class), ("cx", &x), ("cy", &y), ("r", "3.5")],
                |html| {
                    html.element("title", &[], text);
                },
            );
        }
    }

    /// A column from the axis up.
    pub(crate) fn column(&mut self, from: f64, to: f64, y: f64, tooltip: &str) {
        let (left, right, top) = (self.across(from), self.across(to), self.up(y));
        let place = [left + 1.0, top, (right - left - 2.0).max(1.0), self.height - BELOW - top];
        rect(&mut self.body, "part", place, Some(tooltip));
    }

    /// Writes the chart; `label` describes it for screen readers.
    pub(crate) fn end(self, html: &mut Html, label: &str) {
        let view = format!("0 0 {} {}", self.width, self.height);
        let style = size(self.width);
        let attributes = [
            ("class", "chart"),
            ("viewBox", view.as_str()),
            ("role", "img"),
            ("aria-label", label),
            ("style", &style),
        ];
        html.within("div", &[("class", "scroll chart-box"), ("tabindex", "0")], |html| {
            html.within("svg", &attributes, |html| {
                self.axes(html);
                html.add(self.body);
            });
        });
    }

    fn axes(&self, html: &mut Html) {
        let (bottom, right) = (self.height - BELOW, self.width - RIGHT);
        for (at, mark) in &self.y.marks {
            let y = self.up(*at);
            line(html, "grid", [LEFT, y, right, y]);
            text(html, "mark end", LEFT - 8.0, y + 4.0, mark);
        }
        for (at, mark) in &self.x.marks {
            let x = self.across(*at);
            line(html, "tick", [x, bottom, x, bottom + 4.0]);
            // The last mark must not be clipped.
            let x = x.min(self.width - mark.chars().count() as f64 * HALF_LETTER);
            text(html, "mark middle", x, bottom + 17.0, mark);
        }
        line(html, "axis", [LEFT, bottom, right, bottom]);
        text(html, "axis-title end", right, self.height - 5.0, &self.x.title);
        text(html, "axis-title", 0.0, 11.0, &self.y.title);
    }
}

/// Charts shrink a little in a narrow window, and scroll beyond that, so that their texts stay readable.
pub(crate) fn size(width: f64) -> String {
    format!("max-width:{width:.0}px;min-width:{:.0}px", width * 0.74)
}

#[cfg(test)]
mod tests {
    use super::{Axis, Chart, Html, round_step};

    #[test]
    fn marks_are_round_and_reach_the_largest_value() {
        let axis = Axis::linear(797.0, "", &|at| at.to_string());
        assert_eq!(
            axis.marks.iter().map(|(at, _)| *at).collect::<Vec<_>>(),
            [0.0, 200.0, 400.0, 600.0, 800.0]
        );
        assert_eq!(
            [0.3, 7.0, 23.0].map(|least| round_step(least).to_string()),
            ["0.5", "10", "25"]
        );
        assert!(Axis::linear(0.0, "", &|_| String::new()).to > 0.0);
    }

    #[test]
    fn points_stay_inside_of_the_chart() {
        let x = Axis::logarithmic(500.0, "inputs", &[1.0, 20.0, 500.0]);
        let mut chart = Chart::new(400.0, 200.0, x, Axis::linear(1.0, "share", &|_| String::new()));
        chart.steps("line", &[(0.0, -1.0), (1.0, 0.0), (500.0, 1.0), (9e9, 2.0)]);
        let mut html = Html::default();
        chart.end(&mut html, "a chart");
        let text = html.into_string();
        assert!(text.contains("M52.0 160.0H52.0V160.0H384.0V22.0H384.0V22.0"), "{text}");
    }

    #[test]
    fn a_band_follows_the_lower_line_and_returns_on_the_upper() {
        let x = Axis::linear(4.0, "", &|_| String::new());
        let mut chart = Chart::new(168.0, 162.0, x, Axis::linear(1.0, "", &|_| String::new()));
        chart.band(&[(0.0, 0.0, 0.5), (2.0, 0.25, 1.0), (4.0, 1.0, 1.0)]);
        let path = "M52.0 122.0H102.0V97.0H152.0V22.0V22.0V22.0H102.0V72.0H52.0Z";
        let text = chart.body.into_string();
        assert!(text.contains(path), "{text}");
    }
}
