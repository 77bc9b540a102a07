//! Sampling of strings, characters and byte strings.
//!
//! | strings over all of Unicode, plain distribution | probability |
//! |---|---|
//! | printable ASCII, uniform | 11/16 |
//! | ... of two characters only, so that they repeat | 1/8 |
//! | a string that is awkward for many programs | 1/16 |
//! | half plain, a quarter awkward, a quarter any characters | 1/8 |
//!
//! Other alphabets: 1/8 of two characters only, otherwise uniform; of large alphabets, 3/4 are ASCII only.
//! Byte strings: 1/8 of two values, 1/8 of small values, otherwise uniform.

use super::{
    Tables,
    distribution::{CharacterKind, TextKind},
};
use crate::{
    choice::Alphabet,
    random::{Random, uniform},
};

/// Alphabets with more characters are classes such as `.`, not lists that a person wrote.
const LARGE: u32 = 256;

/// The number of characters in Unicode.
const ALL: u32 = char::MAX as u32 + 1 - 0x800;

/// Characters that many programs handle wrong: control, quoting, combining, invisible, wide.
const AWKWARD: [char; 16] = [
    '\0', '\n', '\r', '"', '\\', '\u{7f}', 'é', 'ß', 'İ', '\u{300}', '\u{200b}', '\u{202e}',
    '\u{feff}', '\u{2028}', '漢', '😀',
];

/// Strings that many programs misread: numbers, keywords, paths, injections, composed characters.
const AWKWARD_STRINGS: [&str; 16] = [
    "0",
    "-1",
    "1e400",
    "NaN",
    "null",
    "true",
    " ",
    "\t\r\n",
    "../..",
    "%s%n",
    "' OR ''='",
    "<a>&amp;",
    "\u{feff}",
    "e\u{301}\u{301}",
    "👨‍👩‍👧",
    "שלום",
];

/// Combining, invisible and bidirectional characters.
const INVISIBLE: [char; 16] = [
    '\u{300}', '\u{301}', '\u{308}', '\u{20dd}', '\u{200b}', '\u{200c}', '\u{200d}', '\u{ad}',
    '\u{200e}', '\u{200f}', '\u{202a}', '\u{202e}', '\u{202c}', '\u{2066}', '\u{2069}', '\u{fe0f}',
];

/// Texts of numbers, dates and times, right and wrong.
const NUMBERS: [&str; 16] = [
    "0",
    "-0",
    "007",
    "+1",
    "1.0",
    ".5",
    "1e9",
    "-1.5e-3",
    "0x1F",
    "1_000",
    "1,000",
    "99999999999999999999",
    "2024-02-29",
    "1900-02-29",
    "23:59:60",
    "1970-01-01T00:00:00Z",
];

/// Uniform up to a width of 128; beyond that the limit is halved repeatedly, half of the time each.
fn length(x: u64, min: usize, most: usize) -> usize {
    let room = (most - min) as u64;
    let halvings = if room > 128 { (x as u8).leading_zeros() } else { 0 };
    min + uniform(x, room >> halvings) as usize
}

/// A string. Takes eight characters from each random word, without a branch per character.
#[inline(never)]
pub(crate) fn text(
    random: &mut Random,
    tables: &Tables,
    alphabet: &Alphabet,
    min: usize,
    most: usize,
) -> String {
    let (x, selector) = random.pair();
    let length = length(x, min, most);
    if tables.distribution.literals && selector >= 96 {
        if let Some(text) = tables.dictionary.text(random, alphabet, min, most) {
            return text;
        }
    }
    if alphabet.len() < ALL {
        let selector = if tables.distribution.characters == CharacterKind::Few {
            selector / 8
        } else {
            selector
        };
        return over_alphabet(random, alphabet, length, selector);
    }
    let kind = tables.distribution.texts[usize::from(selector >> 4)];
    let whole = match kind {
        TextKind::Mixed => return (0..length).map(|_| mixed_character(random.word())).collect(),
        TextKind::Controls => {
            return (0..length.max(min.max(most.min(2)))).map(|_| control(random.word())).collect();
        }
        TextKind::AwkwardString => Some(AWKWARD_STRINGS[(x & 15) as usize]),
        TextKind::Number if x & 16 == 0 => Some(NUMBERS[(x & 15) as usize]),
        _ => None,
    };
    if let Some(text) = whole.filter(|text| (min..=most).contains(&text.chars().count())) {
        return text.to_owned();
    }
    let mut bytes = vec![0; length];
    // Maps each byte to one of 95 characters, of ten digits, or of two characters.
    let (count, low) = match kind {
        TextKind::TwoCharacters | TextKind::AwkwardString => (2, 32 + (x & 63) as u8),
        TextKind::Number => (10, b'0'),
        _ => (95, 32),
    };
    for chunk in bytes.chunks_mut(8) {
        let word =
            random.word().to_le_bytes().map(|byte| low + (u16::from(byte) * count >> 8) as u8);
        chunk.copy_from_slice(&word[..chunk.len()]);
    }
    if kind == TextKind::Number && x & 32 == 0 {
        let zeros = bytes.len().min(1 + (x >> 6 & 1) as usize);
        bytes[..zeros].fill(b'0');
    }
    String::from_utf8(bytes).expect("printable ASCII")
}

