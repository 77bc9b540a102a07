//! Tests of `raw.rs`.

use super::{Observations, Place, RawValue, Search, integer};
use crate::untrusted::DataFolder;
use std::{path::Path, time::Duration};

fn text(text: &str) -> RawValue<'static> {
    RawValue::String(text.to_owned())
}

#[test]
fn integers_are_written_as_in_rust() {
    for (text, expected) in [
        ("0", Some(0)),
        ("7", Some(7)),
        ("1_000_000", Some(1_000_000)),
        ("18446744073709551615", Some(u64::MAX)),
        ("0xff", Some(255)),
        ("0xDEAD_beef", Some(0xdead_beef)),
        ("18446744073709551616", None),
        ("", None),
        ("_1", None),
        ("1_", None),
        ("1__0", None),
        ("0x", None),
        ("0x_f", None),
        ("+1", None),
        ("-1", None),
        ("1.0", None),
        ("1e3", None),
        (" 1", None),
        ("٣", None),
    ] {
        assert_eq!(integer(text), expected, "{text:?}");
    }
}

#[test]
fn zero_is_a_seed_but_not_a_count() {
    for zero in [RawValue::Integer(0), RawValue::Untyped("0")] {
        assert_eq!(zero.seed(), Ok(0));
        assert_eq!(
            zero.count(),
            Err("write an integer from 1 to 2^64 - 1, such as 500".to_owned())
        );
    }
    for odd in [RawValue::Flag(true), text("5"), RawValue::Other, RawValue::Untyped("many")] {
        assert!(odd.count().is_err(), "{odd:?}");
        assert_eq!(
            odd.seed(),
            Err("write an integer from 0 to 2^64 - 1, such as 7".to_owned()),
            "{odd:?}"
        );
    }
}

#[test]
fn temperatures_are_numbers_from_0_to_10() {
    for (raw, expected) in [
        (RawValue::Decimal(0.25), 0.25),
        (RawValue::Integer(10), 10.0),
        (RawValue::Untyped("0.25"), 0.25),
        (RawValue::Untyped("0"), 0.0),
    ] {
        assert_eq!(raw.temperature(), Ok(expected), "{raw:?}");
    }
    for raw in [
        RawValue::Decimal(10.1),
        RawValue::Integer(11),
        RawValue::Integer(1 << 32),
        RawValue::Untyped("-1"),
        RawValue::Untyped("1."),
        RawValue::Untyped(".5"),
        RawValue::Untyped("1.5.2"),
        RawValue::Untyped("1e0"),
        RawValue::Untyped("NaN"),
        RawValue::Flag(true),
        RawValue::Other,
        text("0.3"),
    ] {
        let expected = "write a number from 0 to 10, such as 0.3".to_owned();
        assert_eq!(raw.temperature(), Err(expected), "{raw:?}");
    }
}

#[test]
fn flags_are_numbers_in_the_environment_only() {
    for (raw, expected) in [
        (RawValue::Flag(true), Ok(true)),
        (RawValue::Flag(false), Ok(false)),
        (RawValue::Untyped("1"), Ok(true)),
        (RawValue::Untyped("true"), Ok(true)),
        (RawValue::Untyped("0"), Ok(false)),
        (RawValue::Untyped("false"), Ok(false)),
        (RawValue::Untyped("yes"), Err("write 1 or 0, `true` or `false`")),
        (RawValue::Integer(1), Err("write `true` or `false`")),
        (text("true"), Err("write `true` or `false`")),
    ] {
        assert_eq!(raw.flag(), expected.map_err(str::to_owned), "{raw:?}");
    }
}

#[test]
fn times_are_amounts_with_units() {
    for (time, milliseconds) in [
        ("500ms", 500),
        ("30s", 30_000),
        ("10m", 600_000),
        ("1h30m", 5_400_000),
        ("1h2m3s4ms", 3_723_004),
        ("0h1s", 1_000),
        ("90m", 5_400_000),
    ] {
        let expected = Ok(Duration::from_millis(milliseconds));
        assert_eq!(RawValue::Untyped(time).time(), expected, "{time}");
        assert_eq!(text(time).time(), expected, "{time}");
    }
}

