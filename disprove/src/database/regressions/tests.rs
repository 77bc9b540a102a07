//! Tests of the files of regressions: format, edits by users, concurrent processes.

use super::{Added, Date, MOST_COLUMNS, MOST_LINES, Regression, Regressions, other_regressions};
use crate::{
    choice::Tree,
    database::{
        Loaded,
        scratch::{self, Scratch, token, tree},
    },
    untrusted::DataFolder,
};
use std::{
    fs,
    time::{Duration, UNIX_EPOCH},
};

fn day() -> Date {
    Date::of(UNIX_EPOCH + Duration::from_secs(1_794_700_800))
}

fn keep(all: &Regressions, number: u64, text: &str) -> Added {
    let tree = tree(number);
    let input = Regression { tree: &tree, text, date: day(), commit: Some("0123456789") };
    all.keep("my::sum", &input).expect("the file can be written")
}

fn tokens(loaded: &Loaded) -> Vec<String> {
    loaded.entries.iter().map(Tree::to_token).collect()
}

#[test]
fn the_file_is_readable() {
    let scratch = Scratch::new("regressions");
    let all = Regressions::at(&DataFolder::chosen(scratch.path()));
    assert_eq!(keep(&all, 1, "sum(\n    n: 1,\n)"), Added::Now(all.file("my::sum")));
    let two = tree(2);
    let input = Regression { tree: &two, text: "", date: day(), commit: None };
    all.keep("my::sum", &input).unwrap();
    let file = scratch.path().join("regressions/my.sum.txt");
    assert_eq!(
        fs::read_to_string(file).unwrap(),
        "\
# Inputs on which `my::sum` failed. Every run tries them first.
#
# Commit this file, so that everyone tries them. disprove only adds lines. Each line that does not
# start with `#` is an input; delete the line to remove the input.

# 2026-11-15, commit 0123456789
#     sum(
#         n: 1,
#     )
d1:ERE

# 2026-11-15
d1:EiI
"
        .replace("d1:ERE", &token(1))
        .replace("d1:EiI", &token(2))
    );
    assert_eq!(tokens(&all.load("my::sum")), [token(1), token(2)]);
    assert!(scratch.path().join(".gitignore").exists());
}

#[test]
fn adding_an_input_twice_does_not_change_the_file() {
    let scratch = Scratch::new("regressions-again");
    let all = Regressions::at(&DataFolder::chosen(scratch.path()));
    keep(&all, 1, "one");
    let file = all.file("my::sum");
    let before = fs::read(&file).unwrap();
    assert_eq!(keep(&all, 1, "one, but another text"), Added::Before(file.clone()));
    assert_eq!(fs::read(&file).unwrap(), before);
}

#[test]
fn other_lines_of_the_file_stay() {
    let scratch = Scratch::new("regressions-own");
    let all = Regressions::at(&DataFolder::chosen(scratch.path()));
    let file = all.file("my::sum");
    fs::create_dir_all(file.parent().unwrap()).unwrap();
    let own =
        format!("\u{feff}<<<<<<< ours\r\n{}\r\n\r\n#\r\n   {}   # no end", token(7), token(8));
    fs::write(&file, &own).unwrap();
    assert_eq!(keep(&all, 7, "seven"), Added::Before(file.clone()));
    keep(&all, 1, "one");
    let now = fs::read_to_string(&file).unwrap();
    assert!(now.starts_with(&(own + "\n\n# 2026-11-15")), "{now}");
    assert_eq!(tokens(&all.load("my::sum")), [token(7), token(1)]);
}

#[test]
fn an_unreadable_line_is_reported_and_the_others_are_used() {
    let scratch = Scratch::new("regressions-lines");
    let all = Regressions::at(&DataFolder::chosen(scratch.path()));
    keep(&all, 1, "one");
    let file = all.file("my::sum");
    let mut bytes = b"rubbish\nd2:AAEB\n\xff\nd1:A\n".to_vec();
    bytes.extend(fs::read(&file).unwrap());
    bytes.extend(format!("{}\n", token(1)).bytes());
    fs::write(&file, &bytes).unwrap();
    let loaded = all.load("my::sum");
    assert_eq!(tokens(&loaded), [token(1)], "each input once");
    let place = file.display();
    let why = |line, why: &str| {
        format!(
            "Line {line} of {place} is not a replay token ({why}) and is ignored; fix or delete it, or \
             start a comment with `#`."
        )
    };
    let newer = format!(
        "Line 2 of {place} was written by a newer version of disprove and is ignored; update disprove \
         to use it."
    );
    let problems: Vec<String> = loaded.problems.iter().map(ToString::to_string).collect();
    assert_eq!(
        problems,
        [
            why(1, "it must start with `d1:`"),
            newer,
            why(3, "it is not UTF-8"),
            why(4, "invalid character or length"),
        ]
    );
    assert_eq!(fs::read(&file).unwrap(), bytes);
}

