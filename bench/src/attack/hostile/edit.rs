//! Edits that damage valid bytes.

use disprove::prelude::*;

/// Numbers that sit at the limits of what a decoder accepts.
const LIMITS: [u128; 8] =
    [0, 15, 127, 128, u16::MAX as u128, u32::MAX as u128, u64::MAX as u128, u128::MAX];

/// Repetitions of a byte: up to a token that asks for thousands of nested values.
const REPEATED: [usize; 5] = [1, 20, 1_000, 5_000, 20_000];

/// Bytes with a meaning in some format: continue flags, kinds of choices, line ends, quotes, and invalid UTF-8.
const TELLING: [u8; 12] = [0, 0x0f, 0x10, 0x1f, 0x50, 0x60, 0x6f, 0x80, 0xff, b'\n', b'"', b'#'];

/// Damages bytes by up to four edits.
pub fn damaged(src: &mut Source, mut bytes: Vec<u8>) -> Vec<u8> {
    for _ in 0..src.draw(0..=4_u8) {
        let at = src.draw(0..=bytes.len());
        let end = src.draw(at..=bytes.len());
        match src.draw(0..6_u8) {
            // Another byte.
            0 => {
                if let Some(byte) = bytes.get_mut(at) {
                    *byte = byte_of(src);
                }
            }
            // A part is missing.
            1 => drop(bytes.drain(at..end)),
            // A part occurs twice.
            2 => {
                let part = bytes[at..end].to_vec();
                bytes.splice(at..at, part);
            }
            // A byte is repeated very often.
            3 => {
                let count = src.draw(sample(REPEATED));
                bytes.splice(at..at, vec![byte_of(src); count]);
            }
            // A number at a limit, as LEB128.
            4 => {
                let mut number = src.draw(sample(LIMITS));
                let mut text = Vec::new();
                while number >= 0x80 {
                    text.push(number as u8 | 0x80);
                    number >>= 7;
                }
                text.push(number as u8);
                bytes.splice(at..at, text);
            }
            // The rest is missing.
            _ => bytes.truncate(at),
        }
    }
    bytes
}

fn byte_of(src: &mut Source) -> u8 {
    src.draw(one_of![sample(TELLING), any::<u8>()])
}