#[test]
fn times_that_make_no_sense_are_refused() {
    let wanted = "write a time such as `30s`, `500ms` or `1h30m`";
    for time in [
        "0s",
        "s",
        "1",
        "1.5s",
        "1d",
        "30 s",
        "30m1h",
        "1s1s",
        "1h30",
        "-1s",
        "1S",
        "soon",
        "99999999999999999999s",
        "18446744073709551615h",
        "18446744073709551615ms1s",
    ] {
        let error = text(time).time().expect_err(time);
        assert_eq!(error, wanted, "{time}");
    }
    assert_eq!(RawValue::Other.time(), Err(format!("{wanted}, in quotes")));
    assert_eq!(RawValue::Flag(true).time(), Err(wanted.to_owned()));
}

#[test]
fn a_time_needs_a_unit() {
    let wanted = "a time needs a unit: write `30s`, `30m` or `30ms`";
    assert_eq!(RawValue::Integer(30).time(), Err(wanted.to_owned()));
    assert_eq!(RawValue::Untyped("30").time(), Err(wanted.to_owned()));
}

#[test]
fn searches_have_names() {
    for (word, search) in [
        ("auto", Search::Auto),
        ("random", Search::Random),
        ("climb", Search::Climb),
        ("anneal", Search::Anneal),
        ("pool", Search::Pool),
        ("mutate", Search::Mutate),
    ] {
        assert_eq!(RawValue::Untyped(word).search(), Ok(search));
        assert_eq!(text(word).search(), Ok(search));
    }
    let all = "`auto`, `random`, `climb`, `anneal`, `pool`, `mutate`";
    for (raw, expected) in [
        (RawValue::Untyped("aneal"), "unknown search; did you mean `anneal`? known: "),
        (text("Dijkstra"), "unknown search; known: "),
        (RawValue::Other, "write the name of a search in quotes; known: "),
        (RawValue::Integer(1), "write the name of a search in quotes; known: "),
    ] {
        assert_eq!(raw.search(), Err(format!("{expected}{all}")), "{raw:?}");
    }
}

#[test]
fn databases_are_words_or_paths_relative_to_a_folder() {
    let folder = Path::new("/project");
    for (word, expected) in [("none", Place::None), ("standard", Place::Standard)] {
        assert_eq!(RawValue::Untyped(word).place(folder, "database"), Ok(expected.clone()));
        assert_eq!(text(word).place(folder, "database"), Ok(expected));
    }
    for path in ["kept/here", "./none", "/else/where", "../other"] {
        let chosen = Place::At(DataFolder::chosen(folder.join(path)));
        assert_eq!(RawValue::Untyped(path).place(folder, "database"), Ok(chosen));
    }
    for path in ["kept/here", "./none", "a/../b", "/project/kept"] {
        let inside = Place::At(DataFolder::in_workspace(folder, path));
        assert_eq!(text(path).place(folder, "database"), Ok(inside));
    }
    for odd in [text(""), RawValue::Other, RawValue::Flag(false), RawValue::Integer(0)] {
        assert_eq!(
            odd.place(folder, "database"),
            Err("write \"none\", \"standard\" or the path of a folder, in quotes".to_owned())
        );
    }
}

#[test]
fn the_file_names_no_folder_outside_of_the_workspace() {
    let folder = Path::new("/project");
    for path in ["/etc", "..", "../other", "a/../../b", "/", "/projects/x", "/project/../x"] {
        let expected = |variable| {
            Err(format!(
                "this folder is outside of the workspace: write one inside of it, or set \
                 `{variable}={path}` in your environment"
            ))
        };
        assert_eq!(text(path).place(folder, "database"), expected("DISPROVE_DATABASE"));
        let observed = text(path).observations(folder, "observe").map(|_| Place::None);
        assert_eq!(observed, expected("DISPROVE_OBSERVE"));
    }
}

#[test]
fn observations_are_flags_or_paths_relative_to_a_folder() {
    let folder = Path::new("/project");
    for (raw, expected) in [
        (RawValue::Untyped("0"), Observations::Off),
        (RawValue::Untyped("1"), Observations::Standard),
        (
            RawValue::Untyped("lines.jsonl"),
            Observations::At(DataFolder::chosen("/project/lines.jsonl")),
        ),
        (RawValue::Flag(false), Observations::Off),
        (RawValue::Flag(true), Observations::Standard),
        (text("lines"), Observations::At(DataFolder::in_workspace(folder, "lines"))),
    ] {
        assert_eq!(raw.observations(folder, "observe"), Ok(expected), "{raw:?}");
    }
    for odd in [text(""), RawValue::Other, RawValue::Integer(1)] {
        assert_eq!(
            odd.observations(folder, "observe"),
            Err("write `true` or `false`, or the path of a folder in quotes".to_owned())
        );
    }
}
