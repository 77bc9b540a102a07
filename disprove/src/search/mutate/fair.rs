//! The fair queue: alternates between the least served inputs and the least served features.

use super::{
    novelty::Novelty,
    queue::{Lineage, Queue, QueueEntry},
};
use crate::{case::CaseResult, search::structure::IndexedTree};
use std::{collections::BTreeMap, rc::Rc};

/// The queue that does best in the studies.
#[derive(Debug, Default)]
pub(crate) struct FairQueue {
    /// Of rejected inputs, and of accepted ones.
    novelty: [Novelty; 2],
    /// By their numbers, in the order of arrival.
    entries: BTreeMap<u32, Served>,
    number: u32,
    /// By their hashes: of rejected inputs, and of accepted ones.
    features: [BTreeMap<u64, Feature>; 2],
    current: Option<Turn>,
    turns: u64,
    /// How often it forgot what is covered.
    resets: u32,
}

/// An entry and the service it got.
#[derive(Debug)]
struct Served {
    entry: QueueEntry,
    /// Turns so far.
    level: u32,
    /// The number of inputs that had its rarest feature when it was queued.
    rarest: u32,
    features: Vec<u64>,
}

/// A feature of traces, and the entries that have it.
#[derive(Debug)]
struct Feature {
    /// Mutations made for it.
    charge: i64,
    entries: Vec<u32>,
}

/// The entry to mutate, the mutations left in its turn, and the feature it is chosen for.
#[derive(Debug)]
struct Turn {
    entry: u32,
    left: u32,
    feature: Option<(usize, u64)>,
}

/// The share of random inputs. See `case-studies ifc-ssni`, which gets slower without any.
const RANDOM: f64 = 0.05;

/// Mutations per turn. From the prototype on `case-studies ifc-ssni`, where 128 was slower.
const TURN: u32 = 32;

/// Turns that rejected inputs wait for, and the charge of a mutation of one. From the prototype.
const REJECTED_LATER: u32 = 2;
const REJECTED_COST: i64 = 4;

/// The charge by which a new feature starts below the smallest one: two turns. From the prototype.
const HEAD_START: i64 = 64;

/// Choices for which an input waits one more turn. Copies make inputs grow, and most mutations of a large one say little:
/// modules of `case-studies wasm-like` grew to thousands of choices, while states of `ifc-ssni` have fewer than this.
const LARGE: u32 = 100;

/// Entries of the queue, to bound the memory (`case-studies memory`); beyond that the most served one is dropped.
const MOST: usize = 1_000;

/// Families of mutations in memory, at 56 bytes each with their sums (224 MiB). Beyond that the most served entries drop
/// theirs and find them again at their next turn. They have many turns behind them, so few mutations run twice. See
/// `case-studies memory`.
const MOST_FAMILIES: usize = 1 << 22;

/// Cases in a row without novelty before it forgets what is covered. From the prototype on `case-studies ifc-ssni`, where
/// 50 was slower.
const SATURATED: u32 = 200;

/// How often mutations redraw a choice with many values; doubles with each reset up to this. From the prototype.
const MOST_SAMPLES: usize = 8;

impl FairQueue {
    fn add(&mut self, entry: QueueEntry, features: Vec<u64>, rarest: u32) {
        let (valid, number) = (entry.valid, self.number);
        self.number += 1;
        let level = if valid { 0 } else { REJECTED_LATER };
        let least = self.features.iter().flat_map(BTreeMap::values).map(|it| it.charge).min();
        let start = (least.unwrap_or(0) - HEAD_START).max(0);
        for feature in &features {
            let new = || Feature { charge: start, entries: Vec::new() };
            let its = self.features[usize::from(valid)].entry(*feature).or_insert_with(new);
            its.entries.push(number);
        }
        self.entries.insert(number, Served { entry, level, rarest, features });
        if let Some(turn) = &mut self.current {
            if valid
                && rarest == 0
                && self
                    .entries
                    .get(&turn.entry)
                    .is_none_or(|served| served.entry.left() > TURN as usize)
            {
                // The new feature comes next, unless the current entry is nearly done.
                turn.left = 0;
            }
        }
        if self.entries.len() > MOST {
            let most = self.entries.iter().max_by_key(|(_, served)| served.level);
            let most = *most.expect("the queue is full").0;
            self.remove(most);
        }
    }

