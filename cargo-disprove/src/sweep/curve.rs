//! How many inputs mutants take, over all of them.

use super::{
    first::Phase,
    record::{Run, Sweep},
};
use disprove_analysis::statistics::{Interval, Subject, Survival, bootstrap};
use std::collections::{BTreeMap, BTreeSet};

/// Where the curve is read, and what paper (e) has there, in per cent of the mutants that were found (its section on the
/// number of inputs). It ends at 500, where it has all that it has.
pub(super) const PUBLISHED: [(u64, f64); 5] =
    [(1, 55.0), (20, 76.0), (100, 86.0), (350, 96.0), (500, 100.0)];

/// Studies that are drawn for an interval; more change its ends by less than is printed.
const ROUNDS: usize = 2_000;
const SEED: u64 = 1;

/// What became of a mutant, over all seeds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fate {
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

/// A row of the table.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Row {
    pub(super) inputs: u64,
    /// Of the mutants that were found, those found by then.
    pub(super) found: usize,
    pub(super) share: f64,
    pub(super) interval: Option<Interval>,
    /// Of all mutants, also those that were not found (Kaplan and Meier), with Greenwood's band.
    pub(super) of_all: f64,
    pub(super) band: Option<Interval>,
    pub(super) published: Option<f64>,
}

/// A property by itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Own {
    /// Its place among the properties.
    pub(super) property: usize,
    /// The mutants it finds by inputs, in the median of the seeds.
    pub(super) found: usize,
    /// The median and the largest of the inputs that they take.
    pub(super) median: u64,
    pub(super) most: u64,
    /// The most inputs that a mutant takes, over all properties, which this one finds before the others.
    pub(super) needs: u64,
}

/// The whole.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Curve {
    pub(super) cases: u64,
    pub(super) fates: BTreeMap<u64, Fate>,
    /// The inputs of those that were found, ascending.
    pub(super) inputs: Vec<u64>,
    pub(super) rows: Vec<Row>,
    pub(super) properties: Vec<Own>,
}

impl Curve {
    pub(super) fn of(sweep: &Sweep) -> Curve {
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
        let rows = rows(&inputs, &Survival::new(&subjects), sweep.cases);
        let properties = properties(sweep, &fates);
        Curve { cases: sweep.cases, fates, inputs, rows, properties }
    }

    /// What became of one mutant.
    pub(super) fn fate(sweep: &Sweep, mutant: u64) -> Fate {
        let runs: Vec<&Run> = sweep.runs.iter().filter(|run| run.place.mutant == mutant).collect();
        let is_uncounted = sweep.uncounted.iter().any(|place| place.mutant == mutant);
        fate(&runs, is_uncounted)
    }

    pub(super) fn count(&self, is_it: impl Fn(&Fate) -> bool) -> usize {
        self.fates.values().filter(|fate| is_it(fate)).count()
    }

    /// How many of those that were found take more inputs than this.
    pub(super) fn beyond(&self, inputs: u64) -> usize {
        self.inputs.len() - self.inputs.partition_point(|it| *it <= inputs)
    }

    /// The smallest number of inputs beyond which less than this share of the mutants is found.
    pub(super) fn enough(&self, share: f64) -> Option<u64> {
        let spared = (share * self.inputs.len() as f64).ceil() as usize;
        // "Less than" leaves out the mutant that makes up the share.
        let place = self.inputs.len().checked_sub(spared.max(1))?;
        Some(self.inputs[place])
    }
}

fn rows(inputs: &[u64], survival: &Survival, cases: u64) -> Vec<Row> {
    let mut marks: Vec<(u64, Option<f64>)> = Vec::new();
    for (mark, share) in PUBLISHED {
        if mark <= cases {
            marks.push((mark, Some(share)));
        }
    }
    if marks.last().is_none_or(|(mark, _)| *mark < cases) {
        marks.push((cases, None));
    }
    let share = |drawn: &[usize], mark: u64| {
        let found = drawn.iter().filter(|place| inputs[**place] <= mark).count();
        found as f64 / drawn.len() as f64
    };
    let figures = |drawn: &[usize]| marks.iter().map(|(mark, _)| share(drawn, *mark)).collect();
    let intervals = bootstrap(inputs.len(), ROUNDS, SEED, &figures);
    let mut rows = Vec::new();
    for (number, (mark, published)) in marks.iter().enumerate() {
        let found = inputs.partition_point(|it| it <= mark);
        let step = survival.at(*mark);
        rows.push(Row {
            inputs: *mark,
            found,
            share: if inputs.is_empty() { 0.0 } else { found as f64 / inputs.len() as f64 },
            interval: intervals.get(number).copied().flatten(),
            of_all: survival.share(*mark),
            band: step.map(|step| step.interval),
            published: *published,
        });
    }
    rows
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
pub(super) use tests::sweep as example;
