//! Strategies for one value.

use super::{NewTree, Strategy, ValueTree};
use crate::test_runner::{Reason, TestRunner};
use std::fmt::{self, Debug};

/// This value in every case. In disprove: `just(..)`.
///
/// ```
/// use proptest::prelude::*;
///
/// proptest!(|(n in Just(3))| prop_assert_eq!(n, 3));
/// ```
#[derive(Clone, Copy, Debug)]
#[must_use = "strategies do nothing unless used"]
pub struct Just<T: Clone + Debug>(
    /// The value.
    pub T,
);

impl<T: Clone + Debug> Strategy for Just<T> {
    type Tree = Just<T>;
    type Value = T;

    fn new_tree(&self, _: &mut TestRunner) -> NewTree<Self> {
        Ok(self.clone())
    }

    fn new_value(&self, _: &mut TestRunner) -> Result<T, Reason> {
        Ok(self.0.clone())
    }
}

impl<T: Clone + Debug> ValueTree for Just<T> {
    type Value = T;

    fn current(&self) -> T {
        self.0.clone()
    }
}

/// The value of a function in every case. In disprove: a function of `&mut Source`.
///
/// ```
/// use proptest::{prelude::*, strategy::LazyJust};
///
/// proptest!(|(list in LazyJust::new(Vec::<u8>::new))| prop_assert!(list.is_empty()));
/// ```
#[derive(Clone, Copy)]
#[must_use = "strategies do nothing unless used"]
pub struct LazyJust<T, F: Fn() -> T>(F);

/// The same for a function pointer. In disprove: a function of `&mut Source`.
pub type LazyJustFn<V> = LazyJust<V, fn() -> V>;

impl<T, F: Fn() -> T> LazyJust<T, F> {
    /// The value of this function. In disprove: a function of `&mut Source`.
    ///
    /// ```
    /// use proptest::{prelude::*, strategy::LazyJust};
    ///
    /// proptest!(|(text in LazyJust::new(String::new))| prop_assert!(text.is_empty()));
    /// ```
    pub fn new(function: F) -> LazyJust<T, F> {
        LazyJust(function)
    }
}

impl<T, F: Fn() -> T> fmt::Debug for LazyJust<T, F> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("LazyJust(<function>)")
    }
}

impl<T: Debug, F: Clone + Fn() -> T> Strategy for LazyJust<T, F> {
    type Tree = LazyJust<T, F>;
    type Value = T;

    fn new_tree(&self, _: &mut TestRunner) -> NewTree<Self> {
        Ok(LazyJust(self.0.clone()))
    }
}

impl<T: Debug, F: Fn() -> T> ValueTree for LazyJust<T, F> {
    type Value = T;

    fn current(&self) -> T {
        (self.0)()
    }
}

impl<T: Debug> Strategy for fn() -> T {
    type Tree = fn() -> T;
    type Value = T;

    fn new_tree(&self, _: &mut TestRunner) -> NewTree<Self> {
        Ok(*self)
    }
}

impl<T: Debug> ValueTree for fn() -> T {
    type Value = T;

    fn current(&self) -> T {
        self()
    }
}
