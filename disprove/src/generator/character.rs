//! Characters.

use super::{Arbitrary, Encoder, Generator, Ranged, regex::parse_alphabet};
use crate::{
    choice::{Alphabet, IntegerBounds},
    source::Source,
};

/// Characters of an alphabet: see [`chars`].
#[derive(Clone, Debug)]
pub struct Chars(Alphabet);

/// Any character: half of them plain ASCII, a quarter awkward, a quarter from anywhere.
///
/// ```
/// use disprove::prelude::*;
///
/// let report = check(chars().alphabet("[a-f0-9]")).run(|c| c.is_ascii_hexdigit());
/// assert_eq!(report.cases(), 16);
/// ```
#[inline]
pub fn chars() -> Chars {
    Chars(Alphabet::unicode())
}

impl Chars {
    /// Only characters of this class, written as in a regular expression.
    ///
    /// ```
    /// use disprove::prelude::*;
    ///
    /// assert!(check(chars().alphabet("[0-7]")).run(|c| c.is_digit(8)).failures().is_empty());
    /// ```
    ///
    /// # Panics
    /// If it is not a class of at least one character.
    #[must_use]
    #[track_caller]
    #[inline]
    pub fn alphabet(self, class: &str) -> Chars {
        Chars(parse_alphabet(class))
    }
}

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