    fn remove(&mut self, number: u32) {
        let Some(served) = self.entries.remove(&number) else { return };
        let features = &mut self.features[usize::from(served.entry.valid)];
        for feature in served.features {
            if let Some(its) = features.get_mut(&feature) {
                its.entries.retain(|entry| *entry != number);
                if its.entries.is_empty() {
                    features.remove(&feature);
                }
            }
        }
        self.current = None;
    }

    fn choose(&mut self) -> Option<Turn> {
        if let Some(turn) = &self.current {
            if let Some(served) = self.entries.get_mut(&turn.entry) {
                served.level += 1;
            }
        }
        self.free_memory(MOST_FAMILIES);
        self.turns += 1;
        // Each order misses bugs of `case-studies ifc-ssni` that the other one finds.
        let by_feature = (self.turns % 2 == 0).then(|| self.by_feature()).flatten();
        let (entry, feature) = match by_feature {
            Some((entry, feature)) => (entry, Some(feature)),
            None => (self.least_served()?, None),
        };
        Some(Turn { entry, left: TURN, feature })
    }

    /// Drops the edits of the most served entries while there are more than `most`.
    fn free_memory(&mut self, most: usize) {
        let mut capacity: usize = self.entries.values().map(|served| served.entry.capacity()).sum();
        while capacity > most {
            let has_edits = |served: &&mut Served| served.entry.edits.is_some();
            let most_served = self.entries.values_mut().filter(has_edits).max_by_key(|it| it.level);
            let Some(served) = most_served else { return };
            capacity -= served.entry.capacity();
            served.entry.edits = None;
        }
    }

    /// The least served entry, then the rarest, then the newest. Each difference between equal parts counts as a turn: such
    /// differences are easily made and rarely undone, so they would take over. Many choices count as turns too.
    fn least_served(&self) -> Option<u32> {
        let order = |(number, served): &(&u32, &Served)| {
            let size = served.entry.input.tree.len() as u32 / LARGE;
            let turns = served.level + served.entry.broken + size;
            (turns, served.rarest, u32::MAX - **number)
        };
        self.entries.iter().min_by_key(order).map(|(number, _)| *number)
    }

    /// The least served entry with the least charged feature; of several, the newest.
    fn by_feature(&self) -> Option<(u32, (usize, u64))> {
        let all = self.features.iter().enumerate();
        let all = all.flat_map(|(valid, its)| its.iter().map(move |(hash, it)| (valid, *hash, it)));
        let newest = |it: &Feature| u32::MAX - it.entries.first().copied().unwrap_or(0);
        let (valid, hash, feature) = all.min_by_key(|(_, _, it)| (it.charge, newest(it)))?;
        let level = |entry: &&u32| (self.entries[*entry].level, u32::MAX - **entry);
        let entry = feature.entries.iter().min_by_key(level)?;
        Some((*entry, (valid, hash)))
    }
}

impl Queue for FairQueue {
    fn offer(&mut self, input: &Rc<IndexedTree>, result: &CaseResult, lineage: Lineage) -> bool {
        let novelty = &mut self.novelty[usize::from(result.is_accepted())];
        let found = novelty.add(result.trace.events(), result.trace.hash());
        let Some(found) = found.filter(|_| result.is_accepted() || lineage.from_valid) else {
            return false;
        };
        let entry = QueueEntry { rare: found.rare, ..QueueEntry::new(input, result, lineage) };
        self.add(entry, found.features, found.rarest);
        true
    }

