//! The figures of the paper as text: bars.

use super::{
    published::{self, PublishedProject},
    tables::{number, words},
    views::Views,
};
use disprove_analysis::label::Label;
use std::fmt::Write as _;

/// Length of the longest bar in characters.
const BAR: f64 = 30.0;

/// The bounds of the groups in figure 22, in lines.
pub(crate) const SIZES: [u64; 6] = [1_000, 2_500, 5_000, 10_000, 20_000, 50_000];

/// Figures 22, 23 and 24. Figure 21 is the shares of table 3.
pub(super) fn text(views: &Views) -> String {
    let mut text = sizes(views);
    text.push_str(&odds(views));
    text.push_str(&curve(views));
    text
}

/// How many projects are in each group of figure 22: up to each of [`SIZES`], and above all.
pub(crate) fn histogram(lines: impl Iterator<Item = u64>) -> [usize; SIZES.len() + 1] {
    let mut counts = [0; SIZES.len() + 1];
    for lines in lines {
        counts[SIZES.partition_point(|size| *size < lines)] += 1;
    }
    counts
}

/// The title of a group of figure 22.
pub(crate) fn size_title(place: usize) -> String {
    match SIZES.get(place) {
        Some(size) => format!("up to {size}"),
        None => format!("above {}", SIZES[SIZES.len() - 1]),
    }
}

fn sizes(views: &Views) -> String {
    let own = histogram(views.all.rows.iter().map(|row| row.lines));
    let of = |row: &PublishedProject| row.lines;
    let known = histogram(published::TABLE.iter().map(of));
    let mut text = "\nFigure 22: lines of code of the projects, here and published\n".to_owned();
    for (place, (own, known)) in own.into_iter().zip(known).enumerate() {
        let title = size_title(place);
        let bars = "#".repeat(own);
        let line = format!("  {title:<12} {own:>3} {known:>3}  {bars}");
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}

fn odds(views: &Views) -> String {
    let value = |label: Label| {
        let own = views.all.labels.iter().find(|it| it.label == label)?;
        Some(own.comparison.table.haldane()?.value)
    };
    let longest = Label::ALL.into_iter().filter_map(value).fold(1.0, f64::max);
    let mut text = "\nFigure 23: odds ratios of the categories, here and published\n".to_owned();
    for label in Label::ALL {
        let own = value(label);
        let shown = own.map_or_else(|| "-".to_owned(), number);
        let bar = "#".repeat((own.unwrap_or(0.0) / longest * BAR).round() as usize);
        let line = format!("  {:<22} {shown:>6} {:>6}  {bar}", words(label), number(label.odds()));
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}

fn curve(views: &Views) -> String {
    let Some(curve) = &views.all.curve else { return String::new() };
    let mut text = format!(
        "\nFigure 24: inputs needed to find {} mutants, of {} that a property reaches\n",
        curve.inputs.len(),
        curve.outcomes.len()
    );
    let mut title = "  inputs  found   share  95 % interval".to_owned();
    for (name, part) in &views.parts {
        if part.curve.is_some() {
            let _ = write!(title, "{name:>9}");
        }
    }
    let _ = writeln!(text, "{title}  published");
    for (place, row) in curve.rows.iter().enumerate() {
        let interval = row.interval.map_or_else(String::new, |it| {
            format!("[{:.0}, {:.0}]", 100.0 * it.low, 100.0 * it.high)
        });
        let mut line = format!(
            "  {:>6} {:>6} {:>6.1} %  {interval:<13}",
            row.inputs,
            row.found,
            100.0 * row.share
        );
        for part in self::parts(views) {
            let _ = write!(line, "{:>7.1} %", 100.0 * part.rows[place].share);
        }
        let known = row.published.map_or_else(String::new, |it| format!("{it:>7.0} %"));
        let bar = "#".repeat((row.share * BAR).round() as usize);
        let _ = write!(line, "  {known}  {bar}");
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}

/// The curves of the languages, which have the same rows.
fn parts(views: &Views) -> impl Iterator<Item = &crate::sweep::Curve> {
    views.parts.iter().filter_map(|(_, part)| part.curve.as_ref())
}
