//! Arrays.
//!
//! In disprove: `array(..)`, and arrays of generators.
//!
//! ```
//! use proptest::{array::uniform3, prelude::*};
//!
//! proptest!(|(rgb in uniform3(0..=7u8))| prop_assert!(rgb.iter().all(|part| *part < 8)));
//! ```

use crate::{
    strategy::{NewTree, Strategy, ValueTree},
    test_runner::{Reason, TestRunner},
};
use std::{any::type_name, marker::PhantomData};

/// Arrays whose elements come from one strategy: see [`uniform`]. In disprove: `array(..)`.
#[must_use = "strategies do nothing unless used"]
#[derive(Clone, Copy, Debug)]
pub struct UniformArrayStrategy<S, T> {
    strategy: S,
    array: PhantomData<fn() -> T>,
}

impl<S, T> UniformArrayStrategy<S, T> {
    /// Arrays of the type `T`. In disprove: `array(..)`.
    ///
    /// ```
    /// use proptest::{array::UniformArrayStrategy, prelude::*};
    ///
    /// let dice = UniformArrayStrategy::<_, [u8; 2]>::new(1..=6u8);
    /// proptest!(|([a, b] in dice)| prop_assert!(a + b <= 12));
    /// ```
    pub fn new(strategy: S) -> UniformArrayStrategy<S, T> {
        UniformArrayStrategy { strategy, array: PhantomData }
    }
}

/// An array that was drawn. In disprove: none is needed.
#[derive(Clone, Copy, Debug)]
pub struct ArrayValueTree<T>(T);

impl<T: ValueTree, const N: usize> ValueTree for ArrayValueTree<[T; N]> {
    type Value = [T::Value; N];

    fn current(&self) -> [T::Value; N] {
        std::array::from_fn(|index| self.0[index].current())
    }
}

/// Draws each element.
fn draw<T, const N: usize>(
    runner: &mut TestRunner,
    name: &'static str,
    mut element: impl FnMut(&mut TestRunner, usize) -> Result<T, Reason>,
) -> Result<[T; N], Reason> {
    runner.part(name, |runner| {
        let mut elements = Vec::with_capacity(N);
        for index in 0..N {
            elements.push(element(runner, index)?);
        }
        Ok(elements.try_into().unwrap_or_else(|_| unreachable!("there are {N} elements")))
    })
}

impl<S: Strategy, const N: usize> Strategy for [S; N] {
    type Tree = ArrayValueTree<[S::Tree; N]>;
    type Value = [S::Value; N];

    fn new_tree(&self, runner: &mut TestRunner) -> NewTree<Self> {
        draw(runner, type_name::<Self>(), |runner, index| self[index].new_tree(runner))
            .map(ArrayValueTree)
    }

    fn new_value(&self, runner: &mut TestRunner) -> Result<[S::Value; N], Reason> {
        draw(runner, type_name::<Self>(), |runner, index| self[index].new_value(runner))
    }
}

impl<S: Strategy, const N: usize> Strategy for UniformArrayStrategy<S, [S::Value; N]> {
    type Tree = ArrayValueTree<[S::Tree; N]>;
    type Value = [S::Value; N];

    fn new_tree(&self, runner: &mut TestRunner) -> NewTree<Self> {
        draw(runner, type_name::<Self>(), |runner, _| self.strategy.new_tree(runner))
            .map(ArrayValueTree)
    }

    fn new_value(&self, runner: &mut TestRunner) -> Result<[S::Value; N], Reason> {
        draw(runner, type_name::<Self>(), |runner, _| self.strategy.new_value(runner))
    }
}

/// Arrays whose elements come from one strategy. In disprove: `array(..)`.
///
/// ```
/// use proptest::prelude::*;
///
/// proptest!(|(dice in prop::array::uniform::<_, 4>(1..=6u8))| {
///     prop_assert!(dice.iter().sum::<u8>() <= 24);
/// });
/// ```
pub fn uniform<S: Strategy, const N: usize>(strategy: S) -> UniformArrayStrategy<S, [S::Value; N]> {
    UniformArrayStrategy::new(strategy)
}

macro_rules! uniforms {
    ($($name:ident $length:literal)*) => {$(
        #[doc = concat!("Arrays of length ", $length, ". In disprove: `array(..)`.\n")]
        #[doc = concat!("```\nuse proptest::prelude::*;\n\nproptest!(|(list in prop::array::", stringify!($name), "(0..9u8))| prop_assert_eq!(list.len(), ", $length, "));\n```")]
        pub fn $name<S: Strategy>(strategy: S) -> UniformArrayStrategy<S, [S::Value; $length]> {
            UniformArrayStrategy::new(strategy)
        }
    )*};
}

uniforms! {
    uniform1 1 uniform2 2 uniform3 3 uniform4 4 uniform5 5 uniform6 6 uniform7 7 uniform8 8 uniform9 9 uniform10 10
    uniform11 11 uniform12 12 uniform13 13 uniform14 14 uniform15 15 uniform16 16 uniform17 17 uniform18 18
    uniform19 19 uniform20 20 uniform21 21 uniform22 22 uniform23 23 uniform24 24 uniform25 25 uniform26 26
    uniform27 27 uniform28 28 uniform29 29 uniform30 30 uniform31 31 uniform32 32
}
