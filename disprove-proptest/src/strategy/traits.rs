//! `Strategy` and `ValueTree`.

use super::{
    BoxedStrategy, Filter, FilterMap, Flatten, IndFlatten, IndFlattenMap, Map, MapInto, NoShrink,
    Perturb, Recursive, SBoxedStrategy, Shuffle, Shuffleable, Union, boxed::Erased,
};
use crate::test_runner::{Reason, TestRng, TestRunner};
use std::{fmt::Debug, rc::Rc, sync::Arc};

/// A value tree of a strategy, or why there is none. In disprove: a draw, which cannot fail.
pub type NewTree<S> = Result<<S as Strategy>::Tree, Reason>;

/// How values of a type are drawn.
///
/// In disprove: `Generator`, or a function of `&mut Source`. Reduction works on the draws, so no strategy needs code for
/// it: a strategy of your own draws from other strategies or from `runner.rng()`.
///
/// ```
/// use proptest::prelude::*;
///
/// fn even() -> impl Strategy<Value = u32> {
///     (0..500u32).prop_map(|n| n * 2)
/// }
///
/// proptest!(|(n in even())| prop_assert!(n % 2 == 0));
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a strategy",
    label = "expected a strategy: a range, a pattern, `any::<T>()`, `Just(..)` or a combination of them",
    note = "`Index`, `Selector` and values of other types are not drawn from: write `any::<T>()` or `Just(value)`"
)]
#[must_use = "strategies do nothing unless used"]
pub trait Strategy: Debug {
    /// What [`new_tree`](Strategy::new_tree) returns.
    type Tree: ValueTree<Value = Self::Value>;

    /// The type of the values.
    type Value: Debug;

    /// Draws a value. In disprove: `Generator::generate`.
    ///
    /// ```
    /// use proptest::{strategy::{Strategy, ValueTree}, test_runner::TestRunner};
    ///
    /// assert!((1..=6u8).new_tree(&mut TestRunner::default()).unwrap().current() <= 6);
    /// ```
    ///
    /// # Errors
    /// If filters refused too many values.
    fn new_tree(&self, runner: &mut TestRunner) -> NewTree<Self>;

    /// Draws a value, without what only `current` of a tree needs.
    #[doc(hidden)]
    fn new_value(&self, runner: &mut TestRunner) -> Result<Self::Value, Reason> {
        Ok(self.new_tree(runner)?.current())
    }

    /// Applies a function to the values. In disprove: `Generator::map`.
    ///
    /// ```
    /// use proptest::prelude::*;
    ///
    /// proptest!(|(n in (0..9u8).prop_map(|n| n * 2))| prop_assert!(n % 2 == 0));
    /// ```
    fn prop_map<O: Debug, F: Fn(Self::Value) -> O>(self, fun: F) -> Map<Self, F>
    where
        Self: Sized,
    {
        Map::new(self, fun)
    }

    /// Converts the values with `Into`. In disprove: `Generator::map`.
    ///
    /// ```
    /// use proptest::prelude::*;
    ///
    /// proptest!(|(n in (0..9u8).prop_map_into::<u64>())| prop_assert!(n < 9));
    /// ```
    fn prop_map_into<O: Debug>(self) -> MapInto<Self, O>
    where
        Self: Sized,
        Self::Value: Into<O>,
    {
        MapInto::new(self)
    }

    /// Applies a function to the values, which draws random numbers too. In disprove: a function of `&mut Source`.
    ///
    /// ```
    /// use proptest::prelude::*;
    ///
    /// let near = (10..90i32).prop_perturb(|n, mut rng| n + rng.random_range(-5..5));
    /// proptest!(|(n in near)| prop_assert!((5..95).contains(&n)));
    /// ```
    fn prop_perturb<O: Debug, F: Fn(Self::Value, TestRng) -> O>(self, fun: F) -> Perturb<Self, F>
    where
        Self: Sized,
    {
        Perturb::new(self, fun)
    }

    /// Draws from a strategy that depends on a value. In disprove: `Generator::then`, or a function of `&mut Source`.
    ///
    /// ```
    /// use proptest::prelude::*;
    ///
    /// let pairs = (1..9usize).prop_flat_map(|n| (Just(n), 0..n));
    /// proptest!(|((n, i) in pairs)| prop_assert!(i < n));
    /// ```
    fn prop_flat_map<S: Strategy, F: Fn(Self::Value) -> S>(self, fun: F) -> Flatten<Map<Self, F>>
    where
        Self: Sized,
    {
        Flatten::new(Map::new(self, fun))
    }

    /// The same as [`prop_flat_map`](Strategy::prop_flat_map) here. In disprove: `Generator::then`.
    ///
    /// ```
    /// use proptest::prelude::*;
    ///
    /// let pairs = (1..9usize).prop_ind_flat_map(|n| (Just(n), 0..n));
    /// proptest!(|((n, i) in pairs)| prop_assert!(i < n));
    /// ```
    fn prop_ind_flat_map<S: Strategy, F: Fn(Self::Value) -> S>(
        self,
        fun: F,
    ) -> IndFlatten<Map<Self, F>>
    where
        Self: Sized,
    {
        IndFlatten::new(Map::new(self, fun))
    }

