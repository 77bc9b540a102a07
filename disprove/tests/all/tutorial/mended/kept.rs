//! The input that failed is kept in sight.

use super::lru::Lru;
use disprove::prelude::*;

#[property]
#[example(0, vec![(0, 0)])]
fn it_never_outgrows_its_capacity(#[draw(0..=8)] capacity: usize, puts: Vec<(u8, u8)>) {
    let mut cache = Lru::new(capacity);
    for (key, value) in puts {
        cache.put(key, value);
        assert!(cache.len() <= capacity);
    }
}
