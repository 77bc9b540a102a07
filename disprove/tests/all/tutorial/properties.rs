//! The properties of the page, as they are at its end: steps 2 to 5. The first one finds the first mistake of the cache.

use super::lru::Lru;
use disprove::prelude::*;
use std::collections::BTreeMap;

#[property]
#[ignore = "run in a process of its own"]
fn it_never_outgrows_its_capacity(#[draw(0..=8)] capacity: usize, puts: Vec<(u8, u8)>) {
    let mut cache = Lru::new(capacity);
    for (key, value) in puts {
        cache.put(key, value);
        assert!(cache.len() <= capacity);
    }
}

#[property]
fn a_recently_used_key_is_not_evicted(
    #[draw(vec(any()).len(2..=8).unique())] keys: Vec<u8>,
    #[draw(index(&keys))] used: usize,
    new: u8,
) {
    let mut cache = full(&keys);
    cache.get(&keys[used]);
    cache.put(new, 0);
    assert!(cache.get(&keys[used]).is_some());
}

/// A cache that is full of these keys.
pub fn full(keys: &[u8]) -> Lru<u8, usize> {
    let mut cache = Lru::new(keys.len());
    for (value, key) in keys.iter().enumerate() {
        cache.put(*key, value);
    }
    cache
}

/// A cache after some calls of `put`.
fn filled(src: &mut Source) -> Lru<u8, u8> {
    let mut cache = Lru::new(src.draw(1..=8));
    for key in src.draw(vec(0..10)) {
        cache.put(key, src.draw(any()));
    }
    cache
}

#[property]
fn get_keeps_the_entries(#[draw(filled)] mut cache: Lru<u8, u8>, #[draw(0..10)] key: u8) {
    let before = cache.len();
    let found = cache.get(&key).copied();
    assert_eq!(cache.get(&key).copied(), found);
    assert_eq!(cache.len(), before);
}

#[property]
fn a_new_key_evicts_the_oldest(
    #[draw(vec(0..20).len(3..=9).unique())] mut keys: Vec<u8>,
    #[draw(0..keys.len() - 1)] used: usize,
) {
    let new = keys.pop().expect("at least three keys");
    let mut cache = full(&keys);
    cache.get(&keys[used]);
    cache.put(new, 0);
    let oldest = if used == 0 { keys[1] } else { keys[0] };
    assert_eq!(cache.get(&oldest), None);
}

#[derive(Debug, Clone, Arbitrary)]
enum Op {
    Get(#[draw(0..6)] u8),
    Put(#[draw(0..6)] u8, u8),
}

#[property]
fn get_returns_the_latest_value(#[draw(1..=3)] capacity: usize, ops: Vec<Op>) {
    let mut cache = Lru::new(capacity);
    let mut latest = BTreeMap::new();
    for op in ops {
        match op {
            Op::Get(key) => {
                let found = cache.get(&key);
                assert!(found.is_none() || found == latest.get(&key));
            }
            Op::Put(key, value) => {
                cache.put(key, value);
                latest.insert(key, value);
                assert_eq!(cache.get(&key), Some(&value));
            }
        }
    }
}
