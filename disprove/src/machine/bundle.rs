//! Values that rules returned, for other rules to be given.

use crate::source::Source;

/// The values of one bundle, in the order in which they came, each with its number in the script.
#[derive(Debug)]
pub struct Bundle<T> {
    values: Vec<(u32, T)>,
    /// How many there ever were.
    made: u32,
}

impl<T> Default for Bundle<T> {
    fn default() -> Self {
        Bundle { values: Vec::new(), made: 0 }
    }
}

impl<T> Bundle<T> {
    /// Whether there are so many values.
    #[inline]
    pub fn has(&self, count: usize) -> bool {
        self.values.len() >= count
    }

    /// The number of the next value.
    pub fn next(&self) -> u32 {
        self.made + 1
    }

    /// Adds a value.
    pub fn put(&mut self, value: T) {
        self.made += 1;
        self.values.push((self.made, value));
    }

    /// A copy of one, and its number.
    #[track_caller]
    pub fn copy(&self, src: &mut Source) -> (u32, T)
    where
        T: Clone,
    {
        self.values[self.place(src)].clone()
    }

    /// Takes one out, with its number.
    #[track_caller]
    pub fn take(&mut self, src: &mut Source) -> (u32, T) {
        let place = self.place(src);
        self.values.remove(place)
    }

    /// Counted from the end: the latest is the simplest, and a step that is taken out before the one that
    /// made the value changes nothing.
    #[track_caller]
    fn place(&self, src: &mut Source) -> usize {
        let last = self.values.len() - 1;
        last - src.draw(0..=last)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_keep_their_numbers() {
        let mut bundle = Bundle::default();
        assert!(bundle.has(0) && !bundle.has(1));
        let mut src = Source::new();
        for value in ["a", "b"] {
            bundle.put(value);
        }
        assert!(bundle.has(2));
        let first = bundle.take(&mut src);
        assert!([(1, "a"), (2, "b")].contains(&first));
        bundle.put("c");
        let left: Vec<(u32, &str)> = (0..50).map(|_| bundle.copy(&mut src)).collect();
        assert!(left.contains(&(3, "c")) && !left.contains(&first));
        assert_eq!(bundle.next(), 4);
    }
}
