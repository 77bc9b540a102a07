//! Lists, sets, maps and strings, all shorter than the size.

use crate::{
    Arbitrary, Gen,
    shrink::{Shrinker, smaller_lists},
};
use disprove::prelude::text;
use std::{
    collections::{BTreeMap, BTreeSet, BinaryHeap, HashMap, HashSet, LinkedList, VecDeque},
    hash::{BuildHasher, Hash},
};

impl<T: Arbitrary> Arbitrary for Vec<T> {
    fn arbitrary(g: &mut Gen) -> Vec<T> {
        T::list(g)
    }

    fn shrink(&self) -> Shrinker<Vec<T>> {
        smaller_lists(self)
    }
}

impl Arbitrary for String {
    fn arbitrary(g: &mut Gen) -> String {
        let strings = text().len(..=g.most());
        g.draw(&strings)
    }

    fn shrink(&self) -> Shrinker<String> {
        let characters: Vec<char> = self.chars().collect();
        Box::new(smaller_lists(&characters).map(|smaller| smaller.into_iter().collect()))
    }
}

/// Collections that are made of lists. An element that is there already makes them shorter.
macro_rules! collected {
    ($([$($parameters:tt)*] $type:ty: $element:ty;)*) => {
        $(
            impl<$($parameters)*> Arbitrary for $type {
                fn arbitrary(g: &mut Gen) -> Self {
                    <$element>::list(g).into_iter().collect()
                }

                fn shrink(&self) -> Shrinker<Self> {
                    let list: Vec<$element> = self.clone().into_iter().collect();
                    Box::new(smaller_lists(&list).map(|smaller| smaller.into_iter().collect()))
                }
            }
        )*
    };
}

collected! {
    [T: Arbitrary] VecDeque<T>: T;
    [T: Arbitrary] LinkedList<T>: T;
    [T: Arbitrary + Ord] BinaryHeap<T>: T;
    [T: Arbitrary + Ord] BTreeSet<T>: T;
    [K: Arbitrary + Ord, V: Arbitrary] BTreeMap<K, V>: (K, V);
    [T: Arbitrary + Eq + Hash, S: BuildHasher + Default + Clone + 'static] HashSet<T, S>: T;
    [K: Arbitrary + Eq + Hash, V: Arbitrary, S: BuildHasher + Default + Clone + 'static] HashMap<K, V, S>: (K, V);
}
