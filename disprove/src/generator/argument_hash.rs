//! A hash of arguments that is the same on every machine and for every compiler, since replay tokens depend on it.

use std::hash::{Hash, Hasher};

/// The hash of an argument.
pub(super) fn argument_hash(argument: &(impl Hash + ?Sized)) -> u64 {
    let mut hasher = ArgumentHasher(SEED);
    argument.hash(&mut hasher);
    hasher.finish()
}

/// Where hashes start: the offset basis of FNV-1a.
const SEED: u64 = 0xcbf2_9ce4_8422_2325;

/// The prime of FNV-1a.
const PRIME: u64 = 0x0000_0100_0000_01b3;

/// FNV-1a, with the finalizer of splitmix64 because its upper bits depend too little on short arguments.
struct ArgumentHasher(u64);

impl Hasher for ArgumentHasher {
    fn finish(&self) -> u64 {
        let mut hash = self.0;
        hash = (hash ^ hash >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        hash = (hash ^ hash >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        hash ^ hash >> 31
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(PRIME);
        }
    }

    // The defaults write integers in the byte order and the width of the machine.

    fn write_u16(&mut self, number: u16) {
        self.write(&number.to_le_bytes());
    }

    fn write_u32(&mut self, number: u32) {
        self.write(&number.to_le_bytes());
    }

    fn write_u64(&mut self, number: u64) {
        self.write(&number.to_le_bytes());
    }

    fn write_u128(&mut self, number: u128) {
        self.write(&number.to_le_bytes());
    }

    fn write_usize(&mut self, number: usize) {
        self.write_u64(number as u64);
    }

    fn write_i16(&mut self, number: i16) {
        self.write(&number.to_le_bytes());
    }

    fn write_i32(&mut self, number: i32) {
        self.write(&number.to_le_bytes());
    }

    fn write_i64(&mut self, number: i64) {
        self.write(&number.to_le_bytes());
    }

    fn write_i128(&mut self, number: i128) {
        self.write(&number.to_le_bytes());
    }

    fn write_isize(&mut self, number: isize) {
        self.write_i64(number as i64);
    }
}

#[cfg(test)]
mod tests {
    use super::argument_hash;

    #[test]
    fn hashes_never_change() {
        assert_eq!(argument_hash(&0_u8), 0x25fc_6dd3_6ce0_4b20);
        assert_eq!(argument_hash(&(1_u32, -1_i64)), 0xa3bf_bdd5_7492_a237);
        assert_eq!(argument_hash("text"), 0xc2b9_93a2_0645_a354);
        assert_eq!(argument_hash(&3_usize), argument_hash(&3_u64), "on every machine");
    }

    #[test]
    fn small_arguments_are_spread() {
        let mut eighths = [0; 8];
        for n in 0..64_u8 {
            eighths[(argument_hash(&n) >> 61) as usize] += 1;
        }
        assert!(eighths.iter().all(|count| (2..=16).contains(count)), "{eighths:?}");
    }
}
