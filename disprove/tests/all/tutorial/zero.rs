//! A range is made wider: step 5.

use super::lru::Lru;
use disprove::prelude::*;

#[property]
#[ignore = "run in a process of its own"]
fn it_never_outgrows_its_capacity(#[draw(0..=8)] capacity: usize, puts: Vec<(u8, u8)>) {
    let mut cache = Lru::new(capacity);
    for (key, value) in puts {
        cache.put(key, value);
        assert!(cache.len() <= capacity);
    }
}
