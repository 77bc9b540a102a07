//! Strings.

use super::{Arbitrary, Encoder, Generator, IntoLength, length::lengths};
use crate::{
    choice::{Alphabet, Bounds, Value},
    source::{Source, sample::Lengths},
};

/// Strings over an alphabet: see [`text`].
#[derive(Clone, Debug)]
pub struct Strings {
    pub(super) alphabet: Alphabet,
    pub(super) lengths: Lengths,
}

/// Any string: mostly plain ASCII, sometimes unusual Unicode, control characters, and strings that many programs
/// misinterpret.
///
/// With the default feature `regex`, `alphabet("[a-z]")` restricts the characters.
///
/// ```
/// use disprove::prelude::*;
///
/// let report = check(text().len(1..=20)).run(|name| !name.is_empty());
/// assert!(report.failures().is_empty());
/// ```
#[doc(alias = "string")]
#[inline]
pub fn text() -> Strings {
    Strings { alphabet: Alphabet::unicode(), lengths: Lengths::ANY }
}

impl Strings {
    /// Sets the number of characters: a number or a range.
    ///
    /// ```
    /// use disprove::prelude::*;
    ///
    /// assert!(check(text().len(..=4)).run(|t| t.chars().count() <= 4).failures().is_empty());
    /// ```
    ///
    /// # Panics
    /// If the range of lengths is empty.
    #[must_use]
    #[track_caller]
    #[inline]
    pub fn len(self, length: impl IntoLength) -> Strings {
        Strings { lengths: lengths(&length), ..self }
    }

    /// Restricts the characters to these intervals.
    #[cfg(any(feature = "http", feature = "semver", feature = "url"))]
    pub(crate) fn over(self, intervals: &[(char, char)]) -> Strings {
        Strings { alphabet: Alphabet::new(intervals), ..self }
    }
}

#[diagnostic::do_not_recommend]
impl Generator for Strings {
    type Value = String;

    #[inline(always)]
    fn generate(&self, src: &mut Source) -> String {
        src.text(&self.alphabet, &self.lengths)
    }

    #[inline(always)]
    fn always_chooses(&self) -> bool {
        true
    }

    #[inline]
    fn encode_into(&self, value: &String, encoder: &mut Encoder) -> bool {
        let (min, max) = self.lengths.as_bounds();
        let bounds = Bounds::Text { alphabet: self.alphabet.clone(), min, max };
        encoder.choice(&bounds, &Value::Text(value.clone()))
    }
}

impl Arbitrary for String {
    const ALWAYS_CHOOSES: bool = true;

    #[inline]
    fn arbitrary(src: &mut Source) -> String {
        text().generate(src)
    }

    #[inline]
    fn encode(value: &String, encoder: &mut Encoder) -> bool {
        text().encode_into(value, encoder)
    }
}
