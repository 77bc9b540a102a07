//! `Arbitrary`: the usual strategy of a type.
//!
//! In disprove: `Arbitrary`, which `#[derive(Arbitrary)]` implements.
//!
//! ```
//! use proptest::{arbitrary::any, prelude::*};
//!
//! proptest!(|(n in any::<u8>(), name in any::<String>())| {
//!     prop_assert!(name.len() >= name.chars().count() && n.count_ones() <= 8);
//! });
//! ```

mod collections;
mod net;
mod primitives;
mod standard;
mod text;
mod wrappers;

use crate::strategy::{Map, Strategy, statics};
use std::fmt::Debug;

/// Types with a usual strategy.
///
/// In disprove: `#[derive(Arbitrary)]`, or `impl Arbitrary`.
///
/// ```
/// use proptest::prelude::*;
///
/// #[derive(Debug)]
/// struct Even(u32);
///
/// impl Arbitrary for Even {
///     type Parameters = ();
///     type Strategy = BoxedStrategy<Even>;
///
///     fn arbitrary_with((): ()) -> Self::Strategy {
///         (0..500u32).prop_map(|half| Even(half * 2)).boxed()
///     }
/// }
///
/// proptest!(|(n: Even)| prop_assert!(n.0 % 2 == 0));
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no usual strategy",
    label = "expected a type that implements `proptest::arbitrary::Arbitrary`",
    note = "derive it with `proptest_derive::Arbitrary` or `test_strategy::Arbitrary`, or draw `value in strategy`"
)]
pub trait Arbitrary: Sized + Debug {
    /// What the strategy depends on, such as sizes.
    type Parameters: Default;

    /// The usual strategy. In disprove: `any::<T>()`.
    ///
    /// ```
    /// use proptest::prelude::*;
    ///
    /// proptest!(|(n in u8::arbitrary())| prop_assert!(n <= 255));
    /// ```
    fn arbitrary() -> Self::Strategy {
        Self::arbitrary_with(Self::Parameters::default())
    }

    /// The strategy for these parameters. In disprove: a generator.
    ///
    /// ```
    /// use proptest::{collection::size_range, prelude::*};
    ///
    /// let three = Vec::<u8>::arbitrary_with(size_range(3).lift());
    /// proptest!(|(list in three)| prop_assert_eq!(list.len(), 3));
    /// ```
    fn arbitrary_with(args: Self::Parameters) -> Self::Strategy;

    /// The type of the strategy.
    type Strategy: Strategy<Value = Self>;
}

/// The usual strategy of a type. In disprove: the generator `any::<A>()`.
pub type StrategyFor<A> = <A as Arbitrary>::Strategy;

/// The parameters of a type. In disprove: arguments of a function that returns a generator.
pub type ParamsFor<A> = <A as Arbitrary>::Parameters;

/// The strategy of a type that is made of another, by a function pointer. In disprove: `any::<I>().map(..)`.
pub type SMapped<I, O> = statics::Map<StrategyFor<I>, fn(I) -> O>;

/// The same with `prop_map`. In disprove: `any::<I>().map(..)`.
pub type Mapped<I, O> = Map<StrategyFor<I>, fn(I) -> O>;

/// The usual strategy of a type. In disprove: `any::<T>()`.
///
/// ```
/// use proptest::prelude::*;
///
/// proptest!(|(n in any::<u8>())| prop_assert!(n <= 255));
/// ```
#[must_use = "strategies do nothing unless used"]
pub fn any<A: Arbitrary>() -> StrategyFor<A> {
    A::arbitrary()
}

/// The strategy of a type for these parameters. In disprove: a generator.
///
/// ```
/// use proptest::{collection::size_range, prelude::*};
///
/// proptest!(|(list in any_with::<Vec<u8>>(size_range(3).lift()))| prop_assert_eq!(list.len(), 3));
/// ```
#[must_use = "strategies do nothing unless used"]
pub fn any_with<A: Arbitrary>(args: ParamsFor<A>) -> StrategyFor<A> {
    A::arbitrary_with(args)
}

/// The same as [`any`], with another order of inference. In disprove: `any::<T>()`.
///
/// ```
/// use proptest::{arbitrary::arbitrary, prelude::*};
///
/// proptest!(|(n in arbitrary::<u8, _>())| prop_assert!(n <= 255));
/// ```
#[must_use = "strategies do nothing unless used"]
pub fn arbitrary<A, S>() -> S
where
    S: Strategy<Value = A>,
    A: Arbitrary<Strategy = S>,
{
    A::arbitrary()
}

/// The same as [`any_with`], with another order of inference. In disprove: a generator.
///
/// ```
/// use proptest::{arbitrary::arbitrary_with, collection::size_range, prelude::*};
///
/// let three = arbitrary_with::<Vec<u8>, _, _>(size_range(3).lift());
/// proptest!(|(list in three)| prop_assert_eq!(list.len(), 3));
/// ```
#[must_use = "strategies do nothing unless used"]
pub fn arbitrary_with<A, S, P>(args: P) -> S
where
    P: Default,
    S: Strategy<Value = A>,
    A: Arbitrary<Strategy = S, Parameters = P>,
{
    A::arbitrary_with(args)
}

/// Implements `Arbitrary` for types, with a strategy and perhaps parameters.
macro_rules! arbitraries {
    ($([$($bounds:tt)*] $type:ty, $strategy:ty, $parameters:ty: $arguments:pat => $make:expr;)*) => {$(
        impl<$($bounds)*> $crate::arbitrary::Arbitrary for $type {
            type Parameters = $parameters;
            type Strategy = $strategy;

            fn arbitrary_with($arguments: $parameters) -> $strategy {
                $make
            }
        }
    )*};
}

use arbitraries;

/// Values of a function pointer.
fn mapped<S: Strategy, O>(source: S, fun: fn(S::Value) -> O) -> statics::Map<S, fn(S::Value) -> O> {
    statics::Map::new(source, fun)
}
