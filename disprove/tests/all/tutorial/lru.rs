//! The cache as it is first written: step 1 of the page. Both of its mistakes are planted.

/// Keeps the most recently used entries.
#[derive(Debug, Clone)]
pub struct Lru<K, V> {
    capacity: usize,
    /// Least recently used first.
    entries: Vec<(K, V)>,
}

impl<K: PartialEq, V> Lru<K, V> {
    pub fn new(capacity: usize) -> Self {
        Lru { capacity, entries: Vec::new() }
    }

    pub fn get(&mut self, key: &K) -> Option<&V> {
        let at = self.entries.iter().position(|(k, _)| k == key)?;
        let entry = self.entries.remove(at);
        self.entries.push(entry);
        self.entries.last().map(|(_, value)| value)
    }

    pub fn put(&mut self, key: K, value: V) {
        if self.entries.len() == self.capacity {
            self.entries.remove(0);
        }
        self.entries.retain(|(k, _)| *k != key);
        self.entries.push((key, value));
    }

    pub fn len(&self) -> usize {
        self.entries.len()
    }
}
