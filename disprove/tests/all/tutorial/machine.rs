//! The cache beside a model of it: step 6.

use super::lru::Lru;
use disprove::prelude::*;
use std::collections::BTreeMap;

struct LruVsModel {
    cache: Lru<u8, u8>,
    capacity: usize,
    /// The value of each key, and when it was last used.
    model: BTreeMap<u8, (u8, usize)>,
    now: usize,
}

#[property]
#[ignore = "run in a process of its own"]
impl LruVsModel {
    #[initial]
    fn new(#[draw(1..=3)] capacity: usize) -> Self {
        LruVsModel { cache: Lru::new(capacity), capacity, model: BTreeMap::new(), now: 0 }
    }

    #[rule]
    fn put(&mut self, #[draw(0..6)] key: u8, value: u8) {
        self.cache.put(key, value);
        self.now += 1;
        self.model.insert(key, (value, self.now));
        if self.model.len() > self.capacity {
            let oldest = *self.model.iter().min_by_key(|(_, (_, used))| used).unwrap().0;
            self.model.remove(&oldest);
        }
    }

    #[rule]
    fn get(&mut self, #[draw(0..6)] key: u8) {
        self.now += 1;
        let expected = self.model.get_mut(&key).map(|(value, used)| {
            *used = self.now;
            *value
        });
        assert_eq!(self.cache.get(&key).copied(), expected);
    }

    #[invariant]
    fn same_length(&self) {
        assert_eq!(self.cache.len(), self.model.len());
    }
}
