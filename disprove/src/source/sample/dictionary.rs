//! The dictionary of a run: literals of the code under test, which some cases draw.
//!
//! The samplers look here only where the distribution asks for a literal, so that other draws cost nothing more.

use super::{Distribution, DistributionOrder};
use crate::{
    choice::Alphabet,
    random::{Random, uniform},
};

/// Literals by kind, in the order in which they were found.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Literals {
    pub(crate) integers: Vec<i128>,
    pub(crate) floats: Vec<f64>,
    pub(crate) texts: Vec<String>,
    pub(crate) bytes: Vec<Vec<u8>>,
    pub(crate) chars: Vec<char>,
}

impl Literals {
    pub(crate) fn is_empty(&self) -> bool {
        let Literals { integers, floats, texts, bytes, chars } = self;
        integers.is_empty()
            && floats.is_empty()
            && texts.is_empty()
            && bytes.is_empty()
            && chars.is_empty()
    }

    /// The literals of many files, of which each gives one in turn: none is crowded out by those before it.
    pub(crate) fn in_turn(files: &[&Literals]) -> Literals {
        let mut all = Literals::default();
        for turn in 0..MOST {
            for file in files {
                add(&mut all.integers, file.integers.get(turn));
                add(&mut all.floats, file.floats.get(turn));
                add(&mut all.texts, file.texts.get(turn));
                add(&mut all.bytes, file.bytes.get(turn));
                add(&mut all.chars, file.chars.get(turn));
            }
        }
        all
    }
}

/// Literals of each kind that a run draws at most: of 500 cases, more would have no chance to meet the one that
/// matters.
const MOST: usize = 256;

/// Literals in a string that consists of some.
const MOST_JOINED: u64 = 4;

/// The literals that a run draws, prepared for the samplers.
#[derive(Debug)]
pub(crate) struct Dictionary {
    /// The distribution of each case.
    order: &'static DistributionOrder,
    integers: Vec<i128>,
    /// Those that fit into each integer type: the unsigned ones from 8 to 64 bits, then the signed ones.
    by_type: [Vec<u64>; 8],
    floats: Vec<f64>,
    texts: Vec<String>,
    bytes: Vec<Vec<u8>>,
    chars: Vec<char>,
}

static EMPTY: Dictionary = Dictionary {
    order: Distribution::order(false),
    integers: Vec::new(),
    by_type: [const { Vec::new() }; 8],
    floats: Vec::new(),
    texts: Vec::new(),
    bytes: Vec::new(),
    chars: Vec::new(),
};