    /// Draws from a strategy that depends on a value, and keeps the value. In disprove: a function of `&mut Source`.
    ///
    /// ```
    /// use proptest::prelude::*;
    ///
    /// let pairs = (1..9usize).prop_ind_flat_map2(|n| 0..n);
    /// proptest!(|((n, i) in pairs)| prop_assert!(i < n));
    /// ```
    fn prop_ind_flat_map2<S: Strategy, F: Fn(Self::Value) -> S>(
        self,
        fun: F,
    ) -> IndFlattenMap<Self, F>
    where
        Self: Sized,
    {
        IndFlattenMap::new(self, fun)
    }

    /// Keeps the values that meet a condition. In disprove: `Generator::filter`.
    ///
    /// ```
    /// use proptest::prelude::*;
    ///
    /// proptest!(|(n in (0..99u8).prop_filter("odd", |n| n % 2 == 0))| prop_assert!(n % 2 == 0));
    /// ```
    fn prop_filter<R: Into<Reason>, F: Fn(&Self::Value) -> bool>(
        self,
        whence: R,
        fun: F,
    ) -> Filter<Self, F>
    where
        Self: Sized,
    {
        Filter::new(self, whence.into(), fun)
    }

    /// Applies a function, and keeps what is not `None`. In disprove: `Generator::filter` and `map`.
    ///
    /// ```
    /// use proptest::prelude::*;
    ///
    /// let halves = (0..99u8).prop_filter_map("odd", |n| (n % 2 == 0).then_some(n / 2));
    /// proptest!(|(n in halves)| prop_assert!(n < 50));
    /// ```
    fn prop_filter_map<F: Fn(Self::Value) -> Option<O>, O: Debug>(
        self,
        whence: impl Into<Reason>,
        fun: F,
    ) -> FilterMap<Self, F>
    where
        Self: Sized,
    {
        FilterMap::new(self, whence.into(), fun)
    }

    /// Draws from one of two strategies of the same type. In disprove: `one_of!`.
    ///
    /// ```
    /// use proptest::prelude::*;
    ///
    /// proptest!(|(n in (0..2).prop_union(8..10))| prop_assert!(n < 2 || n >= 8));
    /// ```
    fn prop_union(self, other: Self) -> Union<Self>
    where
        Self: Sized,
    {
        Union::new([self, other])
    }

    /// Values of this strategy, or larger ones that contain others, up to a depth. In disprove: `recursive(..)`.
    ///
    /// ```
    /// use proptest::prelude::*;
    ///
    /// let depths = Just(0u32).prop_recursive(4, 32, 3, |inner| {
    ///     prop::collection::vec(inner, 0..3).prop_map(|all| 1 + all.iter().max().unwrap_or(&0))
    /// });
    /// proptest!(|(depth in depths)| prop_assert!(depth <= 4));
    /// ```
    fn prop_recursive<
        R: Strategy<Value = Self::Value> + 'static,
        F: Fn(BoxedStrategy<Self::Value>) -> R,
    >(
        self,
        depth: u32,
        desired_size: u32,
        expected_branch_size: u32,
        recurse: F,
    ) -> Recursive<Self::Value, F>
    where
        Self: Sized + 'static,
    {
        let _ = (desired_size, expected_branch_size);
        Recursive::new(self.boxed(), depth, recurse)
    }

    /// Shuffles the elements of the values. In disprove: `shuffle(..)`.
    ///
    /// ```
    /// use proptest::prelude::*;
    ///
    /// proptest!(|(order in Just([1, 2, 3]).prop_shuffle())| {
    ///     prop_assert_eq!(order.iter().sum::<i32>(), 6);
    /// });
    /// ```
    fn prop_shuffle(self) -> Shuffle<Self>
    where
        Self: Sized,
        Self::Value: Shuffleable,
    {
        Shuffle::new(self)
    }

    /// Hides the type of the strategy. In disprove: `Generator::boxed`.
    ///
    /// ```
    /// use proptest::prelude::*;
    ///
    /// let both: [BoxedStrategy<u8>; 2] = [(0..9u8).boxed(), Just(3).boxed()];
    /// proptest!(|([a, b] in both)| prop_assert!(a < 9 && b == 3));
    /// ```
    fn boxed(self) -> BoxedStrategy<Self::Value>
    where
        Self: Sized + 'static,
    {
        BoxedStrategy(Arc::new(Erased(self)))
    }

    /// The same for threads. In disprove: a function.
    ///
    /// ```
    /// use proptest::prelude::*;
    ///
    /// let strategy: SBoxedStrategy<u8> = (0..9u8).sboxed();
    /// proptest!(|(n in strategy)| prop_assert!(n < 9));
    /// ```
    fn sboxed(self) -> SBoxedStrategy<Self::Value>
    where
        Self: Sized + Send + Sync + 'static,
    {
        SBoxedStrategy(Arc::new(Erased(self)))
    }

