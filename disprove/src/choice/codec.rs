//! Choices as bytes and as a replay token.
//!
//! Stores only kinds and values, no spans, bounds or sites. The same generator replays them exactly, and stored trees
//! stay valid when labels change.
//!
//! Version 1: one byte for each choice, then its contents; the last byte is a checksum. The top bit says that a
//! `true` comes before the choice, three bits are the kind, four a payload. Payload 15 means 15 plus the LEB128
//! number after it.

use super::{
    Alphabet,
    bounds::{Bounds, Value},
    float,
    number::Number,
    predefined::{self, PREDEFINED},
    tree::Tree,
};
use std::fmt;

const VERSION: u8 = 1;
const TOKEN_PREFIX: &str = "d1:";
/// The bit that says that a `true` comes before the choice.
pub(super) const AFTER_TRUE: u8 = 0x80;
/// The payload that says that a number follows.
pub(super) const MORE: u128 = 15;

pub(super) const BOOL: u8 = 0;
const NATURAL: u8 = 1;
const BELOW_ZERO: u8 = 2;
const FLOAT_BITS: u8 = 3;
const FLOAT_CODE: u8 = 4;
const TEXT: u8 = 5;
const BYTES: u8 = 6;

/// Why bytes or a replay token cannot be decoded.
///
/// ```
/// use disprove::choice::Tree;
///
/// let error = Tree::from_token("d1:AAEB").expect_err("its last byte is not a checksum");
/// assert_eq!(error.to_string(), "checksum mismatch; copy the whole token from the report");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DecodeError {
    reason: &'static str,
    /// Whether it was a token, which users copy by hand.
    token: bool,
}

impl DecodeError {
    pub(super) const fn new(reason: &'static str) -> DecodeError {
        DecodeError { reason, token: false }
    }

    /// The reason without advice.
    pub(crate) fn reason(&self) -> &'static str {
        self.reason
    }
}

impl fmt::Display for DecodeError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.reason)?;
        let is_copied_wrong = self.token && self.reason != LATER;
        out.write_str(if is_copied_wrong { "; copy the whole token from the report" } else { "" })
    }
}

impl std::error::Error for DecodeError {}

impl Tree {
    /// Encodes the choices as bytes. [`Tree::from_bytes`] decodes them, in this and all later versions.
    ///
    /// ```
    /// use disprove::prelude::*;
    ///
    /// let tree = vec(0..10u8).encode(&vec![1, 2]).expect("both are below 10");
    /// assert_eq!(tree.to_bytes()[0], 1, "the version");
    /// ```
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = vec![VERSION];
        bytes.extend(self.body());
        bytes
    }

    /// Decodes the bytes of [`Tree::to_bytes`].
    ///
    /// ```
    /// use disprove::prelude::*;
    ///
    /// let tree = vec(0..10u8).encode(&vec![1, 2]).expect("both are below 10");
    /// assert!(disprove::Tree::from_bytes(&tree.to_bytes()).is_ok());
    /// assert!(disprove::Tree::from_bytes(&[]).is_err());
    /// ```
    ///
    /// # Errors
    /// If the bytes are of an unknown version, or damaged.
    pub fn from_bytes(bytes: &[u8]) -> Result<Tree, DecodeError> {
        match bytes.split_first() {
            None => Err(DecodeError::new("it is empty")),
            Some((&VERSION, body)) => read_body(body),
            Some(_) => {
                Err(DecodeError::new("another program or a later version of disprove wrote it"))
            }
        }
    }

    /// Encodes the choices as a replay token, which starts with `d1:`.
    ///
    /// ```
    /// use disprove::prelude::*;
    ///
    /// let tree = vec(0..10u8).encode(&vec![1, 2]).expect("both are below 10");
    /// assert!(tree.to_token().starts_with("d1:"));
    /// ```
    pub fn to_token(&self) -> String {
        TOKEN_PREFIX.to_owned() + &to_base64(&self.body())
    }

    /// Decodes a replay token of [`Tree::to_token`].
    ///
    /// ```
    /// use disprove::prelude::*;
    ///
    /// let tree = vec(0..10u8).encode(&vec![1, 2]).expect("both are below 10");
    /// assert!(disprove::Tree::from_token(&tree.to_token()).is_ok());
    /// assert!(disprove::Tree::from_token("nonsense").is_err());
    /// ```
    ///
    /// # Errors
    /// If it is not a token, of an unknown version, or damaged.
    pub fn from_token(token: &str) -> Result<Tree, DecodeError> {
        decode_token(token).map_err(|error| DecodeError { token: true, ..error })
    }

    /// Appends the choices from number `from` on. [`Tree::from_choices`] decodes all that was appended.
    pub(crate) fn write_choices(&self, from: usize, out: &mut Vec<u8>) {
        for i in from..self.len() {
            write_choice(out, 0, &self.value(i));
        }
    }

    /// Decodes the bytes of [`Tree::write_choices`].
    pub(crate) fn from_choices(mut bytes: Vec<u8>) -> Result<Tree, DecodeError> {
        bytes.push(checksum(&bytes));
        read_body(&bytes)
    }

    fn body(&self) -> Vec<u8> {
        let flat = self.flattened();
        let mut out = Vec::new();
        let mut after_true = 0;
        for i in 0..flat.len() {
            let value = flat.value(i);
            if value == Value::Bool(true) && after_true == 0 {
                after_true = AFTER_TRUE;
                continue;
            }
            write_choice(&mut out, after_true, &value);
            after_true = 0;
        }
        if after_true != 0 {
            write_choice(&mut out, 0, &Value::Bool(true));
        }
        out.push(checksum(&out));
        out
    }
}

