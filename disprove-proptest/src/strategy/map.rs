//! Values that a function makes of others.

use super::{NewTree, Strategy, ValueTree};
use crate::test_runner::{Reason, TestRng, TestRunner};
use std::{
    fmt::{self, Debug},
    marker::PhantomData,
    sync::Arc,
};

/// Values of a function: see [`Strategy::prop_map`]. In disprove: `Map`.
#[must_use = "strategies do nothing unless used"]
pub struct Map<S, F> {
    pub(super) source: S,
    pub(super) fun: Arc<F>,
}

impl<S, F> Map<S, F> {
    pub(super) fn new(source: S, fun: F) -> Map<S, F> {
        Map { source, fun: Arc::new(fun) }
    }
}

impl<S: Clone, F> Clone for Map<S, F> {
    fn clone(&self) -> Map<S, F> {
        Map { source: self.source.clone(), fun: Arc::clone(&self.fun) }
    }
}

impl<S: Debug, F> Debug for Map<S, F> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Map").field("source", &self.source).finish_non_exhaustive()
    }
}

impl<S: Strategy, O: Debug, F: Fn(S::Value) -> O> Strategy for Map<S, F> {
    type Tree = Map<S::Tree, F>;
    type Value = O;

    fn new_tree(&self, runner: &mut TestRunner) -> NewTree<Self> {
        Ok(Map { source: self.source.new_tree(runner)?, fun: Arc::clone(&self.fun) })
    }

    fn new_value(&self, runner: &mut TestRunner) -> Result<O, Reason> {
        Ok((self.fun)(self.source.new_value(runner)?))
    }
}

impl<S: ValueTree, O: Debug, F: Fn(S::Value) -> O> ValueTree for Map<S, F> {
    type Value = O;

    fn current(&self) -> O {
        (self.fun)(self.source.current())
    }

    fn simplify(&mut self) -> bool {
        self.source.simplify()
    }

    fn complicate(&mut self) -> bool {
        self.source.complicate()
    }
}

/// Converted values: see [`Strategy::prop_map_into`]. In disprove: `Map`.
#[must_use = "strategies do nothing unless used"]
pub struct MapInto<S, O> {
    source: S,
    output: PhantomData<fn() -> O>,
}

impl<S, O> MapInto<S, O> {
    pub(super) fn new(source: S) -> MapInto<S, O> {
        MapInto { source, output: PhantomData }
    }
}

impl<S: Clone, O> Clone for MapInto<S, O> {
    fn clone(&self) -> MapInto<S, O> {
        MapInto::new(self.source.clone())
    }
}

impl<S: Debug, O> Debug for MapInto<S, O> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("MapInto").field("source", &self.source).finish_non_exhaustive()
    }
}

impl<S: Strategy<Value: Into<O>>, O: Debug> Strategy for MapInto<S, O> {
    type Tree = MapInto<S::Tree, O>;
    type Value = O;

    fn new_tree(&self, runner: &mut TestRunner) -> NewTree<Self> {
        Ok(MapInto::new(self.source.new_tree(runner)?))
    }

    fn new_value(&self, runner: &mut TestRunner) -> Result<O, Reason> {
        Ok(self.source.new_value(runner)?.into())
    }
}

impl<S: ValueTree<Value: Into<O>>, O: Debug> ValueTree for MapInto<S, O> {
    type Value = O;

    fn current(&self) -> O {
        self.source.current().into()
    }

    fn simplify(&mut self) -> bool {
        self.source.simplify()
    }

    fn complicate(&mut self) -> bool {
        self.source.complicate()
    }
}

/// Values of a function that draws random numbers: see [`Strategy::prop_perturb`]. In disprove: a function of
/// `&mut Source`.
#[must_use = "strategies do nothing unless used"]
pub struct Perturb<S, F> {
    source: S,
    fun: Arc<F>,
}

impl<S, F> Perturb<S, F> {
    pub(super) fn new(source: S, fun: F) -> Perturb<S, F> {
        Perturb { source, fun: Arc::new(fun) }
    }
}

impl<S: Clone, F> Clone for Perturb<S, F> {
    fn clone(&self) -> Perturb<S, F> {
        Perturb { source: self.source.clone(), fun: Arc::clone(&self.fun) }
    }
}

impl<S: Debug, F> Debug for Perturb<S, F> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Perturb").field("source", &self.source).finish_non_exhaustive()
    }
}

impl<S: Strategy, O: Debug, F: Fn(S::Value, TestRng) -> O> Strategy for Perturb<S, F> {
    type Tree = PerturbValueTree<S::Tree, F>;
    type Value = O;

    fn new_tree(&self, runner: &mut TestRunner) -> NewTree<Self> {
        let source = self.source.new_tree(runner)?;
        // A seed, since `current` must return the same value again.
        Ok(PerturbValueTree { source, fun: Arc::clone(&self.fun), rng: runner.new_rng() })
    }

    /// Here the random numbers are choices of the case.
    fn new_value(&self, runner: &mut TestRunner) -> Result<O, Reason> {
        let value = self.source.new_value(runner)?;
        Ok((self.fun)(value, runner.case_rng()))
    }
}

/// A value of [`Perturb`]. In disprove: none is needed.
pub struct PerturbValueTree<S, F> {
    source: S,
    fun: Arc<F>,
    rng: TestRng,
}

impl<S: Clone, F> Clone for PerturbValueTree<S, F> {
    fn clone(&self) -> PerturbValueTree<S, F> {
        let PerturbValueTree { source, fun, rng } = self;
        PerturbValueTree { source: source.clone(), fun: Arc::clone(fun), rng: rng.clone() }
    }
}

impl<S: Debug, F> Debug for PerturbValueTree<S, F> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("PerturbValueTree").field("source", &self.source).finish_non_exhaustive()
    }
}

impl<S: ValueTree, O: Debug, F: Fn(S::Value, TestRng) -> O> ValueTree for PerturbValueTree<S, F> {
    type Value = O;

    fn current(&self) -> O {
        (self.fun)(self.source.current(), self.rng.clone())
    }

    fn simplify(&mut self) -> bool {
        self.source.simplify()
    }

    fn complicate(&mut self) -> bool {
        self.source.complicate()
    }
}
