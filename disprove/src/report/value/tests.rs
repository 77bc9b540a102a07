//! Tests of `value.rs`.

use super::*;
use std::panic::panic_any;

/// A `Debug` that calls a function.
struct Prints(fn(&mut fmt::Formatter<'_>) -> fmt::Result);

impl Debug for Prints {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        (self.0)(out)
    }
}

/// Even on a slow machine.
const FOREVER: Duration = Duration::from_secs(3_600);

fn text(value: &dyn Debug) -> String {
    text_within(value, "some::path::Kind<other::Inner>", FOREVER)
}

#[test]
fn a_value_that_fits_is_one_line() {
    assert_eq!(text(&vec![Some(1), None]), "[Some(1), None]");
    assert_eq!(text(&"ü".repeat(66)), format!("\"{}\"", "ü".repeat(66)));
}

#[test]
fn a_longer_value_is_laid_out() {
    let rows = vec![vec!["some text"; 3]; 3];
    let row = r#"    ["some text", "some text", "some text"],"#;
    assert_eq!(text(&rows), format!("[\n{row}\n{row}\n{row}\n]"));
}

#[test]
fn a_text_of_several_lines_is_kept() {
    let matrix = Prints(|out| out.write_str("1 0\n0 1"));
    assert_eq!(text(&matrix), "1 0\n0 1");
    assert_eq!(text(&vec![matrix]), "[\n    1 0\n    0 1,\n]");
}

#[test]
fn a_huge_value_shows_its_start_its_end_and_its_size() {
    let text = text(&vec!["0123456789abcdef"; 50_000]);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 51);
    assert_eq!((lines[0], lines[50]), ("[", "]"));
    assert_eq!(lines[40], "... 49,952 more lines, 1.2 MB in all ...");
    crate::humanize::assert_said("faq.md", "The report shows 50 lines of a long value");
    assert!(lines[49].contains("0123456789abcdef"), "{}", lines[49]);
}

#[test]
fn a_text_just_over_the_limit_keeps_its_end() {
    let text = text(&vec!["0123456789abcdef"; KEPT / 24 + 1]);
    assert_eq!(text.lines().count(), 51);
    assert!(text.ends_with("\n]"), "{text}");
}

#[test]
fn a_long_string_is_cut_in_its_middle() {
    for (length, middle) in [
        (10_000, " ... 9,002 more characters ... "),
        (60_000, " ... 59,002 more characters, 120.0 kB in all ... "),
    ] {
        let text = text(&"é".repeat(length));
        assert!(text.chars().count() < 1_100 && text.ends_with("é\""), "{text}");
        assert!(text.starts_with("\"é") && text.contains(middle), "{text}");
    }
}

#[test]
fn reports_a_debug_that_panics() {
    let panics = Prints(|_| panic!("oh {}", "no\nand more"));
    assert_eq!(text(&panics), "<`Debug` of Kind<Inner> panicked: oh no>");
    let odd = Prints(|_| panic_any(7));
    assert_eq!(
        text(&odd),
        "<`Debug` of Kind<Inner> panicked: a panic whose payload is not a string>"
    );
    let late = Prints(|out| {
        write!(out, "{}", "x".repeat(100))?;
        panic!("late")
    });
    assert_eq!(
        text(&late),
        format!("{}\n<`Debug` of Kind<Inner> panicked: late>", "x".repeat(100))
    );
}

#[test]
fn reports_a_debug_that_fails() {
    assert_eq!(text(&Prints(|_| Err(fmt::Error))), "<`Debug` of Kind<Inner> returned an error>");
}

#[test]
fn prints_a_debug_that_unwraps_its_writes() {
    let stubborn = Prints(|out| {
        for _ in 0..10 {
            out.write_str("0123456789").unwrap();
        }
        Ok(())
    });
    assert_eq!(text(&stubborn), "0123456789".repeat(10));
}

#[test]
fn cuts_a_debug_that_takes_long() {
    let late = text_within(&vec![1, 2, 3], "Vec<i32>", Duration::ZERO);
    assert_eq!(late, "[ ... <cut: `Debug` takes longer than under 1 ms>");
    let endless = Prints(|out| {
        loop {
            out.write_str("more\n")?;
        }
    });
    let cut = text_within(&endless, "Endless", Duration::from_millis(20));
    assert!(cut.starts_with("more\nmore\n"), "{cut}");
    assert!(cut.ends_with(" ... <cut: `Debug` takes longer than 20 ms>"), "{cut}");
    // The limit of reports.
    let cut = value_text(&endless, "Endless");
    assert!(cut.ends_with(" ... <cut: `Debug` takes longer than 1.0 s>"), "{cut}");
}

#[test]
fn names_of_types_lose_their_paths() {
    assert_eq!(short_name("alloc::vec::Vec<(u8, a_b::c::D)>"), "Vec<(u8, D)>");
    assert_eq!(short_name("&dyn core::fmt::Debug"), "&dyn Debug");
    assert_eq!(short_name("[my::T; 3]"), "[T; 3]");
}