    fn next(&mut self) -> Option<&mut QueueEntry> {
        if self.current.as_ref().is_none_or(|turn| turn.left == 0) {
            self.current = self.choose();
        }
        let turn = self.current.as_mut()?;
        turn.left -= 1;
        if let Some((valid, hash)) = turn.feature {
            if let Some(feature) = self.features[valid].get_mut(&hash) {
                feature.charge += if valid == 1 { 1 } else { REJECTED_COST };
            }
        }
        self.current()
    }

    fn current(&mut self) -> Option<&mut QueueEntry> {
        let turn = self.current.as_ref()?;
        self.entries.get_mut(&turn.entry).map(|served| &mut served.entry)
    }

    fn finish(&mut self) {
        if let Some(turn) = &self.current {
            self.remove(turn.entry);
        }
    }

    fn reset_if_saturated(&mut self, boring: u32) -> bool {
        let saturated = boring >= SATURATED || self.novelty.iter().any(Novelty::is_full);
        if saturated {
            self.novelty = Default::default();
            // An input on the path of a queued one adds nothing.
            for Served { entry, .. } in self.entries.values() {
                self.novelty[usize::from(entry.valid)].add_path(entry.path);
            }
            self.resets += 1;
        }
        saturated
    }

    fn random_share(&self) -> f64 {
        RANDOM
    }

    fn samples(&self) -> usize {
        (1 << self.resets.min(16)).min(MOST_SAMPLES)
    }

    fn by_level(&self) -> bool {
        false
    }
}

#[cfg(test)]
mod tests {
    use super::{
        super::{edits::Edits, queue::entry},
        *,
    };
    use crate::{
        case::{CaseOutcome, Rejection},
        feedback::Feedback,
        generator::{self, Generator, any},
        search::rng::Rng,
        trace::{self, expanded::hit},
    };

    fn add(fair: &mut FairQueue, entry: QueueEntry) {
        fair.add(entry, vec![7], 1);
    }

    /// The paths of the entries that are served during this many edits.
    fn served(fair: &mut FairQueue, edits: u32) -> Vec<u64> {
        let mut paths: Vec<u64> = Vec::new();
        for _ in 0..edits {
            let path = fair.next().expect("an entry").path;
            if paths.last() != Some(&path) {
                paths.push(path);
            }
        }
        paths
    }

    #[test]
    fn serves_every_input_and_rejected_ones_later() {
        let mut fair = FairQueue::default();
        add(&mut fair, entry(1, false));
        add(&mut fair, entry(2, true));
        add(&mut fair, entry(3, true));
        let turns = served(&mut fair, 8 * TURN);
        assert_eq!(&turns[..4], [3, 2, 3, 1], "the newest first, and the rejected one waits");
    }

    #[test]
    fn serves_inputs_with_broken_equality_later() {
        let mut fair = FairQueue::default();
        fair.add(entry(1, true), Vec::new(), 1);
        fair.add(QueueEntry { broken: 2, ..entry(2, true) }, Vec::new(), 1);
        assert_eq!(served(&mut fair, 3 * TURN), [1, 2]);
    }

    #[test]
    fn serves_large_inputs_after_small_ones() {
        let mut fair = FairQueue::default();
        let large = generator::vec(any::<u8>()).encode(&vec![1; LARGE as usize]);
        let input = IndexedTree::new(large.expect("it is allowed"));
        fair.add(entry(1, true), Vec::new(), 1);
        fair.add(QueueEntry { input, ..entry(2, true) }, Vec::new(), 1);
        assert_eq!(served(&mut fair, 3 * TURN), [1, 2], "although the newest comes first");
    }

    #[test]
    fn serves_a_new_feature_at_once() {
        let mut fair = FairQueue::default();
        add(&mut fair, entry(1, true));
        served(&mut fair, 5);
        fair.add(entry(2, true), vec![8], 0);
        assert_eq!(fair.next().map(|entry| entry.path), Some(2));
    }

