//! Whether the course of a case is one of its own.

use crate::search::{AsItIs, Fingerprints};
use std::{collections::HashMap, hash::BuildHasherDefault};

/// What the courses of kept cases were made of.
#[derive(Debug, Default)]
pub(super) struct Novelty {
    paths: Fingerprints,
    /// For each feature: how many kept cases have it.
    counts: HashMap<u64, u32, BuildHasherDefault<AsItIs>>,
}

/// So many kept cases may have a feature in common.
const CASES: u32 = 3;

/// So many paths are remembered, 16 bytes each.
const MOST_PATHS: usize = 1 << 20;

/// The features of a course: what happened, and about how often, as a power of two. With two or three events in a row
/// instead, a machine that walks through lists kept so many cases that none had a second turn.
pub(super) fn features(events: &[u32]) -> Fingerprints {
    let mut times: HashMap<u64, u32, BuildHasherDefault<AsItIs>> = HashMap::default();
    for event in events {
        let event = u64::from(*event).wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        *times.entry(event).or_insert(0) += 1;
    }
    times.into_iter().map(|(event, times)| event.wrapping_add(times.ilog2().into())).collect()
}

/// A case that is to be kept.
#[derive(Debug)]
pub(super) struct Found {
    pub(super) features: Vec<u64>,
    /// Those of them that few kept cases have.
    pub(super) rare: Vec<u64>,
    /// How many have the rarest.
    pub(super) rarest: u32,
}

impl Novelty {
    /// What is worth knowing of a case that is to be kept: if its path is new, and a feature of it is rare.
    pub(super) fn add(&mut self, events: &[u32], path: u64) -> Option<Found> {
        if !self.paths.insert(path) {
            return None;
        }
        let features: Vec<u64> = features(events).into_iter().collect();
        let count = |feature: &u64| self.counts.get(feature).copied().unwrap_or(0);
        let rarest = features.iter().map(count).min()?;
        if rarest >= CASES {
            return None;
        }
        let rare = features.iter().copied().filter(|feature| count(feature) < CASES).collect();
        for feature in &features {
            *self.counts.entry(*feature).or_insert(0) += 1;
        }
        Some(Found { features, rare, rarest })
    }

    /// A case that takes this path is not kept.
    pub(super) fn know(&mut self, path: u64) {
        self.paths.insert(path);
    }

    /// More paths than it is worth remembering.
    pub(super) fn is_full(&self) -> bool {
        self.paths.len() >= MOST_PATHS
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_course_is_kept_while_few_others_have_its_rarest_feature() {
        let mut novelty = Novelty::default();
        let mut add = |events: &[u32], path| {
            novelty.add(events, path).map(|found| (found.rare.len(), found.rarest))
        };
        assert_eq!(add(&[1, 2], 100), Some((2, 0)));
        assert_eq!(add(&[1, 2], 100), None, "the same course");
        assert_eq!(add(&[2, 1], 101), Some((2, 1)));
        assert_eq!(add(&[1, 2], 102), Some((2, 2)));
        assert_eq!(add(&[2, 1], 103), None, "three have both features");
        assert_eq!(add(&[1, 3], 104), Some((1, 0)));
        assert_eq!(add(&[1, 1, 2], 106), Some((1, 0)), "once more than ever");
        assert_eq!(add(&[1, 1, 1, 2], 107), Some((1, 1)), "about as often");
        assert_eq!(add(&[], 105), None, "nothing is traced");
    }
}
