//! What every structure of the study provides.

#[cfg(feature = "rivals")]
use super::choices::ByType;
use disprove::prelude::*;
use std::fmt::Debug;

/// The mistake in the code under test, if there is one.
#[derive(Clone, Copy, Debug)]
pub struct Bug(pub Option<&'static str>);

impl Bug {
    /// Whether this is the mistake.
    pub fn is(self, name: &str) -> bool {
        self.0 == Some(name)
    }
}

/// Where no other library is built, nothing is needed for them.
#[cfg(not(feature = "rivals"))]
pub trait ByType {}

#[cfg(not(feature = "rivals"))]
impl<T> ByType for T {}

/// A data structure or a language, with operations that may have a mistake.
pub trait Structure: Arbitrary + ByType + Clone + Debug + 'static {
    /// The name in the tables.
    const NAME: &'static str;

    /// The names of the mistakes.
    const BUGS: &'static [&'static str];

    /// The precondition.
    fn is_valid(&self) -> bool;

    /// The number of nodes, entries or elements.
    fn size(&self) -> usize;

    /// Whether the operations do what they should, for a valid input.
    fn holds(&self, bug: Bug) -> bool;

    /// A valid input by construction: shows that every mistake can be found.
    #[cfg(test)]
    fn sample(src: &mut Source) -> Self;
}
