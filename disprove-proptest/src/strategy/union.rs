//! One of several strategies.

use super::{NewTree, Strategy, ValueTree};
use crate::test_runner::{Reason, TestRunner};
use disprove::__private::{Weights, choose_branch, choose_weighted};
use std::{
    any::type_name,
    fmt::{self, Debug},
    sync::Arc,
};

/// A strategy with its weight. In disprove: `one_of![2 => ..]`.
pub type W<T> = (u32, T);

/// The same, shared. In disprove: `one_of![2 => ..]`.
pub type WA<T> = (u32, Arc<T>);

/// Chooses among alternatives by weight.
#[derive(Clone, Debug)]
struct Chooser {
    /// The alternatives whose weight is not 0; `None` for all.
    possible: Option<Arc<[usize]>>,
    count: u32,
    /// `None` if all are equal.
    weights: Option<Arc<Weights>>,
}

impl Chooser {
    #[track_caller]
    fn new(weights: &[u32]) -> Chooser {
        let mut possible = Vec::new();
        let mut positive = Vec::new();
        for (index, weight) in weights.iter().enumerate() {
            if *weight > 0 {
                possible.push(index);
                positive.push(*weight);
            }
        }
        assert!(!positive.is_empty(), "a union needs at least one strategy with a weight above 0");
        let is_even = positive.iter().all(|weight| *weight == positive[0]);
        let damped = vec![false; positive.len()];
        Chooser {
            count: possible.len() as u32,
            possible: (possible.len() < weights.len()).then(|| possible.into()),
            weights: (!is_even).then(|| Arc::new(Weights::new(&positive, &damped))),
        }
    }

    fn choose(&self, runner: &mut TestRunner) -> usize {
        let choice = runner.with(|src| match &self.weights {
            None => choose_branch(src, self.count),
            Some(weights) => choose_weighted(src, weights),
        }) as usize;
        self.possible.as_ref().map_or(choice, |possible| possible[choice])
    }
}

/// One of several strategies of the same type. In disprove: `one_of!`.
///
/// ```
/// use proptest::{prelude::*, strategy::Union};
///
/// proptest!(|(n in Union::new([0..2, 8..10]))| prop_assert!(n < 2 || n >= 8));
/// ```
#[must_use = "strategies do nothing unless used"]
#[derive(Clone, Debug)]
pub struct Union<T: Strategy> {
    options: Vec<WA<T>>,
    chooser: Chooser,
}

impl<T: Strategy> Union<T> {
    #[track_caller]
    fn of(options: Vec<WA<T>>) -> Union<T> {
        let weights: Vec<u32> = options.iter().map(|option| option.0).collect();
        Union { options, chooser: Chooser::new(&weights) }
    }

    /// One of these strategies, uniformly. In disprove: `one_of![..]`.
    ///
    /// ```
    /// use proptest::{prelude::*, strategy::Union};
    ///
    /// proptest!(|(n in Union::new([Just(1), Just(2)]))| prop_assert!(n == 1 || n == 2));
    /// ```
    ///
    /// # Panics
    /// If there is none.
    #[track_caller]
    pub fn new(options: impl IntoIterator<Item = T>) -> Union<T> {
        Union::of(options.into_iter().map(|option| (1, Arc::new(option))).collect())
    }

    /// One of these strategies, by weight. In disprove: `one_of![2 => ..]`.
    ///
    /// ```
    /// use proptest::{prelude::*, strategy::Union};
    ///
    /// let mostly = Union::new_weighted(vec![(9, Just(1)), (1, Just(2))]);
    /// proptest!(|(n in mostly)| prop_assert!(n == 1 || n == 2));
    /// ```
    ///
    /// # Panics
    /// If there is none, or a weight is 0.
    #[track_caller]
    pub fn new_weighted(options: Vec<W<T>>) -> Union<T> {
        assert!(options.iter().all(|option| option.0 > 0), "Union option has a weight of 0");
        Union::of(options.into_iter().map(|(weight, option)| (weight, Arc::new(option))).collect())
    }

    /// Adds a strategy. In disprove: `one_of![..]`.
    ///
    /// ```
    /// use proptest::prelude::*;
    ///
    /// proptest!(|(n in Just(1).prop_union(Just(2)).or(Just(3)))| prop_assert!(n < 4));
    /// ```
    pub fn or(mut self, other: T) -> Union<T> {
        self.options.push((1, Arc::new(other)));
        Union::of(self.options)
    }
}

impl<T: Strategy> Strategy for Union<T> {
    type Tree = UnionValueTree<T>;
    type Value = T::Value;

    fn new_tree(&self, runner: &mut TestRunner) -> NewTree<Self> {
        runner.part(type_name::<Self>(), |runner| {
            let choice = self.chooser.choose(runner);
            self.options[choice].1.new_tree(runner).map(UnionValueTree)
        })
    }

    fn new_value(&self, runner: &mut TestRunner) -> Result<T::Value, Reason> {
        runner.part(type_name::<Self>(), |runner| {
            let choice = self.chooser.choose(runner);
            self.options[choice].1.new_value(runner)
        })
    }
}

