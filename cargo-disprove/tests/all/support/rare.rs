//! A failure that no search finds: it must have come from elsewhere.

use disprove::{Tree, prelude::*};

/// The input that fails.
pub const INPUT: u64 = 0x0123_4567_89ab_cdef;

/// One-way, so that neither literals nor comparisons lead to its input.
pub fn scramble(n: u64) -> u64 {
    let mut n = n;
    for _ in 0..4 {
        n = (n ^ (n >> 31)).wrapping_mul(0xd6e8_feb8_6659_fd93).rotate_left(17);
    }
    n
}

/// The same function as code.
pub const SCRAMBLE: &str = "
fn scramble(mut n: u64) -> u64 {
    for _ in 0..4 {
        n = (n ^ (n >> 31)).wrapping_mul(0xd6e8_feb8_6659_fd93).rotate_left(17);
    }
    n
}
";

/// A property that fails for [`INPUT`] only.
pub fn rare() -> String {
    let output = scramble(INPUT);
    format!(
        "{SCRAMBLE}\n#[property]\nfn rare(n: u64) {{\n    assert!(scramble(n) != {output}, \"found it\");\n}}\n"
    )
}

/// The choices of [`INPUT`].
pub fn failing() -> Tree {
    any::<u64>().encode(&INPUT).expect("a number")
}
