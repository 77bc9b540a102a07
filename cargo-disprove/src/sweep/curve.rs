//! How many inputs mutants take, over all of them.

use super::{
    first::Phase,
    record::{Run, Sweep},
};
use disprove_analysis::statistics::{Interval, Subject, Survival, bootstrap};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// Where the curve is read, and what paper (e) has there, in per cent of the mutants that were found (its section on the
/// number of inputs). It ends at 500, where it has all that it has.
const PUBLISHED: [(u64, f64); 5] = [(1, 55.0), (20, 76.0), (100, 86.0), (350, 96.0), (500, 100.0)];

/// Studies that are drawn for an interval; more change its ends by less than is printed.
const ROUNDS: usize = 2_000;
const SEED: u64 = 1;

/// What became of a mutant, over all seeds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fate {
    /// Found with this input, in the median of the seeds.
    Found(u64),
    /// Only by examples or replays, before any input.
    Known,
    /// With an input that is not known.
    Uncounted,
    /// Not with so many inputs.
    Missed,
    /// No property ran to its end.
    NotRun,
}

impl Fate {
    /// Those that are not on the curve, in words.
    pub(crate) const APART: [(Fate, &'static str); 4] = [
        (Fate::Known, "by an example or a replay, before any input"),
        (Fate::Missed, "not found, which counts in the column of all"),
        (Fate::Uncounted, "found, but not known with which input"),
        (Fate::NotRun, "without a verdict: the tests died or hung"),
    ];

    /// As it is written in JSON.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Fate::Found(_) => "found",
            Fate::Known => "known",
            Fate::Uncounted => "uncounted",
            Fate::Missed => "missed",
            Fate::NotRun => "not_run",
        }
    }
}

/// A row of the table.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Row {
    pub(crate) inputs: u64,
    /// Of the mutants that were found, those found by then.
    pub(crate) found: usize,
    pub(crate) share: f64,
    pub(crate) interval: Option<Interval>,
    /// Of all mutants, also those that were not found (Kaplan and Meier), with Greenwood's band.
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

/// A property by itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Own {
    /// Its place among the properties.
    pub(crate) property: usize,
    /// The mutants it finds by inputs, in the median of the seeds.
    pub(crate) found: usize,
    /// The median and the largest of the inputs that they take.
    pub(crate) median: u64,
    pub(crate) most: u64,
    /// The most inputs that a mutant takes, over all properties, which this one finds before the others.
    pub(crate) needs: u64,
}

/// The whole.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Curve {
    pub(crate) cases: u64,
    pub(crate) fates: BTreeMap<u64, Fate>,
    /// The inputs of those that were found, ascending.
    pub(crate) inputs: Vec<u64>,
    survival: Survival,
    /// The table: what is found with the inputs of the paper, and with all.
    pub(crate) rows: Vec<Row>,
    pub(crate) properties: Vec<Own>,
}

impl Curve {
    pub(crate) fn of(sweep: &Sweep) -> Curve {
        let fates = fates(sweep);
        let (mut inputs, mut subjects) = (Vec::new(), Vec::new());
        for fate in fates.values() {
            match fate {
                Fate::Found(time) => {
                    inputs.push(*time);
                    subjects.push(Subject { time: *time, is_found: true });
                }
                Fate::Missed => subjects.push(Subject { time: sweep.cases, is_found: false }),
                Fate::Known | Fate::Uncounted | Fate::NotRun => {}
            }
        }
        inputs.sort_unstable();
        let (cases, survival) = (sweep.cases, Survival::new(&subjects));
        let properties = properties(sweep, &fates);
        let mut curve = Curve { cases, fates, inputs, survival, rows: Vec::new(), properties };
        let mut marks: Vec<u64> = PUBLISHED.iter().map(|(mark, _)| *mark).collect();
        marks.retain(|mark| *mark < cases);
        marks.push(cases);
        curve.rows = curve.at(&marks);
        curve
    }

