//! The last resort: chance.

use super::{branch::without_rest, proposal::Reducer};
use crate::{choice::Tree, random::Random};

/// How often something is drawn anew. None of the problems in the tests needs it, so it must cost little; each try
/// is a run of the property where the generator makes something smaller.
const TRIES: u64 = 8;

impl Reducer<'_> {
    /// Lowers a choice that decides what follows, and draws that anew, a few times. Which choice, and what,
    /// depends on nothing but the case.
    pub(super) fn refill(&mut self) {
        let mut forks = Vec::new();
        for i in self.lowerable() {
            let mut guide = self.best.clone();
            if guide.set(i, &guide.bounds(i).simplest()) {
                let other = self.realise(guide);
                if other.is_some_and(|tree| !has_shape_of(&tree, &self.best)) {
                    forks.push(i);
                }
            }
        }
        if forks.is_empty() {
            return;
        }
        let mut chance = Random::from_state(self.best.digest());
        for number in 0..TRIES {
            let i = forks[(chance.word() % forks.len() as u64) as usize];
            let Some(guide) = self.lowered_at_random(i, &mut chance) else { continue };
            if 5 * self.wasted() > self.runs()
                || self.works_by_chance(without_rest(&guide, i), number)
            {
                return;
            }
        }
    }

    fn lowered_at_random(&self, i: usize, chance: &mut Random) -> Option<Tree> {
        let bounds = self.best.bounds(i);
        let index = bounds.index(&self.best.value(i))?.min(u128::from(u32::MAX)) as u64;
        let lower = bounds.nth(u128::from(chance.word() % index.max(1)))?;
        let mut guide = self.best.clone();
        guide.set(i, &lower).then_some(guide)
    }
}

fn has_shape_of(tree: &Tree, other: &Tree) -> bool {
    let kinds = tree.choices.iter().zip(&other.choices);
    tree.len() == other.len() && kinds.into_iter().all(|(a, b)| a.kind() == b.kind())
}