    #[test]
    fn finishes_an_entry_that_is_nearly_done_first() {
        let mut fair = FairQueue::default();
        let tree = any::<bool>().encode(&true).expect("a value");
        let edits = Edits::of(&tree, &[], 0, None, &mut Rng::new(1));
        add(&mut fair, QueueEntry { edits: Some(edits), ..entry(1, true) });
        served(&mut fair, 5);
        fair.add(entry(2, true), vec![8], 0);
        assert_eq!(fair.next().map(|entry| entry.path), Some(1));
    }

    #[test]
    fn drops_the_edits_of_the_most_served_entries_when_memory_is_short() {
        let mut fair = FairQueue::default();
        let tree = generator::vec(any::<u8>()).encode(&vec![1; 9]).expect("a value");
        for path in 1..=3 {
            let edits = Edits::of(&tree, &[], 0, None, &mut Rng::new(1));
            add(&mut fair, QueueEntry { edits: Some(edits), ..entry(path, true) });
        }
        assert_eq!(
            size_of::<super::super::family::Family>(),
            48,
            "as the comment on `MOST_FAMILIES` says"
        );
        served(&mut fair, 3 * TURN);
        let mut levels: Vec<(u32, usize)> = Vec::new();
        let mut look = |fair: &FairQueue| {
            levels.clear();
            levels.extend(
                fair.entries.values().map(|served| (served.level, served.entry.capacity())),
            );
            levels.iter().map(|(_, capacity)| capacity).sum::<usize>()
        };
        let all = look(&fair);
        fair.free_memory(all);
        assert_eq!(look(&fair), all, "there is enough memory");
        fair.free_memory(all - 1);
        assert!(look(&fair) < all);
        let (most, gone) =
            (levels.iter().max(), levels.iter().filter(|(_, capacity)| *capacity == 0));
        assert_eq!(gone.map(|(level, _)| *level).collect::<Vec<u32>>(), [most.expect("three").0]);
    }

    #[test]
    fn accepts_known_paths_again_after_a_reset_except_queued_ones() {
        let mut fair = FairQueue::default();
        let seen = |fair: &mut FairQueue, path| fair.novelty[1].add(&[3], path).is_some();
        assert!(seen(&mut fair, 1) && seen(&mut fair, 2) && !seen(&mut fair, 2));
        assert!(seen(&mut fair, 3) && !seen(&mut fair, 4), "three inputs have the feature");
        add(&mut fair, entry(1, true));
        assert!(!fair.reset_if_saturated(SATURATED - 1) && fair.reset_if_saturated(SATURATED));
        assert!(seen(&mut fair, 2) && !seen(&mut fair, 1));
        assert!(seen(&mut fair, 4), "features are counted again");
        let said = format!("After about {SATURATED} cases in a row that add nothing to the queue");
        crate::humanize::assert_said("how/mutation.md", &said);
    }

    #[test]
    fn queues_accepted_inputs_and_rejected_ones_that_derive_from_them() {
        let mut fair = FairQueue::default();
        let input = entry(1, true).input;
        let mut is_queued = |blocks: &[u32], outcome, from_valid| {
            let hits = || blocks.iter().for_each(|block| hit(*block, 1));
            let (feedback, trace) = (Feedback::default(), trace::record(hits).1);
            let result =
                CaseResult { outcome, feedback, trace, is_new: true, history_changed: false };
            fair.offer(&input, &result, Lineage { from_valid, broken: 0 })
        };
        let rejected = || CaseOutcome::Rejected(Rejection::default());
        assert!(!is_queued(&[1], rejected(), false));
        assert!(is_queued(&[1], CaseOutcome::Passed, false));
        assert!(!is_queued(&[1], CaseOutcome::Passed, false), "the same path");
        // Rejected inputs have paths and counts of their own.
        for blocks in [[10, 2], [11, 2], [12, 2]] {
            assert!(is_queued(&blocks, rejected(), true));
        }
        assert!(!is_queued(&[2], rejected(), true), "no rare feature");
        assert!(is_queued(&[2], CaseOutcome::Passed, false));
    }

