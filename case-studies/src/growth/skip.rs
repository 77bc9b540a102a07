//! Skip lists: each level has some of the keys of the level below.

use super::structure::{Bug, Structure};
use disprove::prelude::*;

/// The levels, the lowest first, and a key to insert.
#[derive(Clone, Debug, Arbitrary)]
pub struct SkipList {
    pub levels: Vec<Vec<u32>>,
    pub key: u32,
    pub height: u8,
}

#[trace]
fn is_valid(levels: &[Vec<u32>]) -> bool {
    levels.iter().all(|level| level.windows(2).all(|pair| pair[0] < pair[1]))
        && levels.iter().all(|level| !level.is_empty())
        && levels
            .windows(2)
            .all(|pair| pair[1].iter().all(|key| pair[0].binary_search(key).is_ok()))
}

/// Goes right on each level and then down.
#[trace]
fn contains(levels: &[Vec<u32>], key: u32, bug: Bug) -> bool {
    let mut from = None;
    for (number, level) in levels.iter().enumerate().rev() {
        let start = match from {
            None => 0,
            Some(reached) => level.partition_point(|own| *own < reached),
        };
        let mut at = start;
        while at < level.len() && level[at] < key {
            from = Some(level[at]);
            at += 1;
            if bug.is("contains: goes at most three steps on a level") && at - start == 3 {
                break;
            }
        }
        if bug.is("contains: goes too far on the second of three levels")
            && number == 1
            && levels.len() > 2
            && at + 1 < level.len()
        {
            from = Some(level[at + 1]);
        }
        if level.get(at) == Some(&key) {
            return true;
        }
    }
    false
}

#[trace]
fn insert(mut levels: Vec<Vec<u32>>, key: u32, height: usize, bug: Bug) -> Vec<Vec<u32>> {
    if levels.first().is_some_and(|lowest| lowest.binary_search(&key).is_ok()) {
        return levels;
    }
    while levels.len() < height {
        if bug.is("insert: a new level above two has the last key too")
            && levels.len() > 2
            && let Some(last) = levels[0].last()
        {
            levels.push(vec![*last]);
            continue;
        }
        levels.push(Vec::new());
    }
    for (number, level) in levels.iter_mut().take(height.max(1)).enumerate() {
        let mut place = level.partition_point(|own| *own < key);
        if bug.is("insert: one place too early on the third level") && number == 2 && place > 1 {
            place -= 1;
        }
        level.insert(place, key);
    }
    levels
}

#[trace]
fn remove(mut levels: Vec<Vec<u32>>, key: u32, bug: Bug) -> Vec<Vec<u32>> {
    for (number, level) in levels.iter_mut().enumerate() {
        if bug.is("remove: stays on the fourth level") && number == 3 {
            break;
        }
        if let Ok(place) = level.binary_search(&key) {
            level.remove(place);
            if bug.is("remove: takes the next key along on a higher level")
                && number > 0
                && place > 0
                && place < level.len()
            {
                level.remove(place);
            }
        }
    }
    levels.retain(|level| !level.is_empty());
    levels
}

impl Structure for SkipList {
    const NAME: &'static str = "skip list";
    const BUGS: &'static [&'static str] = &[
        "contains: goes at most three steps on a level",
        "contains: goes too far on the second of three levels",
        "insert: a new level above two has the last key too",
        "insert: one place too early on the third level",
        "remove: stays on the fourth level",
        "remove: takes the next key along on a higher level",
    ];

    fn is_valid(&self) -> bool {
        is_valid(&self.levels)
    }

    fn size(&self) -> usize {
        self.levels.iter().map(Vec::len).sum()
    }

    fn holds(&self, bug: Bug) -> bool {
        let all = self.levels.first().cloned().unwrap_or_default();
        let height = usize::from(self.height % 5) + 1;
        for key in &all {
            let removed = remove(self.levels.clone(), *key, bug);
            let rest: Vec<u32> = all.iter().copied().filter(|own| own != key).collect();
            if !contains(&self.levels, *key, bug)
                || !is_valid(&removed)
                || removed.first().cloned().unwrap_or_default() != rest
            {
                return false;
            }
            // On every level the others stay.
            for level in &self.levels {
                let kept = removed
                    .iter()
                    .any(|other| level.iter().all(|own| own == key || other.contains(own)));
                if !kept && level.len() > 1 {
                    return false;
                }
            }
        }
        for new in all.iter().map(|key| key.saturating_add(1)).chain([self.key]) {
            let inserted = insert(self.levels.clone(), new, height, bug);
            let higher = inserted.iter().skip(self.levels.len()).all(|level| level.len() == 1);
            if !is_valid(&inserted) || !higher || !inserted[0].contains(&new) {
                return false;
            }
        }
        true
    }

    #[cfg(test)]
    fn sample(src: &mut Source) -> SkipList {
        let mut levels = Vec::new();
        for (key, height) in src.draw(vec((0..=100u32, 1..=5usize)).len(0..=12)) {
            levels = insert(levels, key, height, Bug(None));
        }
        SkipList { levels, key: src.draw(0..=100), height: src.draw(any()) }
    }
}
