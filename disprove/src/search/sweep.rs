//! Looking at a case systematically: what it does not need is dropped, one part is added at the end, and then every
//! choice is given every value, the last choice first. Where the score does not say which way is better, nothing
//! else leads on.

use super::Proposal;
use crate::{
    choice::{Bounds, Kind, Tree, Value},
    search::{IndexedTree, List, integers, offset},
};
use std::rc::Rc;

/// A systematic look at a case.
#[derive(Debug)]
pub(crate) struct Sweep {
    base: Rc<IndexedTree>,
    stage: Stage,
    /// What could be dropped was, and little was left.
    lean: bool,
    /// It has led to something better already.
    improved: bool,
    /// How many parts could not be dropped.
    failed: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    /// Dropping so many elements of the longest list, those before this one.
    Drop { count: usize, before: usize },
    /// One more part at the end.
    Extend,
    /// All values of a choice, counted from the last.
    Values { back: usize, value: u64 },
}

/// So many proposals are soon over.
const SHORT: u64 = 1_600;

/// So many parts in a row that cannot be dropped: the case is not a short one.
const FAILED: u32 = 6;

/// Up to so many values are all tried.
const ALL: u128 = 256;

/// The usual characters, where there are more than can be tried: letters by how frequent they are in English, then
/// digits and signs, then capitals.
const USUAL: &[u8; 95] = b"etaoinsrhldcumfpgwybvkxjqz0123456789 _-.,:;/\\\"'()[]{}<>=+*&|^%$#@!?~`ETAOINSRHLDCUMFPGWYBVKXJQZ";

impl Sweep {
    pub(crate) fn new(base: Rc<IndexedTree>) -> Sweep {
        let length = longest(&base).map_or(0, Longest::len);
        let stage = match length {
            0 => Stage::Extend,
            _ => Stage::Drop { count: length.div_ceil(2), before: length },
        };
        Sweep { base, stage, lean: length == 0, improved: false, failed: 0 }
    }

    /// A look at all that there is in a case: whether anything can be dropped would not be told.
    pub(crate) fn over_all(base: Rc<IndexedTree>) -> Sweep {
        Sweep { base, stage: Stage::Extend, lean: true, improved: false, failed: 0 }
    }

    /// Whether it is over soon, as far as is known.
    pub(crate) fn is_short(&self) -> bool {
        match self.stage {
            Stage::Drop { count, before } => {
                // Only if one half can go there is hope.
                let length = longest(&self.base).map_or(0, Longest::len);
                self.lean && self.failed < FAILED || before + count >= length
            }
            _ => self.left() <= SHORT,
        }
    }

    /// How many proposals there are left at most.
    fn left(&self) -> u64 {
        let mut left = 0_u64;
        for at in 0..self.base.tree.len() {
            left += self.values(at);
            if left > SHORT {
                break;
            }
        }
        left
    }

    /// It led to something better: how to go on from there.
    pub(crate) fn succeeded(&self) -> Option<Next> {
        let Stage::Values { back, value } = self.stage else { return None };
        let at = self.base.tree.len().checked_sub(back + 1)?;
        let steps = matches!(self.base.tree.bounds(at), Bounds::Float { .. })
            || self.values(at) < ALL as u64
                && self.base.outline().numbers.contains(&(at as u32))
                && integers(&self.base.tree, at as u32).span >= ALL;
        Some(Next { size: self.base.tree.len(), same: steps.then_some((back, value)) })
    }

    /// The last proposal was as good as what it was made of.
    pub(crate) fn as_good(&mut self, kept: Rc<IndexedTree>) {
        let shorter = kept.size() < self.base.size();
        match &mut self.stage {
            Stage::Drop { count, before } if shorter => {
                self.lean = true;
                self.failed = 0;
                self.base = kept;
                let length = longest(&self.base).map_or(0, Longest::len);
                *before = (*before).min(length);
                *count = (*count).min(length);
            }
            Stage::Values { back: 0, value: 0 } if !shorter => self.base = kept,
            _ => {}
        }
    }

