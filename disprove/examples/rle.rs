//! The main job in one screen: a run-length encoder with a bug, found and made small.
//!
//! ```text
//! cargo run --example rle
//! ```
//!
//! The property is a test like any other, but for `test = false`, which makes it a function that can be called
//! here. It panics with the report that `cargo test` would show.

use disprove::prelude::*;

/// Each run of equal bytes, as the byte and its count.
fn encode(bytes: &[u8]) -> Vec<(u8, usize)> {
    let mut runs = Vec::new();
    let mut count = 1;
    for pair in bytes.windows(2) {
        if pair[0] == pair[1] {
            count += 1;
        } else {
            runs.push((pair[0], count));
            count = 1;
        }
    }
    runs.extend(bytes.last().map(|last| (*last, 1))); // the bug: 1 should be `count`
    runs
}

fn decode(runs: &[(u8, usize)]) -> Vec<u8> {
    runs.iter().flat_map(|(byte, count)| std::iter::repeat_n(*byte, *count)).collect()
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
    use std::{
        env, fs, process,
        sync::atomic::{AtomicU32, Ordering},
    };

    const PAGE: &str = include_str!("../../book/src/start/failure-report.md");

    /// With the same time in each run: it is the only part that differs from run to run.
    fn steady(report: &str) -> String {
        let (before, after) = report.split_once(" runs (").expect("it was reduced");
        let (_, after) = after.split_once(')').expect("the time is in brackets");
        format!("{before} runs (1 ms){after}")
    }

    /// The report of `cargo test` in a package `codec` that has the code of this file in `tests/rle.rs`, where
    /// cargo-disprove/tests/all/docs_readme.rs compares it. Another process prints it, since colors depend on variables.
    fn report(colors: bool) -> String {
        static CALLS: AtomicU32 = AtomicU32::new(0);
        let call = CALLS.fetch_add(1, Ordering::Relaxed);
        let database = env::temp_dir().join(format!("disprove-rle-{}-{call}", process::id()));
        let mut child = process::Command::new(env::current_exe().expect("a running test"));
        child.args(["--exact", "tests::the_report_is_printed", "--nocapture"]);
        child.env("PRINT_REPORT", "1").env("DISPROVE_DATABASE", &database);
        child.env("RUST_BACKTRACE", "0").env_remove("NO_COLOR").env_remove("CLICOLOR_FORCE");
        child.env(if colors { "CLICOLOR_FORCE" } else { "NO_COLOR" }, "1");
        let output = child.output().expect("it starts");
        let _ = fs::remove_dir_all(&database);
        let printed = String::from_utf8(output.stdout).expect("a text");
        let (_, report) = printed.split_once("BEGIN\n").expect("the report");
        let report = report.split("\nEND").next().expect("its end");
        // Windows has other separators.
        let [report, database] =
            [steady(report), database.display().to_string()].map(|text| text.replace('\\', "/"));
        let names = [
            (&*format!("{database}/regressions/disprove-rle."), ".disprove/regressions/codec-rle."),
            ("disprove/examples/rle.rs", "tests/rle.rs"),
        ];
        names.iter().fold(report, |report, (here, there)| {
            assert!(report.contains(here), "{here} is not in the report:\n{report}");
            report.replace(here, there)
        })
    }

    #[test]
    fn the_report_is_printed() {
        if env::var_os("PRINT_REPORT").is_some() {
            let panic = std::panic::catch_unwind(super::rle_round_trips).expect_err("a bug");
            println!("BEGIN\n{}\nEND", panic.downcast_ref::<String>().expect("a text"));
        }
    }

    #[test]
    fn the_front_page_of_the_library_shows_the_report() {
        let page = include_str!("../src/lib.rs").replace("//! ", "").replace("//!", "");
        let report = report(false);
        assert!(steady(&page).contains(&report), "write this in lib.rs:\n{report}");
    }

    #[test]
    fn the_pages_show_what_this_prints() {
        let (start, end) = ("<!-- report -->\n```text\n", "\n```\n<!-- /report -->");
        let (before, rest) = PAGE.split_once(start).expect("a report");
        let (shown, after) = rest.split_once(end).expect("the end of it");
        let report = report(false);
        if env::var_os("BLESS_TEXTS").is_some() {
            let page = format!("{before}{start}{report}{end}{after}");
            let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../book/src/start/failure-report.md");
            fs::write(path, page).expect("a writable file");
        } else {
            assert_eq!(shown, report, "run the tests with `BLESS_TEXTS=1`");
        }
    }

    #[test]
    fn the_page_describes_this_report() {
        let report = report(false);
        let first = report.lines().find(|line| line.contains(" failed on case ")).expect("a line");
        let numbers = first.split(|c: char| !c.is_ascii_digit()).filter(|part| !part.is_empty());
        let numbers: Vec<&str> = numbers.take(4).collect();
        let [case, choices, left, runs] = numbers[..] else { panic!("{first}") };
        let page = PAGE.split_whitespace().collect::<Vec<_>>().join(" ");
        let token = report.split("#[replay(\"").nth(1).and_then(|rest| rest.split('"').next());
        let tree = Tree::from_token(token.expect("a token")).expect("a valid token");
        let values = (0..tree.len()).map(|i| match tree.value(i) {
            Value::Bool(goes_on) => if goes_on { "continue" } else { "stop" }.to_owned(),
            Value::Integer(number) => number.to_string(),
            other => panic!("{other:?}"),
        });
        let values = values.collect::<Vec<_>>().join(", ");
        for sentence in [
            format!("Case {case} failed, and its input took {choices} choices."),
            format!("ran the property {runs} more times"),
            format!("The {left} choices that are left are: {values}."),
        ] {
            assert!(page.contains(&sentence), "the page does not say: {sentence}");
        }
    }

    #[test]
    fn the_pictures_show_what_this_prints() {
        let report = report(true);
        assert!(report.contains("\u{1b}[31m"), "{report}");
        is_current("report.svg", &terminal("cargo test", &report, &[]));
        let marks = [
            "rle_round_trips failed",
            "rle_round_trips(",
            "assertion",
            "what matters",
            "passes with",
            "saved in",
            "keep",
            "replay",
            "seed",
        ];
        is_current("report-numbered.svg", &terminal("cargo test", &report, &marks));
    }
}
