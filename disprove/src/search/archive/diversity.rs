//! Diversity archive: accepted inputs, chosen to have rare features.

use crate::{
    choice::{Bounds, Kind, Tree},
    search::structure::{IndexedTree, integers, offset},
};
use std::{collections::HashMap, rc::Rc};

/// Accepted inputs, and the number of inputs with each feature.
#[derive(Debug, Default)]
pub(crate) struct DiversityArchive {
    members: Vec<Rc<IndexedTree>>,
    seen: HashMap<u32, u32>,
}

/// Inputs to keep. Enough for many shapes, and few enough that memory stays small.
const MEMBERS: usize = 512;

/// Buckets that the range of an integer is divided into.
const BUCKETS: u128 = 16;

/// Positions that count separately; later choices share a position, so that long inputs do not look rare.
const PLACES: u32 = 24;

impl DiversityArchive {
    pub(crate) fn len(&self) -> usize {
        self.members.len()
    }

    pub(crate) fn get(&self, at: usize) -> &Rc<IndexedTree> {
        &self.members[at]
    }

    /// The mean rarity of the features of an input, from 0 to 1.
    pub(crate) fn rarity(&self, input: &IndexedTree) -> f64 {
        let (mut sum, mut count) = (0.0, 0.0);
        features(&input.tree, &mut |feature| {
            let seen = self.seen.get(&feature).copied().unwrap_or(0);
            sum += 1.0 / f64::from(1 + seen).sqrt();
            count += 1.0;
        });
        sum / count
    }

    /// Adds an input. A full archive replaces the less rare of the two members that `candidates` names.
    pub(crate) fn add(
        &mut self,
        input: Rc<IndexedTree>,
        candidates: impl FnOnce(usize) -> (usize, usize),
    ) {
        features(&input.tree, &mut |feature| *self.seen.entry(feature).or_insert(0) += 1);
        if self.members.len() < MEMBERS {
            self.members.push(input);
            return;
        }
        let (a, b) = candidates(self.members.len());
        let replace_first = self.rarity(self.get(a)) < self.rarity(self.get(b));
        self.members[if replace_first { a } else { b }] = input;
    }
}

/// The features of an input: the bucket of the value at each position, and the number of choices.
fn features(tree: &Tree, add: &mut dyn FnMut(u32)) {
    for at in 0..tree.len() {
        let choice = tree.choices[at];
        let part = match tree.bounds(at) {
            Bounds::Integer(limits) => {
                let offset = offset(tree, at as u32);
                if limits.span < BUCKETS {
                    offset as u32
                } else if limits.span < 1 << 100 {
                    (offset * BUCKETS / (limits.span + 1)) as u32
                } else {
                    (offset / (integers(tree, at as u32).span / BUCKETS + 1)) as u32
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
    fn rates_unseen_features_as_rare() {
        let mut archive = DiversityArchive::default();
        assert!((archive.rarity(&pair(0, 0)) - 1.0).abs() < 1e-9);
        for n in 0..50 {
            archive.add(pair(n, n), |_| (0, 0));
        }
        assert!(archive.rarity(&pair(3, 3)) < 0.3, "in the same bucket");
        assert!(archive.rarity(&pair(1_500, 3)) > archive.rarity(&pair(3, 3)));
    }

    #[test]
    fn replaces_the_less_rare_of_two_when_full() {
        let mut archive = DiversityArchive::default();
        archive.add(pair(1_500, 1_500), |_| (0, 0));
        for _ in 1..MEMBERS {
            archive.add(pair(1, 1), |_| (0, 0));
        }
        archive.add(pair(2, 2), |count| (0, count - 1));
        assert_eq!(archive.len(), MEMBERS);
        let input = archive.get(0).tree.fingerprint();
        assert_eq!(input, pair(1_500, 1_500).tree.fingerprint());
        assert_eq!(archive.get(MEMBERS - 1).tree.fingerprint(), pair(2, 2).tree.fingerprint());
    }
}
