//! Whether the course of a case is one of its own.

use std::collections::{HashMap, HashSet};

/// What the courses of kept cases were made of.
#[derive(Debug, Default)]
pub(super) struct Novelty {
    paths: HashSet<u64>,
    /// For short sequences of events: how many kept cases have them.
    grams: HashMap<u64, u32>,
}

/// So many events in a row are one feature. With two, `#[trace]` on a machine that walks through lists kept so many cases that
/// none had a second turn.
const GRAM: usize = 1;

/// So many kept cases may have a feature in common.
const CASES: u32 = 3;

fn mixed(hash: u64, event: u32) -> u64 {
    (hash ^ u64::from(event)).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(23)
}

/// The features of a course, each once.
pub(super) fn grams(events: &[u32]) -> HashSet<u64> {
    let mut all = HashSet::new();
    for at in 0..events.len() {
        let from = (at + 1).saturating_sub(GRAM);
        all.insert(events[from..=at].iter().fold(7, |hash, event| mixed(hash, *event)));
    }
    all
}

impl Novelty {
    /// How many kept cases have its rarest feature, if it is to be kept as well: if its path is new, and a
    /// feature of it is rare.
    pub(super) fn add(&mut self, events: &[u32], path: u64) -> Option<u32> {
        if !self.paths.insert(path) {
            return None;
        }
        let grams = grams(events);
        let count = |gram: &u64| self.grams.get(gram).copied().unwrap_or(0);
        let rarest = grams.iter().map(count).min()?;
        if rarest >= CASES {
            return None;
        }
        for gram in grams {
            *self.grams.entry(gram).or_insert(0) += 1;
        }
        Some(rarest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_course_is_kept_while_few_others_have_its_rarest_feature() {
        let mut novelty = Novelty::default();
        assert_eq!(novelty.add(&[1, 2], 100), Some(0));
        assert_eq!(novelty.add(&[1, 2], 100), None, "the same course");
        assert_eq!(novelty.add(&[2, 1], 101), Some(1));
        assert_eq!(novelty.add(&[2, 1, 2], 102), Some(2));
        assert_eq!(novelty.add(&[1, 2, 1], 103), None, "three have both features");
        assert_eq!(novelty.add(&[1, 3], 104), Some(0));
        assert_eq!(novelty.add(&[], 105), None, "nothing is traced");
    }
}
