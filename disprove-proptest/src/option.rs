//! `Option`, and probabilities.
//!
//! In disprove: `option(..)`.
//!
//! ```
//! use proptest::{option, prelude::*};
//!
//! proptest!(|(port in option::of(1_024..u16::MAX))| prop_assert!(port.is_none_or(|port| port >= 1_024)));
//! ```

use crate::{
    bool::threshold,
    strategy::{NewTree, Strategy, ValueTree},
    test_runner::{Reason, TestRunner},
};
use disprove::__private::choose_bool;
use std::{
    any::type_name,
    fmt::{self, Debug},
};

/// A probability between 0 and 1 (default one half). In disprove: weights of `one_of!`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Probability(f64);

/// A probability. In disprove: weights of `one_of!`.
///
/// ```
/// assert_eq!(f64::from(proptest::option::prob(0.25)), 0.25);
/// ```
///
/// # Panics
/// If it is not between 0 and 1.
#[track_caller]
pub fn prob(from: impl Into<Probability>) -> Probability {
    from.into()
}

impl Default for Probability {
    fn default() -> Probability {
        Probability(0.5)
    }
}

impl Probability {
    /// A probability. In disprove: weights of `one_of!`.
    ///
    /// ```
    /// assert_eq!(f64::from(proptest::option::Probability::new(0.25)), 0.25);
    /// ```
    ///
    /// # Panics
    /// If it is not between 0 and 1.
    #[track_caller]
    pub fn new(prob: f64) -> Probability {
        assert!((0.0..=1.0).contains(&prob), "the probability {prob} is not between 0 and 1");
        Probability(prob)
    }

    /// A pair, for the parameters of types. In disprove: none is needed.
    ///
    /// ```
    /// use proptest::option::prob;
    ///
    /// assert_eq!(prob(0.5).with(3), (prob(0.5), 3));
    /// ```
    pub fn with<X>(self, and: X) -> (Probability, X) {
        (self, and)
    }

    /// A pair with the default parameters. In disprove: none is needed.
    ///
    /// ```
    /// use proptest::option::prob;
    ///
    /// assert_eq!(prob(0.5).lift::<u8>(), (prob(0.5), 0));
    /// ```
    pub fn lift<X: Default>(self) -> (Probability, X) {
        self.with(X::default())
    }
}

impl From<f64> for Probability {
    #[track_caller]
    fn from(prob: f64) -> Probability {
        Probability::new(prob)
    }
}

impl From<Probability> for f64 {
    fn from(prob: Probability) -> f64 {
        prob.0
    }
}

/// `None`, or `Some` with a value: see [`of`]. In disprove: `option(..)`.
#[derive(Clone, Debug)]
#[must_use = "strategies do nothing unless used"]
pub struct OptionStrategy<T: Strategy> {
    some: T,
    threshold: u64,
}

/// An `Option` that was drawn. In disprove: none is needed.
pub struct OptionValueTree<T: Strategy>(Option<T::Tree>);

impl<T: Strategy<Tree: Clone>> Clone for OptionValueTree<T> {
    fn clone(&self) -> OptionValueTree<T> {
        OptionValueTree(self.0.clone())
    }
}

impl<T: Strategy<Tree: Debug>> Debug for OptionValueTree<T> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_tuple("OptionValueTree").field(&self.0).finish()
    }
}

impl<T: Strategy> ValueTree for OptionValueTree<T> {
    type Value = Option<T::Value>;

    fn current(&self) -> Option<T::Value> {
        self.0.as_ref().map(ValueTree::current)
    }
}

impl<T: Strategy> OptionStrategy<T> {
    fn draw<V>(
        &self,
        runner: &mut TestRunner,
        draw: fn(&T, &mut TestRunner) -> Result<V, Reason>,
    ) -> Result<Option<V>, Reason> {
        runner.part(type_name::<Self>(), |runner| {
            let is_some = runner.with(|src| choose_bool(src, self.threshold));
            if is_some { draw(&self.some, runner).map(Some) } else { Ok(None) }
        })
    }
}

impl<T: Strategy> Strategy for OptionStrategy<T> {
    type Tree = OptionValueTree<T>;
    type Value = Option<T::Value>;

    fn new_tree(&self, runner: &mut TestRunner) -> NewTree<Self> {
        self.draw(runner, T::new_tree).map(OptionValueTree)
    }

    fn new_value(&self, runner: &mut TestRunner) -> Result<Option<T::Value>, Reason> {
        self.draw(runner, T::new_value)
    }
}

/// `None`, or `Some` with a value. In disprove: `option(..)`.
///
/// ```
/// use proptest::prelude::*;
///
/// proptest!(|(n in prop::option::of(0..9))| prop_assert!(n.is_none_or(|n| n < 9)));
/// ```
pub fn of<T: Strategy>(t: T) -> OptionStrategy<T> {
    weighted(Probability::default(), t)
}

/// The same with a probability of `Some`. In disprove: `one_of![9 => just(None), 1 => option(..)]`.
///
/// ```
/// use proptest::prelude::*;
///
/// proptest!(|(n in prop::option::weighted(1.0, 0..9))| prop_assert!(n.is_some()));
/// ```
///
/// # Panics
/// If the probability is not between 0 and 1.
#[track_caller]
pub fn weighted<T: Strategy>(prob: impl Into<Probability>, t: T) -> OptionStrategy<T> {
    OptionStrategy { some: t, threshold: threshold(prob.into().0) }
}
