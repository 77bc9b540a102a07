//! The operands of one comparison.

use super::view::{View, Viewed};
use crate::choice::Number;
use std::fmt;

/// Length limit for strings and lists: longer than most constants in a program.
const LONGEST: usize = 128;

/// Two values that were compared and not equal, or a value and a literal of a `match`.
///
/// ```
/// use disprove::trace;
///
/// #[trace]
/// fn is_greeting(word: &str) -> bool {
///     word == "hello" || word == "hi"
/// }
///
/// let (_, trace) = trace::record(|| is_greeting("hey"));
/// let mut seen: Vec<String> = trace.operands().iter().map(|it| it.to_string()).collect();
/// seen.sort();
/// assert_eq!(seen, [r#""hey" and "hello""#, r#""hey" and "hi""#]);
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Operand {
    /// The number of the comparison.
    pub site: u32,
    /// The left operand, or the value of a `match`.
    pub left: Seen,
    /// The right operand, or the literal of a pattern.
    pub right: Seen,
}

impl Operand {
    pub(crate) fn new(site: u32, left: Seen, right: Seen) -> Operand {
        Operand { site, left, right }
    }
}

impl fmt::Display for Operand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} and {}", self.left, self.right)
    }
}

/// A compared value. Strings and lists are cut after 128 bytes or numbers.
///
/// ```
/// use disprove::trace;
///
/// #[trace]
/// fn is_half(x: f64) -> bool {
///     x == 0.5
/// }
///
/// let (_, trace) = trace::record(|| is_half(2.0));
/// assert_eq!(trace.operands()[0].left, trace::Seen::Float(2.0));
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Seen {
    /// A Boolean.
    Bool(bool),
    /// An integer of any width.
    Number(Number),
    /// A floating-point number of either width.
    Float(f64),
    /// A character.
    Char(char),
    /// A string.
    Text(String),
    /// Bytes.
    Bytes(Vec<u8>),
    /// A list of integers other than bytes.
    Numbers(Vec<Number>),
}

impl Seen {
    /// Copies a value. Callers never pass `View::Nothing`.
    pub(super) fn of(view: &View<'_>) -> Seen {
        match view {
            View::Nothing => Seen::Bool(false),
            View::Bool(it) => Seen::Bool(*it),
            View::Number(it) => Seen::Number(*it),
            View::Float(it) => Seen::Float(*it),
            View::Char(it) => Seen::Char(*it),
            View::Text(it) => Seen::Text(shortened(it).to_owned()),
            View::Bytes(it) => Seen::Bytes(it[..it.len().min(LONGEST)].to_vec()),
            View::Numbers(it) => Seen::Numbers(it[..it.len().min(LONGEST)].to_vec()),
        }
    }
}

impl Viewed for Seen {
    fn view(&self) -> View<'_> {
        match self {
            Seen::Bool(it) => View::Bool(*it),
            Seen::Number(it) => View::Number(*it),
            Seen::Float(it) => View::Float(*it),
            Seen::Char(it) => View::Char(*it),
            Seen::Text(it) => View::Text(it),
            Seen::Bytes(it) => View::Bytes(it),
            Seen::Numbers(it) => View::Numbers(it.clone()),
        }
    }
}

fn shortened(text: &str) -> &str {
    let mut end = text.len().min(LONGEST);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}

impl fmt::Display for Seen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Seen::Bool(it) => write!(f, "{it}"),
            Seen::Number(it) => write!(f, "{it}"),
            Seen::Float(it) => write!(f, "{it:?}"),
            Seen::Char(it) => write!(f, "{it:?}"),
            Seen::Text(it) => write!(f, "{it:?}"),
            Seen::Bytes(it) => write!(f, "b\"{}\"", it.escape_ascii()),
            Seen::Numbers(it) => {
                write!(f, "[")?;
                for (index, number) in it.iter().enumerate() {
                    write!(f, "{}{number}", if index > 0 { ", " } else { "" })?;
                }
                write!(f, "]")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{LONGEST, Seen, View};
    use crate::choice::Number;

    #[test]
    fn cuts_long_strings_between_characters() {
        let long = "ä".repeat(LONGEST) + "!";
        let Seen::Text(kept) = Seen::of(&View::Text(&long)) else { panic!("no text") };
        assert_eq!(kept, "ä".repeat(LONGEST / 2));
        let odd = "a".to_owned() + &long;
        let Seen::Text(kept) = Seen::of(&View::Text(&odd)) else { panic!("no text") };
        assert_eq!(kept.len(), LONGEST - 1);
    }

    #[test]
    fn displays_values_as_rust_literals() {
        let numbers = vec![Number::natural(1), Number::below_zero(1)];
        for (view, shown) in [
            (View::Bool(true), "true"),
            (View::Float(1.0), "1.0"),
            (View::Char('\n'), r"'\n'"),
            (View::Bytes(b"a\0"), r#"b"a\x00""#),
            (View::Numbers(numbers), "[1, -2]"),
        ] {
            assert_eq!(Seen::of(&view).to_string(), shown);
        }
    }
}
