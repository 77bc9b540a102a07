//! Deterministic stage: deletes what an input does not need, appends one element, then tries every value of every choice.
//!
//! It goes from the last choice to the first. On a plateau of the score nothing else makes progress.

use crate::{
    choice::{Bounds, Kind, Tree, Value},
    search::{
        proposal::Proposal,
        structure::{IndexedTree, List, integers, offset},
    },
};
use std::rc::Rc;

/// A deterministic stage in progress.
#[derive(Debug)]
pub(crate) struct DeterministicStage {
    base: Rc<IndexedTree>,
    phase: Phase,
    /// Elements were deleted, or there are none.
    lean: bool,
    /// It found a better input before.
    improved: bool,
    /// Deletions in a row that failed.
    failed: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    /// Deletes `count` elements of the longest list, those before `before`.
    Delete { count: usize, before: usize },
    /// Appends one element.
    Extend,
    /// Tries all values of a choice, which is counted from the end.
    Values { back: usize, value: u64 },
}

/// Proposals of a stage that counts as short. See `case-studies nested`.
const SHORT: u64 = 1_600;

/// Deletions in a row that fail before the stage no longer counts as short.
const FAILED: u32 = 6;

/// The largest range whose values are all tried: that of a byte.
const ALL: u128 = 256;

/// The characters to try in a large alphabet: letters by frequency in English, then digits, punctuation and capitals.
const USUAL: &[u8; 95] = b"etaoinsrhldcumfpgwybvkxjqz0123456789 _-.,:;/\\\"'()[]{}<>=+*&|^%$#@!?~`ETAOINSRHLDCUMFPGWYBVKXJQZ";

impl DeterministicStage {
    pub(crate) fn new(base: Rc<IndexedTree>) -> DeterministicStage {
        let length = longest(&base).map_or(0, Longest::len);
        let phase = match length {
            0 => Phase::Extend,
            _ => Phase::Delete { count: length.div_ceil(2), before: length },
        };
        DeterministicStage { base, phase, lean: length == 0, improved: false, failed: 0 }
    }

    /// A stage that deletes nothing, for inputs without a fitness that would show a loss.
    pub(crate) fn without_deletion(base: Rc<IndexedTree>) -> DeterministicStage {
        DeterministicStage { base, phase: Phase::Extend, lean: true, improved: false, failed: 0 }
    }

    /// Whether it probably ends soon.
    pub(crate) fn is_short(&self) -> bool {
        match self.phase {
            Phase::Delete { count, before } => {
                // Only inputs whose first half can be deleted are likely to become short.
                let length = longest(&self.base).map_or(0, Longest::len);
                self.lean && self.failed < FAILED || before + count >= length
            }
            _ => self.left() <= SHORT,
        }
    }

    /// The most proposals left, counted up to [`SHORT`].
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

    /// How to continue from a better input that the last proposal led to.
    pub(crate) fn after_success(&self) -> Option<Continuation> {
        let Phase::Values { back, value } = self.phase else { return None };
        let at = self.base.tree.len().checked_sub(back + 1)?;
        let steps = matches!(self.base.tree.bounds(at), Bounds::Float { .. })
            || self.values(at) < ALL as u64
                && self.base.structure().numbers.contains(&(at as u32))
                && integers(&self.base.tree, at as u32).span >= ALL;
        Some(Continuation { size: self.base.tree.len(), same: steps.then_some((back, value)) })
    }

    /// The last proposal was as good as its base.
    pub(crate) fn equalled(&mut self, input: Rc<IndexedTree>) {
        let shorter = input.size() < self.base.size();
        match &mut self.phase {
            Phase::Delete { count, before } if shorter => {
                self.lean = true;
                self.failed = 0;
                self.base = input;
                let length = longest(&self.base).map_or(0, Longest::len);
                *before = (*before).min(length);
                *count = (*count).min(length);
            }
            Phase::Values { back: 0, value: 0 } if !shorter => self.base = input,
            _ => {}
        }
    }

