//! The kind, bounds and value of a choice.

use super::{
    alphabet::{self, Alphabet},
    bytestring, float, number,
    number::Number,
};
use std::cmp::Ordering;

/// The kind of a choice.
///
/// ```
/// use disprove::{choice::Kind, prelude::*};
///
/// let tree = any::<bool>().encode(&true).expect("a bool");
/// assert_eq!(tree.bounds(0).kind(), Kind::Bool);
/// ```
#[non_exhaustive]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Kind {
    /// True or false.
    Bool,
    /// An integer of up to 128 bits, or the number of a branch.
    Integer,
    /// A floating-point number.
    Float,
    /// A string, as one choice.
    Text,
    /// A byte string, as one choice.
    Bytes,
}

/// The value of a choice, without its bounds.
///
/// ```
/// use disprove::{choice::Value, prelude::*};
///
/// let tree = any::<bool>().encode(&true).expect("a bool");
/// assert_eq!(tree.value(0), Value::Bool(true));
/// ```
#[non_exhaustive]
#[derive(Clone, PartialEq, Debug)]
pub enum Value {
    /// True or false.
    Bool(bool),
    /// An integer.
    Integer(Number),
    /// A floating-point number.
    Float(f64),
    /// A string.
    Text(String),
    /// A byte string.
    Bytes(Vec<u8>),
}

impl Value {
    /// The kind of this value.
    ///
    /// ```
    /// use disprove::prelude::*;
    ///
    /// let tree = int(-3..=3).encode(&-2).expect("-2 is in the range");
    /// assert_eq!(tree.value(0).kind(), disprove::Kind::Integer);
    /// ```
    pub fn kind(&self) -> Kind {
        match self {
            Value::Bool(_) => Kind::Bool,
            Value::Integer(_) => Kind::Integer,
            Value::Float(_) => Kind::Float,
            Value::Text(_) => Kind::Text,
            Value::Bytes(_) => Kind::Bytes,
        }
    }
}

/// Bounds of an integer.
///
/// ```
/// use disprove::{choice::Bounds, prelude::*};
///
/// let tree = int(-3..=9).encode(&5).expect("5 is in the range");
/// let Bounds::Integer(bounds) = tree.bounds(0) else { unreachable!("an integer") };
/// assert_eq!([bounds.min(), bounds.max(), bounds.origin()].map(|n| n.to_string()), ["-3", "9", "0"]);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct IntegerBounds {
    /// The smallest value, as bits. Values are `min + offset` with `offset <= span`.
    pub(crate) min: u128,
    /// The largest offset.
    pub(crate) span: u128,
    /// The offset of the simplest value.
    pub(crate) origin: u128,
    /// Whether the bits of `min` are signed.
    pub(crate) signed: bool,
    /// Whether the number selects a branch: neighboring numbers are then unrelated.
    pub(crate) branch: bool,
}

impl IntegerBounds {
    /// The smallest value.
    ///
    /// ```
    /// use disprove::{choice::Bounds, prelude::*};
    ///
    /// let tree = int(-3..=9).encode(&5).expect("5 is in the range");
    /// let Bounds::Integer(bounds) = tree.bounds(0) else { unreachable!("an integer") };
    /// assert_eq!(bounds.min(), (-3i128).into());
    /// ```
    pub fn min(&self) -> Number {
        self.value(0)
    }

    /// The largest value.
    ///
    /// ```
    /// use disprove::{choice::Bounds, prelude::*};
    ///
    /// let tree = int(-3..=9).encode(&5).expect("5 is in the range");
    /// let Bounds::Integer(bounds) = tree.bounds(0) else { unreachable!("an integer") };
    /// assert_eq!(bounds.max(), 9i128.into());
    /// ```
    pub fn max(&self) -> Number {
        self.value(self.span)
    }

    /// The simplest value.
    ///
    /// ```
    /// use disprove::{choice::Bounds, prelude::*};
    ///
    /// let tree = int(3..=9).encode(&5).expect("5 is in the range");
    /// let Bounds::Integer(bounds) = tree.bounds(0) else { unreachable!("an integer") };
    /// assert_eq!(bounds.origin(), 3i128.into());
    /// ```
    pub fn origin(&self) -> Number {
        self.value(self.origin)
    }

    /// Whether the number selects one of several alternatives, such as a variant of an enum.
    ///
    /// ```
    /// use disprove::{choice::Bounds, prelude::*};
    ///
    /// let tree = one_of![just(1), 10..20u8].encode(&15).expect("the second alternative");
    /// let Bounds::Integer(bounds) = tree.bounds(0) else { unreachable!("a branch") };
    /// assert!(bounds.is_branch());
    /// ```
    pub fn is_branch(&self) -> bool {
        self.branch
    }

    /// Whether both are equal. Unlike `==` it compiles without a function call.
    #[inline]
    pub(crate) fn is_same(&self, other: &IntegerBounds) -> bool {
        let flags = self.signed == other.signed && self.branch == other.branch;
        let apart = (self.min ^ other.min) | (self.origin ^ other.origin);
        self.span == other.span && apart == 0 && flags
    }

