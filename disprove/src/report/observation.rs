//! Cases as JSON lines, in the observability schema of Hypothesis, for charts by Tyche.
//!
//! Tyche accepts less than the schema allows, and rejects the whole file for one bad line. So every key is present,
//! `how_generated` and contents are strings, and there are no `error` lines.

use super::{
    figures::figures,
    json,
    layout::cut,
    statistics::{statistics, weakness},
    text::Shown,
};
use crate::{
    argsort::argsort,
    choice::next_up,
    humanize::plural,
    random::{Random, uniform},
    runner::{Execution, Failure, Phase, Report, Status},
};
use std::{env, fmt::Write, process};

/// Length limit of a text: a file contains thousands of them.
const MOST_TEXT: usize = 4_000;

/// Offset that turns an integer score into a fraction when other scores of the same name are fractional. Tyche reads
/// 1.0 as an integer, and would choose another chart.
const NEAR: f64 = 1e-6;

/// Keeps a sample of the cases of one run.
pub(crate) struct Observer {
    property: String,
    run_start: f64,
    limit: usize,
    /// Cases that did not fail.
    others: Sample,
    failing: Sample,
    random: Random,
    number: u64,
}

/// A uniform sample of the cases seen.
#[derive(Default)]
struct Sample {
    kept: Vec<ObservedCase>,
    seen: u64,
}

/// An observed case.
struct ObservedCase {
    number: u64,
    status: &'static str,
    /// As in Hypothesis: 0 overrun, 1 invalid, 2 valid, 3 interesting.
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

/// Tyche chooses a chart by the type of a value, so a feature has the same type in all cases.
enum Feature {
    Text(String),
    Truth(bool),
    Number(f64),
}

impl Observer {
    /// Observes one run of a property, which started `run_start` seconds after 1970. Keeps up to `limit` failing
    /// cases, and as many others.
    pub(crate) fn new(property: &str, run_start: f64, limit: usize) -> Observer {
        Observer {
            property: property.to_owned(),
            run_start: if run_start.is_finite() { run_start } else { 0.0 },
            limit: limit.max(1),
            others: Sample::default(),
            failing: Sample::default(),
            random: Random::for_case(0, 0),
            number: 0,
        }
    }

    /// A case was run, with these arguments and for so long.
    pub(crate) fn case(&mut self, execution: &Execution<'_>) {
        self.number += 1;
        let failed = matches!(execution.status, Status::Failed { .. });
        // The reduced failure comes at the end, with all details.
        if failed && execution.phase == Phase::Confirm {
            return;
        }
        let sample = if failed { &mut self.failing } else { &mut self.others };
        let Some(place) = sample.place(self.limit, &mut self.random) else { return };
        let observed = ObservedCase::new(self.number, execution);
        match sample.kept.get_mut(place) {
            Some(old) => *old = observed,
            None => sample.kept.push(observed),
        }
    }

    /// All lines of the run.
    pub(crate) fn finish(mut self, report: &Report<Shown>) -> String {
        let mut smallest = Vec::new();
        for failure in report.failures() {
            smallest.push(ObservedCase::smallest(failure));
        }
        let (statistics, weakness) = {
            let name = short(&self.property);
            (statistics(report, name), weakness(report, name))
        };
        let mut lines = self.lines(smallest, report.seed(), &statistics, weakness.as_deref());
        lines.push_str(&self.info("figures", &figures(report)));
        lines
    }

    fn lines(
        &mut self,
        mut smallest: Vec<ObservedCase>,
        seed: u64,
        statistics: &str,
        weakness: Option<&str>,
    ) -> String {
        let cases = self.others.seen + self.failing.seen;
        let mut kept = std::mem::take(&mut self.others.kept);
        kept.append(&mut self.failing.kept);
        let left_out = cases - kept.len() as u64;
        let mut order = argsort(kept.len(), &|a, b| kept[a].number.cmp(&kept[b].number));
        order.extend(kept.len()..kept.len() + smallest.len());
        kept.append(&mut smallest);
        let fractions = fractions(&kept);
        let mut lines = String::new();
        for number in order {
            lines.push_str(&self.test_case(&kept[number], seed, &fractions));
            lines.push('\n');
        }
        lines.push_str(&self.info("statistics", statistics));
        if let Some(weakness) = weakness {
            lines.push_str(&self.info("weakness", weakness));
        }
        if left_out > 0 {
            let content = format!("{} ran; this is a random sample", plural(left_out, "more case"));
            lines.push_str(&self.info("sample", &content));
        }
        lines
    }

    fn test_case(&self, case: &ObservedCase, seed: u64, fractions: &[&str]) -> String {
        let mut call = format!("{}(", short(&self.property));
        let mut arguments = Vec::new();
        for (number, (name, text)) in case.arguments.iter().enumerate() {
            let (name, text) = (named(name), shortened(text));
            let comma = if number == 0 { "" } else { ", " };
            let _ = write!(call, "{comma}{name} = {text}");
            arguments.push((name, json::string(&text)));
        }
        call.push(')');
        let mut features = Vec::new();
        for (name, feature) in &case.features {
            if let Some(value) = feature.json(fractions.contains(&name.as_str())) {
                features.push((name.as_str(), value));
            }
        }
        json::object(&[
            ("type", json::string("test_case")),
            ("run_start", json::number(self.run_start)),
            ("property", json::string(&self.property)),
            ("status", json::string(case.status)),
            ("status_reason", json::string(&case.reason)),
            ("representation", json::string(&shortened(&call))),
            ("arguments", json::object(&arguments)),
            ("how_generated", json::string(case.how_generated)),
            ("features", json::object(&features)),
            ("coverage", "null".to_owned()),
            ("timing", json::object(&[("execute:test", json::number(case.seconds))])),
            ("metadata", self.metadata(case, seed)),
        ])
    }

