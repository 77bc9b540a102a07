//! The main job in one screen: a run-length encoder with a bug, found and made small.
//!
//! ```text
//! cargo run --example rle
//! ```
//!
//! In a test this would be `#[property] fn rle_round_trips(bytes: Vec<u8>)`, which panics with the same
//! report. [`check`] returns it instead.

use disprove::prelude::*;

/// Each run of equal bytes as the byte and how many there are.
fn encode(bytes: &[u8]) -> Vec<(u8, usize)> {
    let mut runs = Vec::new();
    let mut length = 1;
    for (i, byte) in bytes.iter().enumerate() {
        match bytes.get(i + 1) {
            Some(next) if next == byte => length += 1,
            Some(_) => {
                runs.push((*byte, length));
                length = 1;
            }
            // The planted bug: the last run loses its length.
            None => runs.push((*byte, 1)),
        }
    }
    runs
}

fn decode(runs: &[(u8, usize)]) -> Vec<u8> {
    runs.iter().flat_map(|(byte, length)| std::iter::repeat_n(*byte, *length)).collect()
}

fn main() {
    let report = check(vec(any::<u8>())).name("rle_round_trips").seed(1).run(|bytes| {
        assert_eq!(decode(&encode(&bytes)), bytes);
    });
    println!("{report}");
}
