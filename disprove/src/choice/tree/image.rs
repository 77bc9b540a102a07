//! The image of a tree: its bytes with spans, bounds and sites, for another process of the same program.
//!
//! Unlike a token, an image guides a replay exactly as the tree does. Its format changes with the library, so it is
//! never stored.

use super::{Choice, Span, Tree};
use crate::choice::{Alphabet, Bounds, IntegerBounds, Label, predefined::FIRST_FREE};

/// 64-bit FNV-1a: detects an image that a dying process left unfinished.
fn checksum(bytes: &[u8]) -> u64 {
    const START: u64 = 0xcbf2_9ce4_8422_2325;
    const FACTOR: u64 = 0x0000_0100_0000_01b3;
    bytes.iter().fold(START, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(FACTOR))
}

const BOOL: u8 = 0;
const INTEGER: u8 = 1;
const FLOAT: u8 = 2;
const TEXT: u8 = 3;
const BYTES: u8 = 4;

impl Tree {
    /// Encodes the tree for [`Tree::from_image`]. Open spans end at the end of the tree.
    pub(crate) fn to_image(&self) -> Vec<u8> {
        let mut out = vec![0; 8];
        put(&mut out, self.choices.len() as u64);
        for choice in &self.choices {
            put(&mut out, choice.value);
            put(&mut out, u64::from(choice.tag) << 32 | u64::from(choice.site));
        }
        put(&mut out, self.spans.len() as u64);
        for span in &self.spans {
            let open = span.next == 0;
            let end = if open { self.choices.len() as u32 } else { span.end };
            let next = if open { self.spans.len() as u32 } else { span.next };
            put(&mut out, span.label.to_bits());
            put(&mut out, u64::from(span.start) << 32 | u64::from(end));
            put(&mut out, u64::from(next) << 32 | u64::from(span.mark));
        }
        put(&mut out, self.bounds.len() as u64);
        for bounds in &self.bounds {
            put_bounds(&mut out, bounds);
        }
        put(&mut out, self.arena.len() as u64);
        out.extend_from_slice(&self.arena);
        let sum = checksum(&out[8..]);
        out[..8].copy_from_slice(&sum.to_le_bytes());
        out
    }

    /// Decodes an image of [`Tree::to_image`]; `None` if it is incomplete.
    pub(crate) fn from_image(bytes: &[u8]) -> Option<Tree> {
        let mut rest = Rest(bytes);
        let sum = rest.word()?;
        if checksum(rest.0) != sum {
            return None;
        }
        let mut tree = Tree::default();
        for _ in 0..rest.word()? {
            let (value, last) = (rest.word()?, rest.word()?);
            tree.choices.push(Choice { value, tag: (last >> 32) as u32, site: last as u32 });
        }
        for _ in 0..rest.word()? {
            let label = Label::from_bits(rest.word()?);
            let (range, last) = (rest.word()?, rest.word()?);
            tree.spans.push(Span {
                label,
                start: (range >> 32) as u32,
                end: range as u32,
                next: (last >> 32) as u32,
                mark: last as u32,
            });
        }
        for _ in 0..rest.word()? {
            tree.bounds.push(rest.bounds()?);
        }
        let arena = rest.word()? as usize;
        tree.arena.extend_from_slice(rest.0.get(..arena)?);
        let known = FIRST_FREE as usize + tree.bounds.len();
        tree.choices.iter().all(|choice| (choice.bounds() as usize) < known).then_some(tree)
    }
}

fn put(out: &mut Vec<u8>, word: u64) {
    out.extend_from_slice(&word.to_le_bytes());
}

fn put_wide(out: &mut Vec<u8>, wide: u128) {
    out.extend_from_slice(&wide.to_le_bytes());
}

fn put_bounds(out: &mut Vec<u8>, bounds: &Bounds) {
    match bounds {
        Bounds::Bool { threshold } => {
            out.push(BOOL);
            put(out, *threshold);
        }
        Bounds::Integer(limits) => {
            out.push(INTEGER);
            for wide in [limits.min, limits.span, limits.origin] {
                put_wide(out, wide);
            }
            out.push(u8::from(limits.signed) | u8::from(limits.branch) << 1);
        }
        Bounds::Float { min, max, nan, single } => {
            out.push(FLOAT);
            put(out, min.to_bits());
            put(out, max.to_bits());
            out.push(u8::from(*nan) | u8::from(*single) << 1);
        }
        Bounds::Text { alphabet, min, max } => {
            out.push(TEXT);
            put(out, u64::from(*min) << 32 | u64::from(*max));
            let intervals = alphabet.intervals();
            put(out, intervals.len() as u64);
            for (low, high) in intervals {
                put(out, u64::from(*low as u32) << 32 | u64::from(*high as u32));
            }
        }
        Bounds::Bytes { min, max } => {
            out.push(BYTES);
            put(out, u64::from(*min) << 32 | u64::from(*max));
        }
    }
}

