//! Values that meet a condition.

use super::{NewTree, Strategy, ValueTree};
use crate::test_runner::{Reason, TestRunner};
use disprove::__private::{accept_attempt, begin_filter, end_attempt, refuse_attempt};
use std::{
    any::type_name,
    cell::Cell,
    fmt::{self, Debug},
    sync::Arc,
};

/// Draws until a value is kept: `keep` returns what becomes of it. After some attempts the case is rejected.
pub(crate) fn attempt<T, U>(
    runner: &mut TestRunner,
    name: &'static str,
    whence: &Reason,
    draw: &dyn Fn(&mut TestRunner) -> Result<T, Reason>,
    keep: &dyn Fn(T) -> Option<U>,
) -> Result<U, Reason> {
    let mut filter = runner.with(|src| begin_filter(src, name));
    loop {
        let value = match draw(runner) {
            Ok(value) => value,
            Err(reason) => {
                runner.with(accept_attempt);
                return Err(reason);
            }
        };
        runner.with(|src| end_attempt(src));
        if let Some(kept) = keep(value) {
            runner.with(accept_attempt);
            return Ok(kept);
        }
        if !runner.with(|src| refuse_attempt(src, &mut filter)) {
            return Err(whence.clone());
        }
    }
}

/// Values that meet a condition: see [`Strategy::prop_filter`]. In disprove: `Filter`.
#[must_use = "strategies do nothing unless used"]
pub struct Filter<S, F> {
    source: S,
    whence: Reason,
    fun: Arc<F>,
}

impl<S, F> Filter<S, F> {
    pub(super) fn new(source: S, whence: Reason, fun: F) -> Filter<S, F> {
        Filter { source, whence, fun: Arc::new(fun) }
    }
}

impl<S: Clone, F> Clone for Filter<S, F> {
    fn clone(&self) -> Filter<S, F> {
        let Filter { source, whence, fun } = self;
        Filter { source: source.clone(), whence: whence.clone(), fun: Arc::clone(fun) }
    }
}

impl<S: Debug, F> Debug for Filter<S, F> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Filter { source, whence, .. } = self;
        out.debug_struct("Filter")
            .field("source", source)
            .field("whence", whence)
            .finish_non_exhaustive()
    }
}

impl<S: Strategy, F: Fn(&S::Value) -> bool> Strategy for Filter<S, F> {
    type Tree = Filter<S::Tree, F>;
    type Value = S::Value;

    fn new_tree(&self, runner: &mut TestRunner) -> NewTree<Self> {
        let Filter { source, whence, fun } = self;
        let keep = |tree: S::Tree| fun(&tree.current()).then_some(tree);
        let draw = |runner: &mut TestRunner| source.new_tree(runner);
        let source = attempt(runner, type_name::<Self>(), whence, &draw, &keep)?;
        Ok(Filter { source, whence: whence.clone(), fun: Arc::clone(fun) })
    }

    fn new_value(&self, runner: &mut TestRunner) -> Result<S::Value, Reason> {
        let Filter { source, whence, fun } = self;
        let keep = |value: S::Value| fun(&value).then_some(value);
        let draw = |runner: &mut TestRunner| source.new_value(runner);
        attempt(runner, type_name::<Self>(), whence, &draw, &keep)
    }
}

impl<S: ValueTree, F: Fn(&S::Value) -> bool> ValueTree for Filter<S, F> {
    type Value = S::Value;

    fn current(&self) -> S::Value {
        self.source.current()
    }
}

/// Values of a function that refuses some: see [`Strategy::prop_filter_map`]. In disprove: `Filter`.
#[must_use = "strategies do nothing unless used"]
pub struct FilterMap<S, F> {
    source: S,
    whence: Reason,
    fun: Arc<F>,
}

impl<S, F> FilterMap<S, F> {
    pub(super) fn new(source: S, whence: Reason, fun: F) -> FilterMap<S, F> {
        FilterMap { source, whence, fun: Arc::new(fun) }
    }
}

impl<S: Clone, F> Clone for FilterMap<S, F> {
    fn clone(&self) -> FilterMap<S, F> {
        let FilterMap { source, whence, fun } = self;
        FilterMap { source: source.clone(), whence: whence.clone(), fun: Arc::clone(fun) }
    }
}

impl<S: Debug, F> Debug for FilterMap<S, F> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let FilterMap { source, whence, .. } = self;
        out.debug_struct("FilterMap")
            .field("source", source)
            .field("whence", whence)
            .finish_non_exhaustive()
    }
}

impl<S: Strategy, F: Fn(S::Value) -> Option<O>, O: Debug> Strategy for FilterMap<S, F> {
    type Tree = FilterMapValueTree<S::Tree, F, O>;
    type Value = O;

    fn new_tree(&self, runner: &mut TestRunner) -> NewTree<Self> {
        let FilterMap { source, whence, fun } = self;
        let keep = |tree: S::Tree| Some((fun(tree.current())?, tree));
        let draw = |runner: &mut TestRunner| source.new_tree(runner);
        let (first, source) = attempt(runner, type_name::<Self>(), whence, &draw, &keep)?;
        Ok(FilterMapValueTree { source, fun: Arc::clone(fun), first: Cell::new(Some(first)) })
    }

    fn new_value(&self, runner: &mut TestRunner) -> Result<O, Reason> {
        let FilterMap { source, whence, fun } = self;
        let draw = |runner: &mut TestRunner| source.new_value(runner);
        attempt(runner, type_name::<Self>(), whence, &draw, &|value| fun(value))
    }
}

/// A value of [`FilterMap`]. In disprove: none is needed.
pub struct FilterMapValueTree<S, F, O> {
    source: S,
    fun: Arc<F>,
    /// What `fun` returned already.
    first: Cell<Option<O>>,
}

impl<S: Clone, F, O> Clone for FilterMapValueTree<S, F, O> {
    fn clone(&self) -> FilterMapValueTree<S, F, O> {
        let (source, fun) = (self.source.clone(), Arc::clone(&self.fun));
        FilterMapValueTree { source, fun, first: Cell::new(None) }
    }
}

impl<S: Debug, F, O> Debug for FilterMapValueTree<S, F, O> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("FilterMapValueTree").field("source", &self.source).finish_non_exhaustive()
    }
}

impl<S: ValueTree, F: Fn(S::Value) -> Option<O>, O: Debug> ValueTree
    for FilterMapValueTree<S, F, O>
{
    type Value = O;

    fn current(&self) -> O {
        let again = || {
            (self.fun)(self.source.current())
                .expect("the function of `prop_filter_map` returned `Some` for this value before")
        };
        self.first.take().unwrap_or_else(again)
    }
}
