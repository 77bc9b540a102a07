//! Texts.

use super::{Arbitrary, Encoder, Generator, IntoLength, length::lengths, regex::parse_alphabet};
use crate::{
    choice::{Alphabet, Bounds, Value},
    source::{Source, sample::Lengths},
};

/// Texts over an alphabet: see [`text`].
#[derive(Clone, Debug)]
pub struct Texts {
    alphabet: Alphabet,
    lengths: Lengths,
}

/// Any text: mostly plain ASCII, now and then awkward Unicode, control characters and texts that many
/// programs mistake for something else.
///
/// ```
/// use disprove::prelude::*;
///
/// let names = text().len(1..=20).alphabet("[A-Za-z0-9_]");
/// let report = check(names).run(|name| !name.is_empty() && name.is_ascii());
/// assert!(report.failures().is_empty());
/// ```
#[inline]
pub fn text() -> Texts {
    Texts { alphabet: Alphabet::unicode(), lengths: Lengths::ANY }
}

impl Texts {
    /// How many characters: a number or a range.
    ///
    /// ```
    /// use disprove::prelude::*;
    ///
    /// assert!(check(text().len(..=4)).run(|t| t.chars().count() <= 4).failures().is_empty());
    /// ```
    #[must_use]
    #[track_caller]
    #[inline]
    pub fn len(self, length: impl IntoLength) -> Texts {
        Texts { lengths: lengths(&length), ..self }
    }

    /// Only characters of this class, written as in a regular expression.
    ///
    /// ```
    /// use disprove::prelude::*;
    ///
    /// let octal = text().alphabet("[0-7]");
    /// assert!(check(octal).run(|t| t.chars().all(|c| c.is_digit(8))).failures().is_empty());
    /// ```
    ///
    /// # Panics
    /// If it is not a class of at least one character.
    #[must_use]
    #[track_caller]
    #[inline]
    pub fn alphabet(self, class: &str) -> Texts {
        Texts { alphabet: parse_alphabet(class), ..self }
    }
}

impl Generator for Texts {
    type Value = String;

    #[inline(always)]
    fn generate(&self, src: &mut Source) -> String {
        src.text(&self.alphabet, &self.lengths)
    }

    #[inline]
    fn encode_into(&self, value: &String, encoder: &mut Encoder) -> bool {
        let (min, max) = self.lengths.as_bounds();
        let bounds = Bounds::Text { alphabet: self.alphabet.clone(), min, max };
        encoder.choice(&bounds, &Value::Text(value.clone()))
    }
}

impl Arbitrary for String {
    #[inline]
    fn arbitrary(src: &mut Source) -> String {
        text().generate(src)
    }

    #[inline]
    fn encode(value: &String, encoder: &mut Encoder) -> bool {
        text().encode_into(value, encoder)
    }
}
