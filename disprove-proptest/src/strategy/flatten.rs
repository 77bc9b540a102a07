//! Strategies that depend on values.

use super::{Map, NewTree, Strategy, ValueTree};
use crate::test_runner::{Reason, TestRunner};
use std::{
    any::type_name,
    fmt::{self, Debug},
    sync::Arc,
};

/// Values of a strategy that is drawn itself: see [`Strategy::prop_flat_map`]. In disprove: `Then`.
#[derive(Clone, Copy, Debug)]
#[must_use = "strategies do nothing unless used"]
pub struct Flatten<S>(S);

impl<S: Strategy> Flatten<S> {
    /// Draws a strategy, and a value from it. In disprove: `Generator::then`.
    ///
    /// ```
    /// use proptest::{prelude::*, strategy::Flatten};
    ///
    /// let strategy = Flatten::new((1..9u8).prop_map(|end| 0..end));
    /// proptest!(|(n in strategy)| prop_assert!(n < 8));
    /// ```
    pub fn new(source: S) -> Flatten<S> {
        Flatten(source)
    }
}

fn draw<S: Strategy<Value: Strategy>>(source: &S, runner: &mut TestRunner) -> NewTree<S::Value> {
    runner.part(type_name::<S>(), |runner| source.new_value(runner)?.new_tree(runner))
}

fn draw_value<S: Strategy<Value: Strategy>>(
    source: &S,
    runner: &mut TestRunner,
) -> Result<<S::Value as Strategy>::Value, Reason> {
    runner.part(type_name::<S>(), |runner| source.new_value(runner)?.new_value(runner))
}

impl<S: Strategy<Value: Strategy>> Strategy for Flatten<S> {
    type Tree = FlattenValueTree<S::Tree>;
    type Value = <S::Value as Strategy>::Value;

    fn new_tree(&self, runner: &mut TestRunner) -> NewTree<Self> {
        Ok(FlattenValueTree(draw(&self.0, runner)?))
    }

    fn new_value(&self, runner: &mut TestRunner) -> Result<Self::Value, Reason> {
        draw_value(&self.0, runner)
    }
}

/// A value of [`Flatten`]. In disprove: none is needed.
pub struct FlattenValueTree<S: ValueTree<Value: Strategy>>(<S::Value as Strategy>::Tree);

impl<S: ValueTree<Value: Strategy<Tree: Clone>>> Clone for FlattenValueTree<S> {
    fn clone(&self) -> FlattenValueTree<S> {
        FlattenValueTree(self.0.clone())
    }
}

impl<S: ValueTree<Value: Strategy<Tree: Debug>>> Debug for FlattenValueTree<S> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_tuple("FlattenValueTree").field(&self.0).finish()
    }
}

impl<S: ValueTree<Value: Strategy>> ValueTree for FlattenValueTree<S> {
    type Value = <S::Value as Strategy>::Value;

    fn current(&self) -> Self::Value {
        self.0.current()
    }

    fn simplify(&mut self) -> bool {
        self.0.simplify()
    }

    fn complicate(&mut self) -> bool {
        self.0.complicate()
    }
}

/// The same as [`Flatten`] here: see [`Strategy::prop_ind_flat_map`]. In disprove: `Then`.
#[derive(Clone, Copy, Debug)]
#[must_use = "strategies do nothing unless used"]
pub struct IndFlatten<S>(S);

impl<S> IndFlatten<S> {
    pub(super) fn new(source: S) -> IndFlatten<S> {
        IndFlatten(source)
    }
}

impl<S: Strategy<Value: Strategy>> Strategy for IndFlatten<S> {
    type Tree = <S::Value as Strategy>::Tree;
    type Value = <S::Value as Strategy>::Value;

    fn new_tree(&self, runner: &mut TestRunner) -> NewTree<Self> {
        draw(&self.0, runner)
    }

    fn new_value(&self, runner: &mut TestRunner) -> Result<Self::Value, Reason> {
        draw_value(&self.0, runner)
    }
}

/// Values and what depends on them: see [`Strategy::prop_ind_flat_map2`]. In disprove: a function of `&mut Source`.
#[must_use = "strategies do nothing unless used"]
pub struct IndFlattenMap<S, F>(Map<S, F>);

impl<S, F> IndFlattenMap<S, F> {
    pub(super) fn new(source: S, fun: F) -> IndFlattenMap<S, F> {
        IndFlattenMap(Map { source, fun: Arc::new(fun) })
    }
}

impl<S: Clone, F> Clone for IndFlattenMap<S, F> {
    fn clone(&self) -> IndFlattenMap<S, F> {
        IndFlattenMap(self.0.clone())
    }
}

impl<S: Debug, F> Debug for IndFlattenMap<S, F> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_tuple("IndFlattenMap").field(&self.0).finish()
    }
}

impl<S: Strategy, R: Strategy, F: Fn(S::Value) -> R> Strategy for IndFlattenMap<S, F> {
    type Tree = crate::tuple::TupleValueTree<(S::Tree, R::Tree)>;
    type Value = (S::Value, R::Value);

    fn new_tree(&self, runner: &mut TestRunner) -> NewTree<Self> {
        runner.part(type_name::<Self>(), |runner| {
            let first = self.0.source.new_tree(runner)?;
            let second = (self.0.fun)(first.current()).new_tree(runner)?;
            Ok(crate::tuple::TupleValueTree::new((first, second)))
        })
    }
}