#[test]
fn a_value_can_neither_end_its_comment_nor_fill_the_file() {
    let scratch = Scratch::new("regressions-text");
    let all = Regressions::at(&DataFolder::chosen(scratch.path()));
    let wide = "w".repeat(MOST_COLUMNS + 5);
    let text = format!("{wide}\n{}\r\n\0\x1b[31m\rd1:A\n\n{}", token(9), "x\n".repeat(1_000));
    keep(&all, 1, &text);
    let loaded = all.load("my::sum");
    assert_eq!((tokens(&loaded), loaded.problems.len()), (vec![token(1)], 0));
    let file = fs::read_to_string(all.file("my::sum")).unwrap();
    assert!(file.contains("w.. and 5 more characters\n"), "{file}");
    assert!(file.contains("#     .. and 944 more lines\n"), "{file}");
    assert!(file.contains("#     \\u{0}\\u{1b}[31m\\rd1:A\n"), "{file}");
    assert!(file.lines().count() < MOST_LINES + 12);
}

#[test]
fn a_missing_file_is_no_problem_and_an_unwritable_one_is() {
    let scratch = Scratch::new("regressions-none");
    let root = scratch.path().join("file");
    assert!(Regressions::at(&DataFolder::chosen(&root)).load("my::sum").problems.is_empty());
    fs::write(&root, "").unwrap();
    let all = Regressions::at(&DataFolder::chosen(&root));
    let one = tree(1);
    let input = Regression { tree: &one, text: "", date: day(), commit: None };
    let problem = all.keep("my::sum", &input).unwrap_err();
    assert!(problem.to_string().contains("is a file, not a directory"), "{problem}");
    assert_eq!(all.load("my::sum").problems, [problem]);
}

#[test]
fn threads_do_not_lose_each_others_inputs() {
    let scratch = Scratch::new("regressions-threads");
    let all = Regressions::at(&DataFolder::chosen(scratch.path()));
    std::thread::scope(|scope| {
        for thread in 0..8 {
            let all = &all;
            scope.spawn(move || {
                for number in 0..20 {
                    keep(all, thread * 100 + number, "a text\nof two lines");
                }
            });
        }
    });
    let loaded = all.load("my::sum");
    assert!(loaded.problems.is_empty(), "{:?}", loaded.problems);
    assert_eq!(loaded.entries.len(), 160);
}

#[test]
fn many_damaged_lines_are_one_problem_with_their_number() {
    let scratch = Scratch::new("regressions-many");
    let all = Regressions::at(&DataFolder::chosen(scratch.path()));
    keep(&all, 1, "");
    let file = all.file("my::sum");
    fs::write(&file, fs::read_to_string(&file).unwrap() + &"rubbish\n".repeat(5_000)).unwrap();
    let loaded = all.load("my::sum");
    assert_eq!((loaded.entries.len(), loaded.problems.len()), (1, 1));
    let problem = loaded.problems[0].to_string();
    assert!(problem.ends_with("The same holds for 4,999 others."), "{problem}");
}

#[cfg(unix)]
#[test]
fn a_file_that_is_a_link_or_a_pipe_is_neither_read_nor_written() {
    let scratch = Scratch::new("regressions-link");
    let all = Regressions::at(&DataFolder::chosen(scratch.path().join("db")));
    keep(&all, 1, "");
    let (file, outside) = (all.file("my::sum"), scratch.path().join("outside"));
    fs::rename(&file, &outside).unwrap();
    let before = fs::read(&outside).unwrap();
    let one = tree(2);
    let input = Regression { tree: &one, text: "", date: day(), commit: None };
    for target in [outside.clone(), scratch.path().join("absent")] {
        std::os::unix::fs::symlink(&target, &file).unwrap();
        assert!(all.load("my::sum").entries.is_empty());
        assert!(all.keep("my::sum", &input).is_err());
        fs::remove_file(&file).unwrap();
    }
    assert!(!scratch.path().join("absent").exists());
    assert_eq!(fs::read(&outside).unwrap(), before);

    scratch::fifo(&file);
    let problems = scratch::within_seconds(move || all.load("my::sum").problems);
    assert!(problems[0].to_string().contains("not a regular file"), "{problems:?}");
}

#[test]
fn files_of_no_property_are_listed() {
    let scratch = Scratch::new("orphans");
    let root = DataFolder::chosen(scratch.path());
    assert!(other_regressions(&root, []).is_empty(), "there is no folder");
    let all = Regressions::at(&root);
    keep(&all, 1, "");
    let tree = tree(2);
    let input = Regression { tree: &tree, text: "", date: day(), commit: None };
    all.keep("my::Renamed", &input).expect("the file can be written");
    fs::write(scratch.path().join("regressions/README.md"), "notes").expect("written");
    assert_eq!(other_regressions(&root, ["my::sum", "my::other"]), [all.file("my::Renamed")]);
    assert!(other_regressions(&root, ["my::Renamed", "my::sum"]).is_empty());
    assert_eq!(other_regressions(&root, []).len(), 2);
}
