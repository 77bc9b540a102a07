//! Properties that fail for some values, made of the text of a value for which they do.

use crate::random::Random;

/// For which texts a property fails.
#[derive(Debug)]
pub(super) enum Wish {
    /// One in three, without rhyme or reason.
    Hash { salt: u64, rest: u64 },
    /// At least so many characters.
    Long(usize),
    /// This is in it.
    Contains(String),
    /// At least so many commas.
    Parts(usize),
    /// At least this sum of its digits.
    Sum(u32),
    /// These digits, in this order, with anything between.
    Digits(Vec<char>),
    /// This character at least so often.
    Often(char, usize),
    /// The sum of the digits has this rest.
    Rest(u32, u32),
}

impl Wish {
    pub(super) const KINDS: u64 = 8;

    /// One of a kind that holds for this text.
    pub(super) fn new(kind: u64, text: &str, random: &mut Random) -> Wish {
        let characters: Vec<char> = text.chars().collect();
        let mut below = |count: usize| (random.word() % (count.max(1) as u64)) as usize;
        let any = characters.get(below(characters.len())).copied().unwrap_or(' ');
        match kind {
            0 => {
                let salt = below(1_000) as u64;
                Wish::Hash { salt, rest: hash(text, salt) % 3 }
            }
            1 => Wish::Long(characters.len() - below(characters.len() / 2)),
            2 => {
                let from = below(characters.len());
                Wish::Contains(characters.iter().skip(from).take(1 + below(3)).collect())
            }
            3 => Wish::Parts(count(text, ',') - below(count(text, ',') / 2)),
            4 => Wish::Sum(sum(text) - below(sum(text) as usize / 2) as u32),
            5 => {
                let digits: Vec<char> = text.chars().filter(char::is_ascii_digit).collect();
                let from = below(digits.len());
                Wish::Digits(digits.into_iter().skip(from).step_by(2).take(3).collect())
            }
            6 => Wish::Often(any, count(text, any)),
            _ => {
                let divisor = 3 + below(5) as u32;
                Wish::Rest(divisor, sum(text) % divisor)
            }
        }
    }

    pub(super) fn holds(&self, text: &str) -> bool {
        match self {
            Wish::Hash { salt, rest } => hash(text, *salt) % 3 == *rest,
            Wish::Long(least) => text.chars().count() >= *least,
            Wish::Contains(part) => text.contains(part),
            Wish::Parts(least) => count(text, ',') >= *least,
            Wish::Sum(least) => sum(text) >= *least,
            Wish::Digits(digits) => {
                let mut rest = text.chars();
                digits.iter().all(|digit| rest.any(|c| c == *digit))
            }
            Wish::Often(character, least) => count(text, *character) >= *least,
            Wish::Rest(divisor, rest) => sum(text) % divisor == *rest,
        }
    }
}

fn count(text: &str, character: char) -> usize {
    text.chars().filter(|c| *c == character).count()
}

fn sum(text: &str) -> u32 {
    text.chars().filter_map(|c| c.to_digit(10)).sum()
}

/// FNV-1a, with the bits mixed once more: the last ones decide.
fn hash(text: &str, salt: u64) -> u64 {
    let mut hash = 0xcbf2_9ce4_8422_2325 ^ salt;
    for byte in text.bytes() {
        hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    }
    (hash ^ hash >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9) >> 32
}
