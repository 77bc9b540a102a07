//! A hidden word; the score is the length of the correct prefix.
//!
//! Between two scores there is a plateau as wide as the alphabet. The hidden words derive from the seed of each
//! repetition, so they are in no source file and none is favored. All variants use lowercase letters, even where any
//! Unicode character or byte can be drawn.

use crate::{
    Options,
    comparison::{Problem, compare},
    findings::Findings,
    repetition::{Found, Repetition},
};
use disprove::prelude::*;

/// The hidden word of a repetition.
pub fn hidden(seed: u64, length: usize) -> Vec<u8> {
    // Splitmix, from a place that has nothing to do with what is drawn from the same seed.
    let mut state = seed ^ 0x5DEE_CE66;
    (0..length)
        .map(|_| {
            state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
            let mixed = (state ^ state >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
            let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
            b'a' + ((mixed ^ mixed >> 31) % 26) as u8
        })
        .collect()
}

/// How many places at the start are right.
fn right_prefix<T: PartialEq>(
    given: impl IntoIterator<Item = T>,
    word: impl IntoIterator<Item = T>,
) -> usize {
    given.into_iter().zip(word).take_while(|(given, right)| given == right).count()
}

/// The property, for lists of numbers and for bytes.
pub fn does_not_begin_with(given: &[u8], word: &[u8]) -> bool {
    let right = right_prefix(given, word);
    target!(right);
    right < word.len()
}

/// The property, for texts.
pub fn text_does_not_begin_with(given: &str, word: &[u8]) -> bool {
    let right = right_prefix(given.chars(), word.iter().map(|letter| char::from(*letter)));
    target!(right);
    right < word.len()
}

/// Lists of numbers from 0 to 127.
pub fn numbers() -> impl Generator<Value = Vec<u8>> {
    vec(0..=127u8)
}

/// Text of printable ASCII.
pub fn printable() -> impl Generator<Value = String> {
    text().alphabet("[ -~]")
}

fn in_numbers(repetition: Repetition, length: usize) -> Option<Found> {
    let word = hidden(repetition.seed, length);
    repetition.run(numbers(), |given: Vec<u8>| does_not_begin_with(&given, &word))
}

fn in_text(repetition: Repetition, length: usize) -> Option<Found> {
    let word = hidden(repetition.seed, length);
    repetition.run(text(), |given: String| text_does_not_begin_with(&given, &word))
}

fn in_printable(repetition: Repetition, length: usize) -> Option<Found> {
    let word = hidden(repetition.seed, length);
    repetition.run(printable(), |given: String| text_does_not_begin_with(&given, &word))
}

fn in_bytes(repetition: Repetition, length: usize) -> Option<Found> {
    let word = hidden(repetition.seed, length);
    repetition.run(bytes(), |given: Vec<u8>| does_not_begin_with(&given, &word))
}

/// Words of three and of four letters, in all kinds of inputs.
pub fn problems() -> Vec<Problem> {
    let kinds: [(&str, fn(Repetition, usize) -> Option<Found>); 4] = [
        ("numbers 0..=127", in_numbers),
        ("text, any Unicode", in_text),
        ("text, [ -~]", in_printable),
        ("bytes", in_bytes),
    ];
    let mut problems = Vec::new();
    for (kind, run) in kinds {
        for length in [3, 4] {
            let name = format!("{length} of {kind}");
            problems.push(
                Problem::new(name, 10_000, move |repetition| run(repetition, length)).published(
                    match (kind, length) {
                        ("numbers 0..=127", 3) => {
                            &[("Hypothesis, target() (measured by us)", "3/3 383-490 - - 490")]
                        }
                        ("text, any Unicode" | "text, [ -~]", 3) => {
                            &[("Hypothesis, target() (measured by us): never", "- - - - -")]
                        }
                        _ => &[],
                    },
                ),
            );
        }
    }
    problems
}

/// Runs the study.
pub fn study(options: &Options) -> Findings {
    compare(options, "The hidden word, within 10,000 executions", &problems(), 100)
}

#[cfg(test)]
mod tests {
    use super::{does_not_begin_with, hidden, right_prefix, text_does_not_begin_with};
    use std::collections::BTreeSet;

    #[test]
    fn hidden_words_differ_by_seed_and_use_all_letters() {
        let words: BTreeSet<Vec<u8>> = (1..=100).map(|seed| hidden(seed, 4)).collect();
        assert!(words.len() >= 99);
        let letters: BTreeSet<u8> = words.iter().flatten().copied().collect();
        assert_eq!(letters, (b'a'..=b'z').collect());
        assert_eq!(hidden(7, 3), hidden(7, 4)[..3]);
    }

    #[test]
    fn only_what_begins_with_the_whole_word_fails() {
        assert_eq!(right_prefix([1, 2, 9], [1, 2, 3]), 2);
        assert_eq!(right_prefix([9, 2, 3], [1, 2, 3]), 0);
        assert!(does_not_begin_with(b"ab", b"abc"));
        assert!(!does_not_begin_with(b"abcd", b"abc"));
        assert!(text_does_not_begin_with("\u{e4}bc", b"abc"));
        assert!(!text_does_not_begin_with("abc\u{e4}", b"abc"));
    }
}
