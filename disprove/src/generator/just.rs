//! Constant generators.

use super::{Encoder, Generator};
use crate::source::Source;

/// Always the same value: see [`just`].
#[derive(Clone, Debug)]
pub struct Just<T>(T);

/// Always the same value.
///
/// ```
/// use disprove::prelude::*;
///
/// let report = check((just("GET"), 0..3)).run(|(verb, n): (&str, u8)| verb.len() == 3 && n < 3);
/// assert_eq!(report.verdict(), Verdict::Exhausted);
/// ```
#[doc(alias = "constant")]
#[inline(always)]
pub fn just<T: Clone + PartialEq>(value: T) -> Just<T> {
    Just(value)
}

#[diagnostic::do_not_recommend]
impl<T: Clone + PartialEq> Generator for Just<T> {
    type Value = T;

    #[inline(always)]
    fn generate(&self, _src: &mut Source) -> T {
        self.0.clone()
    }

    fn encode_into(&self, value: &T, _encoder: &mut Encoder) -> bool {
        self.0 == *value
    }
}
