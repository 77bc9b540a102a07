//! The model of the operations: the same on sorted lists of keys and values.

use std::collections::BTreeMap;

type List = Vec<(i32, i32)>;

pub fn insert(key: i32, value: i32, list: List) -> List {
    let mut map: BTreeMap<i32, i32> = list.into_iter().collect();
    map.insert(key, value);
    map.into_iter().collect()
}

pub fn delete(key: i32, list: List) -> List {
    list.into_iter().filter(|(there, _)| *there != key).collect()
}

pub fn union(first: List, second: List) -> List {
    // Those of the first come last, so they stay.
    let map: BTreeMap<i32, i32> = second.into_iter().chain(first).collect();
    map.into_iter().collect()
}