    fn metadata(&self, case: &ObservedCase, seed: u64) -> String {
        let mut arguments = Vec::new();
        for argument in env::args_os() {
            arguments.push(argument.to_string_lossy().into_owned());
        }
        // As strings: JSON readers in JavaScript have no 64-bit integers.
        let text = |number: u64| json::string(&number.to_string());
        let backend = [("seed", text(seed)), ("execution", text(case.number))];
        json::object(&[
            ("traceback", json::optional(case.origin.as_deref())),
            ("reproduction_decorator", json::optional(case.decorator.as_deref())),
            ("notes", json::array(&case.notes)),
            ("predicates", "{}".to_owned()),
            ("backend", json::object(&backend)),
            ("sys.argv", json::array(&arguments)),
            ("os.getpid()", process::id().to_string()),
            ("imported_at", json::number(self.run_start)),
            ("data_status", case.data_status.to_string()),
            ("phase", json::string(case.phase)),
            ("interesting_origin", json::optional(case.origin.as_deref())),
        ])
    }

    /// A line of information, with a line break.
    fn info(&self, title: &str, content: &str) -> String {
        let line = json::object(&[
            ("type", json::string("info")),
            ("run_start", json::number(self.run_start)),
            ("property", json::string(&self.property)),
            ("title", json::string(title)),
            ("content", json::string(content)),
        ]);
        line + "\n"
    }
}

impl Sample {
    /// Where to keep the next case, if at all. The first case always stays: it may show how a failure was found.
    fn place(&mut self, limit: usize, random: &mut Random) -> Option<usize> {
        self.seen += 1;
        if self.kept.len() < limit {
            return Some(self.kept.len());
        }
        let place = uniform(random.word(), self.seen - 1) as usize;
        (1..limit).contains(&place).then_some(place)
    }
}

impl ObservedCase {
    fn new(number: u64, execution: &Execution<'_>) -> ObservedCase {
        let (status, data_status, reason) = match execution.status {
            Status::Passed => ("passed", 2, String::new()),
            Status::Rejected => ("gave_up", 1, "rejected by `assume!` or a filter".to_owned()),
            Status::Overrun => ("gave_up", 0, "exceeded the size budget of a case".to_owned()),
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
            Phase::Explain => ("during explain phase", "explain"),
            Phase::Confirm => ("while the reduced failure was confirmed", "shrink"),
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
        ObservedCase {
            number,
            status,
            data_status,
            reason,
            how_generated,
            phase,
            arguments: execution.arguments.to_vec(),
            features,
            seconds: execution.time.as_secs_f64(),
            origin,
            decorator: None,
            notes: Vec::new(),
        }
    }

    /// The reduced failure.
    fn smallest(failure: &Failure<Shown>) -> ObservedCase {
        let mut notes = all_shortened(failure.notes());
        for item in failure.explanation() {
            notes.push(shortened(&item.to_string()));
        }
        ObservedCase {
            number: failure.found_at(),
            status: "failed",
            data_status: 3,
            reason: first_line(failure.message()),
            how_generated: "minimal failing test case",
            phase: "shrink",
            arguments: failure.value().arguments.clone(),
            features: Vec::new(),
            seconds: 0.0,
            origin: Some(origin(failure.message(), failure.location())),
            decorator: Some(format!("#[replay(\"{}\")]", failure.replay_token())),
            notes,
        }
    }
}

impl Feature {
    /// `None` for a number that JSON cannot represent: a string would have another type.
    fn json(&self, fraction: bool) -> Option<String> {
        match self {
            Feature::Text(text) => Some(json::string(text)),
            Feature::Truth(truth) => Some(truth.to_string()),
            Feature::Number(number) if !number.is_finite() => None,
            Feature::Number(number) if fraction && number.fract() == 0.0 => {
                let near = number + NEAR;
                let near = if near.fract() == 0.0 { next_up(*number) } else { near };
                Some(json::number(near))
            }
            Feature::Number(number) if fraction => Some(json::number(*number)),
            Feature::Number(number) => Some(format!("{number}")),
        }
    }
}

/// The features that are fractional in some case.
fn fractions(cases: &[ObservedCase]) -> Vec<&str> {
    let mut fractions = Vec::new();
    for case in cases {
        for (name, feature) in &case.features {
            if let Feature::Number(number) = feature {
                if number.is_finite()
                    && number.fract() != 0.0
                    && !fractions.contains(&name.as_str())
                {
                    fractions.push(name.as_str());
                }
            }
        }
    }
    fractions
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

fn all_shortened(texts: &[String]) -> Vec<String> {
    let mut all = Vec::new();
    for text in texts {
        all.push(shortened(text));
    }
    all
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
