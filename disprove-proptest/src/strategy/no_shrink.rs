//! Wrappers that have no effect on runs.

use super::{NewTree, Strategy, ValueTree};
use crate::test_runner::{Reason, TestRunner};

/// Values that are not simplified by hand: see [`Strategy::no_shrink`]. In disprove: `reduce = false`.
#[derive(Clone, Copy, Debug)]
#[must_use = "strategies do nothing unless used"]
pub struct NoShrink<T>(pub(super) T);

impl<T: Strategy> Strategy for NoShrink<T> {
    type Tree = NoShrink<T::Tree>;
    type Value = T::Value;

    fn new_tree(&self, runner: &mut TestRunner) -> NewTree<Self> {
        self.0.new_tree(runner).map(NoShrink)
    }

    fn new_value(&self, runner: &mut TestRunner) -> Result<T::Value, Reason> {
        self.0.new_value(runner)
    }
}

impl<T: ValueTree> ValueTree for NoShrink<T> {
    type Value = T::Value;

    fn current(&self) -> T::Value {
        self.0.current()
    }
}

/// A value tree or strategy as it is. In disprove: none is needed.
#[derive(Clone, Copy, Debug)]
#[must_use = "strategies do nothing unless used"]
pub struct Fuse<T>(T);

impl<T> Fuse<T> {
    /// This one. In disprove: none is needed.
    ///
    /// ```
    /// use proptest::{prelude::*, strategy::Fuse};
    ///
    /// proptest!(|(n in Fuse::new(0..9))| prop_assert!(n < 9));
    /// ```
    pub fn new(inner: T) -> Fuse<T> {
        Fuse(inner)
    }
}

impl<T: Strategy> Strategy for Fuse<T> {
    type Tree = Fuse<T::Tree>;
    type Value = T::Value;

    fn new_tree(&self, runner: &mut TestRunner) -> NewTree<Self> {
        self.0.new_tree(runner).map(Fuse)
    }

    fn new_value(&self, runner: &mut TestRunner) -> Result<T::Value, Reason> {
        self.0.new_value(runner)
    }
}

impl<T: ValueTree> ValueTree for Fuse<T> {
    type Value = T::Value;

    fn current(&self) -> T::Value {
        self.0.current()
    }

    fn simplify(&mut self) -> bool {
        self.0.simplify()
    }

    fn complicate(&mut self) -> bool {
        self.0.complicate()
    }
}