    /// The next proposal; `None` at the end.
    pub(crate) fn next(&mut self) -> Option<Proposal> {
        if let Phase::Delete { count, before } = self.phase {
            if let Some(tree) = self.delete(count, before) {
                // Small inputs often ran before, but their fitness is needed.
                return Some(Proposal::Again(Rc::new(tree)));
            }
            self.phase = Phase::Extend;
        }
        if self.phase == Phase::Extend {
            self.phase = Phase::Values { back: 0, value: 0 };
            if let Some(tree) = self.extended() {
                return Some(Proposal::Again(Rc::new(tree)));
            }
        }
        loop {
            let Phase::Values { back, value } = self.phase else { return None };
            let Some(at) = self.base.tree.len().checked_sub(back + 1) else {
                // After an improvement, choices that failed before may succeed.
                if !std::mem::take(&mut self.improved) {
                    return None;
                }
                self.phase = Phase::Values { back: 0, value: 0 };
                continue;
            };
            if value >= self.values(at) {
                self.phase = Phase::Values { back: back + 1, value: 0 };
                continue;
            }
            self.phase = Phase::Values { back, value: value + 1 };
            if let Some(tree) = self.with_value(at, value) {
                return Some(Proposal::Follow(Rc::new(tree)));
            }
        }
    }

    fn delete(&mut self, mut count: usize, mut before: usize) -> Option<Tree> {
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
        self.phase = Phase::Delete { count, before: from };
        self.failed += 1;
        Some(tree)
    }

    /// The input with one more element, which gives later choices something to vary.
    fn extended(&self) -> Option<Tree> {
        let Longest::List(list) = longest(&self.base)? else { return None };
        let end = list.items.len();
        Some(list.replaced(&self.base.tree, end..end, &[list.fresh()?], 1))
    }

    /// The number of values to try for a choice.
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
                    // The largest steps first; smaller ones follow a success.
                    let by = 1_u128
                        << (u64::from(u128::BITS - 1 - limits.span.leading_zeros()) - number / 2);
                    if number % 2 == 0 { was.checked_add(by)? } else { was.checked_sub(by)? }
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
                Value::Float(if number % 2 == 0 { was + by } else { was - by })
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

/// Steps of a float in each direction: from eight times its size downwards by powers of two, beyond single precision.
const FLOAT_STEPS: u64 = 40;

/// How the stage continues from a better input.
#[derive(Debug)]
pub(crate) struct Continuation {
    /// The number of choices of the old base.
    size: usize,
    /// The step that improved, to repeat before smaller ones.
    same: Option<(usize, u64)>,
}

impl Continuation {
    /// The stage for `base`, which deletes single elements only.
    pub(crate) fn from(self, base: Rc<IndexedTree>) -> DeterministicStage {
        let before = longest(&base).map_or(0, Longest::len);
        if let Some((back, value)) = self.same {
            if base.tree.len() == self.size {
                let phase = Phase::Values { back, value: value.saturating_sub(1) };
                return DeterministicStage { base, phase, lean: true, improved: true, failed: 0 };
            }
        }
        DeterministicStage {
            base,
            phase: Phase::Delete { count: 1, before },
            lean: true,
            improved: true,
            failed: 0,
        }
    }
}

/// A permutation of the numbers below `count` in which neighbors are far apart.
fn scattered(number: u64, count: u64) -> u64 {
    // Near the golden ratio, and coprime to `count`.
    let mut stride = (count * 618 / 1_000).max(1);
    let common_divisor = |mut a: u64, mut b: u64| {
        while b > 0 {
            (a, b) = (b, a % b);
        }
        a
    };
    while common_divisor(count, stride) != 1 {
        stride += 1;
    }
    (number * stride + count / 2) % count
}

/// Sets the symbol at a position counted from the end; 0 appends. `None` if nothing changes.
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

/// The longest list or string that can become shorter.
#[derive(Clone, Copy)]
enum Longest<'a> {
    List(&'a List),
    /// The choice of a text or byte string, and its length.
    String(u32, usize),
}

fn longest(base: &IndexedTree) -> Option<Longest<'_>> {
    let mut longest: Option<Longest<'_>> = None;
    for list in base.structure().lists.iter().filter(|list| list.elastic) {
        if longest.is_none_or(|longest| longest.len() < list.items.len()) {
            longest = Some(Longest::List(list));
        }
    }
    for at in &base.structure().strings {
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
                    let rest = text.filter(|(at, _)| !(from..to).contains(at));
                    Value::Text(rest.map(|(_, c)| c).collect())
                } else {
                    let mut bytes = tree.bytes(choice).to_vec();
                    bytes.drain(from..to);
                    Value::Bytes(bytes)
                };
                let mut tree = tree.clone();
                // Fails below the minimum length.
                tree.set(at as usize, &value).then_some(tree)
            }
        }
    }
}
