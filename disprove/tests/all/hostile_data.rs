//! Data of the repository and texts of properties do no harm: links, pipes, settings, terminal sequences, damaged
//! databases. Each property runs in its own process.

use crate::child::{Scratch, run, run_with};
use disprove::prelude::*;
use std::{fmt, fs};

/// Clears the screen, sets the title of the window, and reverses the text.
const SEQUENCES: &str = "\u{1b}[2J\u{1b}]0;title\u{7}\r\u{9b}2K\u{202e}";

struct Hostile;

impl fmt::Debug for Hostile {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "Hostile {SEQUENCES}")
    }
}

#[property(cases = 50)]
#[ignore = "runs in its own process"]
fn prints_sequences(#[draw(hostile())] value: Hostile, n: u8) {
    label!("label {SEQUENCES}");
    note!("note {SEQUENCES}");
    cover!("cover \u{1b}[2J", n > 3);
    panic!("message {SEQUENCES}, {value:?}, \u{1b}[31mred\u{1b}[0m");
}

fn hostile() -> impl Generator<Value = Hostile> {
    just(()).map(|()| Hostile)
}

#[property(isolate, cases = 5)]
#[ignore = "runs in its own process"]
fn dies_with_sequences(_n: u8) {
    eprintln!("last words {SEQUENCES}");
    std::process::abort();
}

#[property]
#[ignore = "runs in its own process"]
fn fails_twice(n: u32) {
    assert!(n < 100, "too large");
    assert!(n < 10, "large");
}

#[property]
#[ignore = "runs in its own process"]
fn holds(_n: u8) {
    println!("one run");
}

/// A workspace, and the variables of a run in it.
fn workspace(name: &str) -> Scratch {
    let scratch = Scratch::new(name);
    fs::create_dir(scratch.path().join("workspace")).expect("a folder");
    fs::write(scratch.path().join("workspace/Cargo.lock"), "").expect("a file");
    scratch
}

#[track_caller]
fn run_in(scratch: &Scratch, property: &str, variables: &[(&str, &str)]) -> (bool, String) {
    let root = scratch.path().join("workspace").display().to_string();
    let variables = [&[("CARGO_MANIFEST_DIR", &*root)], variables].concat();
    run(property, &variables)
}

fn has_sequences(output: &str) -> bool {
    output.contains(['\u{1b}', '\u{7}', '\r', '\u{9b}', '\u{202e}'])
}

#[test]
fn no_text_of_a_property_controls_the_terminal() {
    let scratch = workspace("sequences");
    let (passed, output) = run_in(&scratch, "prints_sequences", &[("DISPROVE_STATS", "1")]);
    assert!(!passed && !has_sequences(&output), "{output:?}");
    for text in ["message \\u{1b}[2J\\u{1b}]0;title\\u{7}\\r", "note \\u{1b}", "label \\u{1b}"] {
        assert!(output.contains(text), "{text}: {output}");
    }
    assert!(output.contains("value: Hostile \\u{1b}[2J") && output.contains(", red"), "{output}");
    let (passed, output) = run_in(&scratch, "dies_with_sequences", &[]);
    assert!(!passed && !has_sequences(&output), "{output:?}");
    assert!(output.contains("last words \\u{1b}[2J"), "{output}");
    for file in scratch.files() {
        if file.contains("regressions/") {
            let text = fs::read_to_string(scratch.path().join(file)).expect("a file");
            assert!(!has_sequences(&text), "{text:?}");
        }
    }
}

#[test]
fn an_unusable_database_costs_one_line_with_a_count() {
    let scratch = workspace("unusable");
    fs::write(scratch.path().join("workspace/.disprove"), "").expect("a file");
    let (passed, output) = run_in(&scratch, "fails_twice", &[]);
    assert!(!passed && output.contains("2 different failures"), "{output}");
    let lines: Vec<&str> =
        output.lines().filter(|line| line.contains("is a file, not a directory")).collect();
    assert_eq!(lines.len(), 1, "{output}");
    assert!(lines[0].ends_with(" times)"), "{output}");
}

#[test]
fn two_properties_of_a_process_warn_of_an_unusable_database_once() {
    let scratch = workspace("unusable-by-two");
    let file = scratch.path().join("workspace/.disprove");
    fs::write(&file, "").expect("a file");
    let warns = |database: &str, warning: &str| {
        let names = ["fails_twice", "prints_sequences"];
        let variables = [("DISPROVE_DATABASE", database)];
        let (passed, output) = run_with(&["--nocapture"], &names, &variables);
        assert!(!passed && output.contains("2 failed;"), "{output}");
        assert_eq!(output.matches(warning).count(), 1, "{output}");
    };
    warns(&file.display().to_string(), "is a file, not a directory");
    // Not even root creates folders there.
    #[cfg(target_os = "linux")]
    warns("/sys/disprove", "cannot write to /sys/disprove (");
}

#[test]
fn settings_of_the_repository_cannot_choose_a_folder_elsewhere() {
    let scratch = workspace("elsewhere");
    let outside = scratch.path().join("outside").display().to_string();
    let settings = format!("[default]\ndatabase = '{outside}'\n");
    fs::write(scratch.path().join("workspace/disprove.toml"), settings).expect("a file");
    let (passed, output) = run_in(&scratch, "fails_twice", &[]);
    let expected = format!("or set `DISPROVE_DATABASE={outside}` in your environment");
    assert!(!passed && output.contains("disprove.toml:2:1: "), "{output}");
    assert!(output.contains(&expected), "{output}");
    assert!(!scratch.path().join("outside").exists());

    fs::write(scratch.path().join("workspace/disprove.toml"), "").expect("a file");
    let (passed, _) = run_in(&scratch, "fails_twice", &[("DISPROVE_DATABASE", &*outside)]);
    assert!(!passed && scratch.path().join("outside/regressions").is_dir());
}

#[test]
#[cfg(unix)]
fn links_and_pipes_in_the_workspace_cost_a_warning() {
    let scratch = workspace("links");
    let root = scratch.path().join("workspace");
    fs::create_dir(scratch.path().join("outside")).expect("a folder");
    std::os::unix::fs::symlink("../outside", root.join(".disprove")).expect("a link");
    let (passed, output) = run_in(&scratch, "fails_twice", &[]);
    assert!(!passed && output.contains("2 different failures"), "{output}");
    assert_eq!(output.matches("a link leads to ").count(), 1, "{output}");
    assert!(scratch.files().iter().all(|file| !file.starts_with("outside/")));

    fs::remove_file(root.join(".disprove")).expect("a link");
    let (_, output) = run_in(&scratch, "fails_twice", &[]);
    assert!(!output.contains("The database"), "{output}");
    let file = scratch.files().into_iter().find(|file| file.contains("regressions/"));
    let file = scratch.path().join(file.expect("a file of regressions"));
    let pipe = file.with_file_name(
        file.file_name().expect("a name").to_string_lossy().replace("fails_twice", "holds"),
    );
    let made = std::process::Command::new("mkfifo").arg(&pipe).status();
    assert!(made.expect("mkfifo is installed").success());
    let (passed, output) = run_in(&scratch, "holds", &[]);
    assert!(passed && output.contains("not a regular file"), "{output}");
}
