//! Curves of a hunt over time: coverage, corpus, speed and rejected inputs. The report and the dashboard draw the same.

use super::{
    chart::{Axis, Chart},
    html::Html,
    number_format::{count, count_mark, mark, percent, short},
    sample::Sample,
};

/// Size of a chart in pixels: two fit side by side, and one fits a phone without scrolling.
const WIDTH: f64 = 460.0;
const HEIGHT: f64 = 190.0;

/// Seconds from which an axis shows minutes, and from which it shows hours: three of the larger unit.
const MINUTES: f64 = 180.0;
const HOURS: f64 = 10_800.0;

/// The least end of an axis of counts, so that its marks are whole numbers.
const LEAST: f64 = 4.0;

/// Draws the curves; none before the second sample.
pub(crate) fn curves(html: &mut Html, samples: &[Sample]) {
    let [_, .., last] = samples else { return };
    let after = duration(last.seconds);
    let total = |of: &dyn Fn(&Sample) -> f64| -> Vec<(f64, f64)> {
        samples.iter().map(|sample| (sample.seconds, of(sample))).collect()
    };
    if let Some(covered) = last.coverage {
        curve(
            html,
            ("Coverage: blocks of code reached", "blocks", &count_mark),
            &total(&|sample| sample.coverage.unwrap_or(0) as f64),
            &format!("{} blocks after {after}", count(covered as f64)),
        );
    }
    curve(
        html,
        ("Corpus: inputs added by this hunt", "inputs", &count_mark),
        &total(&|sample| sample.corpus as f64),
        &format!("{} inputs after {after}", count(last.corpus as f64)),
    );
    let speeds = between(samples, &|from, to| {
        to.executions.saturating_sub(from.executions) as f64 / (to.seconds - from.seconds)
    });
    let speed = speeds.last().map_or(0.0, |(_, speed)| *speed);
    curve(
        html,
        ("Speed: executions per second of the hunt", "exec/s", &count_mark),
        &speeds,
        &format!("{} executions per second after {after}", short(speed)),
    );
    let rejected = between(samples, &|from, to| {
        let executions = to.executions.saturating_sub(from.executions);
        let cases = to.cases.saturating_sub(from.cases);
        executions.saturating_sub(cases) as f64 / executions.max(1) as f64
    });
    let share = rejected.last().map_or(0.0, |(_, share)| *share);
    curve(
        html,
        ("Rejected inputs", "share", &|at| mark(&percent(at))),
        &rejected,
        &format!("{} of the inputs are rejected after {after}", percent(share)),
    );
}

/// A value for each interval between two samples.
fn between(samples: &[Sample], of: &dyn Fn(&Sample, &Sample) -> f64) -> Vec<(f64, f64)> {
    let mut points: Vec<(f64, f64)> = Vec::new();
    for pair in samples.windows(2) {
        let [from, to] = pair else { continue };
        if to.seconds <= from.seconds {
            continue;
        }
        let value = of(from, to);
        // A step line changes at its points: the value of an interval begins with it.
        if let Some(last) = points.last_mut() {
            last.1 = value;
        } else {
            points.push((from.seconds, value));
        }
        points.push((to.seconds, value));
    }
    points
}

/// One chart: its title, the title and the marks of its axis, its points, and a description for screen readers.
fn curve(
    html: &mut Html,
    (title, axis, show): (&'static str, &str, &dyn Fn(f64) -> String),
    points: &[(f64, f64)],
    label: &str,
) {
    let Some(last) = points.last() else { return };
    let (unit, name) = match last.0 {
        seconds if seconds < MINUTES => (1.0, "seconds"),
        seconds if seconds < HOURS => (60.0, "minutes"),
        _ => (3_600.0, "hours"),
    };
    let most = points.iter().map(|(_, y)| *y).fold(0.0, f64::max);
    let most = if axis == "share" { 1.0 } else { most.max(LEAST) };
    let x = Axis::linear(last.0 / unit, name, &|at| mark(&short(at)));
    let mut chart = Chart::new(WIDTH, HEIGHT, x, Axis::linear(most, axis, show));
    let line: Vec<(f64, f64)> = points.iter().map(|(x, y)| (x / unit, *y)).collect();
    chart.steps("line", &line);
    html.fixed("<figure><figcaption>");
    html.fixed(title);
    html.fixed("</figcaption>");
    chart.end(html, label);
    html.fixed("</figure>");
}

/// A duration in words.
pub(crate) fn duration(seconds: f64) -> String {
    let whole = seconds.max(0.0) as u64;
    match (whole / 3_600, whole / 60 % 60, whole % 60) {
        (0, 0, seconds) => format!("{seconds} s"),
        (0, minutes, seconds) => format!("{minutes} min {seconds:02} s"),
        (hours, minutes, _) => format!("{hours} h {minutes:02} min"),
    }
}

#[cfg(test)]
mod tests {
    use super::{Html, Sample, between, curves, duration};

    fn samples(coverage: Option<u64>) -> Vec<Sample> {
        let sample = |seconds: f64, executions, cases| Sample {
            seconds,
            executions,
            cases,
            corpus: executions / 10,
            coverage,
        };
        vec![sample(0.0, 0, 0), sample(2.0, 100, 50), sample(4.0, 100, 50), sample(5.0, 140, 80)]
    }

    fn drawn(samples: &[Sample]) -> String {
        let mut html = Html::default();
        curves(&mut html, samples);
        html.into_string()
    }

    #[test]
    fn there_is_a_curve_for_each_count() {
        let text = drawn(&samples(Some(7)));
        assert_eq!(text.matches("<svg").count(), 4, "{text}");
        for label in
            ["7 blocks after 5 s", "14 inputs after 5 s", "40.0 executions per second after 5 s"]
        {
            assert!(text.contains(&format!("aria-label=\"{label}\"")), "{text}");
        }
        assert!(text.contains("25.0 % of the inputs are rejected"), "{text}");
        assert_eq!(drawn(&samples(None)).matches("<svg").count(), 3);
        assert_eq!(drawn(&samples(None)[..1]), "");
    }

    #[test]
    fn rates_are_those_of_the_intervals() {
        let speed = between(&samples(None), &|from, to| {
            (to.executions - from.executions) as f64 / (to.seconds - from.seconds)
        });
        assert_eq!(speed, [(0.0, 50.0), (2.0, 0.0), (4.0, 40.0), (5.0, 40.0)]);
    }

    #[test]
    fn durations_have_two_units() {
        assert_eq!(
            [0.4, 59.9, 61.0, 7_300.0].map(duration),
            ["0 s", "59 s", "1 min 01 s", "2 h 01 min"]
        );
    }
}
