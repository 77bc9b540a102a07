//! The main job in one screen: a run-length encoder with a bug, found and made small.
//!
//! ```text
//! cargo run --example rle
//! ```
//!
//! The property is a test like any other, but for `test = false`, which makes it a function that can be called
//! here. It panics with the report that `cargo test` would show.

use disprove::prelude::*;

/// Each run of equal bytes as the byte and how many there are.
fn encode(bytes: &[u8]) -> Vec<(u8, usize)> {
    let mut runs = Vec::new();
    let mut length = 1;
    for (i, byte) in bytes.iter().enumerate() {
        match bytes.get(i + 1) {
            Some(next) if next == byte => length += 1,
            Some(_) => {
                runs.push((*byte, length));
                length = 1;
            }
            // The planted bug: the last run loses its length.
            None => runs.push((*byte, 1)),
        }
    }
    runs
}

fn decode(runs: &[(u8, usize)]) -> Vec<u8> {
    runs.iter().flat_map(|(byte, length)| std::iter::repeat_n(*byte, *length)).collect()
}

#[property(test = false, seed = 1)]
fn rle_round_trips(bytes: Vec<u8>) {
    assert_eq!(decode(&encode(&bytes)), bytes);
}

fn main() {
    // Only the report: neither "thread 'main' panicked at" nor a backtrace.
    std::panic::set_hook(Box::new(|_| ()));
    let panic = std::panic::catch_unwind(rle_round_trips).expect_err("the bug is found");
    println!("{}", panic.downcast_ref::<String>().expect("a report is a text"));
}

#[cfg(test)]
#[path = "../../book/pictures/terminal.rs"]
mod terminal;

#[cfg(test)]
mod tests {
    use super::terminal::{is_current, terminal};
    use disprove::{Tree, choice::Value};
    use std::{env, process::Command};

    /// Without the time, the only part that differs from run to run.
    fn without_time(report: &str) -> String {
        let (before, after) = report.split_once(" runs (").expect("it was reduced");
        let (_, after) = after.split_once(')').expect("the time is in brackets");
        format!("{before} runs{after}")
    }

    /// On a terminal it has colors.
    fn without_colors(report: &str) -> String {
        let mut parts = report.split('\u{1b}');
        let first = parts.next().unwrap_or_default().to_owned();
        let after = |part: &str| part.split_once('m').map(|(_, text)| text.to_owned());
        parts.filter_map(after).fold(first, |text, part| text + &part)
    }

    /// With `RUST_BACKTRACE=1` it has a backtrace.
    fn without_backtrace(report: &str) -> String {
        let parts = report.split("\n\n").filter(|part| !part.starts_with("  backtrace\n"));
        parts.collect::<Vec<_>>().join("\n\n")
    }

    #[test]
    fn the_front_page_of_the_library_shows_the_report() {
        let report = without_time(&without_backtrace(&without_colors(&report())));
        let page = include_str!("../src/lib.rs");
        let page = without_time(&page.replace("//! ", "").replace("//!", ""));
        for line in report.lines() {
            // There the property has a file of its own.
            let (line, _) = line.split_once("    disprove/examples/").unwrap_or((line, ""));
            assert!(page.contains(&format!("\n{line}")), "{line}");
        }
    }

    fn report() -> String {
        let panic = std::panic::catch_unwind(super::rle_round_trips).expect_err("a bug");
        panic.downcast_ref::<String>().expect("a text").clone()
    }

    #[test]
    fn the_pages_show_what_this_prints() {
        let report = without_time(&without_backtrace(&without_colors(&report())));
        let page = include_str!("../../book/src/start/failure-report.md");
        let (_, shown) = page.split_once("<!-- report -->\n```text\n").expect("a report");
        let (shown, _) = shown.split_once("\n```\n<!-- /report -->").expect("the end of it");
        assert_eq!(without_time(shown), report);
    }

    #[test]
    fn the_page_describes_this_report() {
        let report = report();
        let first = report.lines().find(|line| line.contains(" failed on case ")).expect("a line");
        let numbers = first.split(|c: char| !c.is_ascii_digit()).filter(|part| !part.is_empty());
        let numbers: Vec<&str> = numbers.take(4).collect();
        let [case, choices, left, runs] = numbers[..] else { panic!("{first}") };
        let page = include_str!("../../book/src/start/failure-report.md");
        let page = page.split_whitespace().collect::<Vec<_>>().join(" ");
        for sentence in [
            format!("Case {case} failed. Its input consisted of {choices} "),
            format!("ran the property {runs} times, and found an input of {left} choices"),
        ] {
            assert!(page.contains(&sentence), "the page does not say: {sentence}");
        }

        let token = report.split("#[replay(\"").nth(1).and_then(|rest| rest.split('"').next());
        let tree = Tree::from_token(token.expect("a token")).expect("a valid token");
        let values = (0..tree.len()).map(|i| match tree.value(i) {
            Value::Bool(goes_on) => if goes_on { "continue" } else { "stop" }.to_owned(),
            Value::Integer(number) => number.to_string(),
            other => panic!("{other:?}"),
        });
        let values = values.collect::<Vec<_>>().join(", ");
        assert!(page.contains(&format!(": {values}.")), "the page does not say: {values}");
    }

    /// The report with colors, as this test prints it in another process.
    fn colored() -> String {
        let mut child = Command::new(env::current_exe().expect("a running test"));
        child.args(["--exact", "tests::the_pictures_show_what_this_prints", "--nocapture"]);
        child.env("CLICOLOR_FORCE", "1").env("PRINT_REPORT", "1").env("RUST_BACKTRACE", "0");
        child.env_remove("NO_COLOR");
        let output = child.output().expect("it starts");
        let printed = String::from_utf8(output.stdout).expect("a text");
        let (_, report) = printed.split_once("BEGIN\n").expect("the report");
        without_time(report.split("\nEND").next().expect("its end"))
    }

    #[test]
    fn the_pictures_show_what_this_prints() {
        if env::var_os("PRINT_REPORT").is_some() {
            println!("BEGIN\n{}\nEND", report());
            return;
        }
        let report = colored();
        assert!(report.contains("\u{1b}[31m"), "{report}");
        is_current("report.svg", &terminal("cargo run -p disprove --example rle", &report, &[]));
        let marks = [
            "rle_round_trips failed",
            "rle_round_trips(",
            "assertion",
            "what matters",
            "passes with",
            "keep",
            "replay",
            "seed",
        ];
        is_current(
            "report-numbered.svg",
            &terminal("cargo run -p disprove --example rle", &report, &marks),
        );
    }
}
