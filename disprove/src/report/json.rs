//! A JSON writer.

use std::fmt::Write;

/// A string literal.
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
            // Lenient readers treat the last two as line breaks.
            '\0'..' ' | '\u{7f}'..='\u{9f}' | '\u{2028}' | '\u{2029}' => {
                let _ = write!(out, "\\u{:04x}", c as u32);
            }
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

/// A number, or `null` if JSON cannot represent it.
pub(super) fn number(number: f64) -> String {
    if number.is_finite() { format!("{number:?}") } else { "null".to_owned() }
}

/// A string, or `null`.
pub(super) fn optional(text: Option<&str>) -> String {
    text.map_or_else(|| "null".to_owned(), string)
}

pub(super) fn array(texts: &[String]) -> String {
    let mut out = "[".to_owned();
    for (number, text) in texts.iter().enumerate() {
        if number > 0 {
            out.push(',');
        }
        out.push_str(&string(text));
    }
    out.push(']');
    out
}

/// An object of values that are JSON already. Of duplicate keys the last one counts.
pub(super) fn object(members: &[(&str, String)]) -> String {
    let mut out = "{".to_owned();
    for (number, (key, value)) in members.iter().enumerate() {
        // A duplicate key stays at its first position.
        if members[..number].iter().any(|(known, _)| known == key) {
            continue;
        }
        let mut last = value;
        for (other, value) in &members[number + 1..] {
            if other == key {
                last = value;
            }
        }
        if number > 0 {
            out.push(',');
        }
        let _ = write!(out, "{}:{last}", string(key));
    }
    out.push('}');
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Value;

    #[test]
    fn strings_round_trip_on_one_line() {
        let all: String = ('\0'..'\u{3000}').chain(['😀', '\u{10ffff}']).collect();
        for text in ["", "a\"b\\c/d", "\r\n", &all] {
            let written = string(text);
            assert_eq!(serde_json::from_str::<String>(&written).unwrap(), text);
            assert!(!written.contains(char::is_control), "{written}");
        }
    }

    #[test]
    fn numbers_round_trip() {
        for value in [0.0, -0.0, 1.0, 0.1, 1e300, -5e-324, f64::MAX] {
            let read: f64 = serde_json::from_str(&number(value)).unwrap();
            assert!(read.to_bits() == value.to_bits(), "{value} became {read}");
        }
        assert_eq!([f64::NAN, f64::INFINITY, f64::NEG_INFINITY].map(number), ["null"; 3]);
    }

    #[test]
    fn of_duplicate_keys_the_last_counts() {
        let object = object(&[("a", number(1.0)), ("b", optional(None)), ("a", string("x"))]);
        assert_eq!(object, r#"{"a":"x","b":null}"#);
        let read: Value = serde_json::from_str(&object).unwrap();
        assert_eq!(read["a"], "x");
        assert_eq!(array(&["x".to_owned(), "\"".to_owned()]), r#"["x","\""]"#);
    }
}
