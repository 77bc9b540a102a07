//! Specimens: characters, strings, byte strings and regular expressions.

use super::table::Table;
use crate::generator::{bytes, chars, regex, text};

pub(super) fn add(table: &mut Table) {
    table.any::<char>();
    table.add("chars", chars(), |_| true);
    table.add("hexadecimal digits", chars().alphabet("[a-f0-9]"), char::is_ascii_hexdigit);
    table.add("greek letters", chars().alphabet(r"\p{Greek}"), |c| !c.is_ascii());
    table.range('a'..'k');
    table.range('\u{d7f0}'..='\u{e010}');
    table.range('\u{10ff00}'..);
    table.any::<String>();
    table.add("text", text(), |_| true);
    table.add("string of 0 to 3", text().len(..=3), |s| s.chars().count() <= 3);
    table.add("string of 4 and more", text().len(4..), |s| s.chars().count() >= 4);
    let name = text().alphabet("[A-Za-z_]").len(1..9);
    table.add("string over an alphabet", name, |s| {
        (1..9).contains(&s.len()) && s.chars().all(|c| c.is_ascii_alphabetic() || c == '_')
    });
    let same = text().alphabet("[x]").len(2..=5);
    table.add("string of one character", same, |s| {
        (2..=5).contains(&s.len()) && s.chars().all(|c| c == 'x')
    });
    table.add("bytes", bytes(), |_| true);
    table.add("bytes of 4 to 8", bytes().len(4..=8), |b| (4..=8).contains(&b.len()));
    table.add("5 bytes", bytes().len(5), |b| b.len() == 5);
    patterns(table);
}

fn patterns(table: &mut Table) {
    let lower = |s: &str| s.bytes().all(|b| b.is_ascii_lowercase());
    let digits = |s: &str| s.bytes().all(|b| b.is_ascii_digit());
    table.add("[a-z]+", "[a-z]+", move |s| !s.is_empty() && lower(s));
    table.add("abc", "abc", |s| s == "abc");
    table.add("()", "", String::is_empty);
    table.add("alternatives", "[A-Z][a-z]{1,3}|[0-9]+", move |s| {
        let word = s.len() > 1 && s.len() < 5 && lower(&s[1..]);
        word && s.as_bytes()[0].is_ascii_uppercase() || !s.is_empty() && digits(s)
    });
    table.add("a repeated group", "(?:[a-c][0-9]){2,4}", |s| {
        let good = |pair: &[u8]| (b'a'..=b'c').contains(&pair[0]) && pair[1].is_ascii_digit();
        matches!(s.len(), 4 | 6 | 8) && s.as_bytes().chunks(2).all(good)
    });
    table.add("nested repetitions", "(?:(?:a|bc)*;)*", |s| {
        let good = |part: &str| part.replace("bc", "").bytes().all(|b| b == b'a');
        s.is_empty() || s.ends_with(';') && s.split(';').all(good)
    });
    table.add("optional parts", "^-?(?:0|[1-9][0-9]{0,3})(?:x?y)?$", |s| {
        let number = s.strip_suffix('y').unwrap_or(s);
        let number = number.strip_suffix('x').unwrap_or(number);
        number == "-0" || number.parse::<i32>().is_ok_and(|n| n.to_string() == number)
    });
    table.add("any line", regex(".*"), |s| !s.contains('\n'));
    table.add("word characters", r"\w{3}", |s| s.chars().count() == 3 && !s.contains(' '));
    table.add("owned", String::from("[01]{1,8}"), |s| u8::from_str_radix(s, 2).is_ok());
}
