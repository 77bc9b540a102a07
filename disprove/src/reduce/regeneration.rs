//! The last resort: regenerating a part at random.

use super::{alternative::without_rest, reducer::Reducer};
use crate::{choice::Tree, random::Random};

/// Attempts of the pass. None of the problems in the tests needs it, so it must cost little: an attempt costs a run of
/// the property if the regenerated case is smaller.
pub(super) const ATTEMPTS: u64 = 8;

impl Reducer<'_> {
    /// Lowers a choice on which later choices depend, and regenerates the rest of its span at random. The random stream
    /// depends only on the case. (hegel: `mutate_and_shrink`.)
    pub(super) fn regenerate(&mut self) {
        let mut selectors = Vec::new();
        for i in self.lowerable() {
            let mut guide = self.best.clone();
            if guide.set(i, &guide.bounds(i).simplest()) {
                let other = self.draw(guide);
                if other.is_some_and(|tree| !has_shape_of(&tree, &self.best)) {
                    selectors.push(i);
                }
            }
        }
        if selectors.is_empty() {
            return;
        }
        let mut random = Random::from_state(self.best.digest());
        for number in 0..ATTEMPTS {
            let i = selectors[(random.word() % selectors.len() as u64) as usize];
            let Some(guide) = self.lowered_at_random(i, &mut random) else { continue };
            if 5 * self.wasted() > self.runs()
                || self.works_at_random(without_rest(&guide, i), number)
            {
                return;
            }
        }
    }

    fn lowered_at_random(&self, i: usize, random: &mut Random) -> Option<Tree> {
        let bounds = self.best.bounds(i);
        let index = bounds.index(&self.best.value(i))?.min(u128::from(u32::MAX)) as u64;
        let lower = bounds.nth(u128::from(random.word() % index.max(1)))?;
        let mut guide = self.best.clone();
        guide.set(i, &lower).then_some(guide)
    }
}

fn has_shape_of(tree: &Tree, other: &Tree) -> bool {
    let kinds = tree.choices.iter().zip(&other.choices);
    tree.len() == other.len() && kinds.into_iter().all(|(a, b)| a.kind() == b.kind())
}
