//! Hashes of trees, to recognize equal ones.

use crate::choice::{Kind, Tree, site::place_of};
use std::hash::{Hash, Hasher};

/// A fast hash that takes a word at a time: every proposal is hashed, and trees may be long.
struct FxHasher(u64);

impl Hasher for FxHasher {
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.write_u64(u64::from_le_bytes(word));
        }
        self.write_u64(bytes.len() as u64);
    }

    #[inline]
    fn write_u64(&mut self, word: u64) {
        // The multiplier of the Fx hash of Firefox and rustc.
        self.0 = (self.0.rotate_left(26) ^ word).wrapping_mul(0x517c_c1b7_2722_0a95);
    }

    fn finish(&self) -> u64 {
        self.0 ^ self.0 >> 32
    }
}

impl Tree {
    /// Hash of the kinds and values. A generator draws the same case from the same values, so equal digests mean equal
    /// cases.
    pub(super) fn digest(&self) -> u64 {
        let mut hash = FxHasher(0);
        self.hash_choices(&mut hash);
        hash.finish()
    }

    /// Hash of everything that affects a replay guided by the tree: choices, spans and call sites.
    pub(super) fn guide_digest(&self) -> u64 {
        let mut hash = FxHasher(0);
        self.hash_choices(&mut hash);
        for span in &self.spans {
            span.label.hash(&mut hash);
            hash.write_u64(u64::from(span.start) << 32 | u64::from(span.end));
            let flags = place_of(span.site()) << 1 | u32::from(span.discarded());
            hash.write_u64(u64::from(span.next) << 32 | u64::from(flags));
        }
        for choice in &self.choices {
            hash.write_u64(u64::from(place_of(choice.site)));
        }
        hash.finish()
    }

    fn hash_choices(&self, hash: &mut FxHasher) {
        hash.write_u64(self.len() as u64);
        for choice in &self.choices {
            hash.write_u64(choice.kind() as u64);
            match choice.kind() {
                Kind::Bool | Kind::Float => hash.write_u64(choice.value),
                Kind::Integer => {
                    let number = self.number(*choice);
                    let (natural, below) = (number.as_natural(), number.as_below_zero());
                    let magnitude = natural.or(below).unwrap_or(0);
                    hash.write_u64(magnitude as u64);
                    hash.write_u64((magnitude >> 64) as u64 ^ u64::from(natural.is_none()) << 63);
                }
                Kind::Text | Kind::Bytes => hash.write(self.bytes(*choice)),
            }
        }
    }
}
