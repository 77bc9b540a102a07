//! Changes of a text, or of bytes, that are one choice: at one place of it.

use crate::choice::Value;

/// What is done at a place of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Change {
    Remove,
    Repeat,
    /// So many from here on are there twice.
    Twice(u32),
    /// So many are taken away.
    Cut(u32),
    /// Another character, or byte.
    Replace(u32),
    /// One more before it.
    Insert(u32),
}

/// Characters that texts are tried with: what can be typed, as what code looks for is mostly written with that.
const TYPED: std::ops::RangeInclusive<u32> = 0x20..=0x7e;
const BYTES: std::ops::RangeInclusive<u32> = 0..=0xff;

/// Longer pieces are changed at so many places: the rest would not be reached.
pub(super) const PLACES: usize = 64;

/// So many characters, or bytes, at most are there twice after a change. What code reads in a loop, such as an argument with the
/// comma after it, is longer than one: the bug of the study `parser` was found in 0 of 4 runs of 200,000 cases without
/// this, and in 4 of 4 with it.
const TWICE: usize = 8;

/// All changes of a piece, with their places. None if it is a value of another kind.
pub(super) fn changes(value: &Value, add: &mut dyn FnMut(u32, Change)) {
    let (here, others): (Vec<u32>, _) = match value {
        Value::Text(text) => (text.chars().map(u32::from).collect(), TYPED),
        Value::Bytes(bytes) => (bytes.iter().map(|byte| u32::from(*byte)).collect(), BYTES),
        _ => return,
    };
    for at in 0..=here.len().min(PLACES) {
        let place = at as u32;
        if at < here.len() {
            add(place, Change::Remove);
            add(place, Change::Repeat);
            add(place, Change::Cut(u32::MAX));
            for count in 2..=TWICE.min(here.len() - at) {
                add(place, Change::Twice(count as u32));
            }
            for other in others.clone().filter(|other| *other != here[at]) {
                add(place, Change::Replace(other));
            }
        }
        for other in others.clone() {
            add(place, Change::Insert(other));
        }
    }
}

/// How long a text is, or how many bytes there are.
pub(super) fn length(value: &Value) -> usize {
    match value {
        Value::Text(text) => text.chars().count(),
        Value::Bytes(bytes) => bytes.len(),
        _ => 0,
    }
}

/// The changed piece.
pub(super) fn changed(value: &Value, at: u32, change: Change) -> Value {
    match value {
        Value::Text(text) => {
            let mut all: Vec<char> = text.chars().collect();
            let to = |code| char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER);
            make(&mut all, at as usize, change, to);
            Value::Text(all.into_iter().collect())
        }
        Value::Bytes(bytes) => {
            let mut all = bytes.clone();
            make(&mut all, at as usize, change, |code| code as u8);
            Value::Bytes(all)
        }
        _ => value.clone(),
    }
}

/// Does nothing where the place is not there any more.
fn make<T: Copy>(all: &mut Vec<T>, at: usize, change: Change, to: impl Fn(u32) -> T) {
    let is_there = at < all.len();
    match change {
        Change::Remove if is_there => {
            all.remove(at);
        }
        Change::Repeat if is_there => all.insert(at, all[at]),
        Change::Twice(count) if is_there => {
            let end = all.len().min(at.saturating_add(count as usize));
            let rest = all.split_off(at);
            all.extend_from_slice(&rest[..end - at]);
            all.extend(rest);
        }
        Change::Cut(count) => {
            let rest = all.split_off(all.len().min(at.saturating_add(count as usize)));
            all.truncate(at);
            all.extend(rest);
        }
        Change::Replace(code) if is_there => all[at] = to(code),
        Change::Insert(code) if at <= all.len() => all.insert(at, to(code)),
        _ => {}
    }
}

/// The piece with another one put into it.
pub(super) fn joined(value: &Value, at: u32, word: &Value) -> Value {
    match (value, word) {
        (Value::Text(text), Value::Text(word)) => {
            let at = text.char_indices().nth(at as usize).map_or(text.len(), |(at, _)| at);
            Value::Text([&text[..at], word, &text[at..]].concat())
        }
        (Value::Bytes(bytes), Value::Bytes(word)) => {
            let (before, after) = bytes.split_at(bytes.len().min(at as usize));
            Value::Bytes([before, word, after].concat())
        }
        _ => value.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(value: &Value) -> Vec<Value> {
        let mut found = Vec::new();
        changes(value, &mut |at, change| found.push(changed(value, at, change)));
        found
    }

    #[test]
    fn a_text_is_changed_at_every_place() {
        let texts = all(&Value::Text("ab".into()));
        for wanted in ["b", "a", "aab", "abb", "", "zb", "a\u{7e}", "(ab", "a(b", "ab("] {
            assert!(texts.contains(&Value::Text(wanted.into())), "{wanted}");
        }
    }

    #[test]
    fn what_is_longer_than_one_is_there_twice() {
        let texts = all(&Value::Text("f(1,2".into()));
        for wanted in ["f(1,1,2", "f(f(1,2", "f(1,2f(1,2"] {
            assert!(texts.contains(&Value::Text(wanted.into())), "{wanted}");
        }
        let long = Value::Bytes((0..20).collect());
        let most = all(&long).iter().map(length).max();
        assert_eq!(most, Some(20 + TWICE));
    }

    #[test]
    fn words_are_put_in_at_any_place() {
        let text = |text: &str| Value::Text(text.into());
        for (at, wanted) in [(0, "letäb"), (1, "äletb"), (2, "äblet"), (9, "äblet")] {
            assert_eq!(joined(&text("äb"), at, &text("let")), text(wanted));
        }
        let bytes = |bytes: &[u8]| Value::Bytes(bytes.to_vec());
        assert_eq!(joined(&bytes(b"ab"), 1, &bytes(b"xy")), bytes(b"axyb"));
        assert_eq!(joined(&bytes(b"ab"), 9, &bytes(b"x")), bytes(b"abx"));
        assert_eq!(joined(&bytes(b"ab"), 1, &text("x")), bytes(b"ab"), "of another kind");
    }

    #[test]
    fn bytes_have_every_value_at_every_place() {
        let found = all(&Value::Bytes(vec![1, 2]));
        for byte in 0..=255 {
            assert!(byte == 1 || found.contains(&Value::Bytes(vec![byte, 2])));
            assert!(found.contains(&Value::Bytes(vec![1, 2, byte])));
        }
        assert!(all(&Value::Bool(true)).is_empty());
    }
}