    /// The next case to be tried; `None` when there is no other.
    pub(crate) fn next(&mut self) -> Option<Proposal> {
        if let Stage::Drop { count, before } = self.stage {
            if let Some(tree) = self.drop(count, before) {
                // The smallest cases were run before, but it has to be known how good they are.
                return Some(Proposal::Again(Rc::new(tree)));
            }
            self.stage = Stage::Extend;
        }
        if self.stage == Stage::Extend {
            self.stage = Stage::Values { back: 0, value: 0 };
            if let Some(tree) = self.extended() {
                return Some(Proposal::Again(Rc::new(tree)));
            }
        }
        loop {
            let Stage::Values { back, value } = self.stage else { return None };
            let Some(at) = self.base.tree.len().checked_sub(back + 1) else {
                // What is better now can make another choice pay that did not before.
                if !std::mem::take(&mut self.improved) {
                    return None;
                }
                self.stage = Stage::Values { back: 0, value: 0 };
                continue;
            };
            if value >= self.values(at) {
                self.stage = Stage::Values { back: back + 1, value: 0 };
                continue;
            }
            self.stage = Stage::Values { back, value: value + 1 };
            if let Some(tree) = self.with_value(at, value) {
                return Some(Proposal::Follow(Rc::new(tree)));
            }
        }
    }

    fn drop(&mut self, mut count: usize, mut before: usize) -> Option<Tree> {
        let longest = longest(&self.base)?;
        let length = longest.len();
        if before == 0 || before > length || count > length {
            if count <= 1 || length == 0 {
                return None;
            }
            count = (count.min(length) / 2).max(1);
            before = length;
        }
        let from = before.saturating_sub(count);
        let tree = longest.without(&self.base.tree, from, before)?;
        self.stage = Stage::Drop { count, before: from };
        self.failed += 1;
        Some(tree)
    }

    /// One more element at the end, so that there is something to vary behind what is needed.
    fn extended(&self) -> Option<Tree> {
        let Longest::List(list) = longest(&self.base)? else { return None };
        let end = list.items.len();
        Some(list.replaced(&self.base.tree, end..end, &[list.fresh()?], 1))
    }

    /// How many values are tried for a choice.
    fn values(&self, at: usize) -> u64 {
        let tree = &self.base.tree;
        if tree.is_fixed(at) {
            return 0;
        }
        match tree.bounds(at) {
            Bounds::Bool { .. } => 0,
            Bounds::Integer(limits) if limits.span < ALL => limits.span as u64 + 1,
            Bounds::Integer(limits) => 2 * u64::from(u128::BITS - limits.span.leading_zeros()),
            Bounds::Float { .. } => 2 * FLOAT_STEPS,
            Bounds::Text { alphabet, .. } => {
                let symbols = if u128::from(alphabet.len()) <= ALL {
                    u64::from(alphabet.len())
                } else {
                    USUAL.len() as u64
                };
                (tree.text(tree.choices[at]).chars().count() as u64 + 1) * symbols
            }
            Bounds::Bytes { .. } => (tree.bytes(tree.choices[at]).len() as u64 + 1) * 256,
        }
    }

    fn with_value(&self, at: usize, number: u64) -> Option<Tree> {
        let base = &self.base.tree;
        let place = at as u32;
        let value = match base.bounds(at) {
            Bounds::Bool { .. } => return None,
            Bounds::Integer(limits) => {
                let was = offset(base, place);
                let to = if limits.span < ALL {
                    u128::from(scattered(number, limits.span as u64 + 1))
                } else {
                    // The largest steps first: when one pays, smaller ones follow.
                    let by = 1_u128
                        << (u64::from(u128::BITS - 1 - limits.span.leading_zeros()) - number / 2);
                    if number.is_multiple_of(2) {
                        was.checked_add(by)?
                    } else {
                        was.checked_sub(by)?
                    }
                };
                if to == was || to > limits.span {
                    return None;
                }
                let mut tree = base.clone();
                debug_assert_eq!(integers(base, place).span, limits.span);
                tree.set_offset(at, to);
                return Some(tree);
            }
            Bounds::Float { .. } => {
                let was = f64::from_bits(base.choices[at].value);
                let by = was.abs().max(1.0) * (3.0 - (number / 2) as f64).exp2();
                Value::Float(if number.is_multiple_of(2) { was + by } else { was - by })
            }
            Bounds::Text { alphabet, max, .. } => {
                let mut text: Vec<char> = base.text(base.choices[at]).chars().collect();
                let all = u128::from(alphabet.len()) <= ALL;
                let symbols = if all { u64::from(alphabet.len()) } else { USUAL.len() as u64 };
                let symbol = if all {
                    alphabet.nth((number % symbols) as u32)
                } else {
                    alphabet.nearest(char::from(USUAL[(number % symbols) as usize]))
                };
                put(&mut text, symbol, (number / symbols) as usize, *max)?;
                Value::Text(text.into_iter().collect())
            }
            Bounds::Bytes { max, .. } => {
                let mut bytes = base.bytes(base.choices[at]).to_vec();
                put(&mut bytes, scattered(number % 256, 256) as u8, (number / 256) as usize, *max)?;
                Value::Bytes(bytes)
            }
        };
        let mut tree = base.clone();
        debug_assert!(tree.choices[at].kind() != Kind::Bool);
        tree.set(at, &value).then_some(tree)
    }
}