fn over_alphabet(random: &mut Random, alphabet: &Alphabet, length: usize, selector: u8) -> String {
    if alphabet.is_empty() {
        return String::new();
    }
    let count = if selector % 4 == 0 { alphabet.len() } else { usual(alphabet) };
    let last = u64::from(count - 1);
    let (low, span) =
        if selector < 32 { (uniform(random.word(), last), 1.min(last)) } else { (0, last) };
    (0..length)
        .map(|_| {
            let index = (low + uniform(random.word(), span)) % (last + 1);
            alphabet.nth(index as u32)
        })
        .collect()
}

/// The number of characters to choose from most of the time: in large alphabets only those of ASCII, which come first
/// in the simplicity order.
fn usual(alphabet: &Alphabet) -> u32 {
    if alphabet.len() <= LARGE {
        return alphabet.len();
    }
    let ascii = alphabet.intervals().iter().take_while(|(low, _)| low.is_ascii());
    let count = ascii.map(|&(low, high)| u32::from(high).min(127) - u32::from(low) + 1).sum();
    if count == 0 { alphabet.len() } else { count }
}

/// A character: over all of Unicode half plain, a quarter awkward, a quarter any. Otherwise uniform, but three of
/// four are ASCII if the alphabet is large.
#[inline(always)]
pub(crate) fn character(random: &mut Random, tables: &Tables, alphabet: &Alphabet) -> char {
    let x = random.word();
    if tables.distribution.characters != CharacterKind::Mixed {
        if let Some(character) = unmixed(x, tables, Some(alphabet)) {
            return character;
        }
    }
    if alphabet.len() < ALL {
        let count = if x % 4 == 0 { alphabet.len() } else { usual(alphabet) };
        return alphabet.nth(uniform(x, u64::from(count - 1)) as u32);
    }
    mixed_character(x)
}

/// Any character.
#[inline(always)]
pub(crate) fn any_character(random: &mut Random, tables: &Tables) -> char {
    let x = random.word();
    if tables.distribution.characters != CharacterKind::Mixed {
        if let Some(character) = unmixed(x, tables, None) {
            return character;
        }
    }
    mixed_character(x)
}

/// One of the four simplest characters, or half of the time a literal.
#[cold]
#[inline(never)]
fn unmixed(x: u64, tables: &Tables, alphabet: Option<&Alphabet>) -> Option<char> {
    if tables.distribution.characters == CharacterKind::Literals {
        return if x & 1 == 0 { tables.dictionary.character(x, alphabet) } else { None };
    }
    Some(match alphabet {
        Some(alphabet) => alphabet.nth(uniform(x, u64::from((alphabet.len() - 1).min(3))) as u32),
        None => char::from(b'a' + (x >> 16 & 3) as u8),
    })
}

/// Half control, combining, invisible and bidirectional characters, half plain ones.
fn control(x: u64) -> char {
    match x & 7 {
        0 => char::from(uniform(x, 0x1f) as u8),
        // The second set of control characters follows DEL.
        1 => char::from(0x7f + uniform(x, 0x20) as u8),
        2 => ['\t', '\u{1b}', '\u{b}', '\u{c}', '\u{8}', '\u{7}', '\u{85}', '\u{1c}']
            [(x >> 8 & 7) as usize],
        3 => INVISIBLE[(x >> 8 & 15) as usize],
        _ => char::from(32 + uniform(x, 94) as u8),
    }
}

#[inline(always)]
fn mixed_character(x: u64) -> char {
    match x & 3 {
        0 => AWKWARD[(x >> 4 & 15) as usize],
        1 => scalar(uniform(x, u64::from(char::MAX) - 0x800) as u32),
        _ => char::from(32 + uniform(x, 94) as u8),
    }
}

/// The character with this ordinal, not counting surrogates.
fn scalar(number: u32) -> char {
    let code = if number >= 0xd800 { number + 0x800 } else { number };
    char::from_u32(code).expect("a scalar value, as surrogates are not counted")
}

#[inline(never)]
pub(crate) fn bytes(random: &mut Random, tables: &Tables, min: usize, most: usize) -> Vec<u8> {
    let (x, selector) = random.pair();
    if tables.distribution.literals && selector >= 192 {
        if let Some(literal) = tables.dictionary.byte_string(x) {
            if (min..=most).contains(&literal.len()) {
                return literal.to_vec();
            }
        }
    }
    let is_overwritten = tables.distribution.literals && selector >= 96;
    let selector =
        if tables.distribution.characters == CharacterKind::Few { selector / 4 } else { selector };
    let length = length(x, min, most);
    let (mask, add) = match selector {
        0..32 => (1, x as u8),
        32..64 => (15, 0),
        64.. => (255, 0),
    };
    let mut bytes = vec![0; length];
    for chunk in bytes.chunks_mut(8) {
        let word = random.word().to_le_bytes().map(|byte| (byte & mask).wrapping_add(add));
        chunk.copy_from_slice(&word[..chunk.len()]);
    }
    if is_overwritten {
        tables.dictionary.overwrite(random, &mut bytes);
    }
    bytes
}
