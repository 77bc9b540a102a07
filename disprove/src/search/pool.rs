//! Seeds: interesting cases, and how much longer each is worth changing.

use super::outline::IndexedTree;
use std::rc::Rc;

/// A case that was interesting when it was run.
#[derive(Clone, Debug)]
pub(crate) struct Seed<M> {
    pub(crate) kept: Rc<IndexedTree>,
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
    exhausted: Vec<(Rc<IndexedTree>, M)>,
    /// How many choices the seeds have together.
    choices: usize,
}

/// Paper (a): a seed is changed so often without leading to another one before it is given up; twice as often each
/// time it does.
const ENERGY: u64 = 5_000;

/// More seeds than this are not kept: the worst one goes.
const MOST: usize = 1_024;

/// Nor are more choices, some 40 bytes each: the worst goes before memory is used up.
const MOST_CHOICES: usize = 1 << 19;

/// Of those whose energy is used up, the latest are kept.
const MOST_EXHAUSTED: usize = 64;

impl<M: Copy> Pool<M> {
    pub(crate) fn new() -> Pool<M> {
        Pool { seeds: Vec::new(), exhausted: Vec::new(), choices: 0 }
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
        kept: Rc<IndexedTree>,
        merit: M,
        compare: &dyn Fn(M, M) -> std::cmp::Ordering,
    ) {
        self.seeds.push(Seed { kept, merit, energy: ENERGY, tried: 0 });
        self.choices += self.seeds.last().map_or(0, |seed| seed.kept.tree.len());
        while self.seeds.len() > MOST || self.choices > MOST_CHOICES && self.seeds.len() > 1 {
            let mut worst = 0;
            for (at, seed) in self.seeds.iter().enumerate() {
                let other = &self.seeds[worst];
                if compare(seed.merit, other.merit).then(other.tried.cmp(&seed.tried)).is_lt() {
                    worst = at;
                }
            }
            let gone = self.seeds.remove(worst);
            self.choices -= gone.kept.tree.len();
        }
    }

    /// A seed was changed once more. Where that led to another seed, it is worth twice as many changes.
    pub(crate) fn spend(&mut self, kept: &Rc<IndexedTree>, led_on: bool) {
        let Some(at) = self.seeds.iter().position(|seed| Rc::ptr_eq(&seed.kept, kept)) else {
            return;
        };
        let seed = &mut self.seeds[at];
        seed.tried += 1;
        seed.energy = if led_on { seed.energy.saturating_mul(2) } else { seed.energy - 1 };
        if seed.energy == 0 {
            let seed = self.seeds.remove(at);
            self.choices -= seed.kept.tree.len();
            self.exhausted.push((seed.kept, seed.merit));
            if self.exhausted.len() > MOST_EXHAUSTED {
                self.exhausted.remove(0);
            }
        }
    }

    /// Puts another case in the place of a seed, with what energy is left.
    pub(crate) fn replace(&mut self, old: &Rc<IndexedTree>, new: Rc<IndexedTree>) {
        if let Some(seed) = self.seeds.iter_mut().find(|seed| Rc::ptr_eq(&seed.kept, old)) {
            self.choices += new.tree.len();
            self.choices -= seed.kept.tree.len();
            seed.kept = new;
        }
    }

    /// One whose energy is used up, chosen by `choose`, becomes a seed again.
    pub(crate) fn revive(&mut self, choose: impl FnOnce(usize) -> usize) -> bool {
        if self.exhausted.is_empty() {
            return false;
        }
        let (kept, merit) = self.exhausted[choose(self.exhausted.len())].clone();
        self.choices += kept.tree.len();
        self.seeds.push(Seed { kept, merit, energy: ENERGY, tried: 0 });
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::choice::Tree;

    fn kept() -> Rc<IndexedTree> {
        IndexedTree::new(Tree::default())
    }

    fn compare(a: u32, b: u32) -> std::cmp::Ordering {
        a.cmp(&b)
    }

    #[test]
    fn the_best_seed_comes_first_and_of_equals_the_one_tried_least() {
        let mut pool = Pool::new();
        let (first, second, worse) = (kept(), kept(), kept());
        for (seed, merit) in [(&first, 2), (&worse, 1), (&second, 2)] {
            pool.add(seed.clone(), merit, &compare);
        }
        let best = |pool: &Pool<u32>| pool.get(pool.best(&compare).expect("a seed")).kept.clone();
        assert!(Rc::ptr_eq(&best(&pool), &first));
        pool.spend(&first, false);
        assert!(Rc::ptr_eq(&best(&pool), &second));
        assert!(Rc::ptr_eq(&pool.get(pool.latest().expect("a seed")).kept, &second));
    }

    #[test]
    fn energy_doubles_when_a_seed_leads_on_and_is_used_up_when_not() {
        let mut pool = Pool::new();
        let seed = kept();
        pool.add(seed.clone(), 0, &compare);
        pool.spend(&seed, true);
        for _ in 1..2 * ENERGY {
            pool.spend(&seed, false);
        }
        assert!(!pool.is_empty());
        pool.spend(&seed, false);
        assert!(pool.is_empty());
        assert!(pool.revive(|count| count - 1) && !pool.is_empty());
    }
}
