//! Seed pool: interesting inputs, each with the energy left to change it.

use crate::search::{fitness::Fitness, structure::IndexedTree};
use std::rc::Rc;

/// An input that was interesting when it ran.
#[derive(Clone, Debug)]
pub(crate) struct Seed {
    pub(crate) input: Rc<IndexedTree>,
    fitness: Fitness,
    /// Changes of it still to run.
    energy: u64,
    /// Changes of it that ran.
    runs: u64,
}

/// Seeds with energy, and seeds without.
#[derive(Debug, Default)]
pub(crate) struct SeedPool {
    seeds: Vec<Seed>,
    exhausted: Vec<(Rc<IndexedTree>, Fitness)>,
    /// The total number of choices of the seeds.
    choices: usize,
}

/// Changes of a seed that lead to no other seed before it is exhausted; doubled when one does. The power schedule of
/// DeVoe and Lampropoulos, Flexible and Automatic Targeted Property-Based Testing.
const ENERGY: u64 = 5_000;

/// Seeds to keep; beyond that the worst one is dropped. Each proposal compares all seeds.
const MOST: usize = 1_024;

/// Choices of all seeds to keep, at about 40 bytes each (20 MiB).
const MOST_CHOICES: usize = 1 << 19;

/// Exhausted seeds to keep, the latest ones. They are used only while no seed has energy.
const MOST_EXHAUSTED: usize = 64;

impl SeedPool {
    pub(crate) fn is_empty(&self) -> bool {
        self.seeds.is_empty()
    }

    pub(crate) fn get(&self, at: usize) -> &Seed {
        &self.seeds[at]
    }

    /// The fittest seed; of several, the one with the fewest runs.
    pub(crate) fn best(&self) -> Option<usize> {
        let mut best: Option<usize> = None;
        for (at, seed) in self.seeds.iter().enumerate() {
            let better = best.is_none_or(|best| {
                let best = &self.seeds[best];
                seed.fitness.compare(best.fitness).then(best.runs.cmp(&seed.runs)).is_gt()
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

    /// The seed with the fewest runs; of several, the latest.
    pub(crate) fn freshest(&self) -> Option<usize> {
        (0..self.seeds.len()).rev().min_by_key(|at| self.seeds[*at].runs)
    }

    pub(crate) fn add(&mut self, input: Rc<IndexedTree>, fitness: Fitness) {
        self.choices += input.tree.len();
        self.seeds.push(Seed { input, fitness, energy: ENERGY, runs: 0 });
        while self.seeds.len() > MOST || self.choices > MOST_CHOICES && self.seeds.len() > 1 {
            let mut worst = 0;
            for (at, seed) in self.seeds.iter().enumerate() {
                let other = &self.seeds[worst];
                if seed.fitness.compare(other.fitness).then(other.runs.cmp(&seed.runs)).is_lt() {
                    worst = at;
                }
            }
            let dropped = self.seeds.remove(worst);
            self.choices -= dropped.input.tree.len();
        }
    }

    /// Counts a run of a changed seed. A run that led to a new seed doubles the energy, another one costs one unit.
    pub(crate) fn spend(&mut self, input: &Rc<IndexedTree>, led_to_seed: bool) {
        let Some(at) = self.seeds.iter().position(|seed| Rc::ptr_eq(&seed.input, input)) else {
            return;
        };
        let seed = &mut self.seeds[at];
        seed.runs += 1;
        seed.energy = if led_to_seed { seed.energy.saturating_mul(2) } else { seed.energy - 1 };
        if seed.energy == 0 {
            let seed = self.seeds.remove(at);
            self.choices -= seed.input.tree.len();
            self.exhausted.push((seed.input, seed.fitness));
            if self.exhausted.len() > MOST_EXHAUSTED {
                self.exhausted.remove(0);
            }
        }
    }

    /// Replaces the input of a seed, which keeps its energy.
    pub(crate) fn replace(&mut self, old: &Rc<IndexedTree>, new: Rc<IndexedTree>) {
        if let Some(seed) = self.seeds.iter_mut().find(|seed| Rc::ptr_eq(&seed.input, old)) {
            self.choices += new.tree.len();
            self.choices -= seed.input.tree.len();
            seed.input = new;
        }
    }

    /// Gives the exhausted seed that `choose` picks new energy. False if there is none.
    pub(crate) fn revive(&mut self, choose: impl FnOnce(usize) -> usize) -> bool {
        if self.exhausted.is_empty() {
            return false;
        }
        let (input, fitness) = self.exhausted[choose(self.exhausted.len())].clone();
        self.choices += input.tree.len();
        self.seeds.push(Seed { input, fitness, energy: ENERGY, runs: 0 });
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::choice::Tree;

    fn input() -> Rc<IndexedTree> {
        IndexedTree::new(Tree::default())
    }

    #[test]
    fn prefers_the_best_seed_and_among_equals_the_one_with_the_fewest_runs() {
        let mut pool = SeedPool::default();
        let (first, second, worse) = (input(), input(), input());
        for (seed, score) in [(&first, 2.0), (&worse, 1.0), (&second, 2.0)] {
            pool.add(seed.clone(), Fitness::accepted(score));
        }
        let best = |pool: &SeedPool| pool.get(pool.best().expect("a seed")).input.clone();
        assert!(Rc::ptr_eq(&best(&pool), &first));
        pool.spend(&first, false);
        assert!(Rc::ptr_eq(&best(&pool), &second));
        assert!(Rc::ptr_eq(&pool.get(pool.latest().expect("a seed")).input, &second));
    }

    #[test]
    fn doubles_the_energy_of_a_successful_seed_and_exhausts_others() {
        let mut pool = SeedPool::default();
        let seed = input();
        pool.add(seed.clone(), Fitness::accepted(0.0));
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
