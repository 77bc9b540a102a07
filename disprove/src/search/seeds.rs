//! Changing interesting cases, the best first: coverage-guided fuzzing with any feedback for coverage.

use super::{
    Proposal,
    climb::LARGEST,
    merit::Merit,
    neighbour::{Neighbourhood, Reach, Style},
    rng::Rng,
    sweep::Sweep,
};
use crate::case::CaseResult;
use crate::search::{IndexedTree, Pool};
use std::rc::Rc;

/// A search that keeps every case that was better than all before it, or that changed the history.
#[derive(Debug)]
pub(crate) struct Seeds {
    label: Option<&'static str>,
    pool: Pool<Merit>,
    best: Option<Merit>,
    /// The size of the largest case that becomes a seed.
    largest: usize,
    neighbourhood: Neighbourhood,
    reach: Reach,
    pending: Option<Rc<IndexedTree>>,
    /// A systematic look at the case that changed the history last, and whether it was asked last.
    sweep: Option<Sweep>,
    sweeping: bool,
    /// Without seeds, cases drawn at random and changes of old seeds take turns.
    random: bool,
    /// The history changed. What a seed did for it is not known of a case that is as good, which must not take its place.
    changed: bool,
}

/// How much goes to a systematic look, while there is one that is over soon.
const SWEEP: f64 = 0.5;

/// How often the case is changed that changed the history last: what is new leads to what is newer.
const LATEST: f64 = 0.5;

impl Seeds {
    pub(crate) fn new(label: Option<&'static str>) -> Seeds {
        Seeds {
            label,
            pool: Pool::new(),
            best: None,
            largest: LARGEST,
            neighbourhood: Neighbourhood::new(Style::CLIMB),
            reach: Reach::new(),
            pending: None,
            sweep: None,
            sweeping: false,
            random: false,
            changed: false,
        }
    }

    pub(crate) fn propose(&mut self, rng: &mut Rng) -> Proposal {
        self.pending = None;
        self.sweeping = false;
        if let Some(sweep) = &mut self.sweep
            && sweep.is_short()
            && rng.chance(SWEEP)
        {
            if let Some(proposal) = sweep.next() {
                self.sweeping = true;
                return proposal;
            }
            self.sweep = None;
        }
        if self.pool.is_empty() {
            self.random = !self.random;
            if self.random || !self.pool.revive(|count| rng.below(count)) {
                return Proposal::Random;
            }
        }
        let at = if !self.changed {
            self.pool.best(&Merit::compare)
        } else if rng.chance(LATEST) {
            self.pool.latest()
        } else {
            self.pool.freshest()
        };
        let Some(at) = at else { return Proposal::Random };
        let from = self.pool.get(at).kept.clone();
        let size = self.reach.draw(rng);
        let tree = self.neighbourhood.propose(&from, size, rng);
        self.pending = Some(from);
        Proposal::Follow(tree)
    }

    /// A case that this search did not ask for.
    pub(crate) fn overhear(
        &mut self,
        input: &Rc<IndexedTree>,
        result: &CaseResult,
        by_chance: bool,
    ) {
        let merit = Merit::of(result, self.label);
        let better = self.best.is_none_or(|best| merit.is_better(best));
        self.changed |= result.history_changed;
        if better {
            self.best = Some(merit);
        }
        // As a climb does: what only grows would never end.
        let size = input.size();
        if by_chance {
            self.largest = self.largest.max(2 * size);
        }
        if (better || result.history_changed) && size <= self.largest {
            self.pool.add(input.clone(), merit, &Merit::compare);
            if result.history_changed {
                self.sweep = Some(Sweep::over_all(input.clone()));
            }
        }
    }

    pub(crate) fn learn(&mut self, input: &Rc<IndexedTree>, result: &CaseResult, rng: &mut Rng) {
        if std::mem::take(&mut self.sweeping) {
            if let Some(sweep) = &mut self.sweep {
                sweep.as_good(input.clone());
            }
            self.overhear(input, result, false);
            return;
        }
        let merit = Merit::of(result, self.label);
        let better = self.best.is_none_or(|best| merit.is_better(best));
        let as_good = self.best.is_some_and(|best| merit.compare(best).is_eq());
        let interesting = better || result.history_changed;
        if let Some(from) = self.pending.take() {
            self.reach.learn(interesting);
            self.neighbourhood.reward(f64::from(u8::from(interesting)));
            self.pool.spend(&from, interesting);
            let lateral = as_good && !interesting && !self.changed;
            let fits = input.size() <= self.largest;
            if lateral && fits && (input.size() <= from.size() || rng.chance(0.4)) {
                self.pool.replace(&from, input.clone());
            }
        }
        self.overhear(input, result, false);
    }
}
