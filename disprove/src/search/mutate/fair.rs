//! IndexedTree cases in turns that are fair to all of them, and to all that was seen on their courses.

use super::{
    batch::{Batch, Came, Order},
    novelty::Novelty,
};
use crate::{case::CaseResult, search::IndexedTree};
use std::collections::BTreeMap;
use std::rc::Rc;

/// The schedule that does best in the studies: least served cases, and least served features, in turn.
#[derive(Debug, Default)]
pub(super) struct Fair {
    /// Of accepted cases, and of rejected ones.
    novelty: [Novelty; 2],
    /// By numbers that grow.
    all: BTreeMap<u32, Served>,
    number: u32,
    /// By their hashes, those of accepted cases and those of rejected ones.
    features: [BTreeMap<u64, Feature>; 2],
    current: Option<Turn>,
    turns: u64,
    /// How often it was forgotten what there was.
    resets: u32,
}

/// A kept case and what was done for it.
#[derive(Debug)]
struct Served {
    batch: Batch,
    /// How often it had its turn, and what it is ordered by besides.
    level: u32,
    rarest: u32,
    features: Vec<u64>,
}

/// A feature of courses, and the kept cases that have it.
#[derive(Debug)]
struct Feature {
    /// What was spent on it.
    charge: i64,
    cases: Vec<u32>,
}

/// Whose turn it is, for how many edits more, and for which feature.
#[derive(Debug)]
struct Turn {
    case: u32,
    left: u32,
    feature: Option<(usize, u64)>,
}

/// What is left to chance.
const CHANCE: f64 = 0.05;

/// So many edits are made before it is the turn of another case.
const TURN: u32 = 32;

/// Cases that were rejected wait until others had so many turns, and cost so much more.
const REJECTED_LATER: u32 = 2;
const REJECTED_COST: i64 = 4;

/// A feature that is new is served so much earlier than those that are there already.
const HEAD_START: i64 = 64;

/// A case waits for one more turn of others for each so many choices. Parts that are copied make cases grow, and of large ones
/// most changes say little: the modules of `wasm-like` came to thousands of choices, while the states of `ifc-ssni` have fewer
/// than this.
const LARGE: u32 = 100;

/// So many cases; of more, the one that was served most is given up.
const MOST: usize = 1_000;

/// So many edits are in memory, of 28 bytes each. Of more, cases with many turns have theirs made anew at their next: they
/// have had few of them, so few are made again.
const MOST_EDITS: usize = 1 << 23;

/// So many cases that are not kept in a row, and it is forgotten which features there were.
const SATURATED: u32 = 200;

/// How often choices with many values are drawn anew, at most.
const MOST_SAMPLES: usize = 8;

impl Fair {
    fn add(&mut self, batch: Batch, features: Vec<u64>, rarest: u32) {
        let (valid, number) = (batch.valid, self.number);
        self.number += 1;
        let level = if valid { 0 } else { REJECTED_LATER };
        let least = self.features.iter().flat_map(BTreeMap::values).map(|it| it.charge).min();
        let start = (least.unwrap_or(0) - HEAD_START).max(0);
        for feature in &features {
            let new = || Feature { charge: start, cases: Vec::new() };
            let its = self.features[usize::from(valid)].entry(*feature).or_insert_with(new);
            its.cases.push(number);
        }
        self.all.insert(number, Served { batch, level, rarest, features });
        if let Some(turn) = &mut self.current
            && valid
            && rarest == 0
            && self.all.get(&turn.case).is_none_or(|served| served.batch.left() > TURN as usize)
        {
            // Something new has its turn next. But small cases are soon done, and would have to wait for long.
            turn.left = 0;
        }
        if self.all.len() > MOST {
            let most = self.all.iter().max_by_key(|(_, served)| served.level);
            let most = *most.expect("there are some").0;
            self.give_up(most);
        }
    }

    fn give_up(&mut self, number: u32) {
        let Some(served) = self.all.remove(&number) else { return };
        let features = &mut self.features[usize::from(served.batch.valid)];
        for feature in served.features {
            if let Some(its) = features.get_mut(&feature) {
                its.cases.retain(|case| *case != number);
                if its.cases.is_empty() {
                    features.remove(&feature);
                }
            }
        }
        self.current = None;
    }

    fn choose(&mut self) -> Option<Turn> {
        if let Some(turn) = &self.current
            && let Some(served) = self.all.get_mut(&turn.case)
        {
            served.level += 1;
        }
        self.make_room(MOST_EDITS);
        self.turns += 1;
        // Both orders miss something that the other one sees: measured one by one, and together.
        let by_feature = self.turns.is_multiple_of(2).then(|| self.by_feature()).flatten();
        let (case, feature) = match by_feature {
            Some((case, feature)) => (case, Some(feature)),
            None => (self.least_served()?, None),
        };
        Some(Turn { case, left: TURN, feature })
    }

