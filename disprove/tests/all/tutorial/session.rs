//! Weights that depend on the state, an end, and tests of some rules: book/src/guides/models.md.

use super::mended::lru::Lru;
use disprove::prelude::*;

struct Session {
    cache: Lru<u8, u8>,
    is_closed: bool,
}

#[property]
#[property(name = session_of_lookups, rules = [put, lookups])]
impl Session {
    #[initial]
    fn new() -> Self {
        Session { cache: Lru::new(8), is_closed: false }
    }

    #[rule(weight = |s| if s.cache.len() < 6 { 5 } else { 1 })]
    fn put(&mut self, #[draw(0..20)] key: u8, value: u8) {
        self.cache.put(key, value);
    }

    #[rule(group = lookups)]
    fn get(&mut self, #[draw(0..20)] key: u8) {
        let before = self.cache.len();
        self.cache.get(&key);
        assert_eq!(self.cache.len(), before);
    }

    #[rule(ends)]
    fn close(&mut self) {
        self.cache = Lru::new(0);
        self.is_closed = true;
    }

    #[invariant]
    fn a_closed_cache_is_empty(&self) {
        assert!(!self.is_closed || self.cache.len() == 0);
    }
}
