//! Novelty: whether the trace of a case has new coverage.

use crate::search::archive::{Fingerprints, IdentityHasher};
use std::{collections::HashMap, hash::BuildHasherDefault};

/// The paths of all cases, and the features of the queued ones.
#[derive(Debug, Default)]
pub(super) struct Novelty {
    paths: Fingerprints,
    /// For each feature: the number of queued inputs with it.
    counts: HashMap<u64, u32, BuildHasherDefault<IdentityHasher>>,
}

/// Queued inputs per feature. From the prototype on `case-studies ifc-ssni`, where three did better than one.
const INPUTS_PER_FEATURE: u32 = 3;

/// Paths to remember, at 16 bytes each (16 MiB).
const MOST_PATHS: usize = 1 << 20;

/// The features of a trace: each event with the magnitude of its count, as in AFL. Pairs or triples of events make nearly
/// every input of a machine that walks lists a new one, so that none is mutated twice.
pub(super) fn features(events: &[u32]) -> Fingerprints {
    let mut times: HashMap<u64, u32, BuildHasherDefault<IdentityHasher>> = HashMap::default();
    for event in events {
        let event = u64::from(*event).wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        *times.entry(event).or_insert(0) += 1;
    }
    times.into_iter().map(|(event, times)| event.wrapping_add(times.ilog2().into())).collect()
}

/// The features of an input with new coverage.
#[derive(Debug)]
pub(super) struct NewCoverage {
    pub(super) features: Vec<u64>,
    /// The features that few queued inputs have.
    pub(super) rare: Vec<u64>,
    /// The number of queued inputs with the rarest feature.
    pub(super) rarest: u32,
}

impl Novelty {
    /// Adds a trace. `Some` if its path is new and a feature of it is rare.
    pub(super) fn add(&mut self, events: &[u32], path: u64) -> Option<NewCoverage> {
        if !self.paths.insert(path) {
            return None;
        }
        let features: Vec<u64> = features(events).into_iter().collect();
        let count = |feature: &u64| self.counts.get(feature).copied().unwrap_or(0);
        let rarest = features.iter().map(count).min()?;
        if rarest >= INPUTS_PER_FEATURE {
            return None;
        }
        let is_rare = |feature: &u64| count(feature) < INPUTS_PER_FEATURE;
        let rare = features.iter().copied().filter(is_rare).collect();
        for feature in &features {
            *self.counts.entry(*feature).or_insert(0) += 1;
        }
        Some(NewCoverage { features, rare, rarest })
    }

    /// Marks a path as known.
    pub(super) fn add_path(&mut self, path: u64) {
        self.paths.insert(path);
    }

    /// Whether there are more paths than it should remember.
    pub(super) fn is_full(&self) -> bool {
        self.paths.len() >= MOST_PATHS
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn accepts_a_path_while_few_inputs_have_its_rarest_feature() {
        let mut novelty = Novelty::default();
        let mut add = |events: &[u32], path| {
            novelty.add(events, path).map(|found| (found.rare.len(), found.rarest))
        };
        assert_eq!(add(&[1, 2], 100), Some((2, 0)));
        assert_eq!(add(&[1, 2], 100), None, "the same path");
        assert_eq!(add(&[2, 1], 101), Some((2, 1)));
        assert_eq!(add(&[1, 2], 102), Some((2, 2)));
        assert_eq!(add(&[2, 1], 103), None, "three inputs have both features");
        assert_eq!(add(&[1, 3], 104), Some((1, 0)));
        assert_eq!(add(&[1, 1, 2], 106), Some((1, 0)), "once more than ever");
        assert_eq!(add(&[1, 1, 1, 2], 107), Some((1, 1)), "the same magnitude");
        assert_eq!(add(&[1, 1, 1, 1, 2], 108), Some((1, 0)), "the next one");
        assert_eq!(add(&[1, 1, 1, 1, 1, 1, 1, 2], 109), Some((1, 1)), "four to seven");
        assert_eq!(add(&[1, 1, 1, 1, 1, 1, 1, 1, 2], 110), Some((1, 0)), "eight");
        assert_eq!(add(&[], 105), None, "not traced");
    }
}
