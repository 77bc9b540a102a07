//! Rules that take what other rules returned: book/src/guides/models.md.

use super::mended::lru::Lru;
use disprove::prelude::*;

struct Words {
    cache: Lru<String, usize>,
}

#[property]
impl Words {
    #[initial]
    fn new() -> Self {
        Words { cache: Lru::new(1_000) }
    }

    #[rule(bundle = words)]
    fn put(&mut self, word: String) -> String {
        self.cache.put(word.clone(), word.len());
        word
    }

    #[rule]
    fn get(&mut self, #[from(words)] word: String) {
        assert_eq!(self.cache.get(&word), Some(&word.len()));
    }
}
