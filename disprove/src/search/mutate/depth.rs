//! The queue of MUTAGEN: inputs whose path left all others earliest come first.

use super::queue::{Lineage, Queue, QueueEntry};
use crate::{case::CaseResult, search::structure::IndexedTree, trace::Paths};
use std::{collections::BTreeMap, rc::Rc};

/// The schedule of the paper, with a switch for each of its heuristics.
#[derive(Debug)]
pub(crate) struct DepthQueue {
    /// Of rejected inputs, and of accepted ones.
    paths: [Paths; 2],
    /// Of accepted inputs, and of rejected ones.
    queues: [BTreeMap<Priority, QueueEntry>; 2],
    number: u64,
    /// The queue and the priority of the current entry.
    current: Option<(usize, Priority)>,
    /// Cases in a row without novelty before it forgets all paths.
    limit: u32,
    samples: usize,
    /// By the depth at which a path left the others, the newest first; otherwise in the order of arrival.
    earliest_first: bool,
    resets: bool,
}

/// The smallest comes first.
type Priority = (usize, u64);

/// The initial limit of cases without novelty, which doubles with each reset, as do the samples. From the code of MUTAGEN.
const LIMIT: u32 = 1_000;

/// Samples of a choice: no bound in MUTAGEN; here it bounds the memory for the mutations of an input.
const MOST_SAMPLES: usize = 1 << 16;

/// Samples of the variant without resets, as published for MUTAGEN.
const SAMPLES_WITHOUT_RESET: usize = 25;

/// Inputs in each queue, to bound the memory; beyond that the last one is dropped.
const MOST: usize = 10_000;

impl DepthQueue {
    pub(crate) fn new(earliest_first: bool, resets: bool) -> DepthQueue {
        DepthQueue {
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

    fn add(&mut self, entry: QueueEntry, depth: usize) {
        self.number += 1;
        let priority =
            if self.earliest_first { (depth, u64::MAX - self.number) } else { (0, self.number) };
        let queue = &mut self.queues[usize::from(!entry.valid)];
        queue.insert(priority, entry);
        if queue.len() > MOST {
            queue.pop_last();
        }
    }
}

impl Queue for DepthQueue {
    fn offer(&mut self, input: &Rc<IndexedTree>, result: &CaseResult, lineage: Lineage) -> bool {
        let reached = self.paths[usize::from(result.is_accepted())].insert(&result.trace.path());
        let queued = reached.new > 0 && (result.is_accepted() || lineage.from_valid);
        if queued {
            self.add(QueueEntry::new(input, result, lineage), reached.depth);
        }
        queued
    }

    fn next(&mut self) -> Option<&mut QueueEntry> {
        let first =
            |at: usize| self.queues[at].first_key_value().map(|(priority, _)| (at, *priority));
        self.current = Some(first(0).or_else(|| first(1))?);
        self.current()
    }

    fn current(&mut self) -> Option<&mut QueueEntry> {
        let (at, priority) = self.current?;
        self.queues[at].get_mut(&priority)
    }

    fn finish(&mut self) {
        if let Some((at, priority)) = self.current.take() {
            self.queues[at].remove(&priority);
        }
    }

    fn reset_if_saturated(&mut self, boring: u32) -> bool {
        let saturated = self.resets && boring >= self.limit;
        if saturated {
            self.paths.iter_mut().for_each(Paths::clear);
            self.limit = self.limit.saturating_mul(2);
            self.samples = (self.samples * 2).min(MOST_SAMPLES);
        }
        saturated
    }

    /// Random inputs only while both queues are empty.
    fn random_share(&self) -> f64 {
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
    use super::{super::queue::entry, *};

    /// The paths of entries in the order of the queue.
    fn order(mut queue: DepthQueue) -> Vec<u64> {
        for (path, valid, at) in [(1, true, 5), (2, true, 3), (3, false, 0), (4, true, 3)] {
            queue.add(entry(path, valid), at);
        }
        let mut paths = Vec::new();
        while let Some(entry) = queue.next() {
            paths.push(entry.path);
            queue.finish();
        }
        paths
    }

    #[test]
    fn puts_the_path_that_left_earliest_first_then_the_newest_and_rejected_inputs_last() {
        assert_eq!(order(DepthQueue::new(true, true)), [4, 2, 1, 3]);
        assert_eq!(order(DepthQueue::new(false, true)), [1, 2, 4, 3], "in the order of arrival");
    }

    #[test]
    fn doubles_the_limit_and_the_samples_with_each_reset() {
        let mut queue = DepthQueue::new(true, true);
        assert!(!queue.reset_if_saturated(LIMIT - 1) && queue.samples() == 1);
        assert!(queue.reset_if_saturated(LIMIT) && queue.samples() == 2);
        assert!(!queue.reset_if_saturated(LIMIT) && queue.reset_if_saturated(2 * LIMIT));
        let mut never = DepthQueue::new(true, false);
        assert!(!never.reset_if_saturated(u32::MAX) && never.samples() == SAMPLES_WITHOUT_RESET);
    }
}
