//! Characters.

use super::{Arbitrary, Encoder, Generator, Ranged};
use crate::{
    choice::{Alphabet, IntegerBounds},
    source::Source,
};

/// Characters: see [`chars`].
#[derive(Clone, Debug)]
pub struct Chars(pub(super) Alphabet);

/// Any character: half are plain ASCII, a quarter are unusual, a quarter come from all of Unicode.
///
/// A range such as `'a'..='z'` is a generator of characters too. With the default feature `regex`,
/// `alphabet("[a-f0-9]")` restricts the characters.
///
/// ```
/// use disprove::prelude::*;
///
/// let report = check(chars()).run(|c| c.to_string().chars().count() == 1);
/// assert!(report.failures().is_empty());
/// ```
#[inline]
pub fn chars() -> Chars {
    Chars(Alphabet::unicode())
}

#[diagnostic::do_not_recommend]
impl Generator for Chars {
    type Value = char;

    #[inline(always)]
    fn generate(&self, src: &mut Source) -> char {
        src.character(&self.0)
    }

    #[inline]
    fn encode_into(&self, value: &char, encoder: &mut Encoder) -> bool {
        let span = u128::from(self.0.len() - 1);
        let limits = IntegerBounds { min: 0, span, origin: 0, signed: false, branch: false };
        self.0.index(*value).is_some_and(|index| encoder.integer(limits, u128::from(index)))
    }
}

impl Arbitrary for char {
    const ALWAYS_CHOOSES: bool = true;

    #[inline(always)]
    fn arbitrary(src: &mut Source) -> char {
        src.any_character()
    }

    #[inline]
    fn encode(value: &char, encoder: &mut Encoder) -> bool {
        chars().encode_into(value, encoder)
    }
}

impl Ranged for char {
    type Generator = Chars;

    #[inline]
    fn half_open(min: char, end: char) -> Option<Chars> {
        let last = (min..end).next_back()?;
        Some(Chars(Alphabet::new(&[(min, last)])))
    }

    #[inline]
    fn closed(min: char, max: char) -> Option<Chars> {
        (min <= max).then(|| Chars(Alphabet::new(&[(min, max)])))
    }

    #[inline]
    fn open(min: char) -> Option<Chars> {
        Some(Chars(Alphabet::new(&[(min, char::MAX)])))
    }
}
