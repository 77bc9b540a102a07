//! Fingerprints of inputs that ran before.

use std::{
    collections::HashSet,
    hash::{BuildHasherDefault, Hasher},
};

/// A set of fingerprints of choice trees.
pub(crate) type Fingerprints = HashSet<u64, BuildHasherDefault<IdentityHasher>>;

/// A hasher for numbers that are already hashes.
#[derive(Debug, Default)]
pub(crate) struct IdentityHasher(u64);

impl Hasher for IdentityHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = self.0.rotate_left(8) ^ u64::from(*byte);
        }
    }

    fn write_u64(&mut self, hash: u64) {
        self.0 = hash;
    }
}