    fn make_room(&mut self, most: usize) {
        let mut room: usize = self.all.values().map(|served| served.batch.room()).sum();
        while room > most {
            let has_edits = |served: &&mut Served| served.batch.edits.is_some();
            let most_served = self.all.values_mut().filter(has_edits).max_by_key(|it| it.level);
            let Some(served) = most_served else { return };
            room -= served.batch.room();
            served.batch.edits = None;
        }
    }

    /// The least served first, then the rarest, then the newest. A difference between parts that agreed counts as much as a turn:
    /// it is easily made and seldom undone, so that those with the most of them would take over. So do many choices.
    fn least_served(&self) -> Option<u32> {
        let order = |(number, served): &(&u32, &Served)| {
            let size = served.batch.kept.tree.len() as u32 / LARGE;
            let turns = served.level + served.batch.broken + size;
            (turns, served.rarest, u32::MAX - **number)
        };
        self.all.iter().min_by_key(order).map(|(number, _)| *number)
    }

    /// Of the feature that least was spent on, the least served, the newest first.
    fn by_feature(&self) -> Option<(u32, (usize, u64))> {
        let all = self.features.iter().enumerate();
        let all = all.flat_map(|(valid, its)| its.iter().map(move |(hash, it)| (valid, *hash, it)));
        let newest = |it: &Feature| u32::MAX - it.cases.first().copied().unwrap_or(0);
        let (valid, hash, feature) = all.min_by_key(|(_, _, it)| (it.charge, newest(it)))?;
        let level = |case: &&u32| (self.all[*case].level, u32::MAX - **case);
        let case = feature.cases.iter().min_by_key(level)?;
        Some((*case, (valid, hash)))
    }
}

impl Order for Fair {
    fn keep(&mut self, input: &Rc<IndexedTree>, result: &CaseResult, came: Came) -> bool {
        let novelty = &mut self.novelty[usize::from(result.is_accepted())];
        let found = novelty.add(result.trace.events(), result.trace.hash());
        let Some(found) = found.filter(|_| result.is_accepted() || came.from_valid) else {
            return false;
        };
        let batch = Batch { rare: found.rare, ..Batch::new(input, result, came) };
        self.add(batch, found.features, found.rarest);
        true
    }

    fn turn(&mut self) -> Option<&mut Batch> {
        if self.current.as_ref().is_none_or(|turn| turn.left == 0) {
            self.current = self.choose();
        }
        let turn = self.current.as_mut()?;
        turn.left -= 1;
        if let Some((valid, hash)) = turn.feature
            && let Some(feature) = self.features[valid].get_mut(&hash)
        {
            feature.charge += if valid == 1 { 1 } else { REJECTED_COST };
        }
        self.last()
    }

    fn last(&mut self) -> Option<&mut Batch> {
        let turn = self.current.as_ref()?;
        self.all.get_mut(&turn.case).map(|served| &mut served.batch)
    }

    fn finish(&mut self) {
        if let Some(turn) = &self.current {
            self.give_up(turn.case);
        }
    }

    fn saturated(&mut self, boring: u32) -> bool {
        let saturated = boring >= SATURATED || self.novelty.iter().any(Novelty::is_full);
        if saturated {
            self.novelty = Default::default();
            // While there is something to be done for a case, another one like it is of no use.
            for Served { batch, .. } in self.all.values() {
                self.novelty[usize::from(batch.valid)].know(batch.path);
            }
            self.resets += 1;
        }
        saturated
    }

    fn chance(&self) -> f64 {
        CHANCE
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
        super::{batch::batch, edits::Edits},
        *,
    };
    use crate::{
        generator::{self, Generator, any},
        search::IndexedTree,
        search::rng::Rng,
    };

    fn add(fair: &mut Fair, batch: Batch) {
        fair.add(batch, vec![7], 1);
    }

    /// Whose turn it is, by their paths, for so many edits.
    fn served(fair: &mut Fair, edits: u32) -> Vec<u64> {
        let mut paths: Vec<u64> = Vec::new();
        for _ in 0..edits {
            let path = fair.turn().expect("there are some").path;
            if paths.last() != Some(&path) {
                paths.push(path);
            }
        }
        paths
    }

    #[test]
    fn every_case_has_its_turn_and_the_rejected_one_later() {
        let mut fair = Fair::default();
        add(&mut fair, batch(1, false));
        add(&mut fair, batch(2, true));
        add(&mut fair, batch(3, true));
        let turns = served(&mut fair, 8 * TURN);
        assert_eq!(&turns[..2], [3, 2], "the newest first");
        assert!(turns.contains(&1) && turns.iter().position(|path| *path == 1) > Some(1));
    }

