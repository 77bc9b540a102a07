//! What cannot work is said in a sentence.
#![cfg(unix)]

mod tool;

use std::fs;
use tool::{Done, Folder, executable, reduce};

fn refused(name: &str, arguments: &[&str]) -> (i32, String) {
    let folder = Folder::new(name);
    folder.file("in.txt", "one\ntwo\n");
    folder.file("empty.txt", "");
    fs::write(folder.path("binary"), [0xFF, 0xFE]).expect("written");
    let Done { code, said } = reduce(&folder, arguments);
    (code, said.lines().next().unwrap_or_default().to_owned())
}

#[test]
fn files_that_cannot_be_reduced_are_named() {
    assert_eq!(
        refused("missing", &["--seed-file", "none.txt", "--", "true"]),
        (2, "none.txt cannot be read: No such file or directory (os error 2)".to_owned())
    );
    assert_eq!(
        refused("folder", &["--seed-file", ".", "--", "true"]),
        (2, ". cannot be read: Is a directory (os error 21)".to_owned())
    );
    assert_eq!(
        refused("empty", &["--seed-file", "empty.txt", "--", "true"]),
        (2, "empty.txt is empty: there is nothing to reduce".to_owned())
    );
    assert_eq!(
        refused("binary", &["--seed-file", "binary", "--as", "tokens", "--", "true"]),
        (2, "binary is not UTF-8, so it has no tokens: use --as bytes or --as lines".to_owned())
    );
}

#[test]
fn outputs_that_cannot_be_written_are_named() {
    assert_eq!(
        refused("itself", &["--seed-file", "in.txt", "--output", "./in.txt", "--", "true"]),
        (2, "in.txt would be overwritten: give another file as --output".to_owned())
    );
    assert_eq!(
        refused("nowhere", &["--seed-file", "in.txt", "--output", "no/where", "--", "true"]),
        (
            2,
            "no/where.journal cannot be written: No such file or directory (os error 2)".to_owned()
        )
    );
}

#[test]
fn commands_that_cannot_be_run_are_named() {
    assert_eq!(
        refused("command", &["--seed-file", "in.txt", "--", "no-such-command"]),
        (2, "`no-such-command` cannot be run: No such file or directory (os error 2)".to_owned())
    );
}

#[test]
fn a_file_that_is_not_interesting_is_told_with_what_the_command_said() {
    let folder = Folder::new("boring");
    folder.file("in.txt", "one\n");
    executable(&folder, "no.sh", "echo looking at $(basename $1)\necho nothing there >&2\nexit 3");
    let done = reduce(&folder, &["--seed-file", "in.txt", "--", "./no.sh"]);
    assert_eq!(done.code, 1);
    assert_eq!(
        done.said,
        "in.txt is not interesting to begin with: `./no.sh` must exit with 0 for it, and came to exit status: 3\n\
         its output ends with:\nlooking at in.txt\nnothing there\n"
    );
    assert!(!folder.path("in.txt.reduced").exists());
}

#[test]
fn a_command_that_hangs_on_the_file_itself_is_told() {
    assert_eq!(
        refused("forever", &["--seed-file", "in.txt", "--timeout", "100ms", "--", "sh", "-c", "sleep 1000"]),
        (
            1,
            "in.txt is not interesting to begin with: `sh` must exit with 0 for it, and came to no end within \
             100ms; --timeout gives it longer"
                .to_owned()
        )
    );
}

#[test]
fn a_command_that_changes_its_mind_about_the_file_is_told() {
    let folder = Folder::new("moody");
    folder.file("in.txt", "one\n");
    let state = folder.path("state");
    executable(
        &folder,
        "moody.sh",
        &format!("test -e '{0}' && exit 1\ntouch '{0}'", state.display()),
    );
    let done = reduce(&folder, &["--seed-file", "in.txt", "--", "./moody.sh"]);
    assert_eq!(done.code, 1);
    assert_eq!(
        done.said.trim_end(),
        "in.txt is not always interesting: `./moody.sh` exited with 0 first, and came to exit status: 1 for \
         the same file later"
    );
}

#[test]
fn a_command_that_changes_its_mind_later_is_told() {
    let folder = Folder::new("late");
    folder.file("in.txt", "one\ntwo\n");
    // Interesting three times: twice the file, and once the first candidate.
    let count = folder.path("count");
    executable(
        &folder,
        "late.sh",
        &format!("echo x >> '{0}'\ntest $(wc -l < '{0}') -le 3", count.display()),
    );
    let done = reduce(&folder, &["--seed-file", "in.txt", "--jobs", "1", "--", "./late.sh"]);
    assert_eq!(done.code, 1, "{}", done.said);
    assert!(done.said.contains("was interesting once, but not again"), "{}", done.said);
}

#[test]
fn a_bad_command_line_is_explained() {
    for (arguments, said) in [
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
        assert_eq!(done.code, 2, "{}", done.said);
        assert!(done.said.contains(said), "{}", done.said);
    }
}
