//! Sets and maps: collections without duplicates.

use super::SizeRange;
use crate::{
    strategy::{NewTree, Strategy, ValueTree},
    test_runner::{Reason, TestRunner},
};
use disprove::__private::{begin_list, discard_element, next_element};
use std::{
    any::type_name,
    collections::{BTreeMap, BTreeSet, HashMap, HashSet},
    hash::Hash,
};

/// Draws elements until the collection has the size that was drawn. `add` draws one, and says whether it was new.
fn collect(
    runner: &mut TestRunner,
    size: &SizeRange,
    names: (&'static str, fn() -> &'static str),
    add: &mut dyn FnMut(&mut TestRunner) -> Result<bool, Reason>,
) -> Result<(), Reason> {
    let mut list = runner.with(|src| begin_list(src, names.0, size.start_end_incl(), names.1));
    let mut count = 0;
    while runner.with(|src| next_element(src, &mut list)) {
        if add(runner)? {
            count += 1;
        } else if !runner.with(|src| discard_element(src, &mut list)) {
            break;
        }
    }
    if count < size.start() {
        return Err("too few different elements for the minimum size".into());
    }
    Ok(())
}

macro_rules! sets {
    ($($strategy:ident, $tree:ident, $function:ident, $set:ident, $native:literal, [$($bound:tt)*];)*) => {$(
        #[doc = concat!("Sets: see [`", stringify!($function), "`]. In disprove: `", $native, "(..)`.")]
        #[derive(Clone, Debug)]
        #[must_use = "strategies do nothing unless used"]
        pub struct $strategy<T: Strategy> {
            element: T,
            size: SizeRange,
        }

        /// A set that was drawn. In disprove: none is needed.
        #[derive(Clone, Debug)]
        pub struct $tree<T: ValueTree>(Vec<T>);

        impl<T: ValueTree<Value: $($bound)*>> ValueTree for $tree<T> {
            type Value = $set<T::Value>;

            fn current(&self) -> Self::Value {
                self.0.iter().map(ValueTree::current).collect()
            }
        }

        impl<T: Strategy<Value: $($bound)*>> Strategy for $strategy<T> {
            type Tree = $tree<T::Tree>;
            type Value = $set<T::Value>;

            fn new_tree(&self, runner: &mut TestRunner) -> NewTree<Self> {
                let mut trees = Vec::new();
                let mut values = $set::new();
                let names = (type_name::<Self>(), type_name::<T::Value> as fn() -> _);
                collect(runner, &self.size, names, &mut |runner| {
                    let tree = self.element.new_tree(runner)?;
                    let is_new = values.insert(tree.current());
                    if is_new {
                        trees.push(tree);
                    }
                    Ok(is_new)
                })?;
                Ok($tree(trees))
            }

            fn new_value(&self, runner: &mut TestRunner) -> Result<Self::Value, Reason> {
                let mut values = $set::new();
                let names = (type_name::<Self>(), type_name::<T::Value> as fn() -> _);
                collect(runner, &self.size, names, &mut |runner| {
                    Ok(values.insert(self.element.new_value(runner)?))
                })?;
                Ok(values)
            }
        }

        #[doc = concat!("Sets whose elements come from a strategy. In disprove: `", $native, "(..).len(..)`.\n")]
        #[doc = concat!("```\nuse proptest::prelude::*;\n\nproptest!(|(set in prop::collection::", stringify!($function), "(0..9u8, 3))| prop_assert_eq!(set.len(), 3));\n```\n")]
        /// # Panics
        /// If the range of sizes is empty.
        #[track_caller]
        pub fn $function<T: Strategy<Value: $($bound)*>>(
            element: T,
            size: impl Into<SizeRange>,
        ) -> $strategy<T> {
            let size = size.into();
            size.assert_nonempty();
            $strategy { element, size }
        }
    )*};
}

sets! {
    HashSetStrategy, HashSetValueTree, hash_set, HashSet, "hash_set", [Hash + Eq];
    BTreeSetStrategy, BTreeSetValueTree, btree_set, BTreeSet, "set", [Ord];
}

macro_rules! maps {
    ($($strategy:ident, $tree:ident, $function:ident, $map:ident, $set:ident, $native:literal, [$($bound:tt)*];)*) => {$(
        #[doc = concat!("Maps: see [`", stringify!($function), "`]. In disprove: `", $native, "(..)`.")]
        #[derive(Clone, Debug)]
        #[must_use = "strategies do nothing unless used"]
        pub struct $strategy<K: Strategy, V: Strategy> {
            key: K,
            value: V,
            size: SizeRange,
        }

        /// A map that was drawn. In disprove: none is needed.
        #[derive(Clone, Debug)]
        pub struct $tree<K: ValueTree, V: ValueTree>(Vec<(K, V)>);

        impl<K: ValueTree<Value: $($bound)*>, V: ValueTree> ValueTree for $tree<K, V> {
            type Value = $map<K::Value, V::Value>;

            fn current(&self) -> Self::Value {
                self.0.iter().map(|(key, value)| (key.current(), value.current())).collect()
            }
        }

        impl<K: Strategy<Value: $($bound)*>, V: Strategy> Strategy for $strategy<K, V> {
            type Tree = $tree<K::Tree, V::Tree>;
            type Value = $map<K::Value, V::Value>;

            fn new_tree(&self, runner: &mut TestRunner) -> NewTree<Self> {
                let mut trees = Vec::new();
                let mut keys = $set::new();
                let names = (type_name::<Self>(), type_name::<(K::Value, V::Value)> as fn() -> _);
                collect(runner, &self.size, names, &mut |runner| {
                    let key = self.key.new_tree(runner)?;
                    let is_new = keys.insert(key.current());
                    if is_new {
                        trees.push((key, self.value.new_tree(runner)?));
                    }
                    Ok(is_new)
                })?;
                Ok($tree(trees))
            }

            fn new_value(&self, runner: &mut TestRunner) -> Result<Self::Value, Reason> {
                let mut values = $map::new();
                let names = (type_name::<Self>(), type_name::<(K::Value, V::Value)> as fn() -> _);
                collect(runner, &self.size, names, &mut |runner| {
                    let key = self.key.new_value(runner)?;
                    let is_new = !values.contains_key(&key);
                    if is_new {
                        values.insert(key, self.value.new_value(runner)?);
                    }
                    Ok(is_new)
                })?;
                Ok(values)
            }
        }

        #[doc = concat!("Maps whose keys and values come from two strategies. In disprove: `", $native, "(..).len(..)`.\n")]
        #[doc = concat!("```\nuse proptest::prelude::*;\n\nproptest!(|(map in prop::collection::", stringify!($function), "(0..9u8, 0..5, 3))| prop_assert_eq!(map.len(), 3));\n```\n")]
        /// # Panics
        /// If the range of sizes is empty.
        #[track_caller]
        pub fn $function<K: Strategy<Value: $($bound)*>, V: Strategy>(
            key: K,
            value: V,
            size: impl Into<SizeRange>,
        ) -> $strategy<K, V> {
            let size = size.into();
            size.assert_nonempty();
            $strategy { key, value, size }
        }
    )*};
}

maps! {
    HashMapStrategy, HashMapValueTree, hash_map, HashMap, HashSet, "hash_map", [Hash + Eq];
    BTreeMapStrategy, BTreeMapValueTree, btree_map, BTreeMap, BTreeSet, "map", [Ord];
}