    /// The value at this offset.
    pub(crate) fn value(&self, offset: u128) -> Number {
        Number::from_bits(self.min.wrapping_add(offset), self.signed)
    }

    /// The offset of the allowed value nearest to `number`.
    pub(crate) fn nearest(&self, number: Number) -> u128 {
        let min = self.min();
        if number <= min { 0 } else { number.distance_above(min).min(self.span) }
    }

    /// The offset of a value; `None` if it is out of bounds.
    fn offset(&self, number: Number) -> Option<u128> {
        let allowed = self.min() <= number && number <= self.max();
        allowed.then(|| self.nearest(number))
    }
}

/// The bounds of a choice: the values it can have, and their simplicity order.
#[non_exhaustive]
#[derive(Clone, PartialEq, Debug)]
pub enum Bounds {
    /// A bool. At the thresholds 0 and `u64::MAX` it is always false or always true.
    Bool {
        /// The probability of `true`, multiplied by `2^64`.
        threshold: u64,
    },
    /// An integer.
    Integer(IntegerBounds),
    /// A floating-point number between `min` and `max`, both included.
    Float {
        /// Smallest value.
        min: f64,
        /// Largest value.
        max: f64,
        /// Whether NaN is allowed.
        nan: bool,
        /// Whether only values of `f32` are allowed.
        single: bool,
    },
    /// A string over an alphabet.
    Text {
        /// The allowed characters.
        alphabet: Alphabet,
        /// Fewest characters.
        min: u32,
        /// Most characters.
        max: u32,
    },
    /// A byte string.
    Bytes {
        /// Fewest bytes.
        min: u32,
        /// Most bytes.
        max: u32,
    },
}

impl Bounds {
    /// The kind of choice.
    ///
    /// ```
    /// use disprove::prelude::*;
    ///
    /// let tree = int(-3..=3).encode(&-2).expect("-2 is in the range");
    /// assert_eq!(tree.bounds(0).kind(), disprove::Kind::Integer);
    /// ```
    pub fn kind(&self) -> Kind {
        match self {
            Bounds::Bool { .. } => Kind::Bool,
            Bounds::Integer(_) => Kind::Integer,
            Bounds::Float { .. } => Kind::Float,
            Bounds::Text { .. } => Kind::Text,
            Bounds::Bytes { .. } => Kind::Bytes,
        }
    }

    /// The number of values; `None` for floats, and if it has more than 128 bits.
    ///
    /// ```
    /// use disprove::prelude::*;
    ///
    /// let tree = int(-3..=3).encode(&-2).expect("-2 is in the range");
    /// assert_eq!(tree.bounds(0).count(), Some(7));
    /// ```
    pub fn count(&self) -> Option<u128> {
        match self {
            Bounds::Bool { threshold: 0 | u64::MAX } => Some(1),
            Bounds::Bool { .. } => Some(2),
            Bounds::Integer(limits) => limits.span.checked_add(1),
            Bounds::Float { min, max, nan, .. } => {
                (min.to_bits() == max.to_bits() && !nan).then_some(1)
            }
            Bounds::Text { alphabet, min, max } => {
                alphabet::text_count(alphabet, *min as usize, *max as usize)
            }
            Bounds::Bytes { min, max } => bytestring::bytes_count(*min as usize, *max as usize),
        }
    }

    /// The simplest value.
    ///
    /// ```
    /// use disprove::prelude::*;
    ///
    /// let tree = int(-3..=3).encode(&-2).expect("-2 is in the range");
    /// assert_eq!(tree.bounds(0).index(&tree.bounds(0).simplest()), Some(0));
    /// ```
    pub fn simplest(&self) -> Value {
        match self {
            Bounds::Bool { threshold } => Value::Bool(*threshold == u64::MAX),
            Bounds::Integer(limits) => Value::Integer(limits.value(limits.origin)),
            Bounds::Float { min, max, .. } => Value::Float(float::simplest(*min, *max)),
            Bounds::Text { alphabet, min, .. } => Value::Text(simplest_text(alphabet, *min)),
            Bounds::Bytes { min, .. } => Value::Bytes(vec![0; *min as usize]),
        }
    }

    /// Whether `value` is within the bounds.
    ///
    /// ```
    /// use disprove::prelude::*;
    ///
    /// let tree = int(-3..=3).encode(&-2).expect("-2 is in the range");
    /// assert!(tree.bounds(0).allows(&tree.value(0)));
    /// assert!(!tree.bounds(0).allows(&disprove::Value::Bool(true)));
    /// ```
    pub fn allows(&self, value: &Value) -> bool {
        match (self, value) {
            (Bounds::Bool { threshold }, Value::Bool(value)) => match threshold {
                0 => !value,
                &u64::MAX => *value,
                _ => true,
            },
            (Bounds::Integer(limits), Value::Integer(number)) => limits.offset(*number).is_some(),
            (Bounds::Float { min, max, nan, single }, Value::Float(value)) => {
                float::allows(*value, *min, *max, *nan, *single)
            }
            (Bounds::Text { alphabet, min, max }, Value::Text(text)) => {
                let length = text.chars().count();
                (*min as usize..=*max as usize).contains(&length)
                    && text.chars().all(|c| alphabet.contains(c))
            }
            (Bounds::Bytes { min, max }, Value::Bytes(bytes)) => {
                (*min as usize..=*max as usize).contains(&bytes.len())
            }
            _ => false,
        }
    }