    /// The value trees cannot be simplified by hand. Runs reduce the draws in any case. In disprove: `reduce = false`.
    ///
    /// ```
    /// use proptest::prelude::*;
    ///
    /// proptest!(|(n in (0..9u8).no_shrink())| prop_assert!(n < 9));
    /// ```
    fn no_shrink(self) -> NoShrink<Self>
    where
        Self: Sized,
    {
        NoShrink(self)
    }
}

/// A value that was drawn. Runs call only `current`: they reduce the draws instead.
///
/// In disprove: none is needed.
pub trait ValueTree {
    /// The type of the value.
    type Value: Debug;

    /// The value.
    ///
    /// ```
    /// use proptest::{strategy::{Just, Strategy, ValueTree}, test_runner::TestRunner};
    ///
    /// assert_eq!(Just(3).new_tree(&mut TestRunner::default()).unwrap().current(), 3);
    /// ```
    fn current(&self) -> Self::Value;

    /// Makes the value smaller. The trees of this crate cannot.
    ///
    /// ```
    /// use proptest::{strategy::{Just, Strategy, ValueTree}, test_runner::TestRunner};
    ///
    /// assert!(!Just(3).new_tree(&mut TestRunner::default()).unwrap().simplify());
    /// ```
    fn simplify(&mut self) -> bool {
        false
    }

    /// Undoes a part of the last step. The trees of this crate make none.
    ///
    /// ```
    /// use proptest::{strategy::{Just, Strategy, ValueTree}, test_runner::TestRunner};
    ///
    /// assert!(!Just(3).new_tree(&mut TestRunner::default()).unwrap().complicate());
    /// ```
    fn complicate(&mut self) -> bool {
        false
    }
}

macro_rules! pointers {
    ($($type:ty $(, $lifetime:lifetime)?;)*) => {$(
        impl<$($lifetime,)? S: Strategy + ?Sized> Strategy for $type {
            type Tree = S::Tree;
            type Value = S::Value;

            fn new_tree(&self, runner: &mut TestRunner) -> NewTree<Self> {
                (**self).new_tree(runner)
            }

            fn new_value(&self, runner: &mut TestRunner) -> Result<S::Value, Reason> {
                (**self).new_value(runner)
            }
        }
    )*};
}

pointers! {
    Box<S>;
    Rc<S>;
    Arc<S>;
    &'a S, 'a;
    &'a mut S, 'a;
}

impl<T: ValueTree + ?Sized> ValueTree for Box<T> {
    type Value = T::Value;

    fn current(&self) -> T::Value {
        (**self).current()
    }

    fn simplify(&mut self) -> bool {
        (**self).simplify()
    }

    fn complicate(&mut self) -> bool {
        (**self).complicate()
    }
}

/// Options of [`check_strategy_sanity`]. In disprove: none is needed.
#[derive(Clone, Copy, Debug)]
pub struct CheckStrategySanityOptions {
    /// Whether `complicate` must be possible after `simplify`.
    pub strict_complicate_after_simplify: bool,
    /// Whether refused values are errors.
    pub error_on_local_rejects: bool,
    /// So that all fields can be left to the defaults.
    #[doc(hidden)]
    pub _non_exhaustive: (),
}

impl Default for CheckStrategySanityOptions {
    fn default() -> CheckStrategySanityOptions {
        CheckStrategySanityOptions {
            strict_complicate_after_simplify: true,
            error_on_local_rejects: false,
            _non_exhaustive: (),
        }
    }
}

/// Steps of `simplify` and `complicate` after which a tree counts as endless, as in proptest.
const MAX_STEPS: usize = 65_536;

/// Checks that the value trees of a strategy of your own can be simplified to the end. In disprove: none is needed.
///
/// ```
/// use proptest::strategy::{Just, check_strategy_sanity};
///
/// check_strategy_sanity(Just(3), None);
/// ```
///
/// # Panics
/// If they cannot.
#[track_caller]
pub fn check_strategy_sanity<S: Strategy>(strategy: S, options: Option<CheckStrategySanityOptions>)
where
    S::Tree: Clone + Debug,
    S::Value: PartialEq,
{
    let options = options.unwrap_or_default();
    let mut runner = TestRunner::default();
    for _ in 0..256 {
        let Ok(mut tree) = strategy.new_tree(&mut runner) else { continue };
        let mut steps = 0;
        loop {
            let before = tree.clone();
            if !tree.simplify() {
                break;
            }
            let mut complicated = tree.clone();
            let mut has_complicated = false;
            while complicated.complicate() {
                has_complicated = true;
                steps += 1;
                assert!(steps < MAX_STEPS, "no end after {MAX_STEPS} steps: {complicated:?}");
            }
            assert!(
                has_complicated || !options.strict_complicate_after_simplify,
                "`complicate` returned false after `simplify`: {tree:?}"
            );
            let (back, start) = (complicated.current(), before.current());
            #[expect(clippy::eq_op, reason = "NaN differs from itself")]
            let is_nan = start != start;
            assert!(
                is_nan || back == start,
                "`complicate` did not lead back from {back:?} to {start:?}"
            );
        }
    }
}
