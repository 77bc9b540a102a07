//! The curve of mutants found by number of inputs.

use super::{
    first_failure::Phase,
    record::{Run, Sweep},
};
use disprove_analysis::statistics::Interval;
use serde_json::{Value, json};
use std::{
    collections::{BTreeMap, BTreeSet},
    iter,
};

/// The inputs at which the curve is sampled, with the percentages of found mutants in paper (e), section on the number of
/// inputs. That study ends at 500 inputs.
const PUBLISHED: [(u64, f64); 5] = [(1, 55.0), (20, 76.0), (100, 86.0), (350, 96.0), (500, 100.0)];

/// The outcome of a mutant over all seeds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MutantOutcome {
    /// Found with this input, in the median over the seeds.
    Found(u64),
    /// Found only by examples or replays, before any input.
    ByExample,
    /// Found with an unknown input.
    Uncounted,
    /// Not found with all inputs.
    Missed,
    /// Too few seeds have a verdict.
    NotRun,
}

impl MutantOutcome {
    /// The outcomes that are not on the curve, in words.
    pub(crate) const OFF_CURVE: [(MutantOutcome, &'static str); 4] = [
        (MutantOutcome::ByExample, "by an example or a replay, before any input"),
        (MutantOutcome::Missed, "not found, counted in the column \"of all\""),
        (MutantOutcome::Uncounted, "found, input unknown"),
        (MutantOutcome::NotRun, "without a verdict: the tests died or hung"),
    ];

    /// Its name in JSON.
    pub(crate) fn name(self) -> &'static str {
        match self {
            MutantOutcome::Found(_) => "found",
            MutantOutcome::ByExample => "known",
            MutantOutcome::Uncounted => "uncounted",
            MutantOutcome::Missed => "missed",
            MutantOutcome::NotRun => "not_run",
        }
    }
}

/// A row of the table.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Row {
    pub(crate) inputs: u64,
    /// Mutants found with this number of inputs.
    pub(crate) found: usize,
    pub(crate) share: f64,
    pub(crate) interval: Option<Interval>,
    /// Share of all mutants that a property reaches, including those not found, with its interval.
    pub(crate) of_all: f64,
    pub(crate) band: Option<Interval>,
    pub(crate) published: Option<f64>,
}

impl Row {
    pub(crate) fn to_json(self) -> Value {
        let ends = |interval: Option<Interval>| interval.map(|it| [it.low, it.high]);
        json!({
            "inputs": self.inputs,
            "found": self.found,
            "share": self.share,
            "interval": ends(self.interval),
            "of_all": self.of_all,
            "band": ends(self.band),
            "published": self.published.map(|share| share / 100.0),
        })
    }
}

/// The mutants found by one property.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PropertySummary {
    /// Its index among the properties.
    pub(crate) property: usize,
    /// Mutants it finds by inputs, in the median over the seeds.
    pub(crate) found: usize,
    /// Median and maximum of the inputs they take.
    pub(crate) median: u64,
    pub(crate) most: u64,
    /// The most inputs of a mutant that this property finds before all others.
    pub(crate) needs: u64,
}

/// The curve with its tables.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Curve {
    pub(crate) cases: u64,
    pub(crate) outcomes: BTreeMap<u64, MutantOutcome>,
    /// The inputs of found mutants, ascending.
    pub(crate) inputs: Vec<u64>,
    /// How many were not found with all inputs.
    missed: usize,
    /// The table: kills at the inputs of the paper, and with all inputs.
    pub(crate) rows: Vec<Row>,
    pub(crate) properties: Vec<PropertySummary>,
}

impl Curve {
    pub(crate) fn of(sweep: &Sweep) -> Curve {
        let outcomes = outcomes(sweep);
        let (mut inputs, mut missed) = (Vec::new(), 0);
        for outcome in outcomes.values() {
            match outcome {
                MutantOutcome::Found(input) => inputs.push(*input),
                MutantOutcome::Missed => missed += 1,
                // Which input would have found it is unknown.
                MutantOutcome::ByExample | MutantOutcome::Uncounted | MutantOutcome::NotRun => {}
            }
        }
        inputs.sort_unstable();
        let cases = sweep.cases;
        let properties = properties(sweep, &outcomes);
        let mut curve = Curve { cases, outcomes, inputs, missed, rows: Vec::new(), properties };
        let mut marks: Vec<u64> = PUBLISHED.iter().map(|(mark, _)| *mark).collect();
        marks.retain(|mark| *mark < cases);
        marks.push(cases);
        curve.rows = curve.at(&marks);
        curve
    }

    /// The rows at these numbers of inputs, ascending.
    pub(crate) fn at(&self, marks: &[u64]) -> Vec<Row> {
        let (found_at_all, all) = (self.inputs.len(), self.inputs.len() + self.missed);
        let mut rows = Vec::new();
        for mark in marks {
            let found = found_at_all - self.beyond(*mark);
            let published = PUBLISHED.iter().find(|(inputs, _)| inputs == mark);
            let interval =
                |of: usize| (of > 0).then(|| Interval::of_share(found as u64, of as u64));
            rows.push(Row {
                inputs: *mark,
                found,
                share: found as f64 / found_at_all.max(1) as f64,
                interval: interval(found_at_all),
                of_all: found as f64 / all.max(1) as f64,
                band: interval(all),
                published: published.map(|(_, share)| *share),
            });
        }
        rows
    }

    /// The outcome of one mutant.
    pub(crate) fn outcome(sweep: &Sweep, mutant: u64) -> MutantOutcome {
        let runs = runs_by_mutant(sweep, |other| other == mutant);
        runs.get(&mutant).map_or(MutantOutcome::NotRun, outcome)
    }