    /// The index of a value in the simplicity order: 0 is the simplest. `None` for a value that is out of bounds, or
    /// whose index has more than 128 bits.
    ///
    /// A bijection onto `0..count`, except that the indices of floats have gaps.
    ///
    /// ```
    /// use disprove::prelude::*;
    ///
    /// let tree = int(-3..=3).encode(&-2).expect("-2 is in the range");
    /// assert_eq!(tree.bounds(0).index(&tree.value(0)), Some(4), "after 0, 1, -1 and 2");
    /// ```
    pub fn index(&self, value: &Value) -> Option<u128> {
        if !self.allows(value) {
            return None;
        }
        match (self, value) {
            (Bounds::Bool { threshold }, Value::Bool(value)) => {
                Some(u128::from(*value && *threshold != u64::MAX))
            }
            (Bounds::Integer(limits), Value::Integer(number)) => {
                Some(number::index(limits.nearest(*number), limits.origin, limits.span))
            }
            (Bounds::Float { .. }, Value::Float(value)) => Some(float::code(*value)),
            (Bounds::Text { alphabet, min, .. }, Value::Text(text)) => {
                alphabet::text_index(alphabet, *min as usize, text)
            }
            (Bounds::Bytes { min, .. }, Value::Bytes(bytes)) => {
                bytestring::byte_index(*min as usize, bytes)
            }
            _ => None,
        }
    }

    /// The value at this index; `None` past the end, and for indices no float has.
    ///
    /// ```
    /// use disprove::prelude::*;
    ///
    /// let tree = int(-3..=3).encode(&-2).expect("-2 is in the range");
    /// assert_eq!(tree.bounds(0).nth(4), Some(tree.value(0)));
    /// assert_eq!(tree.bounds(0).nth(7), None);
    /// ```
    pub fn nth(&self, index: u128) -> Option<Value> {
        match self {
            Bounds::Bool { threshold } => match (threshold, index) {
                (&u64::MAX, 0) => Some(Value::Bool(true)),
                (_, 0) => Some(Value::Bool(false)),
                (1..u64::MAX, 1) => Some(Value::Bool(true)),
                _ => None,
            },
            Bounds::Integer(limits) => (index <= limits.span).then(|| {
                Value::Integer(limits.value(number::nth(index, limits.origin, limits.span)))
            }),
            Bounds::Float { .. } => {
                let value = Value::Float(float::decode(index));
                (self.index(&value) == Some(index)).then_some(value)
            }
            Bounds::Text { alphabet, min, max } => {
                alphabet::nth_text(alphabet, *min as usize, *max as usize, index).map(Value::Text)
            }
            Bounds::Bytes { min, max } => {
                bytestring::nth_bytes(*min as usize, *max as usize, index).map(Value::Bytes)
            }
        }
    }

    /// Compares a value drawn under these bounds with one drawn under others: the simpler one is less.
    ///
    /// ```
    /// use disprove::prelude::*;
    ///
    /// let tree = int(-3..=3).encode(&-2).expect("-2 is in the range");
    /// let (bounds, value) = (tree.bounds(0), tree.value(0));
    /// assert!(bounds.compare(&bounds.simplest(), bounds, &value).is_lt());
    /// ```
    pub fn compare(&self, value: &Value, others: &Bounds, other: &Value) -> Ordering {
        match (self, value, other) {
            (Bounds::Text { alphabet, .. }, Value::Text(a), Value::Text(b)) => {
                alphabet::compare(alphabet, a, b)
            }
            (_, Value::Bytes(a), Value::Bytes(b)) => bytestring::compare(a, b),
            _ if value.kind() == other.kind() => self.index(value).cmp(&others.index(other)),
            _ => value.kind().cmp(&other.kind()),
        }
    }
}

/// A string of the simplest character.
pub(crate) fn simplest_text(alphabet: &Alphabet, length: u32) -> String {
    if length == 0 { String::new() } else { alphabet.nth(0).to_string().repeat(length as usize) }
}

/// The nearest string within the bounds: cut off, padded, and with each character replaced by the nearest member.
pub(crate) fn conform_text(text: &str, alphabet: &Alphabet, min: u32, max: u32) -> String {
    if alphabet.is_empty() {
        return String::new();
    }
    let mut length = 0;
    let mut kept = String::with_capacity(text.len());
    for c in text.chars().take(max as usize) {
        kept.push(alphabet.nearest(c));
        length += 1;
    }
    kept.push_str(&simplest_text(alphabet, min.saturating_sub(length)));
    kept
}

#[cfg(test)]
mod tests;
