//! Bundles: values that rules returned, to be passed to other rules.

use crate::source::Source;

/// The values of one bundle, oldest first.
#[derive(Debug)]
pub struct Bundle<T> {
    values: Vec<(Tag, T)>,
    /// Values ever added.
    made: u32,
}

/// The identity of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tag {
    /// Identifies it in choices, whatever other values there are.
    pub name: u64,
    /// Its number in the transcript.
    pub number: u32,
}

impl<T> Default for Bundle<T> {
    fn default() -> Self {
        Bundle { values: Vec::new(), made: 0 }
    }
}

impl<T> Bundle<T> {
    /// Whether there are at least `count` values.
    #[inline]
    pub fn has(&self, count: usize) -> bool {
        self.values.len() >= count
    }

    /// The number of the next value.
    pub fn next(&self) -> u32 {
        self.made + 1
    }

    /// The name of the next value.
    #[inline]
    pub fn name(&self, src: &mut Source) -> u64 {
        src.name(u64::from(self.made))
    }

    /// Adds a value.
    #[inline]
    pub fn put(&mut self, name: u64, value: T) {
        self.made += 1;
        self.values.push((Tag { name, number: self.made }, value));
    }

    /// Clones one of the values.
    #[inline]
    #[track_caller]
    pub fn copy(&self, src: &mut Source) -> (Tag, T)
    where
        T: Clone,
    {
        self.values[self.place(src)].clone()
    }

    /// Removes one of the values.
    #[inline]
    #[track_caller]
    pub fn take(&mut self, src: &mut Source) -> (Tag, T) {
        let place = self.place(src);
        self.values.remove(place)
    }

    #[inline]
    #[track_caller]
    fn place(&self, src: &mut Source) -> usize {
        src.named(self.values.iter().map(|(tag, _)| tag.name))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_keep_their_numbers_when_others_are_removed() {
        let mut bundle = Bundle::default();
        assert!(bundle.has(0) && !bundle.has(1));
        let mut src = Source::new();
        for value in ["a", "b"] {
            let name = bundle.name(&mut src);
            bundle.put(name, value);
        }
        assert!(bundle.has(2));
        let (tag, first) = bundle.take(&mut src);
        assert_eq!(first, ["a", "b"][tag.name as usize]);
        assert_eq!(tag.number, tag.name as u32 + 1);
        bundle.put(2, "c");
        let left: Vec<(Tag, &str)> = (0..50).map(|_| bundle.copy(&mut src)).collect();
        assert!(left.contains(&(Tag { name: 2, number: 3 }, "c")));
        assert!(!left.contains(&(tag, first)));
        assert_eq!(bundle.next(), 4);
    }
}
