//! The statistics of a run, and warnings about weak properties.

use super::text::{all_inputs, shares_of_searches};
use crate::{
    humanize::{count, plural, score, time},
    runner::{Report, Verdict},
};
use std::fmt::Write;

/// Labels to list; the others are summarized.
const MOST_LABELS: usize = 20;

/// Places of `assume!` to list; the others are summarized.
const MOST_PLACES: usize = 10;

/// Length of the longest bar, in characters.
const BAR: f64 = 30.0;

/// Characters of an input to show; longer ones have their token too.
const MOST_TEXT: usize = 100;

/// Length of the longest token to print, as for the line `keep` of a report.
const MOST_TOKEN: usize = 300;

/// The verdict and all figures of a run.
pub(crate) fn statistics<T>(report: &Report<T>, function: &str) -> String {
    let verdict = match report.verdict() {
        Verdict::Passed => "passed".to_owned(),
        Verdict::Exhausted if report.rejected() > 0 => {
            "holds for all inputs that were not rejected".to_owned()
        }
        Verdict::Exhausted => "holds for all inputs".to_owned(),
        Verdict::Falsified => {
            format!("failed, {}", plural(report.failures().len() as u64, "different failure"))
        }
        Verdict::GaveUp => "gave up".to_owned(),
        Verdict::Flaky => "is flaky".to_owned(),
    };
    let mut out = format!("{function}: {verdict}\n");
    let seconds = report.time().as_secs_f64();
    let rate = if seconds > 0.0 { report.executions() as f64 / seconds } else { 0.0 };
    let _ = writeln!(
        out,
        "  {}, {} distinct, in {} ({} executions per second)",
        plural(report.cases(), "case"),
        count(report.distinct()),
        time(report.time()),
        count(rate as u64)
    );
    if report.known() > 0 {
        let _ = writeln!(out, "  the first {} known before", plural(report.known(), "case"));
    }
    if report.rejected() > 0 {
        let _ = writeln!(
            out,
            "  {}, {} rejected, {} of them before the property was called",
            plural(report.executions(), "execution"),
            count(report.rejected()),
            count(report.unreached())
        );
    }
    rejections(&mut out, report.rejections());
    if let Some(shares) = shares_of_searches(report) {
        let _ = writeln!(out, "  executions of each search: {shares}");
    }
    let _ = writeln!(out, "  seed {}", report.seed());
    labels(&mut out, report.labels(), report.cases());
    shares(&mut out, report);
    spreads(&mut out, report);
    for advice in report.advice() {
        let _ = writeln!(out, "  advice: {advice}");
    }
    out
}

fn rejections(out: &mut String, places: &[(String, u64)]) {
    let (shown, others) = places.split_at(places.len().min(MOST_PLACES));
    for (place, times) in shown {
        let _ = writeln!(out, "    {} by `assume!` at {place}", count(*times));
    }
    if !others.is_empty() {
        let times = others.iter().map(|(_, times)| times).sum();
        let places = plural(others.len() as u64, "other place");
        let _ = writeln!(out, "    {} by `assume!` at {places}", count(times));
    }
}

fn labels(out: &mut String, labels: &[(String, u64)], cases: u64) {
    if labels.is_empty() {
        return;
    }
    let (shown, others) = labels.split_at(labels.len().min(MOST_LABELS));
    let (mut width, mut most) = (0, 1);
    for (label, cases) in shown {
        width = width.max(short(label).chars().count());
        most = most.max(*cases);
    }
    let digits = count(most).len();
    out.push_str("  labels\n");
    for (label, hits) in shown {
        let share = *hits as f64 * 100.0 / cases.max(1) as f64;
        let _ = writeln!(
            out,
            "    {:width$}  {:>digits$}  {share:5.1} %  {}",
            short(label),
            count(*hits),
            bar(*hits as f64 / most as f64)
        );
    }
    if !others.is_empty() {
        let mut hits = 0;
        for (_, cases) in others {
            hits += cases;
        }
        let _ = writeln!(
            out,
            "    and {}, {} in all",
            plural(others.len() as u64, "other label"),
            plural(hits, "case")
        );
    }
}

/// The start of the first line.
fn short(label: &str) -> &str {
    let line = label.lines().next().unwrap_or("");
    line.char_indices().nth(40).map_or(line, |(end, _)| &line[..end])
}

fn shares<T>(out: &mut String, report: &Report<T>) {
    for share in report.shares() {
        let required = match share.required() {
            0.0 => String::new(),
            percent if share.is_too_small() => format!(", too few: {percent} % required"),
            percent => format!(", {percent} % required"),
        };
        let _ = writeln!(
            out,
            "  cover! {}  {:.1} %, {} of {}{required}",
            share.name(),
            share.measured(),
            count(share.hits()),
            count(share.cases())
        );
    }
}

fn spreads<T>(out: &mut String, report: &Report<T>) {
    for spread in report.spreads() {
        let space = if spread.name().is_empty() { "" } else { " " };
        let _ = writeln!(
            out,
            "  target!{space}{}  from {} to {}, mean {}",
            spread.name(),
            score(spread.smallest()),
            score(spread.largest()),
            score(spread.mean())
        );
        let best = spread.best_arguments().map(|arguments| one_line(&arguments));
        if let Some((line, _)) = &best {
            let _ = writeln!(out, "    largest for  {line}");
        }
        let is_whole = best.is_some_and(|(_, is_whole)| is_whole);
        match spread.best_input().filter(|_| !is_whole) {
            Some(token) if token.len() > MOST_TOKEN => {
                let length = plural(token.len() as u64, "character");
                let _ = writeln!(out, "    replay       a token of {length}, too long to print");
            }
            Some(token) => {
                let _ = writeln!(out, "    replay       #[replay(\"{token}\")]");
            }
            None => {}
        }
    }
}

/// The start of a text, in one line, and whether that is all.
fn one_line(text: &str) -> (String, bool) {
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    let line = lines.join(" ");
    match line.char_indices().nth(MOST_TEXT) {
        Some((end, _)) => (format!("{} ...", &line[..end]), false),
        None => (line, true),
    }
}

/// A bar, in eighths of a character.
fn bar(share: f64) -> String {
    const PARTS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
    // A nonzero count always has a visible bar.
    let eighths = ((share * BAR * 8.0).round() as usize).max(1);
    format!("{}{}", "█".repeat(eighths / 8), PARTS[eighths % 8])
}

/// A line for each reason why a passed property is weak.
pub(crate) fn weakness<T>(report: &Report<T>, function: &str) -> Option<String> {
    let passed = match report.verdict() {
        Verdict::Passed => format!("passed {}", plural(report.cases(), "case")),
        Verdict::Exhausted => format!("holds for {}", all_inputs(report)),
        Verdict::Falsified | Verdict::GaveUp | Verdict::Flaky => return None,
    };
    let mut lines = String::new();
    for (number, advice) in report.advice().iter().enumerate() {
        let end = if number == 0 { "" } else { "\n" };
        let _ = write!(lines, "{end}{function} {passed}, but {advice}");
    }
    (!lines.is_empty()).then_some(lines)
}
