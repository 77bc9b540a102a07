//! Structures that the distance of traced predicates was tuned on.

use super::structure::{Row, twice};
use disprove::prelude::*;

/// Segments in order, each with its end, and the end of the last.
#[derive(Debug, Clone, Arbitrary)]
pub struct Track {
    count: usize,
    end: u32,
    segments: Vec<Segment>,
}

#[derive(Debug, Clone, Arbitrary)]
pub struct Segment {
    start: u32,
    length: u16,
    end: u32,
}

/// A rope whose nodes know the length of their left part.
#[derive(Debug, Clone, Arbitrary)]
pub enum Rope {
    Text(Vec<u8>),
    Node { weight: u32, left: Box<Rope>, right: Box<Rope> },
}

/// A search tree whose nodes know their size.
#[derive(Debug, Clone, Arbitrary)]
pub enum Sized {
    Empty,
    Node { size: u32, key: u16, left: Box<Sized>, right: Box<Sized> },
}

/// Accounts with their balances, in the order of their numbers.
#[derive(Debug, Clone, Arbitrary)]
pub struct Ledger {
    total: i64,
    accounts: Vec<Account>,
}

#[derive(Debug, Clone, Arbitrary)]
pub struct Account {
    number: u32,
    balance: i64,
    entries: Vec<i16>,
}

twice! {
    pub fn track(track: &Track) -> bool {
        if track.count != track.segments.len() {
            return false;
        }
        let mut end = 0;
        for segment in &track.segments {
            if segment.start < end {
                return false;
            }
            if u64::from(segment.end) != u64::from(segment.start) + u64::from(segment.length) {
                return false;
            }
            end = segment.end;
        }
        track.end == end
    }

    fn rope_length(rope: &Rope) -> u64 {
        match rope {
            Rope::Text(text) => text.len() as u64,
            Rope::Node { left, right, .. } => rope_length(left) + rope_length(right),
        }
    }

    pub fn rope(rope: &Rope) -> bool {
        match rope {
            Rope::Text(text) => !text.is_empty(),
            Rope::Node { weight, left, right } => {
                u64::from(*weight) == rope_length(left) && self::rope(left) && self::rope(right)
            }
        }
    }

    fn sized_below(tree: &Sized, low: Option<u16>, high: Option<u16>) -> Option<u32> {
        match tree {
            Sized::Empty => Some(0),
            Sized::Node { size, key, left, right } => {
                if low.is_some_and(|low| *key <= low) || high.is_some_and(|high| *key >= high) {
                    return None;
                }
                let left = sized_below(left, low, Some(*key))?;
                let right = sized_below(right, Some(*key), high)?;
                if *size == left + right + 1 { Some(*size) } else { None }
            }
        }
    }

    pub fn sized(tree: &Sized) -> bool {
        sized_below(tree, None, None).is_some()
    }

    fn account(account: &Account) -> bool {
        account.balance == account.entries.iter().map(|entry| i64::from(*entry)).sum::<i64>()
    }

    pub fn ledger(ledger: &Ledger) -> bool {
        ledger.accounts.iter().all(account)
            && ledger.accounts.windows(2).all(|pair| pair[0].number < pair[1].number)
            && ledger.total == ledger.accounts.iter().map(|it| it.balance).sum::<i64>()
    }
}

fn count_rope(rope: &Rope) -> usize {
    match rope {
        Rope::Text(_) => 1,
        Rope::Node { left, right, .. } => 1 + count_rope(left) + count_rope(right),
    }
}

fn count_sized(tree: &Sized) -> usize {
    match tree {
        Sized::Empty => 0,
        Sized::Node { left, right, .. } => 1 + count_sized(left) + count_sized(right),
    }
}

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("track", plain::track, traced::track, |it| it.segments.len()),
        Row::new("rope", plain::rope, traced::rope, count_rope),
        Row::new("sized tree", plain::sized, traced::sized, count_sized),
        Row::new("ledger", plain::ledger, traced::ledger, |it| {
            it.accounts.iter().map(|account| 1 + account.entries.len()).sum()
        }),
    ]
}
