//! Ladders: failures behind several conditions, each of which is met by few inputs that meet those before it.
//!
//! A search that sees which branches are taken climbs a step at a time. One that sees what is compared with what can
//! take a step at once, also where there are no branches to see.

mod rungs;

use disprove::prelude::*;
pub use rungs::{abcdef, abcdef_at_once, bug, fuzz, magic};

/// A failure that has to be climbed to.
#[derive(Clone, Copy, Debug)]
pub struct Ladder {
    pub name: &'static str,
    /// Panics at the top.
    pub climb: fn(&[u8]),
    /// What the panic says.
    pub says: &'static str,
    /// The shortest input that gets there.
    pub top: &'static [u8],
    /// Others: of how many runs how many got there, and after how many executions in the median of these.
    pub published: &'static [(&'static str, &'static str)],
}

/// All of them.
pub const LADDERS: [Ladder; 5] = [
    Ladder {
        name: "bug",
        climb: bug,
        says: "bug!",
        top: b"bug",
        published: &[
            ("libFuzzer", "20/20 59000"),
            ("random bytes (sketch)", "2/20 -"),
            ("edges (sketch)", "20/20 16087"),
            ("edges and operands (sketch)", "20/20 151"),
        ],
    },
    Ladder {
        name: "abcdef",
        climb: abcdef,
        says: "deep bug",
        top: b"abcdef",
        published: &[
            ("libFuzzer", "20/20 638502"),
            ("random bytes (sketch)", "0/20 -"),
            ("edges (sketch)", "20/20 123862"),
            ("edges and operands (sketch)", "20/20 374"),
        ],
    },
    Ladder {
        name: "starts_with",
        climb: abcdef_at_once,
        says: "deep bug",
        top: b"abcdef",
        published: &[("edges (sketch)", "0/20 -"), ("edges and operands (sketch)", "20/20 38")],
    },
    Ladder {
        name: "32-bit magic number",
        climb: |bytes| magic(little_endian(bytes)),
        says: "magic",
        top: &[0xEF, 0xBE, 0xAD, 0xDE],
        published: &[("edges (sketch)", "0/20 -"), ("edges and operands (sketch)", "20/20 31")],
    },
    Ladder {
        name: "FUZZ",
        climb: fuzz,
        says: "fuzzed",
        top: b"FUZZ",
        published: &[("crabcheck, within 220,000", "3/5 24894-45552")],
    },
];

/// A number of the first four bytes, as far as there are so many.
pub fn little_endian(bytes: &[u8]) -> u32 {
    let mut word = [0; 4];
    for (to, from) in word.iter_mut().zip(bytes) {
        *to = *from;
    }
    u32::from_le_bytes(word)
}

/// Inputs in one piece, up to the length that the others were given.
pub fn pieces() -> impl Generator<Value = Vec<u8>> {
    bytes().len(0..=64)
}

/// Inputs of single bytes.
pub fn lists() -> impl Generator<Value = Vec<u8>> {
    vec(any::<u8>()).len(0..=64)
}

/// Inputs as short as crabcheck was given.
pub fn short_lists() -> impl Generator<Value = Vec<u8>> {
    vec(any::<u8>()).len(0..=8)
}

#[cfg(test)]
mod tests;