/// Why a token such as `d2:..` cannot be read, and what to do.
const LATER: &str = "it was written by a later version of disprove; update the library";

/// Whether a token has the prefix of a later version.
fn is_later(token: &str) -> bool {
    let version = token.strip_prefix('d').and_then(|rest| rest.split_once(':'));
    version.is_some_and(|(number, _)| number.parse::<u32>().is_ok_and(|number| number > 1))
}

fn decode_token(token: &str) -> Result<Tree, DecodeError> {
    let token = token.trim();
    let Some(body) = token.strip_prefix(TOKEN_PREFIX) else {
        let reason = if is_later(token) { LATER } else { "it must start with `d1:`" };
        return Err(DecodeError::new(reason));
    };
    let bytes = from_base64(body).ok_or(DecodeError::new("invalid character or length"))?;
    read_body(&bytes)
}

pub(super) fn write_choice(out: &mut Vec<u8>, after_true: u8, value: &Value) {
    let mut head = |kind: u8, number: u128| {
        out.push(after_true | kind << 4 | number.min(MORE) as u8);
        if let Some(more) = number.checked_sub(MORE) {
            write_number(out, more);
        }
    };
    match value {
        Value::Bool(value) => head(BOOL, u128::from(*value)),
        Value::Integer(number) => match (number.as_natural(), number.as_below_zero()) {
            (Some(magnitude), _) => head(NATURAL, magnitude),
            (None, distance) => head(BELOW_ZERO, distance.unwrap_or(0)),
        },
        Value::Float(value) => match float::code(*value) {
            // Integers have short codes; the eight bytes are shorter for all other floats.
            code if code < 1 << 42 => head(FLOAT_CODE, code),
            _ => {
                head(FLOAT_BITS, 0);
                out.extend(value.to_bits().to_le_bytes());
            }
        },
        Value::Text(text) => {
            head(TEXT, text.len() as u128);
            out.extend(text.as_bytes());
        }
        Value::Bytes(bytes) => {
            head(BYTES, bytes.len() as u128);
            out.extend(bytes);
        }
    }
}