/// So many steps of a float each way, from eight times its size downwards.
const FLOAT_STEPS: u64 = 40;

/// How to look at what a look has led to.
#[derive(Debug)]
pub(crate) struct Next {
    /// How many choices there were.
    size: usize,
    /// The step that paid: it is made again, and then smaller ones are.
    same: Option<(usize, u64)>,
}

impl Next {
    /// There is little that needs to be dropped.
    pub(crate) fn from(self, base: Rc<IndexedTree>) -> Sweep {
        let before = longest(&base).map_or(0, Longest::len);
        if let Some((back, value)) = self.same
            && base.tree.len() == self.size
        {
            let stage = Stage::Values { back, value: value.saturating_sub(1) };
            return Sweep { base, stage, lean: true, improved: true, failed: 0 };
        }
        Sweep {
            base,
            stage: Stage::Drop { count: 1, before },
            lean: true,
            improved: true,
            failed: 0,
        }
    }
}

/// Another order of the numbers below `count`, in which neighbours are far apart.
fn scattered(number: u64, count: u64) -> u64 {
    // Near the golden ratio, and without a common divisor.
    let mut stride = (count * 618 / 1_000).max(1);
    let divides = |mut a: u64, mut b: u64| {
        while b > 0 {
            (a, b) = (b, a % b);
        }
        a
    };
    while divides(count, stride) != 1 {
        stride += 1;
    }
    (number * stride + count / 2) % count
}

/// Puts a symbol at a place counted from the end; 0 is behind it. `None`, where that changes nothing.
fn put<T: PartialEq>(list: &mut Vec<T>, symbol: T, back: usize, most: u32) -> Option<()> {
    match back.checked_sub(1) {
        None if list.len() < most as usize => list.push(symbol),
        None => return None,
        Some(back) => {
            let at = list.len().checked_sub(back + 1)?;
            if list[at] == symbol {
                return None;
            }
            list[at] = symbol;
        }
    }
    Some(())
}

/// The longest part of a case that can be shorter.
#[derive(Clone, Copy)]
enum Longest<'a> {
    List(&'a List),
    /// A text or a string of bytes: which choice, and how many characters it has.
    String(u32, usize),
}

fn longest(base: &IndexedTree) -> Option<Longest<'_>> {
    let mut longest: Option<Longest<'_>> = None;
    for list in base.outline().lists.iter().filter(|list| list.elastic) {
        if longest.is_none_or(|longest| longest.len() < list.items.len()) {
            longest = Some(Longest::List(list));
        }
    }
    for at in &base.outline().strings {
        let choice = base.tree.choices[*at as usize];
        let length = match choice.kind() {
            Kind::Text => base.tree.text(choice).chars().count(),
            _ => base.tree.bytes(choice).len(),
        };
        if longest.is_none_or(|longest| longest.len() < length) {
            longest = Some(Longest::String(*at, length));
        }
    }
    longest
}

impl Longest<'_> {
    fn len(self) -> usize {
        match self {
            Longest::List(list) => list.items.len(),
            Longest::String(_, length) => length,
        }
    }

    /// The tree without the elements `from..to`.
    fn without(self, tree: &Tree, from: usize, to: usize) -> Option<Tree> {
        match self {
            Longest::List(list) => Some(list.replaced(tree, from..to, &[], 0)),
            Longest::String(at, _) => {
                let choice = tree.choices[at as usize];
                let value = if choice.kind() == Kind::Text {
                    let text = tree.text(choice).chars().enumerate();
                    let kept = text.filter(|(at, _)| !(from..to).contains(at));
                    Value::Text(kept.map(|(_, c)| c).collect())
                } else {
                    let mut bytes = tree.bytes(choice).to_vec();
                    bytes.drain(from..to);
                    Value::Bytes(bytes)
                };
                let mut tree = tree.clone();
                // Not allowed where it would be too short.
                tree.set(at as usize, &value).then_some(tree)
            }
        }
    }
}