    /// What is found with so many inputs each, in ascending order.
    pub(crate) fn at(&self, marks: &[u64]) -> Vec<Row> {
        // The first mark that each mutant is found by.
        let places: Vec<usize> =
            self.inputs.iter().map(|it| marks.partition_point(|mark| mark < it)).collect();
        let figures = |drawn: &[usize]| {
            let mut counts = vec![0_usize; marks.len() + 1];
            for mutant in drawn {
                counts[places[*mutant]] += 1;
            }
            let (mut found, mut shares) = (0, Vec::new());
            for count in &counts[..marks.len()] {
                found += count;
                shares.push(found as f64 / drawn.len() as f64);
            }
            shares
        };
        let intervals = bootstrap(self.inputs.len(), ROUNDS, SEED, &figures);
        let mut rows = Vec::new();
        for (number, mark) in marks.iter().enumerate() {
            let found = self.inputs.len() - self.beyond(*mark);
            let published = PUBLISHED.iter().find(|(inputs, _)| inputs == mark);
            rows.push(Row {
                inputs: *mark,
                found,
                share: found as f64 / self.inputs.len().max(1) as f64,
                interval: intervals.get(number).copied().flatten(),
                of_all: self.survival.share(*mark),
                band: self.survival.at(*mark).map(|step| step.interval),
                published: published.map(|(_, share)| *share),
            });
        }
        rows
    }

    /// What became of one mutant.
    pub(crate) fn fate(sweep: &Sweep, mutant: u64) -> Fate {
        let runs: Vec<&Run> = sweep.runs.iter().filter(|run| run.place.mutant == mutant).collect();
        let is_uncounted = sweep.uncounted.iter().any(|place| place.mutant == mutant);
        fate(&runs, is_uncounted)
    }

    pub(crate) fn count(&self, is_it: impl Fn(&Fate) -> bool) -> usize {
        self.fates.values().filter(|fate| is_it(fate)).count()
    }

    /// How many of those that were found take more inputs than this.
    pub(crate) fn beyond(&self, inputs: u64) -> usize {
        self.inputs.len() - self.inputs.partition_point(|it| *it <= inputs)
    }

    /// The smallest number of inputs beyond which less than this share of the mutants is found.
    pub(crate) fn enough(&self, share: f64) -> Option<u64> {
        let spared = (share * self.inputs.len() as f64).ceil() as usize;
        // "Less than" leaves out the mutant that makes up the share.
        let place = self.inputs.len().checked_sub(spared.max(1))?;
        Some(self.inputs[place])
    }
}

/// The middle of the seeds; the later of two, and none if that is not found. `None` inside is not found.
fn median(mut seeds: Vec<Option<u64>>) -> Option<u64> {
    seeds.sort_by_key(|first| first.unwrap_or(u64::MAX));
    seeds.get(seeds.len() / 2).copied().flatten()
}

fn generated(run: &Run) -> Option<u64> {
    run.first.filter(|first| first.phase == Phase::Generate).map(|first| first.number)
}

fn fates(sweep: &Sweep) -> BTreeMap<u64, Fate> {
    let mut runs: BTreeMap<u64, Vec<&Run>> = BTreeMap::new();
    for run in &sweep.runs {
        runs.entry(run.place.mutant).or_default().push(run);
    }
    let uncounted: BTreeSet<u64> = sweep.uncounted.iter().map(|place| place.mutant).collect();
    let mut fates = BTreeMap::new();
    for mutant in &sweep.ended {
        let own = runs.get(mutant).map_or(&[][..], Vec::as_slice);
        fates.insert(*mutant, fate(own, uncounted.contains(mutant)));
    }
    fates
}

/// By all runs on one mutant.
fn fate(runs: &[&Run], is_uncounted: bool) -> Fate {
    // For each seed the first input of all properties.
    let mut seeds: BTreeMap<u64, Option<u64>> = BTreeMap::new();
    let mut is_known = false;
    for run in runs {
        let number = generated(run);
        let least = seeds.entry(run.place.seed).or_default();
        *least = match (*least, number) {
            (Some(one), Some(other)) => Some(one.min(other)),
            (one, other) => one.or(other),
        };
        is_known |= run.first.is_some() && number.is_none();
    }
    match median(seeds.into_values().collect()) {
        Some(number) => Fate::Found(number),
        None if is_known => Fate::Known,
        None if is_uncounted => Fate::Uncounted,
        None if runs.is_empty() => Fate::NotRun,
        None => Fate::Missed,
    }
}

fn properties(sweep: &Sweep, fates: &BTreeMap<u64, Fate>) -> Vec<Own> {
    let mut pairs: BTreeMap<(u64, usize), Vec<Option<u64>>> = BTreeMap::new();
    for run in &sweep.runs {
        pairs.entry((run.place.mutant, run.place.property)).or_default().push(generated(run));
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
        if let Some(Fate::Found(number)) = fates.get(&mutant) {
            needs[property] = needs[property].max(*number);
        }
    }
    let mut all = Vec::new();
    for (property, mut inputs) in inputs.into_iter().enumerate() {
        inputs.sort_unstable();
        all.push(Own {
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
