//! Tests of `toml.rs`.

use super::{Line, RawValue, Spot, lines};
use crate::{feedback::Outcome, property::check, runner::Verdict};

fn spot(line: usize, column: usize) -> Spot {
    Spot { line, column }
}

fn error(text: &str) -> String {
    lines(text).expect_err(text).to_string()
}

/// The value of `key = ..`.
fn value(raw: &str) -> RawValue<'static> {
    let line = format!("key = {raw}");
    match lines(&line).unwrap_or_else(|error| panic!("{error}")).pop() {
        Some(Line::Pair { value: RawValue::Integer(number), .. }) => RawValue::Integer(number),
        Some(Line::Pair { value: RawValue::Decimal(number), .. }) => RawValue::Decimal(number),
        Some(Line::Pair { value: RawValue::Flag(flag), .. }) => RawValue::Flag(flag),
        Some(Line::Pair { value: RawValue::String(text), .. }) => RawValue::String(text),
        Some(Line::Pair { value: RawValue::Other, .. }) => RawValue::Other,
        other => panic!("{other:?}"),
    }
}

#[test]
fn tables_and_pairs_have_positions() {
    let text = "\u{feff}# Über all this\n\n\t[default] # the usual\r\ncases=1_000#many\r\n  \
                max-x_2  =\t'ä' # text\n[ ci ]";
    let expected = [
        Line::Table { name: "default", spot: spot(3, 2) },
        Line::Pair {
            key: "cases",
            spot: spot(4, 1),
            value: RawValue::Integer(1_000),
            shown: "1_000",
        },
        Line::Pair {
            key: "max-x_2",
            spot: spot(5, 3),
            value: RawValue::String("ä".to_owned()),
            shown: "'ä'",
        },
        Line::Table { name: "ci", spot: spot(6, 1) },
    ];
    assert_eq!(lines(text).expect("valid lines"), expected);
}

#[test]
fn empty_lines_and_comments_are_skipped() {
    for text in ["", "\n", "  \t", "# [default]", "\u{feff}"] {
        assert_eq!(lines(text), Ok(Vec::new()), "{text:?}");
    }
}

#[test]
fn values_have_their_types() {
    let text = |text: &str| RawValue::String(text.to_owned());
    for (raw, expected) in [
        ("0", RawValue::Integer(0)),
        ("0xff", RawValue::Integer(255)),
        ("0.5", RawValue::Decimal(0.5)),
        ("12.25 # a comment", RawValue::Decimal(12.25)),
        ("true", RawValue::Flag(true)),
        ("false # not", RawValue::Flag(false)),
        ("\"a # b\"", text("a # b")),
        ("''", text("")),
        (r#""C:\\temp\\\"x\"""#, text(r#"C:\temp\"x""#)),
        (r"'C:\temp'", text(r"C:\temp")),
        ("\"it's\"", text("it's")),
    ] {
        assert_eq!(value(raw), expected, "{raw}");
    }
    for odd in [
        "007",
        "00",
        "-1",
        "+1",
        "00.5",
        "1.",
        ".5",
        "1.5.2",
        "1e3",
        "2026-01-01",
        "True",
        "random",
        "1__0",
        "0b1",
    ] {
        assert_eq!(value(odd), RawValue::Other, "{odd}");
    }
}

#[test]
fn refuses_other_toml_at_its_position() {
    for (text, expected) in [
        ("# a\r[ci]", "1:4: control character: remove it, and end lines with a line feed"),
        ("a = \"\u{0}\"", "1:6: control character: remove it, and end lines with a line feed"),
        ("[[ci]]", "1:1: no setting is a list of tables: write `[profile]`"),
        ("\n [ci", "2:5: expected `]` after the name of the profile"),
        ("[]", "1:2: expected a name of letters, digits, `_` and `-`, without quotes"),
        ("[\"ci\"]", "1:2: expected a name of letters, digits, `_` and `-`, without quotes"),
        ("= 1", "1:1: expected a name of letters, digits, `_` and `-`, without quotes"),
        ("größe = 1", "1:3: expected `=`: write `name = value`"),
        ("[a.b]", "1:3: names have no dots: write `[profile]`, and `name = value` below it"),
        ("a.b = 1", "1:2: names have no dots: write `[profile]`, and `name = value` below it"),
        ("cases", "1:6: expected `=`: write `name = value`"),
        ("cases: 5", "1:6: expected `=`: write `name = value`"),
        (
            "cases = ",
            "1:9: expected a value: write a number, `true`, `false` or a string in quotes",
        ),
        (
            "cases = # 5",
            "1:9: expected a value: write a number, `true`, `false` or a string in quotes",
        ),
        (
            "a = [1]",
            "1:5: no setting is a list or a table: write a number, `true`, `false` or a string in quotes",
        ),
        (
            "a = {b = 1}",
            "1:5: no setting is a list or a table: write a number, `true`, `false` or a string in quotes",
        ),
        ("a = \"\"\"b\"\"\"", "1:5: no setting is a multi-line string: write one quote"),
        ("a = '''b'''", "1:5: no setting is a multi-line string: write one quote"),
        ("a = \"ä", "1:5: unterminated string: write a quote after it, on the same line"),
        ("a = 'b\n'", "1:5: unterminated string: write a quote after it, on the same line"),
        (
            "a = \"b\\",
            "1:7: unknown escape sequence: write the backslash twice, or put the string in single quotes",
        ),
        (
            "a = \"ä\\temp\"",
            "1:7: unknown escape sequence: write the backslash twice, or put the string in single quotes",
        ),
        ("a = 1 b = 2", "1:7: expected the end of the line: write one setting per line"),
        ("a = 'ä' 'c'", "1:9: expected the end of the line: write one setting per line"),
        ("[ci] cases = 1", "1:6: expected the end of the line: write one setting per line"),
    ] {
        assert_eq!(error(text), format!("disprove.toml:{expected}"), "{text}");
    }
}

/// The line as read by the crate `toml`.
fn reference(line: &str) -> Option<::toml::Table> {
    line.parse().ok()
}

#[test]
fn reads_the_same_as_another_toml_reader() {
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
                    RawValue::Integer(number) => (*number as i64).into(),
                    RawValue::Decimal(number) => (*number).into(),
                    RawValue::Flag(flag) => (*flag).into(),
                    RawValue::String(text) => text.as_str().into(),
                    RawValue::Other | RawValue::Untyped(_) => return Outcome::reject(),
                };
                [((*key).to_owned(), value)].into_iter().collect()
            }
            more => panic!("{more:?} from one line"),
        };
        assert_eq!(reference(&line), Some(expected));
        Outcome::pass()
    });
    assert_eq!(report.verdict(), Verdict::Passed, "{:?}", report.failures());
}
