//! Failure conditions over the text of a value, derived from a value that satisfies them.

use crate::random::Random;

/// The texts for which a property fails.
#[derive(Debug)]
pub(super) enum FailureCondition {
    /// A pseudo-random third of all texts.
    Hash { salt: u64, rest: u64 },
    /// Texts with at least this many characters.
    Long(usize),
    /// Texts that contain this one.
    Contains(String),
    /// Texts with at least this many commas.
    Parts(usize),
    /// Texts whose digits have at least this sum.
    Sum(u32),
    /// Texts that contain these digits in this order, not necessarily adjacent.
    Digits(Vec<char>),
    /// Texts that contain this character at least this often.
    Often(char, usize),
    /// Texts whose sum of digits has this remainder after division by the first number.
    Remainder(u32, u32),
}

impl FailureCondition {
    pub(super) const KINDS: u64 = 8;

    /// A condition of this kind that holds for the text.
    pub(super) fn new(kind: u64, text: &str, random: &mut Random) -> FailureCondition {
        let characters: Vec<char> = text.chars().collect();
        let mut below = |count: usize| (random.word() % (count.max(1) as u64)) as usize;
        let any = characters.get(below(characters.len())).copied().unwrap_or(' ');
        match kind {
            0 => {
                let salt = below(1_000) as u64;
                FailureCondition::Hash { salt, rest: hash(text, salt) % 3 }
            }
            1 => FailureCondition::Long(characters.len() - below(characters.len() / 2)),
            2 => {
                let from = below(characters.len());
                FailureCondition::Contains(
                    characters.iter().skip(from).take(1 + below(3)).collect(),
                )
            }
            3 => FailureCondition::Parts(count(text, ',') - below(count(text, ',') / 2)),
            4 => FailureCondition::Sum(sum(text) - below(sum(text) as usize / 2) as u32),
            5 => {
                let digits: Vec<char> = text.chars().filter(char::is_ascii_digit).collect();
                let from = below(digits.len());
                FailureCondition::Digits(digits.into_iter().skip(from).step_by(2).take(3).collect())
            }
            6 => FailureCondition::Often(any, count(text, any)),
            _ => {
                let divisor = 3 + below(5) as u32;
                FailureCondition::Remainder(divisor, sum(text) % divisor)
            }
        }
    }

    pub(super) fn holds(&self, text: &str) -> bool {
        match self {
            FailureCondition::Hash { salt, rest } => hash(text, *salt) % 3 == *rest,
            FailureCondition::Long(least) => text.chars().count() >= *least,
            FailureCondition::Contains(part) => text.contains(part),
            FailureCondition::Parts(least) => count(text, ',') >= *least,
            FailureCondition::Sum(least) => sum(text) >= *least,
            FailureCondition::Digits(digits) => {
                let mut rest = text.chars();
                digits.iter().all(|digit| rest.any(|c| c == *digit))
            }
            FailureCondition::Often(character, least) => count(text, *character) >= *least,
            FailureCondition::Remainder(divisor, rest) => sum(text) % divisor == *rest,
        }
    }
}

fn count(text: &str, character: char) -> usize {
    text.chars().filter(|c| *c == character).count()
}

fn sum(text: &str) -> u32 {
    text.chars().filter_map(|c| c.to_digit(10)).sum()
}

/// FNV-1a, with the bits mixed once more, because the result depends on the last ones.
fn hash(text: &str, salt: u64) -> u64 {
    let mut hash = 0xcbf2_9ce4_8422_2325 ^ salt;
    for byte in text.bytes() {
        hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    }
    (hash ^ hash >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9) >> 32
}