    pub(crate) fn count(&self, is_it: impl Fn(&MutantOutcome) -> bool) -> usize {
        self.outcomes.values().filter(|outcome| is_it(outcome)).count()
    }

    /// How many found mutants take more inputs than this.
    pub(crate) fn beyond(&self, inputs: u64) -> usize {
        self.inputs.len() - self.inputs.partition_point(|it| *it <= inputs)
    }

    /// The smallest number of inputs beyond which less than this share of the mutants is found.
    pub(crate) fn enough(&self, share: f64) -> Option<u64> {
        let spared = (share * self.inputs.len() as f64).ceil() as usize;
        // "Less than" excludes the mutant that reaches the share.
        let place = self.inputs.len().checked_sub(spared.max(1))?;
        Some(self.inputs[place])
    }
}

/// The median over the seeds, the later of two; `None` stands for "not found".
fn median(mut seeds: Vec<Option<u64>>) -> Option<u64> {
    seeds.sort_by_key(|first| first.unwrap_or(u64::MAX));
    seeds.get(seeds.len() / 2).copied().flatten()
}

fn generated(run: &Run) -> Option<u64> {
    run.first.filter(|first| first.phase == Phase::Generate).map(|first| first.number)
}

/// The runs on a mutant.
#[derive(Default)]
struct MutantRuns<'s> {
    runs: Vec<&'s Run>,
    /// The seeds of runs that found it with an unknown input, or have no verdict.
    unknown: BTreeSet<u64>,
    is_uncounted: bool,
}

/// The runs on the wanted mutants.
fn runs_by_mutant(sweep: &Sweep, is_wanted: impl Fn(u64) -> bool) -> BTreeMap<u64, MutantRuns<'_>> {
    let mut all: BTreeMap<u64, MutantRuns<'_>> = BTreeMap::new();
    for run in sweep.runs.iter().filter(|run| is_wanted(run.key.mutant)) {
        all.entry(run.key.mutant).or_default().runs.push(run);
    }
    for (keys, is_uncounted) in [(&sweep.uncounted, true), (&sweep.not_run, false)] {
        for key in keys.iter().filter(|key| is_wanted(key.mutant)) {
            let own = all.entry(key.mutant).or_default();
            own.unknown.insert(key.seed);
            own.is_uncounted |= is_uncounted;
        }
    }
    all
}

fn outcomes(sweep: &Sweep) -> BTreeMap<u64, MutantOutcome> {
    let runs = runs_by_mutant(sweep, |_| true);
    let of = |mutant| runs.get(mutant).map_or(MutantOutcome::NotRun, outcome);
    sweep.ended.iter().map(|mutant| (*mutant, of(mutant))).collect()
}

/// The outcome of a mutant by all its runs.
fn outcome(own: &MutantRuns<'_>) -> MutantOutcome {
    // For each seed, the first input over all properties.
    let mut seeds: BTreeMap<u64, Option<u64>> = BTreeMap::new();
    let mut is_known = false;
    for run in &own.runs {
        let number = generated(run);
        let least = seeds.entry(run.key.seed).or_default();
        *least = match (*least, number) {
            (Some(one), Some(other)) => Some(one.min(other)),
            (one, other) => one.or(other),
        };
        is_known |= run.first.is_some() && number.is_none();
    }
    // The median if the other seeds had found it with this input.
    let unknown = own.unknown.iter().filter(|seed| !seeds.contains_key(seed)).count();
    let median_with = |first: Option<u64>| {
        let firsts = seeds.values().copied();
        median(firsts.chain(iter::repeat_n(first, unknown)).collect())
    };
    match median_with(None) {
        Some(number) => MutantOutcome::Found(number),
        None if is_known => MutantOutcome::ByExample,
        None if own.is_uncounted => MutantOutcome::Uncounted,
        None if median_with(Some(0)).is_some() => MutantOutcome::NotRun,
        None => MutantOutcome::Missed,
    }
}

fn properties(sweep: &Sweep, outcomes: &BTreeMap<u64, MutantOutcome>) -> Vec<PropertySummary> {
    let mut pairs: BTreeMap<(u64, usize), Vec<Option<u64>>> = BTreeMap::new();
    for run in &sweep.runs {
        pairs.entry((run.key.mutant, run.key.property)).or_default().push(generated(run));
    }
    // A seed without a known input is one that does not find the mutant.
    for key in sweep.uncounted.iter().chain(&sweep.not_run) {
        pairs.entry((key.mutant, key.property)).or_default().push(None);
    }
    let mut inputs: Vec<Vec<u64>> = vec![Vec::new(); sweep.properties.len()];
    let mut needs = vec![0; sweep.properties.len()];
    let mut earliest: BTreeMap<u64, (u64, usize)> = BTreeMap::new();
    for ((mutant, property), firsts) in pairs {
        let (Some(number), Some(own)) = (median(firsts), inputs.get_mut(property)) else {
            continue;
        };
        own.push(number);
        let least = earliest.entry(mutant).or_insert((number, property));
        *least = (*least).min((number, property));
    }
    for (mutant, (_, property)) in earliest {
        if let Some(MutantOutcome::Found(number)) = outcomes.get(&mutant) {
            needs[property] = needs[property].max(*number);
        }
    }
    let mut all = Vec::new();
    for (property, mut inputs) in inputs.into_iter().enumerate() {
        inputs.sort_unstable();
        all.push(PropertySummary {
            property,
            found: inputs.len(),
            median: inputs.get(inputs.len() / 2).copied().unwrap_or(0),
            most: inputs.last().copied().unwrap_or(0),
            needs: needs[property],
        });
    }
    all
}

#[cfg(test)]
mod tests;
#[cfg(test)]
pub(crate) use tests::sweep as example;
