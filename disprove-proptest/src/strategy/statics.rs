//! Maps and filters whose functions have names, for types that are written out.
//!
//! In disprove: none is needed.

use super::{NewTree, Strategy, ValueTree, filter::attempt};
use crate::test_runner::{Reason, TestRunner};
use std::{
    any::type_name,
    fmt::{self, Debug},
};

/// A condition with a name. In disprove: a function.
pub trait FilterFn<T> {
    /// Whether the value is kept.
    fn apply(&self, value: &T) -> bool;
}

/// A function with a name. In disprove: a function.
pub trait MapFn<T> {
    /// What it returns.
    type Output: Debug;

    /// Applies it.
    fn apply(&self, value: T) -> Self::Output;
}

impl<F: Fn(A) -> B, A, B: Debug> MapFn<A> for F {
    type Output = B;

    fn apply(&self, value: A) -> B {
        self(value)
    }
}

/// Values that meet a condition. In disprove: `Filter`.
#[derive(Clone)]
#[must_use = "strategies do nothing unless used"]
pub struct Filter<S, F> {
    source: S,
    whence: Reason,
    fun: F,
}

impl<S, F> Filter<S, F> {
    /// Keeps the values that meet the condition. In disprove: `Generator::filter`.
    ///
    /// ```
    /// use proptest::{prelude::*, strategy::statics::{Filter, FilterFn}};
    ///
    /// #[derive(Clone)]
    /// struct Even;
    ///
    /// impl FilterFn<u8> for Even {
    ///     fn apply(&self, value: &u8) -> bool {
    ///         value % 2 == 0
    ///     }
    /// }
    ///
    /// proptest!(|(n in Filter::new(any::<u8>(), "odd".into(), Even))| prop_assert!(n % 2 == 0));
    /// ```
    pub fn new(source: S, whence: Reason, filter: F) -> Filter<S, F> {
        Filter { source, whence, fun: filter }
    }
}

impl<S: Debug, F> Debug for Filter<S, F> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Filter").field("source", &self.source).finish_non_exhaustive()
    }
}

impl<S: Strategy, F: FilterFn<S::Value> + Clone> Strategy for Filter<S, F> {
    type Tree = Filter<S::Tree, F>;
    type Value = S::Value;

    fn new_tree(&self, runner: &mut TestRunner) -> NewTree<Self> {
        let Filter { source, whence, fun } = self;
        let keep = |tree: S::Tree| fun.apply(&tree.current()).then_some(tree);
        let draw = |runner: &mut TestRunner| source.new_tree(runner);
        let source = attempt(runner, type_name::<Self>(), whence, &draw, &keep)?;
        Ok(Filter { source, whence: whence.clone(), fun: fun.clone() })
    }
}

impl<S: ValueTree, F: FilterFn<S::Value>> ValueTree for Filter<S, F> {
    type Value = S::Value;

    fn current(&self) -> S::Value {
        self.source.current()
    }
}

/// Values of a function. In disprove: `Map`.
#[derive(Clone)]
#[must_use = "strategies do nothing unless used"]
pub struct Map<S, F> {
    source: S,
    fun: F,
}

impl<S, F> Map<S, F> {
    /// Applies the function to the values. In disprove: `Generator::map`.
    ///
    /// ```
    /// use proptest::{prelude::*, strategy::statics::Map};
    ///
    /// proptest!(|(n in Map::new(0..9u8, |n| n * 2))| prop_assert!(n % 2 == 0));
    /// ```
    pub fn new(source: S, fun: F) -> Map<S, F> {
        Map { source, fun }
    }
}

impl<S: Debug, F> Debug for Map<S, F> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Map").field("source", &self.source).finish_non_exhaustive()
    }
}

impl<S: Strategy, F: Clone + MapFn<S::Value>> Strategy for Map<S, F> {
    type Tree = Map<S::Tree, F>;
    type Value = F::Output;

    fn new_tree(&self, runner: &mut TestRunner) -> NewTree<Self> {
        Ok(Map { source: self.source.new_tree(runner)?, fun: self.fun.clone() })
    }

    fn new_value(&self, runner: &mut TestRunner) -> Result<F::Output, Reason> {
        Ok(self.fun.apply(self.source.new_value(runner)?))
    }
}

impl<S: ValueTree, F: MapFn<S::Value>> ValueTree for Map<S, F> {
    type Value = F::Output;

    fn current(&self) -> F::Output {
        self.fun.apply(self.source.current())
    }

    fn simplify(&mut self) -> bool {
        self.source.simplify()
    }

    fn complicate(&mut self) -> bool {
        self.source.complicate()
    }
}