/// A value of [`Union`]. In disprove: none is needed.
pub struct UnionValueTree<T: Strategy>(T::Tree);

impl<T: Strategy<Tree: Clone>> Clone for UnionValueTree<T> {
    fn clone(&self) -> UnionValueTree<T> {
        UnionValueTree(self.0.clone())
    }
}

impl<T: Strategy<Tree: Debug>> Debug for UnionValueTree<T> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_tuple("UnionValueTree").field(&self.0).finish()
    }
}

impl<T: Strategy> ValueTree for UnionValueTree<T> {
    type Value = T::Value;

    fn current(&self) -> T::Value {
        self.0.current()
    }

    fn simplify(&mut self) -> bool {
        self.0.simplify()
    }

    fn complicate(&mut self) -> bool {
        self.0.complicate()
    }
}

/// One of several strategies of different types: see [`prop_oneof!`](crate::prop_oneof). In disprove: `one_of!`.
#[derive(Clone, Debug)]
#[must_use = "strategies do nothing unless used"]
pub struct TupleUnion<T> {
    options: T,
    chooser: Chooser,
}

/// A tuple of strategies with weights.
#[doc(hidden)]
pub trait Weighted {
    fn weights(&self) -> Vec<u32>;
}

impl<T: Weighted> TupleUnion<T> {
    /// One of these strategies, by weight. In disprove: `one_of![2 => ..]`.
    ///
    /// ```
    /// use proptest::{prelude::*, strategy::TupleUnion};
    /// use std::sync::Arc;
    ///
    /// let union = TupleUnion::new(((1, Arc::new(0..9)), (2, Arc::new(Just(3)))));
    /// proptest!(|(n in union)| prop_assert!(n < 9));
    /// ```
    ///
    /// # Panics
    /// If all weights are 0.
    #[track_caller]
    pub fn new(options: T) -> TupleUnion<T> {
        TupleUnion { chooser: Chooser::new(&options.weights()), options }
    }
}

/// A value of [`TupleUnion`]. In disprove: none is needed.
#[derive(Clone, Copy, Debug)]
pub struct TupleUnionValueTree<T>(T);

impl<T: ValueTree> ValueTree for TupleUnionValueTree<T> {
    type Value = T::Value;

    fn current(&self) -> T::Value {
        self.0.current()
    }

    fn simplify(&mut self) -> bool {
        self.0.simplify()
    }

    fn complicate(&mut self) -> bool {
        self.0.complicate()
    }
}

macro_rules! tuple_unions {
    ($($either:ident: $($letter:ident $index:tt),*;)*) => {$(
        /// The value of one alternative.
        #[doc(hidden)]
        #[derive(Clone, Copy, Debug)]
        pub enum $either<$($letter),*> {
            $($letter($letter)),*
        }

        impl<Z: Debug, $($letter: ValueTree<Value = Z>),*> ValueTree for $either<$($letter),*> {
            type Value = Z;

            fn current(&self) -> Z {
                match self {
                    $($either::$letter(tree) => tree.current()),*
                }
            }

            fn simplify(&mut self) -> bool {
                match self {
                    $($either::$letter(tree) => tree.simplify()),*
                }
            }

            fn complicate(&mut self) -> bool {
                match self {
                    $($either::$letter(tree) => tree.complicate()),*
                }
            }
        }

        impl<$($letter),*> Weighted for ($(WA<$letter>,)*) {
            fn weights(&self) -> Vec<u32> {
                vec![$(self.$index.0),*]
            }
        }

        impl<Z: Debug, $($letter: Strategy<Value = Z>),*> Strategy for TupleUnion<($(WA<$letter>,)*)> {
            type Tree = TupleUnionValueTree<$either<$($letter::Tree),*>>;
            type Value = Z;

            fn new_tree(&self, runner: &mut TestRunner) -> NewTree<Self> {
                runner.part(type_name::<Self>(), |runner| {
                    let tree = match self.chooser.choose(runner) {
                        $($index => $either::$letter(self.options.$index.1.new_tree(runner)?),)*
                        _ => unreachable!("there are no further alternatives"),
                    };
                    Ok(TupleUnionValueTree(tree))
                })
            }

            fn new_value(&self, runner: &mut TestRunner) -> Result<Z, Reason> {
                runner.part(type_name::<Self>(), |runner| match self.chooser.choose(runner) {
                    $($index => self.options.$index.1.new_value(runner),)*
                    _ => unreachable!("there are no further alternatives"),
                })
            }
        }
    )*};
}

tuple_unions! {
    Either1: A 0;
    Either2: A 0, B 1;
    Either3: A 0, B 1, C 2;
    Either4: A 0, B 1, C 2, D 3;
    Either5: A 0, B 1, C 2, D 3, E 4;
    Either6: A 0, B 1, C 2, D 3, E 4, F 5;
    Either7: A 0, B 1, C 2, D 3, E 4, F 5, G 6;
    Either8: A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7;
    Either9: A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8;
    Either10: A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8, J 9;
}
