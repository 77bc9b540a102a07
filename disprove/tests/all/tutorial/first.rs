//! The first properties: steps 2 to 4. They hold for the cache with its mistakes as well.

use super::lru::Lru;
use disprove::prelude::*;

#[property]
fn what_was_put_is_found(key: u8, value: u32) {
    let mut cache = Lru::new(3);
    cache.put(key, value);
    assert_eq!(cache.get(&key), Some(&value));
}

#[property]
fn it_never_outgrows_its_capacity(#[draw(1..=8)] capacity: usize, puts: Vec<(u8, u8)>) {
    let mut cache = Lru::new(capacity);
    for (key, value) in puts {
        cache.put(key, value);
        assert!(cache.len() <= capacity);
    }
}

#[property]
fn the_one_used_last_stays(
    #[draw(vec(any()).len(2..=8).unique())] keys: Vec<u8>,
    #[draw(index(&keys))] used: usize,
    new: u8,
) {
    let mut cache = full(&keys);
    cache.get(&keys[used]);
    cache.put(new, 0);
    assert!(cache.get(&keys[used]).is_some());
}

/// A cache that has room for these keys, and no more.
fn full(keys: &[u8]) -> Lru<u8, usize> {
    let mut cache = Lru::new(keys.len());
    for (value, key) in keys.iter().enumerate() {
        cache.put(*key, value);
    }
    cache
}

/// A cache with a past.
fn used(src: &mut Source) -> Lru<u8, u8> {
    let mut cache = Lru::new(src.draw(1..=8));
    for key in src.draw(vec(0..10)) {
        cache.put(key, src.draw(any()));
    }
    cache
}

#[property]
fn looking_changes_nothing_else(#[draw(used)] mut cache: Lru<u8, u8>, #[draw(0..10)] key: u8) {
    let before = cache.len();
    let found = cache.get(&key).copied();
    assert_eq!(cache.get(&key).copied(), found);
    assert_eq!(cache.len(), before);
}

#[property]
#[ignore = "run in a process of its own"]
fn a_new_key_throws_out_the_oldest(
    #[draw(vec(0..20).len(2..=8).unique())] keys: Vec<u8>,
    #[draw(index(&keys))] used: usize,
    #[draw(0..20)] new: u8,
) {
    assume!(!keys.contains(&new));
    label!("capacity {}", keys.len());
    cover!("the oldest was used", used == 0, 10.0);
    let mut cache = full(&keys);
    cache.get(&keys[used]);
    cache.put(new, 0);
    let oldest = if used == 0 { keys[1] } else { keys[0] };
    assert_eq!(cache.get(&oldest), None);
}

/// The same without `assume!`: what it is about is built.
mod built {
    use super::full;
    use disprove::prelude::*;

    #[property]
    fn a_new_key_throws_out_the_oldest(
        #[draw(vec(0..20).len(3..=9).unique())] mut keys: Vec<u8>,
        #[draw(0..keys.len() - 1)] used: usize,
    ) {
        let new = keys.pop().expect("there are three at least");
        let mut cache = full(&keys);
        cache.get(&keys[used]);
        cache.put(new, 0);
        let oldest = if used == 0 { keys[1] } else { keys[0] };
        assert_eq!(cache.get(&oldest), None);
    }
}