    #[test]
    fn a_case_whose_parts_were_made_to_differ_waits_for_others() {
        let mut fair = Fair::default();
        fair.add(batch(1, true), Vec::new(), 1);
        fair.add(Batch { broken: 2, ..batch(2, true) }, Vec::new(), 1);
        assert_eq!(served(&mut fair, 3 * TURN), [1, 2]);
    }

    #[test]
    fn a_large_case_waits_for_small_ones() {
        let mut fair = Fair::default();
        let large = generator::vec(any::<u8>()).encode(&vec![1; LARGE as usize]);
        let kept = IndexedTree::new(large.expect("it is allowed"));
        fair.add(batch(1, true), Vec::new(), 1);
        fair.add(Batch { kept, ..batch(2, true) }, Vec::new(), 1);
        assert_eq!(served(&mut fair, 3 * TURN), [1, 2], "though the newest goes first");
    }

    #[test]
    fn what_shows_something_for_the_first_time_has_its_turn_at_once() {
        let mut fair = Fair::default();
        add(&mut fair, batch(1, true));
        served(&mut fair, 5);
        fair.add(batch(2, true), vec![8], 0);
        assert_eq!(fair.turn().map(|batch| batch.path), Some(2));
    }

    #[test]
    fn a_case_that_is_soon_done_is_done_first() {
        let mut fair = Fair::default();
        let tree = any::<bool>().encode(&true).expect("a value");
        let edits = Edits::of(&tree, &[], 0, None, &mut Rng::new(1));
        add(&mut fair, Batch { edits: Some(edits), ..batch(1, true) });
        served(&mut fair, 5);
        fair.add(batch(2, true), vec![8], 0);
        assert_eq!(fair.turn().map(|batch| batch.path), Some(1));
    }

    #[test]
    fn edits_of_cases_with_many_turns_are_given_up_where_memory_ends() {
        let mut fair = Fair::default();
        let tree = generator::vec(any::<u8>()).encode(&vec![1; 9]).expect("a value");
        for path in 1..=3 {
            let edits = Edits::of(&tree, &[], 0, None, &mut Rng::new(1));
            add(&mut fair, Batch { edits: Some(edits), ..batch(path, true) });
        }
        assert_eq!(size_of::<super::super::edit::Edit>(), 28, "what `MOST_EDITS` says");
        served(&mut fair, 3 * TURN);
        let mut levels: Vec<(u32, usize)> = Vec::new();
        let mut look = |fair: &Fair| {
            levels.clear();
            levels.extend(fair.all.values().map(|served| (served.level, served.batch.room())));
            levels.iter().map(|(_, room)| room).sum::<usize>()
        };
        let all = look(&fair);
        fair.make_room(all);
        assert_eq!(look(&fair), all, "there is room");
        fair.make_room(all - 1);
        assert!(look(&fair) < all);
        let (most, gone) = (levels.iter().max(), levels.iter().filter(|(_, room)| *room == 0));
        assert_eq!(gone.map(|(level, _)| *level).collect::<Vec<u32>>(), [most.expect("three").0]);
    }

    #[test]
    fn when_all_is_forgotten_a_case_is_kept_once_more_unless_it_waits_for_its_turn() {
        let mut fair = Fair::default();
        let seen = |fair: &mut Fair, path| fair.novelty[1].add(&[3], path).is_some();
        assert!(seen(&mut fair, 1) && seen(&mut fair, 2) && !seen(&mut fair, 2));
        add(&mut fair, batch(1, true));
        assert!(!fair.saturated(SATURATED - 1) && fair.saturated(SATURATED));
        assert!(seen(&mut fair, 2) && !seen(&mut fair, 1));
    }

    #[test]
    fn a_case_with_nothing_left_to_do_is_gone() {
        let mut fair = Fair::default();
        add(&mut fair, batch(1, true));
        assert!(fair.turn().is_some());
        fair.finish();
        assert!(fair.turn().is_none());
        assert!(fair.features.iter().all(BTreeMap::is_empty));
    }

    #[test]
    fn of_too_many_cases_those_are_given_up_that_were_served_most() {
        let mut fair = Fair::default();
        add(&mut fair, batch(0, true));
        served(&mut fair, 3 * TURN);
        for path in 1..=MOST as u64 {
            add(&mut fair, batch(path, true));
        }
        assert_eq!(fair.all.len(), MOST);
        assert!(!fair.all.contains_key(&0));
        assert_eq!(
            fair.features[1][&7].cases.len(),
            MOST,
            "nothing is remembered of those that are gone"
        );
    }
}
