//! Cases as JSON lines, in the schema of Hypothesis's observability, which Tyche draws charts of.
//!
//! Tyche takes less than the schema allows, and refuses a whole file for one line it does not take: every key
//! is written, `how_generated` and contents are strings, and there are no `error` lines.

use super::{
    figure::plural,
    json,
    layout::cut,
    statistics::{statistics, weakness},
    text::Describe,
};
use crate::{
    random::{Random, even},
    runner::{Execution, Failure, Phase, Report, Status},
};
use std::{collections::HashSet, env, process, time::Duration};

/// Longer texts are cut: a file holds thousands of them.
const MOST_TEXT: usize = 4_000;

/// Where a score is fractional in some cases, integers among the others become fractions by so little: to those
/// who read this 1.0 is an integer, and has another chart.
const NEAR: f64 = 1e-6;

/// Keeps a sample of the cases of one run.
#[derive(Debug)]
pub(crate) struct Observer {
    property: String,
    run_start: f64,
    limit: usize,
    /// Those that did not fail.
    others: Sample,
    failing: Sample,
    chance: Random,
    number: u64,
}

/// At most so many of the cases that were seen, each as likely as the others.
#[derive(Debug, Default)]
struct Sample {
    kept: Vec<Observed>,
    seen: u64,
}

/// A case.
#[derive(Debug)]
struct Observed {
    number: u64,
    status: &'static str,
    /// As Hypothesis counts: overrun, invalid, valid, interesting.
    data_status: u8,
    reason: String,
    how_generated: &'static str,
    phase: &'static str,
    arguments: Vec<(&'static str, String)>,
    features: Vec<(String, Feature)>,
    seconds: f64,
    origin: Option<String>,
    decorator: Option<String>,
    notes: Vec<String>,
}

/// Tyche chooses a chart by the type of a value, so each feature has one type in all cases.
#[derive(Debug)]
enum Feature {
    Text(String),
    Truth(bool),
    Number(f64),
}

impl Observer {
    /// For one run of a property, started at so many seconds after 1970. Keeps at most `limit` of the cases that
    /// pass or are rejected, and as many of those that fail.
    pub(crate) fn new(property: &str, run_start: f64, limit: usize) -> Observer {
        Observer {
            property: property.to_owned(),
            run_start: if run_start.is_finite() { run_start } else { 0.0 },
            limit: limit.max(1),
            others: Sample::default(),
            failing: Sample::default(),
            chance: Random::for_case(0, 0),
            number: 0,
        }
    }

