//! Texts and bytes.
//!
//! | texts over all of Unicode | how often |
//! |---|---|
//! | printable ASCII, evenly | 11/16 |
//! | ... of two characters only, so that they repeat | 1/8 |
//! | a text that is awkward for many programs | 1/16 |
//! | half plain, a quarter awkward, a quarter of any characters | 1/8 |
//!
//! Over other alphabets: 1/8 of two characters only, else evenly. Bytes: 1/8 of two values, 1/8
//! small ones, else evenly.

use crate::{
    choice::Alphabet,
    random::{Random, even},
};

const AWKWARD: [char; 16] = [
    '\0', '\n', '\r', '"', '\\', '\u{7f}', 'é', 'ß', 'İ', '\u{300}', '\u{200b}', '\u{202e}',
    '\u{feff}', '\u{2028}', '漢', '😀',
];

const AWKWARD_TEXTS: [&str; 16] = [
    "0", "-1", "1e400", "NaN", "null", "true", " ", "\t\r\n", "../..", "%s%n", "' OR ''='", "<a>&amp;",
    "\u{feff}", "e\u{301}\u{301}", "👨‍👩‍👧", "שלום",
];

/// Eight characters to a draw, no branch per character.
#[inline(never)]
pub(crate) fn text(random: &mut Random, alphabet: &Alphabet, min: usize, most: usize) -> String {
    let (x, selector) = random.pair();
    let length = if min == most { min } else { min + even(x, (most - min) as u64) as usize };
    if alphabet.len() < char::MAX as u32 - 0x800 {
        return over_alphabet(random, alphabet, length, selector);
    }
    match selector {
        0..32 => return (0..length).map(|_| any_character(random.word())).collect(),
        32..48 => {
            let text = AWKWARD_TEXTS[(x & 15) as usize];
            if (min..=most).contains(&text.chars().count()) {
                return text.to_owned();
            }
        }
        _ => {}
    }
    let mut bytes = vec![0; length];
    // Either way a byte becomes one of 95 characters, or of two of them.
    let (count, low) = if selector < 80 { (2, 32 + (x & 63) as u8) } else { (95, 32) };
    for chunk in bytes.chunks_mut(8) {
        let word = random.word().to_le_bytes().map(|byte| low + (u16::from(byte) * count >> 8) as u8);
        chunk.copy_from_slice(&word[..chunk.len()]);
    }
    String::from_utf8(bytes).expect("printable ASCII")
}

fn over_alphabet(random: &mut Random, alphabet: &Alphabet, length: usize, selector: u8) -> String {
    if alphabet.is_empty() {
        return String::new();
    }
    let last = u64::from(alphabet.len() - 1);
    let (low, span) = if selector < 32 {
        (even(random.word(), last), 1.min(last))
    } else {
        (0, last)
    };
    (0..length)
        .map(|_| {
            let index = (low + even(random.word(), span)) % (last + 1);
            alphabet.nth(index as u32)
        })
        .collect()
}

/// One character: over all of Unicode half plain, a quarter awkward, a quarter any; else evenly.
#[inline(always)]
pub(crate) fn character(random: &mut Random, alphabet: &Alphabet) -> char {
    let x = random.word();
    if alphabet.len() < char::MAX as u32 - 0x800 {
        return alphabet.nth(even(x, u64::from(alphabet.len() - 1)) as u32);
    }
    any_character(x)
}

#[inline(always)]
pub(crate) fn any_character(x: u64) -> char {
    match x & 3 {
        0 => AWKWARD[(x >> 4 & 15) as usize],
        1 => scalar(even(x, u64::from(char::MAX) - 0x800) as u32),
        _ => char::from(32 + even(x, 94) as u8),
    }
}

/// The characters in order, without the gap of the surrogates.
fn scalar(number: u32) -> char {
    let code = if number >= 0xd800 { number + 0x800 } else { number };
    char::from_u32(code).expect("a scalar value once the gap is left out")
}

#[inline(never)]
pub(crate) fn bytes(random: &mut Random, min: usize, most: usize) -> Vec<u8> {
    let (x, selector) = random.pair();
    let length = if min == most { min } else { min + even(x, (most - min) as u64) as usize };
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
    bytes
}
