//! Byte strings.

use super::{Encoder, Generator, IntoLength, length::lengths};
use crate::{
    choice::{Bounds, Value},
    source::{Source, sample::Lengths},
};

/// Byte strings: see [`bytes()`].
#[derive(Clone, Debug)]
pub struct ByteStrings(Lengths);

/// Byte strings, each drawn as a single choice: much faster than `vec(any::<u8>())`. Use them for parsers and decoders.
///
/// ```
/// use disprove::prelude::*;
///
/// let report = check(bytes().len(4..=8)).run(|header| (4..=8).contains(&header.len()));
/// assert!(report.failures().is_empty());
/// ```
#[inline]
pub fn bytes() -> ByteStrings {
    ByteStrings(Lengths::ANY)
}

impl ByteStrings {
    /// Sets the number of bytes: a number or a range.
    ///
    /// ```
    /// use disprove::prelude::*;
    ///
    /// assert!(check(bytes().len(4)).run(|word| word.len() == 4).failures().is_empty());
    /// ```
    ///
    /// # Panics
    /// If the range of lengths is empty.
    #[must_use]
    #[track_caller]
    #[inline]
    pub fn len(self, length: impl IntoLength) -> ByteStrings {
        ByteStrings(lengths(&length))
    }
}

#[diagnostic::do_not_recommend]
impl Generator for ByteStrings {
    type Value = Vec<u8>;

    #[inline(always)]
    fn generate(&self, src: &mut Source) -> Vec<u8> {
        src.bytes(&self.0)
    }

    #[inline(always)]
    fn always_chooses(&self) -> bool {
        true
    }

    #[inline]
    fn encode_into(&self, value: &Vec<u8>, encoder: &mut Encoder) -> bool {
        let (min, max) = self.0.as_bounds();
        encoder.choice(&Bounds::Bytes { min, max }, &Value::Bytes(value.clone()))
    }
}
