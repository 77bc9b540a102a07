//! How often things happened, for things that are words.

use super::view::mixed;

/// A table with open addressing, which remembers the order in which its words came. The maps of the standard library
/// would do the same, and add a quarter of a second to the first build of every user.
#[derive(Debug, Default)]
pub(super) struct Times {
    /// Indices into the words, one more than they are; 0 is free. A power of two, at most half full.
    slots: Vec<u32>,
    words: Vec<(u64, u32)>,
}

impl Times {
    /// Counts a word once more.
    pub(super) fn count(&mut self, word: u64) {
        if self.words.len() * 2 >= self.slots.len() {
            self.grow();
        }
        let at = self.find(word);
        match self.slots[at] {
            0 => {
                self.words.push((word, 1));
                self.slots[at] = self.words.len() as u32;
            }
            index => self.words[index as usize - 1].1 += 1,
        }
    }

    /// All words with their counts, in the order in which they came first.
    pub(super) fn all(&self) -> &[(u64, u32)] {
        &self.words
    }

    /// The slot of a word, or the one it goes to.
    fn find(&self, word: u64) -> usize {
        let last = self.slots.len() - 1;
        let mut at = (mixed(0, word) >> 32) as usize & last;
        while self.slots[at] != 0 && self.words[self.slots[at] as usize - 1].0 != word {
            at = (at + 1) & last;
        }
        at
    }

    fn grow(&mut self) {
        self.slots = vec![0; (self.slots.len() * 2).max(64)];
        for index in 0..self.words.len() {
            let at = self.find(self.words[index].0);
            self.slots[at] = index as u32 + 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Times;
    use std::collections::HashMap;

    #[test]
    fn words_are_counted_as_a_map_counts_them() {
        let (mut times, mut map) = (Times::default(), HashMap::new());
        let mut word = 1_u64;
        for _ in 0..20_000 {
            word = word.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            times.count(word >> 52);
            *map.entry(word >> 52).or_insert(0) += 1;
        }
        assert_eq!(times.all().len(), map.len());
        assert!(times.all().iter().all(|(word, count)| map[word] == *count));
    }

    #[test]
    fn the_first_come_first() {
        let mut times = Times::default();
        for word in [3, 1, 3, 2] {
            times.count(word);
        }
        assert_eq!(times.all(), [(3, 2), (1, 1), (2, 1)]);
    }
}
