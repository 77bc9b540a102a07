//! Summarizes and prints all runs of a precondition.

use super::{
    precondition::{Row, Sample},
    space::Space,
};
use disprove::prelude::*;
use serde_json::{Value, json};

/// The runs of one search.
#[derive(Clone, Debug)]
pub struct Summary {
    pub search: Search,
    /// The mean share of accepted inputs, and the smallest of a run.
    pub rate: f64,
    pub worst_rate: f64,
    /// The mean number of accepted inputs.
    pub accepted: f64,
    /// Accepted inputs that are different: the mean, and the fewest of a run.
    pub distinct: f64,
    pub fewest: u64,
    /// The call that was accepted first, in those runs in which one was: the mean, and the latest.
    pub first: Option<f64>,
    pub latest_first: Option<u64>,
    /// Runs in which something was accepted, and in which every valid input was seen.
    pub successes: usize,
    pub completed: usize,
    /// The call by which every valid input had been seen, in those runs: the mean.
    pub complete: Option<f64>,
    /// Bits per field of the accepted inputs.
    pub bits: f64,
    /// The inputs are so few that all are tried in order.
    pub exhausted: bool,
    /// The mean number of calls of the property, to be compared with the executions that were allowed.
    pub calls: f64,
    pub runs: usize,
}

impl Summary {
    pub fn new(search: Search, samples: &[Sample]) -> Summary {
        let firsts: Vec<u64> = samples.iter().filter_map(|sample| sample.first).collect();
        let complete: Vec<u64> = samples.iter().filter_map(|sample| sample.complete).collect();
        let successful = samples.iter().filter(|sample| sample.accepted > 0);
        let rates = || samples.iter().map(Sample::rate);
        Summary {
            search,
            rate: mean(rates()).unwrap_or_default(),
            worst_rate: rates().fold(1.0, f64::min),
            accepted: mean(samples.iter().map(|sample| sample.accepted as f64)).unwrap_or_default(),
            distinct: mean(samples.iter().map(|sample| sample.distinct as f64)).unwrap_or_default(),
            fewest: samples.iter().map(|sample| sample.distinct).min().unwrap_or_default(),
            first: mean(firsts.iter().map(|first| *first as f64)),
            latest_first: firsts.iter().max().copied(),
            successes: firsts.len(),
            completed: complete.len(),
            complete: mean(complete.iter().map(|call| *call as f64)),
            bits: mean(successful.map(|sample| sample.bits)).unwrap_or_default(),
            exhausted: samples.iter().all(|sample| sample.exhausted),
            calls: mean(samples.iter().map(|sample| sample.calls as f64)).unwrap_or_default(),
            runs: samples.len(),
        }
    }

    fn json(&self) -> Value {
        json!({
            "search": format!("{:?}", self.search).to_lowercase(),
            "runs": self.runs,
            "rate": self.rate,
            "worst_rate": self.worst_rate,
            "accepted": self.accepted,
            "distinct": self.distinct,
            "fewest_distinct": self.fewest,
            "first": self.first,
            "latest_first": self.latest_first,
            "runs_that_accepted": self.successes,
            "runs_that_saw_all": self.completed,
            "all_seen_by": self.complete,
            "bits": self.bits,
            "exhausted": self.exhausted,
            "calls": self.calls,
        })
    }
}

fn mean(numbers: impl Iterator<Item = f64>) -> Option<f64> {
    let (sum, count) = numbers.fold((0.0, 0.0), |(sum, count), number| (sum + number, count + 1.0));
    (count > 0.0).then(|| sum / count)
}

/// The accepted ones of many random inputs, to compare with.
#[derive(Clone, Copy, Debug)]
pub struct Reference {
    pub accepted: u64,
    pub executions: u64,
    pub bits: f64,
    /// These are all inputs that fit.
    pub exhausted: bool,
}

/// Fewer accepted inputs say nothing about how they are spread.
const ENOUGH: f64 = 200.0;

/// Everything about one precondition.
#[derive(Clone, Debug)]
pub struct Line {
    pub id: &'static str,
    pub text: &'static str,
    pub hypothesis: Option<f64>,
    pub prototype: Option<f64>,
    pub space: Option<Space>,
    pub reference: Reference,
    /// In the order in which the searches were given.
    pub summaries: Vec<Summary>,
}