impl Dictionary {
    /// A dictionary without literals.
    pub(crate) fn empty() -> &'static Dictionary {
        &EMPTY
    }

    /// The distributions of the cases of a run.
    pub(crate) fn order(&self) -> &'static DistributionOrder {
        self.order
    }

    #[cfg(test)]
    pub(crate) fn is_empty(&self) -> bool {
        std::ptr::eq(self.order, EMPTY.order)
    }

    /// A dictionary of literals, of which those near the property are more likely than others: about half of the draws
    /// if there are many others.
    pub(crate) fn new(near: &Literals, far: &Literals) -> Dictionary {
        let integers = ranked(&near.integers, &far.integers);
        let mut by_type = [const { Vec::new() }; 8];
        for (number, fitting) in by_type.iter_mut().enumerate() {
            let bits = 8 << (number % 4);
            let (min, max) = if number < 4 {
                (0, (1_i128 << bits) - 1)
            } else {
                (-(1_i128 << (bits - 1)), (1_i128 << (bits - 1)) - 1)
            };
            for value in &integers {
                if (min..=max).contains(value) {
                    fitting.push(*value as u64);
                }
            }
        }
        Dictionary {
            order: Distribution::order(true),
            integers,
            by_type,
            floats: ranked(&near.floats, &far.floats),
            texts: ranked(&near.texts, &far.texts),
            bytes: ranked(&near.bytes, &far.bytes),
            chars: ranked(&near.chars, &far.chars),
        }
    }

    /// A literal of an integer type, or one time in four a neighbor of one.
    #[cold]
    pub(super) fn integer(&self, x: u64, bits: u32, signed: bool) -> Option<u64> {
        let fitting = &self.by_type[bits.ilog2() as usize - 3 + if signed { 4 } else { 0 }];
        let literal = fitting[start(x, fitting.len())?];
        Some(literal.wrapping_add([0, 0, 0, 0, 0, 0, 1, u64::MAX][(x & 7) as usize]))
    }

    /// An offset in `0..=span` from `min` at which there is a literal.
    #[cold]
    pub(super) fn offset(&self, x: u64, min: u64, span: u64) -> Option<u64> {
        let mut at = start(x, self.integers.len())?;
        for _ in 0..self.integers.len() {
            let offset = (self.integers[at] as u64).wrapping_sub(min);
            if offset <= span {
                return Some(offset);
            }
            at = (at + 1) % self.integers.len();
        }
        None
    }

    /// The same for 128 bits.
    #[cold]
    pub(super) fn wide_offset(&self, x: u64, min: u128, span: u128) -> Option<u128> {
        let at = start(x, self.integers.len())?;
        let offset = (self.integers[at] as u128).wrapping_sub(min);
        (offset <= span).then_some(offset)
    }

    #[cold]
    pub(super) fn float(&self, x: u64) -> Option<f64> {
        start(x, self.floats.len()).map(|at| self.floats[at])
    }

    /// A character of the alphabet, from its literals.
    #[cold]
    pub(super) fn character(&self, x: u64, alphabet: Option<&Alphabet>) -> Option<char> {
        let character = self.chars[start(x, self.chars.len())?];
        let is_in = |alphabet: &Alphabet| alphabet.index(character).is_some();
        alphabet.is_none_or(is_in).then_some(character)
    }

    /// A string that is a literal, consists of several, or contains one.
    #[cold]
    #[inline(never)]
    pub(super) fn text(
        &self,
        random: &mut Random,
        alphabet: &Alphabet,
        min: usize,
        most: usize,
    ) -> Option<String> {
        let x = random.word();
        let mut text = String::new();
        let count = match x & 7 {
            0..4 => 1,
            _ => 1 + uniform(random.word(), MOST_JOINED - 1),
        };
        // Some characters around a literal.
        let is_inside = x & 7 >= 6;
        for number in 0..count {
            if number > 0 || is_inside {
                self.separate(random, &mut text);
            }
            let word = random.word();
            let kinds = (self.texts.len(), self.chars.len());
            match (kinds, word & 7) {
                ((0, 0), _) => return None,
                ((0, _), _) | ((_, 1..), 0) => text.push(self.chars[start(word, kinds.1)?]),
                _ => text.push_str(&self.texts[start(word, kinds.0)?]),
            }
        }
        if is_inside {
            self.separate(random, &mut text);
        }
        let mut length = text.chars().count();
        while length < min && !alphabet.is_empty() {
            text.push(alphabet.nth(uniform(random.word(), u64::from(alphabet.len() - 1)) as u32));
            length += 1;
        }
        let fits = length >= min
            && length <= most
            && text.chars().all(|character| alphabet.index(character).is_some());
        fits.then_some(text)
    }

    /// Nothing, a space, a character literal or some digits and letters between two literals.
    fn separate(&self, random: &mut Random, text: &mut String) {
        let x = random.word();
        match x & 7 {
            0 | 1 => {}
            2 | 3 => text.push(' '),
            4 | 5 if !self.chars.is_empty() => {
                text.push(self.chars[start(x, self.chars.len()).unwrap_or(0)]);
            }
            _ => {
                for _ in 0..=(x >> 8 & 3) {
                    text.push(char::from(b"0123456789abcxyz"[(random.word() >> 60) as usize]));
                }
            }
        }
    }

    /// A byte string literal, or the bytes of a string literal.
    #[cold]
    #[inline(never)]
    pub(super) fn byte_string(&self, x: u64) -> Option<&[u8]> {
        let at = start(x, self.bytes.len() + self.texts.len())?;
        Some(match self.bytes.get(at) {
            Some(bytes) => bytes,
            None => self.texts[at - self.bytes.len()].as_bytes(),
        })
    }

    /// Writes a byte string literal over a part of these bytes, half of the time over their start.
    pub(super) fn overwrite(&self, random: &mut Random, bytes: &mut [u8]) {
        let x = random.word();
        let Some(literal) = self.byte_string(x) else { return };
        let Some(room) = bytes.len().checked_sub(literal.len()) else { return };
        let at = if x & 1 == 0 { 0 } else { uniform(random.word(), room as u64) as usize };
        bytes[at..at + literal.len()].copy_from_slice(literal);
    }
}

/// Adds a value, unless the list has it or enough others.
fn add<T: Clone + PartialEq>(list: &mut Vec<T>, value: Option<&T>) {
    if let Some(value) = value {
        if list.len() < MOST && !list.contains(value) {
            list.push(value.clone());
        }
    }
}

/// An index into a list, unless it is empty.
fn start(x: u64, count: usize) -> Option<usize> {
    (count > 0).then(|| uniform(x, count as u64 - 1) as usize)
}

/// Near values, then far ones, each followed by a near one once more: half of the draws are near if there are many others.
fn ranked<T: Clone + PartialEq>(near: &[T], far: &[T]) -> Vec<T> {
    let mut all = near.to_vec();
    let mut repeated = 0;
    for value in far {
        if near.contains(value) {
            continue;
        }
        all.push(value.clone());
        if !near.is_empty() {
            all.push(near[repeated % near.len()].clone());
            repeated += 1;
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::ranked;

    #[test]
    fn at_least_half_of_the_draws_are_near() {
        assert_eq!(ranked(&[1, 2], &[7]), [1, 2, 7, 1]);
        assert_eq!(ranked(&[1, 2], &[7, 8, 2, 9]), [1, 2, 7, 1, 8, 2, 9, 1]);
        assert_eq!(ranked(&[], &[7, 8]), [7, 8], "there are no near ones");
    }
}
