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

fn rle_round_trips() -> Report<Vec<u8>> {
    check(vec(any::<u8>())).name("rle_round_trips").seed(1).run(|bytes| {
        assert_eq!(decode(&encode(&bytes)), bytes);
    })
}

fn main() {
    println!("{}", rle_round_trips());
}

#[cfg(test)]
mod tests {
    /// The time it took is the only part that differs from run to run.
    fn without_time(report: &str) -> String {
        let (before, after) = report.split_once(" runs (").expect("it was reduced");
        let (_, after) = after.split_once(')').expect("the time is in brackets");
        format!("{before} runs{after}")
    }

    #[test]
    fn the_readme_shows_what_this_prints() {
        let readme = include_str!("../../README.md");
        let (_, shown) = readme.split_once("<!-- report -->\n```text\n").expect("a report");
        let (shown, _) = shown.split_once("\n```\n<!-- /report -->").expect("the end of it");
        let report = super::rle_round_trips().to_string();
        assert_eq!(without_time(shown), without_time(&report));
    }
}
