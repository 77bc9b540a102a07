//! A pool of accepted cases that is kept as varied as it can be.

use super::outline::{IndexedTree, integers, offset};
use crate::choice::{Bounds, Kind, Tree};
use std::{collections::HashMap, rc::Rc};

/// Accepted cases, and how often each of their features was seen.
#[derive(Debug, Default)]
pub(crate) struct Variety {
    members: Vec<Rc<IndexedTree>>,
    seen: HashMap<u32, u32>,
}

/// So many members, of which the less rare give way to new ones.
const MEMBERS: usize = 512;

/// A number is told from others by this part of its range.
const PARTS: u128 = 16;

/// Choices further back than this are taken together.
const PLACES: u32 = 24;

impl Variety {
    pub(crate) fn len(&self) -> usize {
        self.members.len()
    }

    pub(crate) fn get(&self, at: usize) -> &Rc<IndexedTree> {
        &self.members[at]
    }

    /// How rare the features of a case are, from 0 to 1.
    pub(crate) fn rarity(&self, kept: &IndexedTree) -> f64 {
        let (mut sum, mut count) = (0.0, 0.0);
        features(&kept.tree, &mut |feature| {
            let seen = self.seen.get(&feature).copied().unwrap_or(0);
            sum += 1.0 / f64::from(1 + seen).sqrt();
            count += 1.0;
        });
        sum / count
    }

    /// Takes a case in. A full pool gives up the less rare of the two members named.
    pub(crate) fn add(
        &mut self,
        kept: Rc<IndexedTree>,
        gives_way: impl FnOnce(usize) -> (usize, usize),
    ) {
        features(&kept.tree, &mut |feature| *self.seen.entry(feature).or_insert(0) += 1);
        if self.members.len() < MEMBERS {
            self.members.push(kept);
            return;
        }
        let (a, b) = gives_way(self.members.len());
        let common = self.rarity(self.get(a)) < self.rarity(self.get(b));
        self.members[if common { a } else { b }] = kept;
    }
}

/// Where which values are, roughly; and how many there are.
fn features(tree: &Tree, add: &mut dyn FnMut(u32)) {
    for at in 0..tree.len() {
        let choice = tree.choices[at];
        let part = match tree.bounds(at) {
            Bounds::Integer(limits) => {
                let offset = offset(tree, at as u32);
                if limits.span < PARTS {
                    offset as u32
                } else if limits.span < 1 << 100 {
                    (offset * PARTS / (limits.span + 1)) as u32
                } else {
                    (offset / (integers(tree, at as u32).span / PARTS + 1)) as u32
                }
            }
            Bounds::Float { .. } => (choice.value >> 58) as u32,
            Bounds::Text { .. } | Bounds::Bytes { .. } => {
                let bytes = tree.bytes(choice);
                (bytes.len() as u32).min(15) << 2
                    | bytes.first().map_or(0, |byte| u32::from(byte >> 6))
            }
            Bounds::Bool { .. } => choice.value as u32,
        };
        debug_assert!(choice.kind() != Kind::Bool || part < 2);
        add((at as u32 + 1).min(PLACES) * 64 + (part & 63));
    }
    add((1 << 20) + tree.len() as u32);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generator::{Generator, IntoGenerator};

    fn pair(a: u16, b: u16) -> Rc<IndexedTree> {
        let pairs = (0..=1_600_u16, 0..=1_600_u16).into_generator();
        IndexedTree::new(pairs.encode(&(a, b)).expect("both are allowed"))
    }

    #[test]
    fn what_was_not_seen_yet_is_rare() {
        let mut variety = Variety::default();
        assert!((variety.rarity(&pair(0, 0)) - 1.0).abs() < 1e-9);
        for n in 0..50 {
            variety.add(pair(n, n), |_| (0, 0));
        }
        assert!(variety.rarity(&pair(3, 3)) < 0.3, "of the same sixteenth");
        assert!(variety.rarity(&pair(1_500, 3)) > variety.rarity(&pair(3, 3)));
    }

    #[test]
    fn a_full_pool_gives_up_the_less_rare_of_two() {
        let mut variety = Variety::default();
        variety.add(pair(1_500, 1_500), |_| (0, 0));
        for _ in 1..MEMBERS {
            variety.add(pair(1, 1), |_| (0, 0));
        }
        variety.add(pair(2, 2), |count| (0, count - 1));
        assert_eq!(variety.len(), MEMBERS);
        let kept = variety.get(0).tree.fingerprint();
        assert_eq!(kept, pair(1_500, 1_500).tree.fingerprint());
        assert_eq!(variety.get(MEMBERS - 1).tree.fingerprint(), pair(2, 2).tree.fingerprint());
    }
}