pub(super) fn write_number(out: &mut Vec<u8>, mut number: u128) {
    while number >= 0x80 {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

/// Detects every change of one byte, as each step is a bijection of the sum and of the byte, and 255 of 256 changes of
/// several.
pub(super) fn checksum(bytes: &[u8]) -> u8 {
    bytes.iter().fold(0x5a, |sum: u8, byte| (sum ^ byte).wrapping_mul(0x9d).rotate_left(3))
}

pub(super) const ENDS_EARLY: DecodeError = DecodeError::new("it ends inside a choice");

fn read_body(body: &[u8]) -> Result<Tree, DecodeError> {
    let Some((check, mut rest)) = body.split_last() else { return Err(ENDS_EARLY) };
    if checksum(rest) != *check {
        return Err(DecodeError::new("checksum mismatch"));
    }
    let mut tree = Tree::default();
    while let Some((head, after)) = rest.split_first() {
        rest = after;
        if head & AFTER_TRUE != 0 {
            tree.push(&PREDEFINED[predefined::FAIR as usize], &Value::Bool(true));
        }
        let mut number = u128::from(head & 15);
        if number == MORE {
            number = read_number(&mut rest)?
                .checked_add(MORE)
                .ok_or(DecodeError::new("it contains a number over 128 bits"))?;
        }
        let (bounds, value) = read_choice(head >> 4 & 7, number, &mut rest)?;
        tree.push(&bounds, &value);
    }
    Ok(tree)
}

/// Reads a value, with the widest bounds of its kind: replay finds out the real ones.
pub(super) fn read_choice(
    kind: u8,
    number: u128,
    rest: &mut &[u8],
) -> Result<(Bounds, Value), DecodeError> {
    let integers = |at: u32| PREDEFINED[(predefined::FIRST_INTEGER + at) as usize].clone();
    Ok(match kind {
        BOOL if number < 2 => {
            (PREDEFINED[predefined::FAIR as usize].clone(), Value::Bool(number == 1))
        }
        NATURAL if number <= u128::from(u64::MAX) => {
            (integers(3), Value::Integer(Number::natural(number)))
        }
        NATURAL => (integers(4), Value::Integer(Number::natural(number))),
        BELOW_ZERO if number < 1 << 63 => (integers(8), Value::Integer(Number::below_zero(number))),
        BELOW_ZERO if number < 1 << 127 => {
            (integers(9), Value::Integer(Number::below_zero(number)))
        }
        FLOAT_BITS => {
            let bits = take(rest, 8)?.try_into().expect("eight bytes were taken");
            let value = f64::from_bits(u64::from_le_bytes(bits));
            (PREDEFINED[predefined::DOUBLE as usize].clone(), Value::Float(value))
        }
        FLOAT_CODE if number < 1 << 42 => {
            (PREDEFINED[predefined::DOUBLE as usize].clone(), Value::Float(float::decode(number)))
        }
        TEXT => {
            let text = std::str::from_utf8(take(rest, number)?)
                .map_err(|_| DecodeError::new("it contains a string that is not UTF-8"))?;
            let bounds = Bounds::Text { alphabet: Alphabet::unicode(), min: 0, max: u32::MAX };
            (bounds, Value::Text(text.to_owned()))
        }
        BYTES => {
            let bytes = take(rest, number)?.to_owned();
            (Bounds::Bytes { min: 0, max: u32::MAX }, Value::Bytes(bytes))
        }
        _ => return Err(DecodeError::new("it contains a choice of an unknown kind")),
    })
}

pub(super) fn read_number(rest: &mut &[u8]) -> Result<u128, DecodeError> {
    let mut number: u128 = 0;
    for shift in (0..128).step_by(7) {
        let byte = take(rest, 1)?[0];
        let part = u128::from(byte & 0x7f);
        if part << shift >> shift != part {
            break;
        }
        number |= part << shift;
        if byte < 0x80 {
            return Ok(number);
        }
    }
    Err(DecodeError::new("it contains a number over 128 bits"))
}

/// Takes the next bytes, and checks that they exist before anything is allocated.
pub(super) fn take<'a>(rest: &mut &'a [u8], count: u128) -> Result<&'a [u8], DecodeError> {
    let count = usize::try_from(count).map_err(|_| ENDS_EARLY)?;
    let (taken, after) = rest.split_at_checked(count).ok_or(ENDS_EARLY)?;
    *rest = after;
    Ok(taken)
}

/// The URL-safe base64 alphabet: needs no escaping in URLs and file names.
const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

pub(crate) fn to_base64(bytes: &[u8]) -> String {
    let mut text = String::new();
    for chunk in bytes.chunks(3) {
        let word = chunk.iter().fold(0u32, |word, byte| word << 8 | u32::from(*byte));
        let word = word << (8 * (3 - chunk.len()));
        for digit in 0..=chunk.len() {
            text.push(char::from(DIGITS[(word >> (18 - 6 * digit) & 63) as usize]));
        }
    }
    text
}

pub(crate) fn from_base64(text: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3 + 2);
    for chunk in text.as_bytes().chunks(4) {
        let mut word = 0;
        for digit in chunk {
            word = word << 6 | DIGITS.iter().position(|d| d == digit)? as u32;
        }
        let count = chunk.len().checked_sub(1).filter(|count| *count > 0)?;
        let word = word << (6 * (4 - chunk.len()));
        // Bits beyond the last byte must be zero, so that each sequence of bytes has one token.
        if word & (0xff_ffff >> (8 * count)) != 0 {
            return None;
        }
        bytes.extend_from_slice(&word.to_be_bytes()[1..=count]);
    }
    Some(bytes)
}

#[cfg(test)]
mod tests;
