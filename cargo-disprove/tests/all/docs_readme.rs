//! book/src/guides/hunting.md shows the real output of the main command of README.md, and the first pages show the report of
//! `cargo test`.

#[path = "../../../book/pictures/terminal.rs"]
mod terminal;

use crate::support::{
    fixture::{Fixture, cargo_command, done},
    quoted,
};
use std::{
    env, fs,
    path::Path,
    process::{Command, Stdio},
};

const README: &str = include_str!("../../../README.md");
const PAGE: &str = include_str!("../../../book/src/guides/hunting.md");

#[test]
fn the_hunt_of_the_page_finds_and_reduces_both_bugs() {
    for page in [README, PAGE] {
        assert!(
            page.contains("cargo run -p cargo-disprove --example hunt"),
            "the command is named"
        );
    }
    // Cargo builds examples together with tests.
    let folder = Path::new(env!("CARGO_BIN_EXE_cargo-disprove")).parent().expect("a folder");
    let output = Command::new(folder.join("examples").join("hunt"))
        .env("CARGO", env!("CARGO"))
        .env("CARGO_BIN_EXE_cargo-disprove", env!("CARGO_BIN_EXE_cargo-disprove"))
        .stdin(Stdio::null())
        .output()
        .expect("`cargo test` without `--test` builds the example");
    let printed = String::from_utf8_lossy(&output.stdout);
    let err = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{printed}{err}");
    assert!(err.contains("2 findings in 3 properties"), "{err}");
    assert!(err.contains("next steps\n    cargo disprove review "), "{err}");

    let (_, shown) = PAGE.split_once("<!-- hunt -->\n```text\n").expect("a report");
    let (shown, _) = shown.split_once("```\n<!-- /hunt -->").expect("the end of it");
    let (headers, parts) = shown.split_once("\n    every_part").expect("two of them");
    for report in [headers, &format!("    every_part{parts}")] {
        assert!(printed.contains(report), "{report}\n{printed}");
    }
    // The example shows its package with an indentation.
    let code = PAGE.split("```rust\n").skip(1).take(2).map(|rest| rest.split("```").next());
    for line in code.flat_map(|block| block.expect("the end of the block").lines()) {
        assert!(printed.contains(format!("\n    {line}").trim_end()), "{line}");
    }
    let replay = PAGE.split_once("`cargo disprove replay ").expect("a command").1;
    let token = replay.split(' ').next().expect("a token");
    assert!(printed.contains(&format!("#[replay(\"{token}\")]")), "{token}\n{printed}");
    let command = printed.lines().find(|line| line.starts_with("$ cargo disprove hunt "));
    the_picture_is_current(command.expect("the command"), &err);
}

/// Rates differ from run to run, so only the titles and names of the picture are compared. `BLESS_TEXTS` writes it.
fn the_picture_is_current(command: &str, err: &str) {
    let (_, table) = err.split_once("\nproperty ").expect("a table");
    let text = format!("{command}\nproperty {table}");
    if env::var_os("BLESS_TEXTS").is_some() {
        terminal::is_current("hunt.svg", &terminal::terminal("cargo disprove hunt", &text, &[]));
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../book/src/images/hunt.svg");
    let picture = fs::read_to_string(path).expect("a picture");
    assert!(picture.contains(command), "the picture lacks {command}");
    let head = table.lines().next().expect("titles").split_whitespace();
    let names = table.lines().filter(|line| line.starts_with("server-props::"));
    let names: Vec<&str> = names.filter_map(|line| line.split_whitespace().next()).collect();
    assert!(names.len() >= 3, "a row for each property: {table}");
    for word in head.chain(names) {
        assert!(picture.contains(word), "the picture lacks {word}");
    }
}

/// The report without its time.
fn without_time(report: &str) -> String {
    let (before, rest) = report.split_once(" runs (").expect("it was reduced");
    format!("{before} runs{}", rest.split_once(')').expect("the time is in brackets").1)
}

/// `disprove/examples/rle.rs` makes the pictures, since it needs no other package.
#[test]
fn the_report_of_the_page_is_that_of_cargo_test() {
    let page = include_str!("../../../book/src/start/failure-report.md");
    let example = include_str!("../../../disprove/examples/rle.rs");
    let (code, _) = example.split_once("\nfn main() {").expect("the end of the code");
    let property = "#[property(test = false, seed = 1)]";
    assert_eq!(code.matches(property).count(), 1);
    let fixture = Fixture::empty("codec");
    fixture.file("src/lib.rs", "");
    fixture.file("tests/rle.rs", &code.replace(property, "#[property]"));
    let mut command = cargo_command(&fixture, &["test", "--test", "rle"]);
    let failed = done(command.env("DISPROVE_SEED", "1").env("RUST_BACKTRACE", "0"));
    assert_eq!(failed.code, 101, "{failed:?}");
    let report = quoted(page, "<!-- report -->", "```text\n");
    let printed = without_time(&failed.out);
    assert!(printed.contains(without_time(report).trim_end()), "{report}\n{printed}");
}