    #[test]
    fn removes_a_finished_entry() {
        let mut fair = FairQueue::default();
        add(&mut fair, entry(1, true));
        assert!(fair.next().is_some());
        fair.finish();
        assert!(fair.next().is_none());
        assert!(fair.features.iter().all(BTreeMap::is_empty));
    }

    #[test]
    fn drops_the_most_served_entries_when_full() {
        let mut fair = FairQueue::default();
        add(&mut fair, entry(0, true));
        served(&mut fair, 3 * TURN);
        for path in 1..=MOST as u64 {
            add(&mut fair, entry(path, true));
        }
        assert_eq!(fair.entries.len(), MOST);
        assert!(!fair.entries.contains_key(&0));
        assert_eq!(fair.features[1][&7].entries.len(), MOST, "no dropped entry is left");
    }

    #[test]
    fn turns_alternate_between_the_least_served_entry_and_the_least_charged_feature() {
        let mut fair = FairQueue::default();
        for path in 1..=3 {
            fair.add(entry(path, true), vec![path], 1);
        }
        let (mut turns, mut inputs) = (Vec::new(), Vec::new());
        for _ in 0..12 {
            let paths = served(&mut fair, TURN);
            let feature = fair.current.as_ref().expect("a turn").feature.map(|(_, hash)| hash);
            inputs.extend(paths.into_iter().filter(|_| feature.is_none()));
            turns.push(feature);
        }
        let is_by_feature: Vec<bool> = turns.iter().map(Option::is_some).collect();
        assert_eq!(is_by_feature, [false, true].repeat(6));
        let mut features: Vec<u64> = turns.into_iter().flatten().collect();
        features.sort_unstable();
        assert_eq!(features, [1, 1, 2, 2, 3, 3], "each has as many turns");
        inputs.sort_unstable();
        assert_eq!(inputs, features, "each input too");
        let charges: Vec<i64> = fair.features[1].values().map(|feature| feature.charge).collect();
        assert_eq!(charges, [2 * i64::from(TURN); 3], "one for each mutation");
    }

    #[test]
    fn a_new_feature_starts_below_the_others_and_a_rejected_input_costs_more() {
        let mut fair = FairQueue::default();
        fair.add(entry(1, true), vec![1], 1);
        served(&mut fair, 8 * TURN);
        let charge =
            |fair: &FairQueue, valid: usize, feature| fair.features[valid][&feature].charge;
        assert_eq!(charge(&fair, 1, 1), 4 * i64::from(TURN), "every other turn is for it");
        fair.add(entry(2, true), vec![2], 1);
        assert_eq!(charge(&fair, 1, 2), 2 * i64::from(TURN), "two turns below the least");

        let mut fair = FairQueue::default();
        fair.add(entry(3, false), vec![3], 1);
        served(&mut fair, 2 * TURN);
        assert_eq!(charge(&fair, 0, 3), 4 * i64::from(TURN), "four for each mutation");
    }

    #[test]
    fn the_decision_has_the_constants_of_turns() {
        for said in [
            format!("An entry gets {TURN} mutations per turn."),
            format!("with a charge {HEAD_START} below the smallest"),
            format!("each {LARGE} choices"),
            format!("a rejected input begins with {REJECTED_LATER} turns"),
            format!("costs {REJECTED_COST} times as much"),
            format!("After {SATURATED} cases without novelty"),
            format!("The queue has at most {} entries", crate::humanize::count(MOST as u64)),
        ] {
            let page = "../../docs/decisions/0014-coverage-guided-mutation.md";
            crate::humanize::assert_said(page, &said);
        }
    }
}
