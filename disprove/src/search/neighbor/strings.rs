//! Moves inside text and byte strings.

use super::neighborhood::Mover;
use crate::choice::{Alphabet, Bounds, Kind, Tree, Value};

/// A text or byte string as numbers, with its alphabet and length limit.
struct Symbols<'a> {
    list: Vec<u32>,
    alphabet: Option<&'a Alphabet>,
    most: usize,
}

impl Symbols<'_> {
    fn read(tree: &Tree, at: u32) -> Option<Symbols<'_>> {
        let choice = tree.choices[at as usize];
        match tree.bounds(at as usize) {
            Bounds::Text { alphabet, max, .. } if !alphabet.is_empty() => Some(Symbols {
                list: tree.text(choice).chars().map(u32::from).collect(),
                alphabet: Some(alphabet),
                most: *max as usize,
            }),
            Bounds::Bytes { max, .. } => Some(Symbols {
                list: tree.bytes(choice).iter().copied().map(u32::from).collect(),
                alphabet: None,
                most: *max as usize,
            }),
            _ => None,
        }
    }

    /// The string again.
    fn value(&self) -> Value {
        match self.alphabet {
            Some(alphabet) => {
                Value::Text(self.list.iter().map(|c| character(alphabet, *c)).collect())
            }
            None => Value::Bytes(self.list.iter().map(|byte| *byte as u8).collect()),
        }
    }
}

/// The character of the alphabet nearest to this code.
fn character(alphabet: &Alphabet, code: u32) -> char {
    let nearest = (code..=code.saturating_add(0x800)).find_map(char::from_u32);
    alphabet.nearest(nearest.unwrap_or(char::MAX))
}

/// The largest character code, and the largest byte.
const LAST: [u32; 2] = [0x10_ffff, 0xff];

/// The probability of printable ASCII in an alphabet of more than 256 characters: most code looks for ASCII.
const ASCII: f64 = 0.8;

impl Mover<'_> {
    fn symbol(&mut self, symbols: &Symbols<'_>) -> u32 {
        if !symbols.list.is_empty() && self.rng.chance(0.2) {
            return symbols.list[self.rng.below(symbols.list.len())];
        }
        match symbols.alphabet {
            None => self.rng.below(256) as u32,
            Some(alphabet) if alphabet.len() > 256 && self.rng.chance(ASCII) => {
                let ascii = 0x20 + self.rng.below(0x5f) as u32;
                u32::from(character(alphabet, ascii))
            }
            Some(alphabet) => {
                u32::from(alphabet.nth(self.rng.below(alphabet.len() as usize) as u32))
            }
        }
    }

    /// Inserts, deletes, replaces, shifts, repeats or swaps characters of a string.
    pub(super) fn edit_string(&mut self) -> Option<Tree> {
        let at = self.pick(&self.index.strings)?;
        let mut symbols = Symbols::read(self.tree, at)?;
        let length = symbols.list.len();
        let count = self.rng.log((length as f64 * self.size).max(1.0)).min(length.max(1));
        let from = self.rng.below(length + 1 - count.min(length));
        let to = (from + count).min(length);
        match self.rng.below(if length == 0 { 1 } else { 8 }) {
            0 => {
                for _ in 0..self.rng.log((3.0 * self.size).max(1.0)) {
                    let symbol = self.symbol(&symbols);
                    let place = if self.rng.chance(0.3) { length } else { from };
                    symbols.list.insert(place, symbol);
                }
            }
            1 => {
                symbols.list.drain(from..to);
            }
            2 => {
                for place in from..to {
                    symbols.list[place] = self.symbol(&symbols);
                }
            }
            3 | 4 => {
                let last = LAST[usize::from(symbols.alphabet.is_none())];
                let step = self.step(u128::from(last).min(0x7f)).by as u32;
                let old = symbols.list[from.min(length - 1)];
                let new = if self.rng.chance(0.5) {
                    old.saturating_add(step).min(last)
                } else {
                    old.saturating_sub(step)
                };
                symbols.list[from.min(length - 1)] = new;
            }
            5 => {
                let block: Vec<u32> = symbols.list[from..to].to_vec();
                let place = if self.rng.chance(0.5) { to } else { self.rng.below(length + 1) };
                symbols.list.splice(place..place, block);
            }
            6 => {
                let other = self.rng.below(length);
                symbols.list.swap(from.min(length - 1), other);
            }
            _ => symbols.list.truncate(length - count),
        }
        symbols.list.truncate(symbols.most);
        let value = symbols.value();
        let mut tree = self.tree.clone();
        tree.set(at as usize, &value).then_some(tree)
    }

    /// Replaces a string by another one of the input, or appends or prepends a part of it.
    pub(super) fn copy_string(&mut self) -> Option<Tree> {
        let (to, from) = (self.pick(&self.index.strings)?, self.pick(&self.index.strings)?);
        let kind = |at: u32| self.tree.choices[at as usize].kind();
        if to == from || kind(to) != kind(from) {
            return None;
        }
        let (mut symbols, other) = (Symbols::read(self.tree, to)?, Symbols::read(self.tree, from)?);
        let share = self.rng.below(other.list.len() + 1);
        match self.rng.below(3) {
            0 => symbols.list = other.list,
            1 => symbols.list.extend_from_slice(&other.list[share..]),
            _ => {
                symbols.list.splice(0..0, other.list[..share].iter().copied());
            }
        }
        symbols.list.truncate(symbols.most);
        let value = symbols.value();
        debug_assert!(matches!(kind(to), Kind::Text | Kind::Bytes));
        let mut tree = self.tree.clone();
        tree.set(to as usize, &value).then_some(tree)
    }
}
