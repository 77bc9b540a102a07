//! Writing JSON.

use std::fmt::Write;

/// The text of a string, in its quotes.
pub(super) fn string(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            // The last two end a line for readers that are not strict about what a line is.
            '\0'..' ' | '\u{7f}'..='\u{9f}' | '\u{2028}' | '\u{2029}' => {
                let _ = write!(out, "\\u{:04x}", c as u32);
            }
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

/// A number, or `null` if JSON has none like it.
pub(super) fn number(number: f64) -> String {
    if number.is_finite() { format!("{number:?}") } else { "null".to_owned() }
}

/// A string, or `null`.
pub(super) fn optional(text: Option<&str>) -> String {
    text.map_or_else(|| "null".to_owned(), string)
}

pub(super) fn array<'a>(texts: impl IntoIterator<Item = &'a str>) -> String {
    let texts: Vec<String> = texts.into_iter().map(string).collect();
    format!("[{}]", texts.join(","))
}

/// Keys and values that are JSON already. Of equal keys the last one counts.
pub(super) fn object<K: AsRef<str>>(members: impl IntoIterator<Item = (K, String)>) -> String {
    let mut all: Vec<(String, String)> = Vec::new();
    for (key, value) in members {
        let key = string(key.as_ref());
        match all.iter_mut().find(|(known, _)| *known == key) {
            Some((_, old)) => *old = value,
            None => all.push((key, value)),
        }
    }
    let members: Vec<String> =
        all.into_iter().map(|(key, value)| format!("{key}:{value}")).collect();
    format!("{{{}}}", members.join(","))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Value;

    #[test]
    fn every_string_is_read_back_and_stays_on_its_line() {
        let all: String = ('\0'..'\u{3000}').chain(['😀', '\u{10ffff}']).collect();
        for text in ["", "a\"b\\c/d", "\r\n", &all] {
            let written = string(text);
            assert_eq!(serde_json::from_str::<String>(&written).unwrap(), text);
            assert!(!written.contains(char::is_control), "{written}");
        }
    }

    #[test]
    fn numbers_are_read_back() {
        for value in [0.0, -0.0, 1.0, 0.1, 1e300, -5e-324, f64::MAX] {
            let read: f64 = serde_json::from_str(&number(value)).unwrap();
            assert!(read.to_bits() == value.to_bits(), "{value} became {read}");
        }
        assert_eq!([f64::NAN, f64::INFINITY, f64::NEG_INFINITY].map(number), ["null"; 3]);
    }

    #[test]
    fn members_have_different_keys() {
        let object = object([("a", number(1.0)), ("b", optional(None)), ("a", string("x"))]);
        assert_eq!(object, r#"{"a":"x","b":null}"#);
        let read: Value = serde_json::from_str(&object).unwrap();
        assert_eq!(read["a"], "x");
        assert_eq!(array(["x", "\""]), r#"["x","\""]"#);
    }
}
