//! IndexedTree cases in the order of MUTAGEN: those whose course left all others earliest go first.

use super::batch::{Batch, Came, Order};
use crate::{case::CaseResult, search::IndexedTree, trace::Paths};
use std::collections::BTreeMap;
use std::rc::Rc;

/// The schedule of the paper, each of its heuristics with a switch.
#[derive(Debug)]
pub(super) struct Depth {
    /// Of accepted cases, and of rejected ones.
    paths: [Paths; 2],
    queues: [BTreeMap<Place, Batch>; 2],
    number: u64,
    /// In which of the queues, and where in it, the case is whose turn it was.
    current: Option<(usize, Place)>,
    /// So many cases that are not kept in a row, and it is forgotten what courses there were.
    limit: u32,
    samples: usize,
    /// By how deep a course left the others, and the newest first; else in the order they came.
    earliest_first: bool,
    resets: bool,
}

/// Where in a queue: what comes first is the smallest.
type Place = (usize, u64);

/// As published: the limit and the samples are doubled with each reset.
const LIMIT: u32 = 1_000;
const MOST_SAMPLES: usize = 1 << 16;

/// As published, for the variant that never resets.
const SAMPLES_WITHOUT_RESET: usize = 25;

/// So many cases in a queue; of more, the last one is given up.
const MOST: usize = 10_000;

impl Depth {
    pub(super) fn new(earliest_first: bool, resets: bool) -> Depth {
        Depth {
            paths: Default::default(),
            queues: Default::default(),
            number: 0,
            current: None,
            limit: LIMIT,
            samples: if resets { 1 } else { SAMPLES_WITHOUT_RESET },
            earliest_first,
            resets,
        }
    }

    fn add(&mut self, batch: Batch, depth: usize) {
        self.number += 1;
        let place =
            if self.earliest_first { (depth, u64::MAX - self.number) } else { (0, self.number) };
        let queue = &mut self.queues[usize::from(!batch.valid)];
        queue.insert(place, batch);
        if queue.len() > MOST {
            queue.pop_last();
        }
    }
}

impl Order for Depth {
    fn keep(&mut self, input: &Rc<IndexedTree>, result: &CaseResult, came: Came) -> bool {
        let reached = self.paths[usize::from(result.is_accepted())].insert(&result.trace.path());
        let kept = reached.new > 0 && (result.is_accepted() || came.from_valid);
        if kept {
            self.add(Batch::new(input, result, came), reached.depth);
        }
        kept
    }

    fn turn(&mut self) -> Option<&mut Batch> {
        let first = |at: usize| self.queues[at].first_key_value().map(|(place, _)| (at, *place));
        self.current = Some(first(0).or_else(|| first(1))?);
        self.last()
    }

    fn last(&mut self) -> Option<&mut Batch> {
        let (at, place) = self.current?;
        self.queues[at].get_mut(&place)
    }

    fn finish(&mut self) {
        if let Some((at, place)) = self.current.take() {
            self.queues[at].remove(&place);
        }
    }

    fn saturated(&mut self, boring: u32) -> bool {
        let saturated = self.resets && boring >= self.limit;
        if saturated {
            self.paths.iter_mut().for_each(Paths::clear);
            self.limit = self.limit.saturating_mul(2);
            self.samples = (self.samples * 2).min(MOST_SAMPLES);
        }
        saturated
    }

    /// Only when both queues are empty.
    fn chance(&self) -> f64 {
        0.0
    }

    fn samples(&self) -> usize {
        self.samples
    }

    fn by_level(&self) -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use super::{super::batch::batch, *};

    /// The paths of cases in the order they have their turns.
    fn order(mut depth: Depth) -> Vec<u64> {
        for (path, valid, at) in [(1, true, 5), (2, true, 3), (3, false, 0), (4, true, 3)] {
            depth.add(batch(path, valid), at);
        }
        let mut paths = Vec::new();
        while let Some(batch) = depth.turn() {
            paths.push(batch.path);
            depth.finish();
        }
        paths
    }

    #[test]
    fn who_left_the_others_earliest_goes_first_then_the_newest_and_the_rejected_last() {
        assert_eq!(order(Depth::new(true, true)), [4, 2, 1, 3]);
        assert_eq!(order(Depth::new(false, true)), [1, 2, 4, 3], "as they came");
    }

    #[test]
    fn a_reset_doubles_what_it_takes_and_what_is_drawn() {
        let mut depth = Depth::new(true, true);
        assert!(!depth.saturated(LIMIT - 1) && depth.samples() == 1);
        assert!(depth.saturated(LIMIT) && depth.samples() == 2);
        assert!(!depth.saturated(LIMIT) && depth.saturated(2 * LIMIT));
        let mut never = Depth::new(true, false);
        assert!(!never.saturated(u32::MAX) && never.samples() == SAMPLES_WITHOUT_RESET);
    }
}
