//! Numbers, times and sizes as text for people, and any text as one that a terminal can show.

use std::time::Duration;

/// A number with a comma between thousands.
pub(crate) fn count(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() * 4 / 3);
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at) % 3 == 0 {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A number with a noun: "1 case", "2 cases".
pub(crate) fn plural(number: u64, what: &str) -> String {
    format!("{} {what}{}", count(number), if number == 1 { "" } else { "s" })
}

/// A time in a suitable unit.
pub(crate) fn time(time: Duration) -> String {
    match time.as_millis() {
        0 => "under 1 ms".to_owned(),
        1..1_000 => format!("{} ms", time.as_millis()),
        1_000..120_000 => format!("{:.1} s", time.as_secs_f64()),
        _ => format!("{} min {} s", count(time.as_secs() / 60), time.as_secs() % 60),
    }
}

/// A number of bytes in a suitable unit.
pub(crate) fn size(bytes: usize) -> String {
    match bytes {
        0..1_000 => plural(bytes as u64, "byte"),
        1_000..1_000_000 => format!("{:.1} kB", bytes as f64 / 1e3),
        _ => format!("{:.1} MB", bytes as f64 / 1e6),
    }
}

/// A score, with few digits.
pub(crate) fn score(number: f64) -> String {
    if number.fract() == 0.0 && number.abs() < 1e15 {
        let sign = if number < 0.0 { "-" } else { "" };
        return format!("{sign}{}", count(number.abs() as u64));
    }
    match number.abs() {
        small if small < 1e-3 => format!("{number:.2e}"),
        large if large >= 1e15 => format!("{number:.2e}"),
        large if large >= 100.0 => format!("{number:.1}"),
        _ => format!("{number:.3}"),
    }
}

/// Whether a character may change what a terminal shows elsewhere: control characters, and those that override the
/// direction of text. Line breaks and tabs may not.
pub fn is_unprintable(c: char) -> bool {
    (c.is_control() && c != '\n' && c != '\t')
        || matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// The text for a terminal or a log. Colors are removed, as assertion libraries use them; every other character that
/// could change what a terminal shows is escaped.
pub fn printable(text: &str) -> String {
    let mut printable = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(is_unprintable) {
        printable.push_str(&rest[..at]);
        rest = &rest[at..];
        if let Some(after) = without_color(rest) {
            rest = after;
            continue;
        }
        let mut chars = rest.chars();
        printable.extend(chars.next().into_iter().flat_map(char::escape_default));
        rest = chars.as_str();
    }
    printable.push_str(rest);
    printable
}

/// What follows a sequence that only sets colors: `ESC [ 1 ; 31 m`.
fn without_color(text: &str) -> Option<&str> {
    let codes = text.strip_prefix("\u{1b}[")?;
    let end = codes.find(|c: char| !c.is_ascii_digit() && c != ';')?;
    codes[end..].strip_prefix('m')
}

/// Asserts that a page of the book has a sentence, which tests make from constants. Line breaks of the page do not matter.
#[cfg(test)]
#[track_caller]
pub(crate) fn assert_said(page: &str, sentence: &str) {
    let path = format!("{}/../book/src/{page}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).expect("a page of the book");
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(text.contains(sentence), "{page} does not say: {sentence}");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_cannot_control_a_terminal() {
        for (text, expected) in [
            (
                "plain text\n\twith \\n, é, 鍵 and 👩\u{200d}🔬",
                "plain text\n\twith \\n, é, 鍵 and 👩\u{200d}🔬",
            ),
            ("\u{1b}[2J\u{1b}]0;title\u{7}", "\\u{1b}[2J\\u{1b}]0;title\\u{7}"),
            ("over\rwritten\u{8}", "over\\rwritten\\u{8}"),
            ("\u{9b}31m \u{0} \u{7f}", "\\u{9b}31m \\u{0} \\u{7f}"),
            ("\u{202e}txt.exe\u{2066}\u{2028}", "\\u{202e}txt.exe\\u{2066}\\u{2028}"),
            ("\u{1b}[1;31mred\u{1b}[0m \u{1b}[m\u{1b}[", "red \\u{1b}["),
        ] {
            assert_eq!(printable(text), expected);
            assert_eq!(printable(expected), expected, "escaped once");
        }
    }

    #[test]
    fn thousands_are_separated() {
        let texts = [0, 7, 999, 1_000, 65_536, 1_234_567, u64::MAX].map(count);
        let expected =
            ["0", "7", "999", "1,000", "65,536", "1,234,567", "18,446,744,073,709,551,615"];
        assert_eq!(texts, expected);
        assert_eq!([plural(1, "case"), plural(2_000, "case")], ["1 case", "2,000 cases"]);
    }

    #[test]
    fn a_time_is_given_in_a_suitable_unit() {
        let texts = [300, 9_400, 2_000_000, 61_200_000, 185_000_000].map(Duration::from_micros);
        assert_eq!(texts.map(time), ["under 1 ms", "9 ms", "2.0 s", "61.2 s", "3 min 5 s"]);
    }

    #[test]
    fn sizes_and_scores_are_short() {
        assert_eq!(
            [1, 999, 1_234, 9_876_543].map(size),
            ["1 byte", "999 bytes", "1.2 kB", "9.9 MB"]
        );
        let scores = [0.0, -3.0, 12_345.0, 0.5, 123.456, 1e-9, 1e20, f64::NAN, f64::INFINITY];
        let expected = ["0", "-3", "12,345", "0.500", "123.5", "1.00e-9", "1.00e20", "NaN", "inf"];
        assert_eq!(scores.map(score), expected);
    }
}