    /// A case was run, with these arguments and for so long.
    pub(crate) fn case(
        &mut self,
        execution: &Execution<'_>,
        arguments: Vec<(&'static str, String)>,
        time: Duration,
    ) {
        self.number += 1;
        let failed = matches!(execution.status, Status::Failed { .. });
        // The smallest failure is told at the end, with all that is known about it.
        if failed && execution.phase == Phase::Confirm {
            return;
        }
        let sample = if failed { &mut self.failing } else { &mut self.others };
        let Some(place) = sample.place(self.limit, &mut self.chance) else { return };
        let observed = Observed::new(self.number, execution, arguments, time);
        match sample.kept.get_mut(place) {
            Some(old) => *old = observed,
            None => sample.kept.push(observed),
        }
    }

    /// All lines of the run.
    pub(crate) fn finish<T>(self, report: &Report<T>, describe: Describe<'_, T>) -> String {
        let (others, failing) = (&self.others, &self.failing);
        let seen = others.seen + failing.seen;
        let mut cases: Vec<&Observed> = others.kept.iter().chain(&failing.kept).collect();
        cases.sort_by_key(|case| case.number);
        let left_out = seen - cases.len() as u64;
        let smallest: Vec<Observed> = report
            .failures()
            .iter()
            .map(|failure| Observed::smallest(failure, describe(failure.value())))
            .collect();
        cases.extend(&smallest);
        let fractions = fractions(&cases);
        let mut lines: Vec<String> =
            cases.iter().map(|case| self.test_case(case, report.seed(), &fractions)).collect();
        let name = short(&self.property);
        lines.push(self.info("statistics", &statistics(report, name)));
        if let Some(weakness) = weakness(report, name) {
            lines.push(self.info("weakness", &weakness));
        }
        if left_out > 0 {
            let content = format!(
                "{} were run, of which a random sample is shown",
                plural(left_out, "more case")
            );
            lines.push(self.info("sample", &content));
        }
        lines.join("\n") + "\n"
    }

    fn test_case(&self, case: &Observed, seed: u64, fractions: &HashSet<&str>) -> String {
        let arguments = case.arguments.iter().map(|(name, text)| (named(name), shortened(text)));
        let arguments: Vec<(&str, String)> = arguments.collect();
        let listed: Vec<String> =
            arguments.iter().map(|(name, text)| format!("{name} = {text}")).collect();
        let call = format!("{}({})", short(&self.property), listed.join(", "));
        let arguments = arguments.iter().map(|(name, text)| (*name, json::string(text)));
        let features = case.features.iter().filter_map(|(name, feature)| {
            Some((name, feature.json(fractions.contains(name.as_str()))?))
        });
        json::object([
            ("type", json::string("test_case")),
            ("run_start", json::number(self.run_start)),
            ("property", json::string(&self.property)),
            ("status", json::string(case.status)),
            ("status_reason", json::string(&case.reason)),
            ("representation", json::string(&shortened(&call))),
            ("arguments", json::object(arguments)),
            ("how_generated", json::string(case.how_generated)),
            ("features", json::object(features)),
            ("coverage", "null".to_owned()),
            ("timing", json::object([("execute:test", json::number(case.seconds))])),
            ("metadata", self.metadata(case, seed)),
        ])
    }

    fn metadata(&self, case: &Observed, seed: u64) -> String {
        let arguments: Vec<String> =
            env::args_os().map(|argument| argument.to_string_lossy().into_owned()).collect();
        // As texts: those who read this have no integers of 64 bits.
        let backend = [("seed", seed.to_string()), ("execution", case.number.to_string())];
        json::object([
            ("traceback", json::optional(case.origin.as_deref())),
            ("reproduction_decorator", json::optional(case.decorator.as_deref())),
            ("notes", json::array(case.notes.iter().map(String::as_str))),
            ("predicates", "{}".to_owned()),
            ("backend", json::object(backend.map(|(key, value)| (key, json::string(&value))))),
            ("sys.argv", json::array(arguments.iter().map(String::as_str))),
            ("os.getpid()", process::id().to_string()),
            ("imported_at", json::number(self.run_start)),
            ("data_status", case.data_status.to_string()),
            ("phase", json::string(case.phase)),
            ("interesting_origin", json::optional(case.origin.as_deref())),
        ])
    }

    fn info(&self, title: &str, content: &str) -> String {
        json::object([
            ("type", json::string("info")),
            ("run_start", json::number(self.run_start)),
            ("property", json::string(&self.property)),
            ("title", json::string(title)),
            ("content", json::string(content)),
        ])
    }
}

impl Sample {
    /// Where to keep the next one, if at all. The first is kept for good: it may be how a failure was found.
    fn place(&mut self, limit: usize, chance: &mut Random) -> Option<usize> {
        self.seen += 1;
        if self.kept.len() < limit {
            return Some(self.kept.len());
        }
        let place = even(chance.word(), self.seen - 1) as usize;
        (1..limit).contains(&place).then_some(place)
    }
}

impl Observed {
    fn new(
        number: u64,
        execution: &Execution<'_>,
        arguments: Vec<(&'static str, String)>,
        time: Duration,
    ) -> Observed {
        let (status, data_status, reason) = match execution.status {
            Status::Passed => ("passed", 2, String::new()),
            Status::Rejected => ("gave_up", 1, "rejected by `assume!` or a filter".to_owned()),
            Status::Overrun => ("gave_up", 0, "grew beyond the budget of a case".to_owned()),
            Status::Failed { message, .. } => ("failed", 3, first_line(message)),
        };
        let origin = match execution.status {
            Status::Failed { message, location } => Some(origin(message, location)),
            _ => None,
        };
        let (how_generated, phase) = match execution.phase {
            Phase::Known => ("during reuse phase", "reuse"),
            Phase::Search => ("during generate phase", "generate"),
            Phase::Reduce => ("during shrink phase", "shrink"),
            Phase::Confirm => ("while the smallest failure was run again", "shrink"),
        };
        let mut features = Vec::new();
        if !execution.labels.is_empty() {
            let label = cut(&execution.labels.join(", "));
            features.push(("label".to_owned(), Feature::Text(label)));
        }
        for (name, hit) in execution.covers {
            features.push((format!("cover:{name}"), Feature::Truth(*hit)));
        }
        for (name, score) in execution.scores {
            features.push((format!("target:{name}"), Feature::Number(*score)));
        }
        Observed {
            number,
            status,
            data_status,
            reason,
            how_generated,
            phase,
            arguments,
            features,
            seconds: time.as_secs_f64(),
            origin,
            decorator: None,
            notes: Vec::new(),
        }
    }

    /// The failure as it is reported.
    fn smallest<T>(failure: &Failure<T>, arguments: Vec<(&'static str, String)>) -> Observed {
        Observed {
            number: failure.found_at(),
            status: "failed",
            data_status: 3,
            reason: first_line(failure.message()),
            how_generated: "minimal failing test case",
            phase: "shrink",
            arguments,
            features: Vec::new(),
            seconds: 0.0,
            origin: Some(origin(failure.message(), failure.location())),
            decorator: Some(format!("#[replay(\"{}\")]", failure.replay_token())),
            notes: failure.notes().iter().map(|note| shortened(note)).collect(),
        }
    }
}

impl Feature {
    /// `None` for a number that JSON does not have: a text instead would be of another type.
    fn json(&self, fraction: bool) -> Option<String> {
        match self {
            Feature::Text(text) => Some(json::string(text)),
            Feature::Truth(truth) => Some(truth.to_string()),
            Feature::Number(number) if !number.is_finite() => None,
            Feature::Number(number) if fraction && number.fract() == 0.0 => {
                let near = number + NEAR;
                let near = if near.fract() == 0.0 { number.next_up() } else { near };
                Some(json::number(near))
            }
            Feature::Number(number) if fraction => Some(json::number(*number)),
            Feature::Number(number) => Some(format!("{number}")),
        }
    }
}

/// The features that are not always integers.
fn fractions<'a>(cases: &[&'a Observed]) -> HashSet<&'a str> {
    let features = cases.iter().flat_map(|case| &case.features);
    let fraction = |feature: &Feature| matches!(feature, Feature::Number(number) if number.is_finite() && number.fract() != 0.0);
    features.filter(|(_, feature)| fraction(feature)).map(|(name, _)| name.as_str()).collect()
}

/// The name of a function without its path.
fn short(property: &str) -> &str {
    property.rsplit("::").next().unwrap_or(property)
}

fn named(name: &str) -> &str {
    if name.is_empty() { "input" } else { name }
}

fn shortened(text: &str) -> String {
    match text.char_indices().nth(MOST_TEXT) {
        Some((end, _)) => format!("{} ...", &text[..end]),
        None => text.to_owned(),
    }
}

fn first_line(message: &str) -> String {
    cut(message.lines().next().unwrap_or(""))
}

fn origin(message: &str, location: Option<&str>) -> String {
    match location {
        Some(place) => format!("{} at {place}", first_line(message)),
        None => first_line(message),
    }
}

#[cfg(test)]
mod tests;
