//! Near misses: rejected inputs that are nearly accepted, one for each size and deciding check.

use crate::{
    case::CaseResult,
    search::{fitness::Fitness, rng::Rng, structure::IndexedTree},
};
use std::rc::Rc;

/// Rejected inputs to climb from.
#[derive(Debug, Default)]
pub(crate) struct NearMisses {
    members: Vec<NearMiss>,
    /// The slot to overwrite when full.
    next: usize,
}

#[derive(Debug)]
struct NearMiss {
    cell: (u32, u32),
    input: Rc<IndexedTree>,
    fitness: Fitness,
}

/// Inputs to keep; newer ones replace the oldest. See `case-studies predicates`.
const MEMBERS: usize = 32;

/// Inputs among which the rarest is chosen.
const CANDIDATES: usize = 4;

/// Distances that are distinguished: a condition that fails at another check has another distance, if the code is traced.
const STEPS: f64 = 64.0;

impl NearMisses {
    /// Keeps the input with the best fitness of each cell.
    pub(crate) fn add(&mut self, input: &Rc<IndexedTree>, result: &CaseResult) {
        let Some(distance) = result.distance() else { return };
        let fitness = Fitness::of(result, None);
        let position = (distance.distance.min(1e6) * STEPS) as u32;
        // Sizes count by powers of 1.5.
        let size = ((input.size() as f64 + 1.0).ln() / 1.5_f64.ln()) as u32;
        let cell = (size, distance.level << 26 | position.min((1 << 26) - 1));
        let near_miss = NearMiss { cell, input: input.clone(), fitness };
        if let Some(known) = self.members.iter_mut().find(|known| known.cell == cell) {
            if !known.fitness.is_better(fitness) {
                *known = near_miss;
            }
        } else if self.members.len() < MEMBERS {
            self.members.push(near_miss);
        } else {
            self.next = (self.next + 1) % MEMBERS;
            self.members[self.next] = near_miss;
        }
    }

    /// Removes the rarest of a few.
    pub(crate) fn take(
        &mut self,
        rarity: &dyn Fn(&IndexedTree) -> f64,
        rng: &mut Rng,
    ) -> Option<(Rc<IndexedTree>, Fitness)> {
        let count = self.members.len();
        if count == 0 {
            return None;
        }
        let mut best = (0, -1.0);
        for _ in 0..CANDIDATES {
            let at = rng.below(count);
            let rarity = rarity(&self.members[at].input);
            if rarity > best.1 {
                best = (at, rarity);
            }
        }
        let NearMiss { input, fitness, .. } = self.members.swap_remove(best.0);
        self.next = 0;
        Some((input, fitness))
    }
}
