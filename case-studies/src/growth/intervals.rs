//! A map of intervals in blocks, each of which caches the number of its intervals and their end.

use super::structure::{Bug, Structure};
use disprove::prelude::*;

/// From the start up to the end, exclusive.
#[derive(Clone, Debug, PartialEq, Arbitrary)]
pub struct Interval {
    pub start: u64,
    pub end: u64,
    pub value: u8,
}

/// Some intervals.
#[derive(Clone, Debug, PartialEq, Arbitrary)]
pub struct Block {
    pub count: u8,
    pub end: u64,
    pub items: Vec<Interval>,
}

/// A map, and an interval to insert.
#[derive(Clone, Debug, Arbitrary)]
pub struct Intervals {
    pub blocks: Vec<Block>,
    pub new: Interval,
}

/// Intervals of a block at most.
const MOST: usize = 4;

#[trace]
impl Block {
    fn is_valid(&self) -> bool {
        !self.items.is_empty()
            && usize::from(self.count) == self.items.len()
            && self.items.len() <= MOST
            && self.items.iter().all(|item| item.start < item.end)
            && self.items.windows(2).all(|pair| pair[0].end <= pair[1].start)
            && self.items.last().is_some_and(|last| last.end == self.end)
    }

    fn of(items: Vec<Interval>) -> Block {
        let end = items.last().map_or(0, |last| last.end);
        Block { count: items.len() as u8, end, items }
    }
}

#[trace]
fn is_valid(blocks: &[Block]) -> bool {
    blocks.iter().all(Block::is_valid)
        && blocks.windows(2).all(|pair| pair[0].end <= pair[1].items[0].start)
}

#[trace]
fn find(blocks: &[Block], key: u64, bug: Bug) -> Option<u8> {
    let mut at = blocks.partition_point(|block| block.end <= key);
    if bug.is("find: does not enter the last of three blocks") && at > 1 && at + 1 == blocks.len() {
        at -= 1;
    }
    let block = blocks.get(at)?;
    let last = if bug.is("find: looks at three intervals of a block") { 3 } else { MOST };
    let mut found = None;
    for item in block.items.iter().take(last) {
        if item.start <= key && key < item.end {
            found = Some(item.value);
        }
    }
    found
}

/// Intervals that start before a key.
#[trace]
fn rank(blocks: &[Block], key: u64, bug: Bug) -> usize {
    let mut sum = 0;
    for (at, block) in blocks.iter().enumerate() {
        if block.end <= key && !block.items.is_empty() {
            sum += usize::from(block.count);
            if bug.is("rank: a full block after another counts one less") && at > 0 {
                sum -= usize::from(block.items.len() == MOST);
            }
        } else {
            sum += block.items.iter().filter(|item| item.start < key).count();
            break;
        }
    }
    sum
}

/// Inserts an interval unless another one is there.
#[trace]
fn insert(mut blocks: Vec<Block>, new: &Interval, bug: Bug) -> Vec<Block> {
    let at = blocks.partition_point(|block| block.end <= new.start);
    if at == blocks.len() {
        if let Some(last) = blocks.last_mut()
            && last.items.len() < MOST
        {
            last.items.push(new.clone());
            last.count += 1;
            if !(bug.is("insert: the end of a block with others stays") && last.items.len() > 3) {
                last.end = new.end;
            }
        } else {
            blocks.push(Block::of(vec![new.clone()]));
        }
        return blocks;
    }
    let block = &mut blocks[at];
    let place = block.items.partition_point(|item| item.end <= new.start);
    if block.items[place].start < new.end {
        return blocks;
    }
    block.items.insert(place, new.clone());
    block.count += 1;
    if block.items.len() > MOST {
        let mut rest = block.items.split_off(2);
        if bug.is("insert: a split loses an interval") && at > 0 {
            rest.remove(0);
        }
        let first = Block::of(std::mem::take(&mut block.items));
        *block = first;
        if bug.is("insert: the first part of a split keeps its count") {
            block.count = rest.len() as u8;
        }
        let behind = if bug.is("insert: a split of an inner block goes last") {
            blocks.len()
        } else {
            at + 1
        };
        blocks.insert(behind, Block::of(rest));
    }
    blocks
}

fn all(blocks: &[Block]) -> Vec<Interval> {
    blocks.iter().flat_map(|block| block.items.clone()).collect()
}

impl Structure for Intervals {
    const NAME: &'static str = "interval map";
    const BUGS: &'static [&'static str] = &[
        "find: does not enter the last of three blocks",
        "find: looks at three intervals of a block",
        "rank: a full block after another counts one less",
        "insert: the end of a block with others stays",
        "insert: a split loses an interval",
        "insert: the first part of a split keeps its count",
        "insert: a split of an inner block goes last",
    ];

    fn is_valid(&self) -> bool {
        is_valid(&self.blocks) && self.new.start < self.new.end
    }

    fn size(&self) -> usize {
        all(&self.blocks).len()
    }

    fn holds(&self, bug: Bug) -> bool {
        let items = all(&self.blocks);
        for item in &items {
            let before = items.iter().filter(|other| other.start < item.start).count();
            if find(&self.blocks, item.start, bug) != Some(item.value)
                || rank(&self.blocks, item.start, bug) != before
            {
                return false;
            }
        }
        // Where a new interval fits: behind one that is there.
        let mut news = vec![self.new.clone()];
        let mut behind: Vec<u64> = items.iter().map(|item| item.end).collect();
        behind.push(0);
        for start in behind {
            news.push(Interval { start, end: start.saturating_add(1), value: 0 });
        }
        for new in news {
            let free = items.iter().all(|item| item.end <= new.start || new.end <= item.start);
            if new.start == new.end || !free {
                continue;
            }
            let mut expected = items.clone();
            expected.push(new.clone());
            expected.sort_by_key(|item| item.start);
            let inserted = insert(self.blocks.clone(), &new, bug);
            if !is_valid(&inserted) || all(&inserted) != expected {
                return false;
            }
        }
        true
    }

    #[cfg(test)]
    fn sample(src: &mut Source) -> Intervals {
        let mut at = 0;
        let mut blocks = Vec::new();
        for lengths in src.draw(vec(vec((0..=2u64, 1..=3u64)).len(1..=4)).len(0..=5)) {
            let mut items = Vec::new();
            for (gap, length) in lengths {
                let start = at + gap;
                at = start + length;
                items.push(Interval { start, end: at, value: src.draw(any()) });
            }
            blocks.push(Block::of(items));
        }
        let start = src.draw(0..=30);
        Intervals { blocks, new: Interval { start, end: start + 1, value: 0 } }
    }
}
