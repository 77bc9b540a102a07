//! From accepted cases to other ones: where most inputs are rejected, and nothing else tells which are interesting.

use super::{
    Proposal,
    anneal::Cooling,
    climb::Climb,
    neighbour::{Neighbourhood, Style},
    parallel::parallel,
    rng::Rng,
};
use crate::case::CaseResult;
use crate::{
    choice::Tree,
    search::{IndexedTree, Variety},
};
use std::rc::Rc;

/// A search for many different accepted cases.
#[derive(Debug)]
pub(crate) struct Spread {
    accepted: Variety,
    /// Until something is accepted: nearer and nearer to it.
    climb: Climb,
    neighbourhood: Neighbourhood,
    /// How well moves of each size did: from 1, each a quarter of the one before.
    sizes: [(f64, f64); SIZES],
    /// How well moves did lately, and fourth cases made of three.
    moves: f64,
    parallels: f64,
    pending: Pending,
}

#[derive(Debug)]
enum Pending {
    Climb,
    Chance,
    Move { from: Rc<IndexedTree>, size: usize },
    Parallel { from: Rc<IndexedTree> },
}

const SIZES: usize = 7;

/// How much of what was learned about the two ways is left after one more try.
const FORGET: f64 = 0.98;

/// Neither way is given up, and what is made of three cases alone would never leave their kind.
const LEAST_PARALLEL: f64 = 0.02;
const MOST_PARALLEL: f64 = 0.6;

/// Fewer accepted cases than this say little about where there are others.
const FEW: usize = 8;
const STILL_CLIMBS: f64 = 0.5;

/// What is left to chance. Each percent costs one of the rate of accepted cases.
const CHANCE: f64 = 0.03;

impl Spread {
    pub(crate) fn new() -> Spread {
        Spread {
            accepted: Variety::default(),
            climb: Climb::new(None, Cooling::Cold),
            neighbourhood: Neighbourhood::new(Style::SPREAD),
            sizes: [(1.0, 10.0); SIZES],
            moves: 0.5,
            parallels: 0.5,
            pending: Pending::Climb,
        }
    }

    pub(crate) fn propose(&mut self, rng: &mut Rng) -> Proposal {
        let count = self.accepted.len();
        if count == 0 || count < FEW && rng.chance(STILL_CLIMBS) {
            self.pending = Pending::Climb;
            return self.climb.propose(rng);
        }
        if rng.chance(CHANCE) {
            self.pending = Pending::Chance;
            return Proposal::Random;
        }
        let (a, b) = (rng.below(count), rng.below(count));
        let rarer =
            self.accepted.rarity(self.accepted.get(a)) > self.accepted.rarity(self.accepted.get(b));
        let from = self.accepted.get(if rarer { a } else { b }).clone();
        if let Some(tree) = self.propose_parallel(&from, rng) {
            self.pending = Pending::Parallel { from };
            return Proposal::Follow(tree);
        }
        let mut weights = [0.0; SIZES];
        for (weight, (won, tried)) in weights.iter_mut().zip(self.sizes) {
            *weight = won / tried + 0.02;
        }
        let number = rng.weighted(&weights);
        let size = 0.25_f64.powf(number as f64 + rng.unit() - 0.5).min(1.0);
        let tree = self.neighbourhood.propose(&from, size, rng);
        self.pending = Pending::Move { from, size: number };
        Proposal::Follow(tree)
    }

    /// By how well it did beside moves, but never too often: four of a kind are still of that kind.
    fn propose_parallel(&mut self, from: &Rc<IndexedTree>, rng: &mut Rng) -> Option<Rc<Tree>> {
        let (ours, theirs) = (self.parallels * self.parallels, self.moves * self.moves);
        let share = (ours / (ours + theirs)).clamp(LEAST_PARALLEL, MOST_PARALLEL);
        let count = self.accepted.len();
        if count < FEW || !rng.chance(share) {
            return None;
        }
        let (a, b) = (rng.below(count), rng.below(count));
        let tree = parallel(from, self.accepted.get(a), self.accepted.get(b));
        if tree.is_none() {
            self.parallels *= FORGET;
        }
        tree
    }

    pub(crate) fn learn(&mut self, input: &Rc<IndexedTree>, result: &CaseResult, rng: &mut Rng) {
        let good = result.is_accepted() && result.is_new;
        match std::mem::replace(&mut self.pending, Pending::Chance) {
            Pending::Climb => {
                self.climb.learn(input, result, rng);
                if result.is_accepted() {
                    // There it cannot get any better: the next one is looked for elsewhere.
                    self.climb.reset();
                }
            }
            Pending::Chance => {}
            Pending::Move { from, size } => {
                let won = if good { self.worth(input, &from) } else { 0.0 };
                self.reward(size, won);
            }
            Pending::Parallel { from } => {
                let won = if good { self.worth(input, &from) } else { 0.0 };
                self.parallels = self.parallels * FORGET + won * (1.0 - FORGET);
            }
        }
        if good {
            let kept = input.clone();
            self.accepted.add(kept, |count| (rng.below(count), rng.below(count)));
        }
    }

    pub(crate) fn repeated(&mut self) {
        match std::mem::replace(&mut self.pending, Pending::Chance) {
            Pending::Move { size, .. } => self.reward(size, 0.0),
            Pending::Parallel { .. } => self.parallels *= FORGET,
            Pending::Climb => self.climb.repeated(),
            Pending::Chance => {}
        }
    }

    /// What an accepted case is worth: more, the rarer it is beside the one it was made of.
    fn worth(&self, input: &IndexedTree, from: &IndexedTree) -> f64 {
        (self.accepted.rarity(input) / self.accepted.rarity(from)).clamp(0.1, 2.0)
    }

    fn reward(&mut self, size: usize, won: f64) {
        self.neighbourhood.reward(won);
        self.moves = self.moves * FORGET + won * (1.0 - FORGET);
        let (sum, tried) = &mut self.sizes[size];
        (*sum, *tried) = (*sum + won, *tried + 1.0);
        if *tried > 300.0 {
            (*sum, *tried) = (*sum * 0.5, *tried * 0.5);
        }
    }
}
