//! Lists, sets and maps, with ranges of sizes.
//!
//! In disprove: `vec(..)`, `set(..)`, `map(..)`, `hash_set(..)`, `hash_map(..)` and `.len(..)`.
//!
//! ```
//! use proptest::{collection::vec, prelude::*};
//!
//! proptest!(|(xs in vec(0..10u8, 1..5))| prop_assert!((1..5).contains(&xs.len())));
//! ```

mod distinct;
mod size;

pub use distinct::{
    BTreeMapStrategy, BTreeMapValueTree, BTreeSetStrategy, BTreeSetValueTree, HashMapStrategy,
    HashMapValueTree, HashSetStrategy, HashSetValueTree, btree_map, btree_set, hash_map, hash_set,
};
pub use size::{SizeRange, size_range};

use crate::{
    strategy::{NewTree, Strategy, ValueTree},
    test_runner::{Reason, TestRunner},
};
use disprove::__private::{begin_list, expected_elements, next_element};
use std::{
    any::type_name,
    collections::{BinaryHeap, LinkedList, VecDeque},
};

/// Lists: see [`vec()`]. In disprove: `Vecs`.
#[derive(Clone, Debug)]
#[must_use = "strategies do nothing unless used"]
pub struct VecStrategy<T: Strategy> {
    element: T,
    size: SizeRange,
}

/// Lists whose elements come from a strategy. In disprove: `vec(..).len(..)`.
///
/// ```
/// use proptest::prelude::*;
///
/// proptest!(|(list in prop::collection::vec(0..9u8, 2..5))| {
///     prop_assert!((2..5).contains(&list.len()));
/// });
/// ```
///
/// # Panics
/// If the range of sizes is empty.
#[track_caller]
pub fn vec<T: Strategy>(element: T, size: impl Into<SizeRange>) -> VecStrategy<T> {
    let size = size.into();
    size.assert_nonempty();
    VecStrategy { element, size }
}

/// A list that was drawn. In disprove: none is needed.
#[derive(Clone, Debug)]
pub struct VecValueTree<T: ValueTree>(Vec<T>);

impl<T: ValueTree> ValueTree for VecValueTree<T> {
    type Value = Vec<T::Value>;

    fn current(&self) -> Vec<T::Value> {
        let mut values = Vec::with_capacity(self.0.len());
        for element in &self.0 {
            values.push(element.current());
        }
        values
    }
}

impl<T: Strategy> VecStrategy<T> {
    fn draw<V>(
        &self,
        runner: &mut TestRunner,
        draw: fn(&T, &mut TestRunner) -> Result<V, Reason>,
    ) -> Result<Vec<V>, Reason> {
        let sizes = self.size.start_end_incl();
        let name = type_name::<VecStrategy<T>>();
        let mut list = runner.with(|src| begin_list(src, name, sizes, type_name::<T::Value>));
        let mut elements = Vec::with_capacity(expected_elements(&list));
        while runner.with(|src| next_element(src, &mut list)) {
            elements.push(draw(&self.element, runner)?);
        }
        Ok(elements)
    }
}

impl<T: Strategy> Strategy for VecStrategy<T> {
    type Tree = VecValueTree<T::Tree>;
    type Value = Vec<T::Value>;

    fn new_tree(&self, runner: &mut TestRunner) -> NewTree<Self> {
        self.draw(runner, T::new_tree).map(VecValueTree)
    }

    fn new_value(&self, runner: &mut TestRunner) -> Result<Vec<T::Value>, Reason> {
        self.draw(runner, T::new_value)
    }
}

/// A list with one strategy for each element.
impl<T: Strategy> Strategy for Vec<T> {
    type Tree = VecValueTree<T::Tree>;
    type Value = Vec<T::Value>;

    fn new_tree(&self, runner: &mut TestRunner) -> NewTree<Self> {
        runner.part(type_name::<Self>(), |runner| {
            let mut elements = Vec::with_capacity(self.len());
            for strategy in self {
                elements.push(strategy.new_tree(runner)?);
            }
            Ok(VecValueTree(elements))
        })
    }

    fn new_value(&self, runner: &mut TestRunner) -> Result<Vec<T::Value>, Reason> {
        runner.part(type_name::<Self>(), |runner| {
            let mut elements = Vec::with_capacity(self.len());
            for strategy in self {
                elements.push(strategy.new_value(runner)?);
            }
            Ok(elements)
        })
    }
}

/// Collections that are made of lists.
macro_rules! collected {
    ($($strategy:ident, $tree:ident, $function:ident, $collection:ident $(, $bound:ident)?;)*) => {$(
        #[doc = concat!("Collections of the type `", stringify!($collection), "`. In disprove: `vec(..)` and `map`.")]
        #[derive(Clone, Debug)]
        #[must_use = "strategies do nothing unless used"]
        pub struct $strategy<T: Strategy>(VecStrategy<T>);

        /// A collection that was drawn. In disprove: none is needed.
        #[derive(Clone, Debug)]
        pub struct $tree<T: ValueTree>(VecValueTree<T>);

        impl<T: ValueTree $(<Value: $bound>)?> ValueTree for $tree<T> {
            type Value = $collection<T::Value>;

            fn current(&self) -> Self::Value {
                self.0.current().into_iter().collect()
            }
        }

        impl<T: Strategy $(<Value: $bound>)?> Strategy for $strategy<T> {
            type Tree = $tree<T::Tree>;
            type Value = $collection<T::Value>;

            fn new_tree(&self, runner: &mut TestRunner) -> NewTree<Self> {
                self.0.new_tree(runner).map($tree)
            }

            fn new_value(&self, runner: &mut TestRunner) -> Result<Self::Value, Reason> {
                Ok(self.0.new_value(runner)?.into_iter().collect())
            }
        }

        #[doc = concat!("Collections of the type `", stringify!($collection), "`. In disprove: `vec(..)` and `map`.\n")]
        #[doc = concat!("```\nuse proptest::prelude::*;\n\nproptest!(|(all in prop::collection::", stringify!($function), "(0..9u8, 3))| prop_assert_eq!(all.len(), 3));\n```\n")]
        /// # Panics
        /// If the range of sizes is empty.
        #[track_caller]
        pub fn $function<T: Strategy $(<Value: $bound>)?>(
            element: T,
            size: impl Into<SizeRange>,
        ) -> $strategy<T> {
            $strategy(vec(element, size))
        }
    )*};
}

collected! {
    VecDequeStrategy, VecDequeValueTree, vec_deque, VecDeque;
    LinkedListStrategy, LinkedListValueTree, linked_list, LinkedList;
    BinaryHeapStrategy, BinaryHeapValueTree, binary_heap, BinaryHeap, Ord;
}
