//! Damaged replay tokens: valid choices with edits, and usually a correct checksum, so that the decoder reads on.

use super::edit::damaged;
use disprove::prelude::*;
use std::fmt;

/// Text that may be a token.
#[derive(Clone)]
pub struct Token(pub String);

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown: String = self.0.chars().take(200).collect();
        write!(f, "{shown:?} of {} bytes", self.0.len())
    }
}

/// Encodes an input of the properties under attack.
fn valid(src: &mut Source) -> Vec<u8> {
    let inputs = any::<(Vec<Vec<u8>>, String)>;
    let tree = inputs().encode(&src.draw(inputs())).expect("the generator made it");
    // Without the version, which tokens have as text, and the checksum.
    let bytes = tree.to_bytes();
    bytes[1..bytes.len() - 1].to_vec()
}

pub fn token(src: &mut Source) -> Token {
    let choices = valid(src);
    let mut bytes = damaged(src, choices);
    let is_honest = src.draw(0..10_u8) < 9;
    bytes.push(checksum(&bytes) ^ u8::from(!is_honest));
    let prefix = src.draw(sample(["d1:", "d1:", "d1:", "d1:", "d2:", "d0:", "d:", "D1:", ""]));
    Token(format!("{prefix}{}", base64(&bytes)))
}

/// The checksum of tokens.
fn checksum(bytes: &[u8]) -> u8 {
    bytes.iter().fold(0x5a, |sum: u8, byte| (sum ^ byte).wrapping_mul(0x9d).rotate_left(3))
}

const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

fn base64(bytes: &[u8]) -> String {
    let mut text = String::new();
    for chunk in bytes.chunks(3) {
        let word = chunk.iter().fold(0_u32, |word, byte| word << 8 | u32::from(*byte));
        let word = word << (8 * (3 - chunk.len()));
        for digit in 0..=chunk.len() {
            text.push(char::from(DIGITS[(word >> (18 - 6 * digit) & 63) as usize]));
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::{base64, checksum};
    use disprove::{Tree, prelude::*};

    #[property]
    fn tokens_are_encoded_as_the_library_does(list: Vec<u8>) {
        let tree = vec(any::<u8>()).encode(&list).expect("a list");
        let bytes = &tree.to_bytes()[1..];
        assert_eq!(format!("d1:{}", base64(bytes)), tree.to_token());
        assert_eq!(checksum(&bytes[..bytes.len() - 1]), bytes[bytes.len() - 1]);
        assert!(Tree::from_token(&tree.to_token()).is_ok());
    }
}
