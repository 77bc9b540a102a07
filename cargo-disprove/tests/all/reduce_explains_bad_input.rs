//! `cargo disprove reduce` explains bad input in one line.

use crate::support::reduce::{Done, Folder, executable, reduce};
use std::fs;

fn rejected(name: &str, arguments: &[&str]) -> (i32, String) {
    let folder = Folder::new(name);
    folder.file("in.txt", "one\ntwo\n");
    folder.file("empty.txt", "");
    fs::write(folder.path("binary"), [0xFF, 0xFE]).expect("written");
    let Done { code, err } = reduce(&folder, arguments);
    (code, err.lines().next().unwrap_or_default().to_owned())
}

#[test]
fn files_that_cannot_be_reduced_are_named() {
    assert_eq!(
        rejected("missing", &["--seed-file", "none.txt", "--", "true"]),
        (2, "cannot read none.txt: No such file or directory (os error 2); name an existing file with `--seed-file`".to_owned())
    );
    assert_eq!(
        rejected("folder", &["--seed-file", ".", "--", "true"]),
        (
            2,
            "cannot read .: Is a directory (os error 21); name an existing file with `--seed-file`"
                .to_owned()
        )
    );
    assert_eq!(
        rejected("empty", &["--seed-file", "empty.txt", "--", "true"]),
        (2, "empty.txt is empty: there is nothing to reduce".to_owned())
    );
    assert_eq!(
        rejected("binary", &["--seed-file", "binary", "--as", "tokens", "--", "true"]),
        (2, "binary is not UTF-8, so it has no tokens: use --as bytes or --as lines".to_owned())
    );
}

#[test]
fn outputs_that_cannot_be_written_are_named() {
    assert_eq!(
        rejected("itself", &["--seed-file", "in.txt", "--output", "./in.txt", "--", "true"]),
        (2, "in.txt would be overwritten: select another file with --output".to_owned())
    );
    assert_eq!(
        rejected("nowhere", &["--seed-file", "in.txt", "--output", "no/where", "--", "true"]),
        (2, "cannot write no/where.answers: No such file or directory (os error 2)".to_owned())
    );
}

#[test]
fn commands_that_cannot_be_run_are_named() {
    assert_eq!(
        rejected("command", &["--seed-file", "in.txt", "--", "no-such-command"]),
        (2, "cannot run `no-such-command`: No such file or directory (os error 2)".to_owned())
    );
}

#[test]
fn a_file_that_is_not_interesting_is_reported_with_the_output_of_the_command() {
    let folder = Folder::new("boring");
    folder.file("in.txt", "one\n");
    executable(&folder, "no.sh", "echo looking at $(basename $1)\necho nothing there >&2\nexit 3");
    let done = reduce(&folder, &["--seed-file", "in.txt", "--", "./no.sh"]);
    assert_eq!(done.code, 1);
    assert_eq!(
        done.err,
        "in.txt is not interesting: `./no.sh` must exit with 0 for it, but the result was exit status: 3\n\
         its output ends with:\nlooking at in.txt\nnothing there\n"
    );
    assert!(!folder.path("in.txt.reduced").exists());
}

#[test]
fn a_command_that_hangs_on_the_file_is_reported() {
    assert_eq!(
        rejected("forever", &["--seed-file", "in.txt", "--timeout", "100ms", "--", "sh", "-c", "sleep 1000"]),
        (
            1,
            "in.txt is not interesting: `sh` must exit with 0 for it, but the result was no end within \
             100ms; --timeout sets the limit"
                .to_owned()
        )
    );
}

#[test]
fn a_command_with_inconsistent_answers_for_the_file_is_reported() {
    let folder = Folder::new("inconsistent");
    folder.file("in.txt", "one\n");
    let state = folder.path("state");
    executable(
        &folder,
        "inconsistent.sh",
        &format!("test -e '{0}' && exit 1\ntouch '{0}'", state.display()),
    );
    let done = reduce(&folder, &["--seed-file", "in.txt", "--", "./inconsistent.sh"]);
    assert_eq!(done.code, 1);
    assert_eq!(
        done.err.trim_end(),
        "in.txt is not always interesting: `./inconsistent.sh` exited with 0 first, but later the result was \
         exit status: 1"
    );
}

#[test]
fn a_command_with_inconsistent_answers_later_is_reported() {
    let folder = Folder::new("late");
    folder.file("in.txt", "one\ntwo\n");
    // Interesting three times: twice for the file, and once for the first candidate.
    let count = folder.path("count");
    executable(
        &folder,
        "late.sh",
        &format!("echo x >> '{0}'\ntest $(wc -l < '{0}') -le 3", count.display()),
    );
    let done = reduce(&folder, &["--seed-file", "in.txt", "--jobs", "1", "--", "./late.sh"]);
    assert_eq!(done.code, 1, "{}", done.err);
    assert!(done.err.contains("was interesting once, but not again"), "{}", done.err);
}

#[test]
fn a_bad_command_line_is_explained() {
    for (arguments, expected) in [
        (&["--seed-file", "in.txt"][..], "required arguments were not provided"),
        (&["--", "true"], "--seed-file <FILE>"),
        (
            &["--seed-file", "in.txt", "--time", "10", "--", "true"],
            "write a number above 0 and its unit, as in 500ms, 90s, 10m or 2h",
        ),
        (&["--seed-file", "in.txt", "--jobs", "0", "--", "true"], "0 is not in 1..=65535"),
        (&["--seed-file", "in.txt", "--as", "words", "--", "true"], "auto, bytes, lines, tokens"),
    ] {
        let folder = Folder::new("usage");
        folder.file("in.txt", "one\n");
        let done = reduce(&folder, arguments);
        assert_eq!(done.code, 2, "{}", done.err);
        assert!(done.err.contains(expected), "{}", done.err);
    }
}