/// The bytes that are still to be read.
struct Rest<'a>(&'a [u8]);

impl Rest<'_> {
    fn byte(&mut self) -> Option<u8> {
        let (first, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(*first)
    }

    fn word(&mut self) -> Option<u64> {
        let (first, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(u64::from_le_bytes(*first))
    }

    fn wide(&mut self) -> Option<u128> {
        let (low, high) = (self.word()?, self.word()?);
        Some(u128::from(high) << 64 | u128::from(low))
    }

    fn bounds(&mut self) -> Option<Bounds> {
        Some(match self.byte()? {
            BOOL => Bounds::Bool { threshold: self.word()? },
            INTEGER => {
                let (min, span, origin) = (self.wide()?, self.wide()?, self.wide()?);
                let flags = self.byte()?;
                let (signed, branch) = (flags & 1 != 0, flags & 2 != 0);
                Bounds::Integer(IntegerBounds { min, span, origin, signed, branch })
            }
            FLOAT => {
                let (min, max) = (f64::from_bits(self.word()?), f64::from_bits(self.word()?));
                let flags = self.byte()?;
                Bounds::Float { min, max, nan: flags & 1 != 0, single: flags & 2 != 0 }
            }
            TEXT => {
                let (min, max) = self.pair()?;
                let mut intervals = Vec::new();
                for _ in 0..self.word()? {
                    let (low, high) = self.pair()?;
                    intervals.push((char::from_u32(low)?, char::from_u32(high)?));
                }
                Bounds::Text { alphabet: Alphabet::new(&intervals), min, max }
            }
            BYTES => {
                let (min, max) = self.pair()?;
                Bounds::Bytes { min, max }
            }
            _ => return None,
        })
    }

    fn pair(&mut self) -> Option<(u32, u32)> {
        let word = self.word()?;
        Some(((word >> 32) as u32, word as u32))
    }
}

#[cfg(test)]
mod tests {
    use super::Tree;
    use crate::{
        generator::{Generator, IntoGenerator, any, bytes, float, text, vec},
        random::Random,
        source::{Fill, Source},
    };
    use std::rc::Rc;

    fn tree(case: u64) -> Tree {
        let generator = (
            vec(any::<(u128, i8, bool)>()),
            text().alphabet("[a-f]"),
            float(0.0..1.0),
            bytes(),
            any::<f32>(),
        );
        let mut src = Source::recording();
        src.record(Random::for_case(1, case), 50);
        generator.into_generator().generate(&mut src);
        src.take_tree()
    }

    #[test]
    fn a_decoded_image_equals_the_tree() {
        for case in 0..20 {
            let tree = tree(case);
            let again = Tree::from_image(&tree.to_image()).expect("an image");
            assert_eq!((&again.choices, &again.spans), (&tree.choices, &tree.spans));
            for number in 0..tree.len() {
                assert_eq!(again.bounds(number), tree.bounds(number));
                assert_eq!(
                    format!("{:?}", again.value(number)),
                    format!("{:?}", tree.value(number))
                );
            }
        }
    }

    #[test]
    fn a_truncated_image_is_none() {
        let image = tree(3).to_image();
        for length in 0..image.len() {
            assert!(Tree::from_image(&image[..length]).is_none(), "{length}");
        }
    }

    #[test]
    fn open_spans_end_with_the_image() {
        let mut src = Source::recording();
        src.record(Random::for_case(1, 1), 50);
        src.open("outer", 0);
        src.draw(vec(any::<u8>()).len(2..=2));
        let again = Tree::from_image(&src.recorded().to_image()).expect("an image");
        let closed = src.take_tree();
        assert_eq!(again.spans, closed.spans);
        src.replay(Rc::new(again), Fill::Simplest, Random::for_case(1, 2), 50);
    }
}
