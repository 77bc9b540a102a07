//! Seeds: interesting cases, and how much longer each is worth changing.

use super::outline::Kept;
use std::rc::Rc;

/// A case that was interesting when it was run.
#[derive(Clone, Debug)]
pub(crate) struct Seed<M> {
    pub(crate) kept: Rc<Kept>,
    pub(crate) merit: M,
    /// How many changes of it are still to be tried.
    energy: u64,
    /// How many were.
    tried: u64,
}

/// Interesting cases with energy, and those whose energy is used up.
#[derive(Debug)]
pub(crate) struct Pool<M> {
    seeds: Vec<Seed<M>>,
    exhausted: Vec<(Rc<Kept>, M)>,
}

/// Paper (a): a seed is changed so often without leading to another one before it is given up; twice as often each
/// time it does.
const ENERGY: u64 = 5_000;

/// More seeds than this are not kept: the worst one goes.
const MOST: usize = 1_024;

impl<M: Copy> Pool<M> {
    pub(crate) fn new() -> Pool<M> {
        Pool { seeds: Vec::new(), exhausted: Vec::new() }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.seeds.is_empty()
    }

    pub(crate) fn get(&self, at: usize) -> &Seed<M> {
        &self.seeds[at]
    }

    /// The best seed; of several as good, the one that was tried least.
    pub(crate) fn best(&self, compare: &dyn Fn(M, M) -> std::cmp::Ordering) -> Option<usize> {
        let mut best: Option<usize> = None;
        for (at, seed) in self.seeds.iter().enumerate() {
            let better = best.is_none_or(|best| {
                let best = &self.seeds[best];
                compare(seed.merit, best.merit).then(best.tried.cmp(&seed.tried)).is_gt()
            });
            if better {
                best = Some(at);
            }
        }
        best
    }

    /// The seed that was added last.
    pub(crate) fn latest(&self) -> Option<usize> {
        self.seeds.len().checked_sub(1)
    }

    /// The seed that was tried least; of several, the latest.
    pub(crate) fn freshest(&self) -> Option<usize> {
        (0..self.seeds.len()).rev().min_by_key(|at| self.seeds[*at].tried)
    }

    pub(crate) fn add(
        &mut self,
        kept: Rc<Kept>,
        merit: M,
        compare: &dyn Fn(M, M) -> std::cmp::Ordering,
    ) {
        self.seeds.push(Seed { kept, merit, energy: ENERGY, tried: 0 });
        if self.seeds.len() > MOST {
            let mut worst = 0;
            for (at, seed) in self.seeds.iter().enumerate() {
                if compare(seed.merit, self.seeds[worst].merit).is_lt() {
                    worst = at;
                }
            }
            self.seeds.swap_remove(worst);
        }
    }

    /// A seed was changed once more. Where that led to another seed, it is worth twice as many changes.
    pub(crate) fn spend(&mut self, kept: &Rc<Kept>, led_on: bool) {
        let Some(at) = self.seeds.iter().position(|seed| Rc::ptr_eq(&seed.kept, kept)) else {
            return;
        };
        let seed = &mut self.seeds[at];
        seed.tried += 1;
        seed.energy = if led_on { seed.energy.saturating_mul(2) } else { seed.energy - 1 };
        if seed.energy == 0 {
            let seed = self.seeds.swap_remove(at);
            self.exhausted.push((seed.kept, seed.merit));
        }
    }

    /// Puts another case in the place of a seed, with what energy is left.
    pub(crate) fn replace(&mut self, old: &Rc<Kept>, new: Rc<Kept>) {
        if let Some(seed) = self.seeds.iter_mut().find(|seed| Rc::ptr_eq(&seed.kept, old)) {
            seed.kept = new;
        }
    }

    /// One whose energy is used up, chosen by `choose`, becomes a seed again.
    pub(crate) fn revive(&mut self, choose: impl FnOnce(usize) -> usize) -> bool {
        if self.exhausted.is_empty() {
            return false;
        }
        let (kept, merit) = self.exhausted[choose(self.exhausted.len())].clone();
        self.seeds.push(Seed { kept, merit, energy: ENERGY, tried: 0 });
        true
    }
}
