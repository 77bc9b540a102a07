//! Problems about floats, strings, bytes and lists, and three without structure.

use crate::{
    nested::hidden,
    repetition::{Found, Repetition},
};
use disprove::prelude::*;

/// No point lies on a circle and on a hyperbola at the same time, but for a thousandth. They meet where neither number is a short one.
pub fn crossing(repetition: Repetition) -> Option<Found> {
    repetition.run((float(-10.0..10.0), float(-10.0..10.0)), |(x, y): (f64, f64)| {
        let error = (x * x + y * y - 53.7).abs() + (x * y - 11.3).abs();
        minimize!(error);
        error > 0.001
    })
}

/// No text of brackets and letters is balanced and nested eight deep.
pub fn brackets(repetition: Repetition) -> Option<Found> {
    repetition.run(text().alphabet("[()a-c]"), |text: String| {
        let (deepest, faults) = nesting(&text);
        target!(deepest - 2 * faults);
        deepest < 8 || faults > 0
    })
}

/// How deep brackets are nested, and how many of them lack the other one.
fn nesting(text: &str) -> (i64, i64) {
    let (mut open, mut deepest, mut faults) = (0, 0, 0);
    for letter in text.chars() {
        match letter {
            '(' => open += 1,
            ')' if open > 0 => open -= 1,
            ')' => faults += 1,
            _ => {}
        }
        deepest = deepest.max(open);
    }
    (deepest, faults + open)
}

/// No bytes have a certain checksum of two bytes; the score tells how far each of the two is.
pub fn checksum(repetition: Repetition) -> Option<Found> {
    let wanted = hidden(repetition.seed, 2);
    repetition.run(bytes().len(4..=64), |given: Vec<u8>| {
        let [low, high] = sums(&given);
        let error = low.abs_diff(u32::from(wanted[0])) + high.abs_diff(u32::from(wanted[1]));
        minimize!(error);
        error > 0
    })
}

/// The sum of all bytes, and the sum of those sums, both below 255.
fn sums(bytes: &[u8]) -> [u32; 2] {
    let mut sums = [0, 0];
    for byte in bytes {
        sums[0] = (sums[0] + u32::from(*byte)) % 255;
        sums[1] = (sums[1] + sums[0]) % 255;
    }
    sums
}

/// Three scores with a label each, of which none says anything about the others.
pub fn three_labels(repetition: Repetition) -> Option<Found> {
    repetition.run(vec(0..=100u32).len(0..=40), |list: Vec<u32>| {
        let even: u32 = list.iter().filter(|n| *n % 2 == 0).sum();
        let odd: u32 = list.iter().filter(|n| *n % 2 == 1).sum();
        let falls = list.windows(2).filter(|pair| pair[0] > pair[1]).count();
        target!("even", even);
        target!("odd", odd);
        target!("falls", falls);
        even < 1_200 || odd < 1_200 || falls < 24
    })
}

/// No two lists of six numbers or more are equal; the score is the number of places where they are.
pub fn equal_lists(repetition: Repetition) -> Option<Found> {
    let list = || vec(0..=255u32).len(0..=20);
    repetition.run((list(), list()), |(left, right): (Vec<u32>, Vec<u32>)| {
        let alike = left.iter().zip(&right).filter(|(left, right)| left == right).count();
        let rest = left.len().abs_diff(right.len());
        target!(alike as f64 - rest as f64);
        left != right || left.len() < 6
    })
}

/// Twelve numbers in any order are never sorted but for two exchanges.
pub fn nearly_sorted(repetition: Repetition) -> Option<Found> {
    let numbers: Vec<u32> = (0..12).collect();
    repetition.run(shuffle(numbers), |list: Vec<u32>| {
        let inversions = inversions(&list);
        minimize!(inversions);
        inversions > 2
    })
}

/// How many pairs are in the wrong order.
fn inversions(list: &[u32]) -> usize {
    let behind = |place: usize| list[place + 1..].iter().filter(|n| **n < list[place]).count();
    (0..list.len()).map(behind).sum()
}

/// A number that has nothing to do with the list, though it is always the same one.
fn hash(list: &[u64]) -> u64 {
    list.iter().fold(0xCBF2_9CE4_8422_2325, |state, number| {
        let mixed = (state ^ number).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        (mixed ^ mixed >> 29).wrapping_mul(0xBF58_476D_1CE4_E5B9)
    })
}

/// One list in a thousand fails, whatever its score.
fn is_rare(hash: u64) -> bool {
    (hash >> 40).is_multiple_of(1_000)
}

fn lists() -> impl Generator<Value = Vec<u64>> {
    vec(any::<u64>()).len(1..=8)
}

/// A score that is a hash of the input leads nowhere.
pub fn hash_as_score(repetition: Repetition) -> Option<Found> {
    repetition.run(lists(), |list: Vec<u64>| {
        let hash = hash(&list);
        target!(hash & 0xFFFF);
        !is_rare(hash)
    })
}

/// A property that says nothing but whether it holds.
pub fn no_score(repetition: Repetition) -> Option<Found> {
    repetition.run(lists(), |list: Vec<u64>| !is_rare(hash(&list)))
}

/// A precondition that is a hash of the input: nine of ten are rejected, and nothing tells which.
pub fn hash_rejects(repetition: Repetition) -> Option<Found> {
    repetition.run(lists(), |list: Vec<u64>| {
        let hash = hash(&list);
        assume!(hash.is_multiple_of(10));
        !is_rare(hash)
    })
}

#[cfg(test)]
mod tests {
    use super::{hash, inversions, is_rare, nesting, sums};

    #[test]
    fn brackets_are_counted_with_their_faults() {
        assert_eq!(nesting("a((b)c)"), (2, 0));
        assert_eq!(nesting("(()"), (2, 1));
        assert_eq!(nesting(")("), (1, 2));
        assert_eq!(nesting(""), (0, 0));
    }

    #[test]
    fn checksums_depend_on_the_order() {
        assert_eq!(sums(&[1, 2]), [3, 4]);
        assert_eq!(sums(&[2, 1]), [3, 5]);
        assert_eq!(sums(&[255, 1]), [1, 1]);
    }

    #[test]
    fn inversions_are_pairs_in_the_wrong_order() {
        assert_eq!(
            [inversions(&[0, 1, 2]), inversions(&[2, 1, 0]), inversions(&[1, 0, 2])],
            [0, 3, 1]
        );
    }

    #[test]
    fn about_one_hash_in_a_thousand_is_rare() {
        let rare = (0..100_000u64).filter(|n| is_rare(hash(&[*n]))).count();
        assert!((70..130).contains(&rare), "{rare}");
    }
}
