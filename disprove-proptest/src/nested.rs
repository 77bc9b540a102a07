//! Strategies of several arguments as nested pairs, however many there are.

use crate::{
    strategy::{NewTree, Strategy, ValueTree},
    test_runner::{Reason, TestRunner},
};
use disprove::__private::{Printer, begin_argument, end_argument};
use std::{any::type_name, fmt::Debug};

/// Strategies as nested pairs, as one strategy. For `prop_compose!`.
#[derive(Clone, Copy, Debug)]
pub struct All<S>(pub S);

impl<S: Nested> Strategy for All<S> {
    type Tree = AllTree<S::Tree>;
    type Value = <S::Tree as NestedTree>::Values;

    fn new_tree(&self, runner: &mut TestRunner) -> NewTree<Self> {
        runner.part(type_name::<Self>(), |runner| self.0.trees(runner)).map(AllTree)
    }

    fn new_value(&self, runner: &mut TestRunner) -> Result<Self::Value, Reason> {
        runner.part(type_name::<Self>(), |runner| self.0.values(runner))
    }
}

/// A value of [`All`].
#[derive(Clone, Copy, Debug)]
pub struct AllTree<T>(T);

impl<T: NestedTree> ValueTree for AllTree<T> {
    type Value = T::Values;

    fn current(&self) -> T::Values {
        self.0.values()
    }
}

/// Strategies as nested pairs: `((((), a), b), c)`.
pub trait Nested: Debug {
    /// Their trees, nested in the same way.
    type Tree: NestedTree;

    /// Draws a tree for each.
    fn trees(&self, runner: &mut TestRunner) -> Result<Self::Tree, Reason>;

    /// Draws a value for each.
    fn values(&self, runner: &mut TestRunner) -> Result<Values<Self>, Reason>;

    /// Adds the texts of the values.
    fn texts(values: &Values<Self>, texts: &mut Vec<String>);
}

/// The values of strategies, as nested pairs.
pub type Values<S> = <<S as Nested>::Tree as NestedTree>::Values;

/// Trees as nested pairs.
pub trait NestedTree {
    /// Their values, nested in the same way.
    type Values: Debug;

    /// The values.
    fn values(&self) -> Self::Values;
}

impl Nested for () {
    type Tree = ();

    fn trees(&self, _: &mut TestRunner) -> Result<(), Reason> {
        Ok(())
    }

    fn values(&self, _: &mut TestRunner) -> Result<(), Reason> {
        Ok(())
    }

    fn texts((): &(), _: &mut Vec<String>) {}
}

impl NestedTree for () {
    type Values = ();

    fn values(&self) {}
}

impl<R: Nested, S: Strategy> Nested for (R, S) {
    type Tree = (R::Tree, S::Tree);

    fn trees(&self, runner: &mut TestRunner) -> Result<Self::Tree, Reason> {
        Ok((self.0.trees(runner)?, self.1.new_tree(runner)?))
    }

    fn values(&self, runner: &mut TestRunner) -> Result<Values<Self>, Reason> {
        let before = self.0.values(runner)?;
        let part = runner.with(|src| begin_argument(src, type_name::<S::Value>));
        let value = self.1.new_value(runner);
        runner.with(|src| end_argument(src, part));
        Ok((before, value?))
    }

    fn texts(values: &Values<Self>, texts: &mut Vec<String>) {
        R::texts(&values.0, texts);
        texts.push(Printer::DEBUG.text(&values.1));
    }
}

impl<R: NestedTree, T: ValueTree> NestedTree for (R, T) {
    type Values = (R::Values, T::Value);

    fn values(&self) -> Self::Values {
        (self.0.values(), self.1.current())
    }
}
