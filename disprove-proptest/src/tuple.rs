//! Tuples of strategies.
//!
//! In disprove: tuples of generators.
//!
//! ```
//! use proptest::prelude::*;
//!
//! proptest!(|((low, more) in (0..10u8, 1..5u8))| prop_assert!(low + more > low));
//! ```

use crate::{
    strategy::{NewTree, Strategy, ValueTree},
    test_runner::{Reason, TestRunner},
};
use std::any::type_name;

/// A tuple that was drawn. In disprove: none is needed.
#[derive(Clone, Copy, Debug)]
pub struct TupleValueTree<T>(T);

impl<T> TupleValueTree<T> {
    /// A tuple of value trees. In disprove: none is needed.
    ///
    /// ```
    /// use proptest::{strategy::{Just, ValueTree}, tuple::TupleValueTree};
    ///
    /// assert_eq!(TupleValueTree::new((Just(1), Just(2))).current(), (1, 2));
    /// ```
    pub fn new(inner: T) -> TupleValueTree<T> {
        TupleValueTree(inner)
    }
}

macro_rules! tuples {
    ($($($letter:ident $index:tt),*;)*) => {$(
        impl<$($letter: Strategy),*> Strategy for ($($letter,)*) {
            type Tree = TupleValueTree<($($letter::Tree,)*)>;
            type Value = ($($letter::Value,)*);

            fn new_tree(&self, runner: &mut TestRunner) -> NewTree<Self> {
                runner.part(type_name::<Self>(), |runner| {
                    Ok(TupleValueTree(($(self.$index.new_tree(runner)?,)*)))
                })
            }

            fn new_value(&self, runner: &mut TestRunner) -> Result<Self::Value, Reason> {
                runner.part(type_name::<Self>(), |runner| {
                    Ok(($(self.$index.new_value(runner)?,)*))
                })
            }
        }

        impl<$($letter: ValueTree),*> ValueTree for TupleValueTree<($($letter,)*)> {
            type Value = ($($letter::Value,)*);

            fn current(&self) -> Self::Value {
                ($(self.0.$index.current(),)*)
            }
        }
    )*};
}

tuples! {
    A 0;
    A 0, B 1;
    A 0, B 1, C 2;
    A 0, B 1, C 2, D 3;
    A 0, B 1, C 2, D 3, E 4;
    A 0, B 1, C 2, D 3, E 4, F 5;
    A 0, B 1, C 2, D 3, E 4, F 5, G 6;
    A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7;
    A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8;
    A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8, J 9;
    A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8, J 9, K 10;
    A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8, J 9, K 10, L 11;
}