impl Line {
    pub fn new(row: &Row, space: Option<Space>, reference: &Sample, all: Vec<Summary>) -> Line {
        let Sample { accepted, executions, bits, exhausted, .. } = *reference;
        Line {
            id: row.id,
            text: row.text,
            hypothesis: row.published.hypothesis,
            prototype: row.published.prototype,
            space,
            reference: Reference { accepted, executions, bits, exhausted },
            summaries: all,
        }
    }

    /// The cells of the table, as [`heading`] names them.
    pub fn cells(&self) -> Vec<String> {
        let mut cells = vec![self.id.to_owned(), rate(self.hypothesis), rate(self.prototype)];
        let of_all =
            |cell: &dyn Fn(&Summary) -> String| self.summaries.iter().map(cell).collect::<Vec<_>>();
        cells.extend(of_all(&|summary| {
            let (mean, worst) = (rate(Some(summary.rate)), rate(Some(summary.worst_rate)));
            let every = if summary.exhausted { " all" } else { "" };
            format!("{mean} ({worst}){every}")
        }));
        cells.extend(of_all(&|summary| format!("{:.0} ({})", summary.distinct, summary.fewest)));
        cells.extend(of_all(&|summary| match (summary.first, summary.latest_first) {
            (Some(mean), Some(latest)) if summary.successes == summary.runs => {
                format!("{mean:.0} ({latest})")
            }
            (Some(mean), _) => format!("{mean:.0} in {}/{}", summary.successes, summary.runs),
            _ => "never".to_owned(),
        }));
        cells.extend(of_all(&|summary| bits(summary.bits, summary.accepted, summary.exhausted)));
        let Reference { accepted, exhausted, .. } = self.reference;
        cells.push(bits(self.reference.bits, accepted as f64, exhausted));
        cells.extend(of_all(&|summary| self.seen(summary)));
        cells
    }

    /// The same figures for programs.
    pub fn json(&self) -> Value {
        json!({
            "id": self.id,
            "condition": self.text,
            "hypothesis": self.hypothesis,
            "prototype": self.prototype,
            "valid": self.space.map(|space| space.valid),
            "inputs": self.space.map(|space| space.all),
            "reference": {
                "executions": self.reference.executions,
                "accepted": self.reference.accepted,
                "bits": self.reference.bits,
            },
            "searches": self.summaries.iter().map(Summary::json).collect::<Value>(),
        })
    }

    /// How many of the valid inputs were seen, and when all had been.
    fn seen(&self, summary: &Summary) -> String {
        let Some(Space { valid, .. }) = self.space.filter(|space| space.valid <= FEW) else {
            return "-".to_owned();
        };
        match summary.complete {
            Some(call) if summary.completed == summary.runs => {
                format!("{valid}/{valid} by {call:.0}")
            }
            Some(_) => {
                let Summary { distinct, completed, runs, .. } = summary;
                format!("{distinct:.0}/{valid}, all in {completed}/{runs}")
            }
            None => format!("{:.0}/{valid}", summary.distinct),
        }
    }
}

/// So many valid inputs could be seen in a run.
pub const FEW: u64 = 10_000;

fn bits(bits: f64, accepted: f64, exhausted: bool) -> String {
    if exhausted || accepted >= ENOUGH { format!("{bits:.2}") } else { "-".to_owned() }
}

fn rate(rate: Option<f64>) -> String {
    match rate {
        None => "-".to_owned(),
        Some(rate) if rate > 0.0 && rate < 0.001 => format!("{rate:.5}"),
        Some(rate) => format!("{rate:.3}"),
    }
}

/// What the columns are.
pub fn heading(searches: &[Search]) -> Vec<String> {
    let of_all = |what: &'static str| {
        searches
            .iter()
            .map(move |search| format!("{what} {}", format!("{search:?}").to_lowercase()))
    };
    let mut heading: Vec<String> = ["id", "Hypothesis", "prototype"].map(str::to_owned).into();
    heading.extend(of_all("rate (worst)"));
    heading.extend(of_all("distinct (fewest)"));
    heading.extend(of_all("first (latest)"));
    heading.extend(of_all("bits"));
    heading.push("bits reference".to_owned());
    heading.extend(of_all("valid seen"));
    heading
}
