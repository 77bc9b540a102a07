//! A property with a precondition, before the page constructs what it is about: step 4.

use super::properties::full;
use disprove::prelude::*;

#[property]
#[ignore = "run in a process of its own"]
fn a_new_key_evicts_the_oldest(
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
