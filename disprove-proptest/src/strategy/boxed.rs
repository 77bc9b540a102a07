//! Strategies whose type is hidden.

use super::{NewTree, Strategy, ValueTree};
use crate::test_runner::{Reason, TestRunner};
use std::{
    fmt::{self, Debug},
    sync::Arc,
};

type BoxedTree<T> = Box<dyn ValueTree<Value = T>>;

/// A strategy whose type is hidden: see [`Strategy::boxed`]. In disprove: `Boxed`.
#[must_use = "strategies do nothing unless used"]
pub struct BoxedStrategy<T>(pub(super) Arc<dyn Strategy<Value = T, Tree = BoxedTree<T>>>);

/// The same for threads: see [`Strategy::sboxed`]. In disprove: a function.
#[must_use = "strategies do nothing unless used"]
pub struct SBoxedStrategy<T>(
    pub(super) Arc<dyn Strategy<Value = T, Tree = BoxedTree<T>> + Sync + Send>,
);

/// A strategy whose trees are boxed.
#[derive(Debug)]
pub(super) struct Erased<S>(pub(super) S);

impl<S: Strategy<Tree: 'static>> Strategy for Erased<S> {
    type Tree = BoxedTree<S::Value>;
    type Value = S::Value;

    fn new_tree(&self, runner: &mut TestRunner) -> NewTree<Self> {
        Ok(Box::new(self.0.new_tree(runner)?))
    }

    fn new_value(&self, runner: &mut TestRunner) -> Result<S::Value, Reason> {
        self.0.new_value(runner)
    }
}

macro_rules! boxed {
    ($type:ident { $($method:tt)* }) => {
        impl<T> Clone for $type<T> {
            fn clone(&self) -> $type<T> {
                $type(Arc::clone(&self.0))
            }
        }

        impl<T> fmt::Debug for $type<T> {
            fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
                out.debug_tuple(stringify!($type)).field(&self.0).finish()
            }
        }

        impl<T: Debug> Strategy for $type<T> {
            type Tree = BoxedTree<T>;
            type Value = T;

            fn new_tree(&self, runner: &mut TestRunner) -> NewTree<Self> {
                self.0.new_tree(runner)
            }

            fn new_value(&self, runner: &mut TestRunner) -> Result<T, Reason> {
                self.0.new_value(runner)
            }

            $($method)*
        }
    };
}

boxed!(BoxedStrategy {
    fn boxed(self) -> BoxedStrategy<T>
    where
        Self: 'static,
    {
        self
    }
});

boxed!(SBoxedStrategy {
    fn boxed(self) -> BoxedStrategy<T>
    where
        Self: 'static,
    {
        BoxedStrategy(self.0)
    }

    fn sboxed(self) -> SBoxedStrategy<T>
    where
        Self: 'static,
    {
        self
    }
});
