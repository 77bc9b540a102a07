//! Values whose elements are shuffled.

use super::{NewTree, Strategy, ValueTree};
use crate::test_runner::{Reason, TestRunner};
use disprove::__private::choose_branch;
use std::{any::type_name, collections::VecDeque};

/// Shuffled values: see [`Strategy::prop_shuffle`]. In disprove: `shuffle(..)`.
#[derive(Clone, Debug)]
#[must_use = "strategies do nothing unless used"]
pub struct Shuffle<S>(S);

impl<S> Shuffle<S> {
    pub(super) fn new(source: S) -> Shuffle<S> {
        Shuffle(source)
    }
}

/// What can be shuffled: lists and arrays. In disprove: `shuffle(..)`.
///
/// ```
/// use proptest::strategy::Shuffleable;
///
/// let mut list = vec![1, 2];
/// list.shuffle_swap(0, 1);
/// assert_eq!((list.shuffle_len(), list), (2, vec![2, 1]));
/// ```
pub trait Shuffleable {
    /// The number of elements.
    fn shuffle_len(&self) -> usize;
    /// Swaps two elements.
    fn shuffle_swap(&mut self, a: usize, b: usize);
}

macro_rules! shuffleable {
    ($([$($parameters:tt)*] $type:ty;)*) => {$(
        impl<$($parameters)*> Shuffleable for $type {
            fn shuffle_len(&self) -> usize {
                self.len()
            }

            fn shuffle_swap(&mut self, a: usize, b: usize) {
                self.swap(a, b);
            }
        }
    )*};
}

shuffleable! {
    [T] [T];
    [T] Vec<T>;
    [T] VecDeque<T>;
    [T, const N: usize] [T; N];
}

fn swap_all<T: Shuffleable>(value: &mut T, swaps: &[usize]) {
    for (index, offset) in swaps.iter().enumerate() {
        value.shuffle_swap(index, index + offset);
    }
}

/// Offsets of Fisher-Yates from the front: 0 leaves an element where it is.
fn draw(runner: &mut TestRunner, length: usize) -> Vec<usize> {
    runner.with(|src| {
        let mut swaps = Vec::new();
        for index in 0..length.saturating_sub(1) {
            swaps.push(choose_branch(src, (length - index) as u32) as usize);
        }
        swaps
    })
}

impl<S: Strategy<Value: Shuffleable>> Strategy for Shuffle<S> {
    type Tree = ShuffleValueTree<S::Tree>;
    type Value = S::Value;

    fn new_tree(&self, runner: &mut TestRunner) -> NewTree<Self> {
        runner.part(type_name::<Self>(), |runner| {
            let inner = self.0.new_tree(runner)?;
            let swaps = draw(runner, inner.current().shuffle_len());
            Ok(ShuffleValueTree { inner, swaps })
        })
    }

    fn new_value(&self, runner: &mut TestRunner) -> Result<S::Value, Reason> {
        runner.part(type_name::<Self>(), |runner| {
            let mut value = self.0.new_value(runner)?;
            let swaps = draw(runner, value.shuffle_len());
            swap_all(&mut value, &swaps);
            Ok(value)
        })
    }
}

/// A value of [`Shuffle`]. In disprove: none is needed.
#[derive(Clone, Debug)]
pub struct ShuffleValueTree<V> {
    inner: V,
    swaps: Vec<usize>,
}

impl<V: ValueTree<Value: Shuffleable>> ValueTree for ShuffleValueTree<V> {
    type Value = V::Value;

    fn current(&self) -> V::Value {
        let mut value = self.inner.current();
        swap_all(&mut value, &self.swaps);
        value
    }
}
