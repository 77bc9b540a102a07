//! Counts of 64-bit words, in order of first occurrence.

use super::view::mixed;

/// A hash table with open addressing that keeps insertion order. A `HashMap` would add a quarter of a second to the
/// first build of every user.
#[derive(Debug, Default)]
pub(super) struct Times {
    /// Index of a word plus 1; 0 is free. The length is a power of two, at most half full.
    slots: Vec<u32>,
    words: Vec<(u64, u32)>,
}

impl Times {
    /// Counts an occurrence.
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

    /// All words with their counts, in order of first occurrence.
    pub(super) fn all(&self) -> &[(u64, u32)] {
        &self.words
    }

    /// The slot of a word, or a free one for it.
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

/// The order of magnitude of a count: its number of binary digits.
pub(super) fn magnitude(count: u32) -> u8 {
    (u32::BITS - count.leading_zeros()) as u8
}

#[cfg(test)]
mod tests {
    use super::Times;
    use std::collections::HashMap;

    #[test]
    fn counts_words_as_a_map_does() {
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
    fn keeps_the_order_of_first_occurrence() {
        let mut times = Times::default();
        for word in [3, 1, 3, 2] {
            times.count(word);
        }
        assert_eq!(times.all(), [(3, 2), (1, 1), (2, 1)]);
    }
}
