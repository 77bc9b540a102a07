//! Cases that are kept, and which of them is changed next.

use super::{edits::Edits, novelty::grams};
use crate::{
    corpus::Kept,
    trace::{Operand, Trace},
};
use std::{collections::HashMap, rc::Rc};

/// A kept case and what is left to be done to it.
#[derive(Debug)]
pub(super) struct Batch {
    pub(super) kept: Rc<Kept>,
    /// What was compared on its course.
    pub(super) operands: Rc<[Operand]>,
    /// It was accepted, not rejected.
    pub(super) valid: bool,
    /// A hash of its course.
    pub(super) path: u64,
    /// Made when it is its turn for the first time.
    pub(super) edits: Option<Edits>,
    /// How often it had its turn, and what it is ordered by besides.
    level: u32,
    rarest: u32,
}

/// A feature of courses, and the kept cases that have it.
#[derive(Debug)]
struct Feature {
    /// What was spent on it.
    charge: i64,
    cost: i64,
    cases: Vec<u32>,
}

/// All of them.
#[derive(Debug, Default)]
pub(super) struct Batches {
    all: Vec<Option<Batch>>,
    features: Vec<Feature>,
    numbers: HashMap<u64, u32>,
    /// Whose turn it is, for how many edits more, and for which feature.
    current: Option<(usize, u32, Option<usize>)>,
    turns: u64,
    live: usize,
}

/// So many edits are made before it is the turn of another case.
const TURN: u32 = 32;

/// Cases that were rejected wait until others had so many turns, and cost so much more.
const REJECTED_LATER: u32 = 2;
const REJECTED_COST: i64 = 4;

/// A feature that is new is served so much earlier than those that are there already.
const HEAD_START: i64 = 64;

/// So many cases; of more, the one that was served most is given up.
const MOST: usize = 1_000;

impl Batches {
    pub(super) fn add(
        &mut self,
        kept: Rc<Kept>,
        valid: bool,
        trace: &Trace,
        path: u64,
        rarest: u32,
    ) {
        let operands = trace.operands().into();
        let level = if valid { 0 } else { REJECTED_LATER };
        let number = self.all.len() as u32;
        self.all.push(Some(Batch { kept, operands, valid, path, edits: None, level, rarest }));
        self.live += 1;
        let least = self.features.iter().filter(|f| !f.cases.is_empty()).map(|f| f.charge).min();
        let start = (least.unwrap_or(0) - HEAD_START).max(0);
        for gram in grams(trace.events()) {
            let gram = gram ^ u64::from(valid);
            let at = *self.numbers.entry(gram).or_insert_with(|| {
                let cost = if valid { 1 } else { REJECTED_COST };
                self.features.push(Feature { charge: start, cost, cases: Vec::new() });
                self.features.len() as u32 - 1
            });
            let feature = &mut self.features[at as usize];
            if feature.cases.is_empty() {
                feature.charge = feature.charge.max(start);
            }
            feature.cases.push(number);
        }
        if self.live > MOST {
            let level = |at: &usize| self.all[*at].as_ref().map(|batch| batch.level);
            let most = (0..self.all.len()).filter(|at| level(at).is_some()).max_by_key(level);
            self.give_up(most.expect("there are some"));
        }
    }

    fn give_up(&mut self, at: usize) {
        self.all[at] = None;
        self.live -= 1;
        self.current = None;
    }

    /// The case whose turn it is.
    pub(super) fn current(&mut self) -> Option<&mut Batch> {
        match &mut self.current {
            Some((_, left, feature)) if *left > 0 => {
                *left -= 1;
                if let Some(feature) = *feature {
                    let feature = &mut self.features[feature];
                    feature.charge += feature.cost;
                }
            }
            _ => {
                if let Some((at, ..)) = self.current
                    && let Some(batch) = &mut self.all[at]
                {
                    batch.level += 1;
                }
                self.turns += 1;
                // Both orders miss something that the other one sees: measured one by one, and together.
                let by_feature = self.turns.is_multiple_of(2).then(|| self.by_feature()).flatten();
                let (at, feature) = match by_feature {
                    Some((at, feature)) => (at, Some(feature)),
                    None => (self.least_served()?, None),
                };
                self.current = Some((at, TURN - 1, feature));
                if let Some(feature) = feature {
                    self.features[feature].charge += self.features[feature].cost;
                }
            }
        }
        let (at, ..) = self.current?;
        self.all[at].as_mut()
    }

    /// The least served first, then the rarest, then the newest.
    fn least_served(&self) -> Option<usize> {
        let order = |at: &usize| {
            self.all[*at].as_ref().map(|batch| (batch.level, batch.rarest, usize::MAX - at))
        };
        (0..self.all.len()).filter(|at| order(at).is_some()).min_by_key(order)
    }

    /// Of the feature that least was spent on, the least served, the newest first.
    fn by_feature(&mut self) -> Option<(usize, usize)> {
        loop {
            let charge = |at: &usize| (self.features[*at].charge, usize::MAX - at);
            let at = (0..self.features.len())
                .filter(|at| !self.features[*at].cases.is_empty())
                .min_by_key(charge)?;
            let Batches { features, all, .. } = self;
            features[at].cases.retain(|case| all[*case as usize].is_some());
            let level = |case: &&u32| {
                let batch = all[**case as usize].as_ref();
                (batch.map_or(u32::MAX, |batch| batch.level), u32::MAX - **case)
            };
            if let Some(case) = features[at].cases.iter().min_by_key(level) {
                return Some((*case as usize, at));
            }
        }
    }

    /// Nothing is left to be done to the one whose turn it is.
    pub(super) fn finish(&mut self) {
        if let Some((at, ..)) = self.current {
            self.give_up(at);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::{Generator, any};

    fn kept(n: u8) -> Rc<Kept> {
        Kept::new(any::<u8>().encode(&n).expect("it is allowed"))
    }

    /// Whose turn it is, by their numbers, for so many edits.
    fn served(batches: &mut Batches, edits: u32) -> Vec<u64> {
        let mut paths: Vec<u64> = Vec::new();
        for _ in 0..edits {
            let path = batches.current().expect("there are some").path;
            if paths.last() != Some(&path) {
                paths.push(path);
            }
        }
        paths
    }

    #[test]
    fn every_case_has_its_turn_and_the_rejected_one_later() {
        let mut batches = Batches::default();
        batches.add(kept(1), false, &Trace::default(), 1, 0);
        for number in 2..=3 {
            batches.add(kept(number), true, &Trace::default(), number.into(), 0);
        }
        let turns = served(&mut batches, 8 * TURN);
        assert_eq!(&turns[..2], [3, 2], "the newest first");
        assert!(turns.contains(&1) && turns.iter().position(|path| *path == 1) > Some(1));
    }

    #[test]
    fn a_case_with_nothing_left_to_do_is_gone() {
        let mut batches = Batches::default();
        batches.add(kept(1), true, &Trace::default(), 1, 0);
        assert!(batches.current().is_some());
        batches.finish();
        assert!(batches.current().is_none());
    }

    #[test]
    fn of_too_many_cases_those_are_given_up_that_were_served_most() {
        let mut batches = Batches::default();
        batches.add(kept(0), true, &Trace::default(), 0, 0);
        served(&mut batches, 3 * TURN);
        for number in 1..=MOST as u64 {
            batches.add(kept(1), true, &Trace::default(), number, 0);
        }
        assert_eq!(batches.live, MOST);
        assert!(batches.all[0].is_none());
    }
}
