//! Recursive values.

use super::{BoxedStrategy, NewTree, Strategy, ValueTree};
use crate::test_runner::{Reason, TestRunner};
use disprove::__private::{Weights, begin_recursive, end_recursive};
use std::{
    any::type_name,
    cell::{Cell, OnceCell},
    fmt::{self, Debug},
    rc::{Rc, Weak},
    sync::Arc,
};

/// The weight of a composite at the outermost level; a leaf has 1. The library damps it further inside, and in large
/// cases, so that sizes are bounded whatever the strategy is.
const COMPOSITE: u32 = 3;

/// Leaves, or values that contain others, up to a depth: see [`Strategy::prop_recursive`]. In disprove: `recursive(..)`.
#[must_use = "strategies do nothing unless used"]
pub struct Recursive<T, F> {
    parts: Rc<Parts<T>>,
    recurse: Arc<F>,
}

struct Parts<T> {
    leaf: BoxedStrategy<T>,
    /// Made at the first draw.
    composite: OnceCell<BoxedStrategy<T>>,
    weights: Weights,
    depth: u32,
    /// The depth of the value that is being drawn.
    current: Cell<u32>,
}

impl<T, F> Recursive<T, F> {
    pub(super) fn new(leaf: BoxedStrategy<T>, depth: u32, recurse: F) -> Recursive<T, F> {
        let parts = Rc::new(Parts {
            leaf,
            composite: OnceCell::new(),
            weights: Weights::new(&[1, COMPOSITE], &[false, true]),
            depth,
            current: Cell::new(0),
        });
        Recursive { parts, recurse: Arc::new(recurse) }
    }
}

impl<T, F> Clone for Recursive<T, F> {
    fn clone(&self) -> Recursive<T, F> {
        Recursive { parts: Rc::clone(&self.parts), recurse: Arc::clone(&self.recurse) }
    }
}

impl<T: Debug, F> Debug for Recursive<T, F> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Parts { leaf, depth, .. } = &*self.parts;
        out.debug_struct("Recursive")
            .field("leaf", leaf)
            .field("depth", depth)
            .finish_non_exhaustive()
    }
}

/// Restores the depth, also if a draw panics.
struct Level<'a>(&'a Cell<u32>, u32);

impl Drop for Level<'_> {
    fn drop(&mut self) {
        self.0.set(self.1);
    }
}

impl<T: Debug + 'static> Parts<T> {
    fn draw<V>(
        &self,
        runner: &mut TestRunner,
        draw: fn(&BoxedStrategy<T>, &mut TestRunner) -> Result<V, Reason>,
    ) -> Result<V, Reason> {
        let level = Level(&self.current, self.current.get());
        self.current.set(level.1 + 1);
        let may_recurse = level.1 < self.depth;
        let is_composite = runner
            .with(|src| begin_recursive(src, type_name::<Self>(), &self.weights, may_recurse));
        let strategy = if is_composite { self.composite.get() } else { None };
        let value = draw(strategy.unwrap_or(&self.leaf), runner);
        runner.with(end_recursive);
        value
    }
}

/// What the function of `prop_recursive` gets: further values, which do not own the parts.
struct Inner<T>(Weak<Parts<T>>);

impl<T> Debug for Inner<T> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("Recursive(..)")
    }
}

impl<T> Inner<T> {
    fn parts(&self) -> Rc<Parts<T>> {
        self.0.upgrade().expect(
            "the strategy that `prop_recursive` passes to its function was used after the outer one was dropped",
        )
    }
}

impl<T: Debug + 'static> Strategy for Inner<T> {
    type Tree = Box<dyn ValueTree<Value = T>>;
    type Value = T;

    fn new_tree(&self, runner: &mut TestRunner) -> NewTree<Self> {
        self.parts().draw(runner, BoxedStrategy::new_tree)
    }

    fn new_value(&self, runner: &mut TestRunner) -> Result<T, Reason> {
        self.parts().draw(runner, BoxedStrategy::new_value)
    }
}

impl<T: Debug + 'static, F> Recursive<T, F> {
    fn parts<R: Strategy<Value = T> + 'static>(&self) -> &Parts<T>
    where
        F: Fn(BoxedStrategy<T>) -> R,
    {
        self.parts
            .composite
            .get_or_init(|| (self.recurse)(Inner(Rc::downgrade(&self.parts)).boxed()).boxed());
        &self.parts
    }
}

impl<T, R, F> Strategy for Recursive<T, F>
where
    T: Debug + 'static,
    R: Strategy<Value = T> + 'static,
    F: Fn(BoxedStrategy<T>) -> R,
{
    type Tree = Box<dyn ValueTree<Value = T>>;
    type Value = T;

    fn new_tree(&self, runner: &mut TestRunner) -> NewTree<Self> {
        self.parts().draw(runner, BoxedStrategy::new_tree)
    }

    fn new_value(&self, runner: &mut TestRunner) -> Result<T, Reason> {
        self.parts().draw(runner, BoxedStrategy::new_value)
    }
}
