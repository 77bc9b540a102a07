//! A line plot over a logarithmic axis, as SVG for light and dark backgrounds.

use std::fmt::Write as _;

/// One line of the plot.
pub struct Line {
    /// Its name in the legend.
    pub name: String,
    /// Its color in the light and in the dark.
    pub colors: [&'static str; 2],
    /// How it is dashed, so that it can be told apart without colors.
    pub dashes: &'static str,
    /// Executions and score.
    pub points: Vec<(f64, f64)>,
}

const WIDTH: f64 = 730.0;
const HEIGHT: f64 = 420.0;
// The corner of the axes, and the ends of both.
const LEFT: f64 = 60.0;
const BOTTOM: f64 = 360.0;
const RIGHT: f64 = 700.0;
const TOP: f64 = 50.0;

/// What is written around the lines.
pub struct Texts<'a> {
    pub title: &'a str,
    pub caption: &'a str,
    /// What the heights are.
    pub height: &'a str,
}

/// Draws the lines. The heights have a mark at `goal`.
pub fn plot(texts: &Texts<'_>, executions: f64, goal: Option<f64>, lines: &[Line]) -> String {
    let scores = lines.iter().flat_map(|line| line.points.iter().map(|(_, score)| *score));
    // Up to a multiple of five above everything that is shown, in at most ten steps.
    let highest = scores.fold(goal.unwrap_or(0.0), f64::max);
    let step = 5.0 * (highest / 50.0).ceil().max(1.0);
    let top = (highest / step).floor() * step + step;
    let x = |at: f64| LEFT + at.log10() / executions.log10() * (RIGHT - LEFT);
    let y = |score: f64| BOTTOM - score / top * (BOTTOM - TOP);

    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" \
         font-family=\"sans-serif\" font-size=\"13\">\n<title>{}</title>\n{}",
        texts.title,
        style(lines)
    );
    line(&mut out, "<rect class=\"paper\" width=\"100%\" height=\"100%\"/>");
    line(&mut out, &format!("<text class=\"ink\" x=\"{LEFT}\" y=\"28\">{}</text>", texts.caption));
    for score in (0..=top as u32).step_by(step as usize) {
        let height = y(f64::from(score));
        line(&mut out, &format!("<path class=\"grid\" d=\"M{LEFT} {height:.1}H{RIGHT}\"/>"));
        let (x, y) = (LEFT - 8.0, height + 4.0);
        line(
            &mut out,
            &format!(
                "<text class=\"ink\" x=\"{x}\" y=\"{y:.1}\" text-anchor=\"end\">{score}</text>"
            ),
        );
    }
    let mut power: u32 = 1;
    while f64::from(power) <= executions {
        let place = x(f64::from(power));
        let label = crate::table::count(u64::from(power));
        line(&mut out, &format!("<path class=\"grid\" d=\"M{place:.1} {TOP}V{BOTTOM}\"/>"));
        let y = BOTTOM + 20.0;
        line(
            &mut out,
            &format!(
                "<text class=\"ink\" x=\"{place:.1}\" y=\"{y}\" text-anchor=\"middle\">{label}</text>"
            ),
        );
        power *= 10;
    }
    if let Some(goal) = goal {
        line(&mut out, &format!("<path class=\"goal\" d=\"M{LEFT} {:.1}H{RIGHT}\"/>", y(goal)));
    }
    axes(&mut out, texts.height);
    // The lines rise to the right: there is room below their ends, or else above their beginnings.
    let below = BOTTOM - 20.0 * lines.len() as f64;
    let ends = lines.iter().filter_map(|line| line.points.last()).map(|(_, score)| y(*score));
    let has_room = ends.fold(TOP, f64::max) < below - 20.0;
    let legend = if has_room { (RIGHT - 120.0, below) } else { (LEFT + 20.0, TOP + 20.0) };
    for (number, drawn) in lines.iter().enumerate() {
        let mut points = String::new();
        for (at, score) in &drawn.points {
            let _ = write!(points, "{:.1},{:.1} ", x(*at), y(*score));
        }
        let (dashes, points) = (drawn.dashes, points.trim_end());
        line(
            &mut out,
            &format!(
                "<polyline class=\"line l{number}\" stroke-dasharray=\"{dashes}\" points=\"{points}\"/>"
            ),
        );
        let (from, height) = (legend.0, legend.1 + 20.0 * number as f64);
        let to = from + 36.0;
        line(
            &mut out,
            &format!(
                "<path class=\"line l{number}\" stroke-dasharray=\"{dashes}\" d=\"M{from} {height}H{to}\"/>"
            ),
        );
        let (x, y) = (to + 8.0, height + 4.0);
        line(&mut out, &format!("<text class=\"ink\" x=\"{x}\" y=\"{y}\">{}</text>", drawn.name));
    }
    out.push_str("</svg>\n");
    out
}

fn line(out: &mut String, text: &str) {
    out.push_str(text);
    out.push('\n');
}

/// The frame and what its sides mean.
fn axes(out: &mut String, height: &str) {
    line(out, &format!("<path class=\"axis\" d=\"M{LEFT} {TOP}V{BOTTOM}H{RIGHT}\"/>"));
    let (middle, low) = (f64::midpoint(LEFT, RIGHT), BOTTOM + 44.0);
    line(
        out,
        &format!(
            "<text class=\"ink\" x=\"{middle}\" y=\"{low}\" text-anchor=\"middle\">executions</text>"
        ),
    );
    let (x, y) = (18, f64::midpoint(TOP, BOTTOM));
    line(
        out,
        &format!(
            "<text class=\"ink\" transform=\"translate({x} {y}) rotate(-90)\" text-anchor=\"middle\">{height}</text>"
        ),
    );
}

/// Colors, for the light and for the dark.
fn style(lines: &[Line]) -> String {
    let mut css = String::from(
        "<style>\n.line,.axis,.grid,.goal{fill:none}\n.line{stroke-width:2.2}\n.goal{stroke-dasharray:2 6}\n",
    );
    for (number, dark) in [(0, false), (1, true)] {
        let [paper, ink, grid] = if dark {
            ["#16181c", "#e6e6e6", "#34383f"]
        } else {
            ["#ffffff", "#222222", "#e2e2e2"]
        };
        if dark {
            css.push_str("@media (prefers-color-scheme:dark){\n");
        }
        let _ = writeln!(
            css,
            ".paper{{fill:{paper}}}\n.ink{{fill:{ink}}}\n.axis,.goal{{stroke:{ink}}}\n.grid{{stroke:{grid}}}"
        );
        for (place, drawn) in lines.iter().enumerate() {
            let _ = writeln!(css, ".l{place}{{stroke:{}}}", drawn.colors[number]);
        }
        if dark {
            css.push_str("}\n");
        }
    }
    css.push_str("</style>\n");
    css
}

/// Where the lines have points: all small numbers, then about twenty in each doubling.
pub fn places(limit: u64) -> Vec<u64> {
    let mut places = Vec::new();
    let mut place = 1;
    while place < limit {
        places.push(place);
        place += 1 + place / 28;
    }
    places.push(limit);
    places
}
