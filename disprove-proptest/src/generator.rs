//! Strategies as generators of disprove.

use crate::{
    strategy::Strategy,
    test_runner::{Config, TestRunner},
};
use disprove::{
    __private::{lend, reject_case},
    Generator, Source,
};

/// Values of a strategy: see [`from_proptest`].
///
/// In disprove: not needed, since a property draws from generators.
#[derive(Clone, Debug)]
pub struct FromProptest<S> {
    strategy: S,
    config: Config,
}

/// Makes a strategy a generator, so that a `#[property]` can use it beside tests of [`proptest!`](crate::proptest!).
///
/// The function of the same name in disprove is for strategies of the original library. Values are reduced by their
/// choices, and a filter rejects the case after 64 values that it refused.
///
/// In disprove: not needed, since a property draws from generators.
///
/// ```
/// use disprove::prelude::property;
/// use proptest::{from_proptest, prelude::*};
///
/// fn evens() -> impl Strategy<Value = u32> {
///     (0..1_000u32).prop_map(|n| 2 * n)
/// }
///
/// #[property(test = false)]
/// fn halves_are_exact(#[draw(from_proptest(evens()))] n: u32) {
///     assert_eq!(n / 2 * 2, n);
/// }
/// # halves_are_exact();
/// ```
pub fn from_proptest<S: Strategy>(strategy: S) -> FromProptest<S> {
    FromProptest { strategy, config: Config::default() }
}

impl<S: Strategy> Generator for FromProptest<S> {
    type Value = S::Value;

    fn generate(&self, src: &mut Source) -> S::Value {
        let mut runner = TestRunner::of_case(self.config.clone());
        match lend(src, || self.strategy.new_value(&mut runner)) {
            Ok(value) => value,
            Err(_) => reject_case(),
        }
    }
}
