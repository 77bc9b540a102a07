//! Tests of `toml.rs`.

use super::{Line, RawValue, Spot, lines};
use crate::{
    feedback::Outcome,
    runner::{Verdict, check},
};

fn spot(line: usize, column: usize) -> Spot {
    Spot { line, column }
}

fn complaint(text: &str) -> String {
    lines(text).expect_err(text).to_string()
}

/// The value of `key = ..`.
fn value(written: &str) -> RawValue<'static> {
    let line = format!("key = {written}");
    match lines(&line).unwrap_or_else(|error| panic!("{error}")).pop() {
        Some(Line::Pair { value: RawValue::Number(number), .. }) => RawValue::Number(number),
        Some(Line::Pair { value: RawValue::Flag(flag), .. }) => RawValue::Flag(flag),
        Some(Line::Pair { value: RawValue::Text(text), .. }) => RawValue::Text(text),
        Some(Line::Pair { value: RawValue::Odd, .. }) => RawValue::Odd,
        other => panic!("{other:?}"),
    }
}

#[test]
fn tables_and_pairs_are_found_at_their_places() {
    let text = "\u{feff}# Über all this\n\n\t[default] # the usual\r\ncases=1_000#many\r\n  \
                max-x_2  =\t'ä' # text\n[ ci ]";
    let expected = [
        Line::Table { name: "default", spot: spot(3, 2) },
        Line::Pair {
            key: "cases",
            spot: spot(4, 1),
            value: RawValue::Number(1_000),
            shown: "1_000",
        },
        Line::Pair {
            key: "max-x_2",
            spot: spot(5, 3),
            value: RawValue::Text("ä".to_owned()),
            shown: "'ä'",
        },
        Line::Table { name: "ci", spot: spot(6, 1) },
    ];
    assert_eq!(lines(text).expect("a good text"), expected);
}

#[test]
fn a_text_without_lines_says_nothing() {
    for text in ["", "\n", "  \t", "# [default]", "\u{feff}"] {
        assert_eq!(lines(text), Ok(Vec::new()), "{text:?}");
    }
}

#[test]
fn values_have_their_types() {
    let text = |text: &str| RawValue::Text(text.to_owned());
    for (written, expected) in [
        ("0", RawValue::Number(0)),
        ("0xff", RawValue::Number(255)),
        ("true", RawValue::Flag(true)),
        ("false # not", RawValue::Flag(false)),
        ("\"a # b\"", text("a # b")),
        ("''", text("")),
        (r#""C:\\temp\\\"x\"""#, text(r#"C:\temp\"x""#)),
        (r"'C:\temp'", text(r"C:\temp")),
        ("\"it's\"", text("it's")),
    ] {
        assert_eq!(value(written), expected, "{written}");
    }
    for odd in
        ["007", "00", "-1", "+1", "1.5", "1e3", "2026-01-01", "True", "random", "1__0", "0b1"]
    {
        assert_eq!(value(odd), RawValue::Odd, "{odd}");
    }
}

#[test]
fn what_is_not_read_is_refused_at_its_place() {
    for (text, expected) in [
        ("# a\r[ci]", "1:4: a control character is here: remove it, and end lines as usual"),
        ("a = \"\u{0}\"", "1:6: a control character is here: remove it, and end lines as usual"),
        ("[[ci]]", "1:1: a list of tables is not used here: write one `[` and one `]`"),
        ("\n [ci", "2:5: the name of a profile ends with `]`, which is missing here"),
        ("[]", "1:2: write a name of letters, digits, `_` and `-` here, without quotes"),
        ("[\"ci\"]", "1:2: write a name of letters, digits, `_` and `-` here, without quotes"),
        ("= 1", "1:1: write a name of letters, digits, `_` and `-` here, without quotes"),
        ("größe = 1", "1:3: a setting is written as `name = value`, and `=` is missing here"),
        (
            "[a.b]",
            "1:3: names with dots are not used here: write `[profile]`, and `name = value` below it",
        ),
        (
            "a.b = 1",
            "1:2: names with dots are not used here: write `[profile]`, and `name = value` below it",
        ),
        ("cases", "1:6: a setting is written as `name = value`, and `=` is missing here"),
        ("cases: 5", "1:6: a setting is written as `name = value`, and `=` is missing here"),
        ("cases = ", "1:9: a value is missing here"),
        ("cases = # 5", "1:9: a value is missing here"),
        (
            "a = [1]",
            "1:5: write a number, `true`, `false` or a text in quotes: no setting is a list or a table",
        ),
        (
            "a = {b = 1}",
            "1:5: write a number, `true`, `false` or a text in quotes: no setting is a list or a table",
        ),
        ("a = \"\"\"b\"\"\"", "1:5: a text of several lines is not used here: write one quote"),
        ("a = '''b'''", "1:5: a text of several lines is not used here: write one quote"),
        ("a = \"ä", "1:5: this text does not end: write a quote after it, on the same line"),
        ("a = 'b\n'", "1:5: this text does not end: write a quote after it, on the same line"),
        (
            "a = \"b\\",
            "1:7: after a backslash only `\\` and `\"` are read: write it twice, or the text in single quotes",
        ),
        (
            "a = \"ä\\temp\"",
            "1:7: after a backslash only `\\` and `\"` are read: write it twice, or the text in single quotes",
        ),
        ("a = 1 b = 2", "1:7: the line should end here: write one thing a line"),
        ("a = 'ä' 'c'", "1:9: the line should end here: write one thing a line"),
        ("[ci] cases = 1", "1:6: the line should end here: write one thing a line"),
    ] {
        assert_eq!(complaint(text), format!("disprove.toml:{expected}"), "{text}");
    }
}

/// A line as a reader of all of TOML understands it.
fn understood(line: &str) -> Option<::toml::Table> {
    line.parse().ok()
}

#[test]
fn what_is_read_means_the_same_to_other_readers() {
    let lines_of_toml = r#"[ \t]?(\[[ab ."]{0,3}\]|[ab."]{1,2} ?= ?([0-9_x]{1,4}|true|false|"[ab\\"'#]{0,4}"?|'[a\\"'#]{0,3}'?|[-+.0-9{\[]{1,3})) ?(#["a]?)?"#;
    let report = check(lines_of_toml).seed(1).cases(10_000).run(|line: String| {
        let Ok(read) = lines(&line) else { return Outcome::reject() };
        let expected = match &read[..] {
            [] => ::toml::Table::new(),
            [Line::Table { name, .. }] => {
                [((*name).to_owned(), ::toml::Table::new().into())].into_iter().collect()
            }
            [Line::Pair { key, value, .. }] => {
                let value = match value {
                    RawValue::Number(number) => (*number as i64).into(),
                    RawValue::Flag(flag) => (*flag).into(),
                    RawValue::Text(text) => text.as_str().into(),
                    RawValue::Odd | RawValue::Loose(_) => return Outcome::reject(),
                };
                [((*key).to_owned(), value)].into_iter().collect()
            }
            more => panic!("{more:?} from one line"),
        };
        assert_eq!(understood(&line), Some(expected));
        Outcome::pass()
    });
    assert_eq!(report.verdict(), Verdict::Passed, "{:?}", report.failures());
}
