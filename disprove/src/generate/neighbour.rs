//! A hand-written way from a value to a near one.

use super::{Encoder, Generator};
use crate::source::Source;

/// See [`Generator::neighbour`].
#[derive(Clone, Debug)]
pub struct Neighbour<G, F> {
    inner: G,
    near: F,
}

impl<G, F> Neighbour<G, F>
where
    G: Generator,
    F: Fn(&G::Value, f64, &mut Source) -> G::Value,
{
    pub(super) fn new(inner: G, near: F) -> Neighbour<G, F> {
        Neighbour { inner, near }
    }

    /// A value near `base`; the temperature lies between 0 and 1.
    ///
    /// ```
    /// use disprove::prelude::*;
    ///
    /// let walk = int(0..100).neighbour(|base: &i32, _, src: &mut Source| src.draw(*base..=base + 1));
    /// let report = check(move |src: &mut Source| walk.near(&7, 0.5, src)).run(|n| n == 7 || n == 8);
    /// assert_eq!(report.verdict(), Verdict::Exhausted);
    /// ```
    pub fn near(&self, base: &G::Value, temperature: f64, src: &mut Source) -> G::Value {
        (self.near)(base, temperature, src)
    }
}

impl<G, F> Generator for Neighbour<G, F>
where
    G: Generator,
    F: Fn(&G::Value, f64, &mut Source) -> G::Value,
{
    type Value = G::Value;

    #[inline(always)]
    fn generate(&self, src: &mut Source) -> G::Value {
        self.inner.generate(src)
    }

    fn encode_into(&self, value: &G::Value, encoder: &mut Encoder) -> bool {
        self.inner.encode_into(value, encoder)
    }
}
