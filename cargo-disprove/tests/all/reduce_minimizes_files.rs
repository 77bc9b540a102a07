//! `cargo disprove reduce` minimizes files with shell commands.

use crate::support::{
    fixture::wait_until,
    reduce::{Folder, executable, reduce, runs},
};
use std::{
    fs,
    io::{BufRead, BufReader, Read},
    process::{Command, Stdio},
};

/// A program with many irrelevant parts.
const PROGRAM: &str = "\
import os
import sys

class Shop:
    \"\"\"Sells things.\"\"\"

    def __init__(self, name):
        self.name = name
        self.stock = {}

    def buy(self, what, count=1):
        for number in range(count):
            if what in self.stock:
                self.stock[what] += needle(number, [1, 2, 3]) + 4
            else:
                self.stock[what] = 1
        return self.stock

def main():
    shop = Shop('corner')
    print(shop.buy('pears', 3))
";

#[test]
fn only_what_the_command_requires_is_left() {
    let folder = Folder::new("left");
    let seed = folder.file("shop.py", PROGRAM);
    let done = reduce(&folder, &["--seed-file", "shop.py", "--", "grep", "-q", "needle("]);
    assert_eq!(done.code, 0, "{}", done.err);
    assert_eq!(folder.read("shop.py.reduced"), "needle()\n");
    assert_eq!(fs::read_to_string(seed).expect("a file"), PROGRAM);
    assert!(done.err.contains("nothing more can be removed"), "{}", done.err);
    assert!(done.err.contains("shop.py: 462 -> 9 bytes, 21 -> 1 lines"), "{}", done.err);
}

#[test]
fn nested_blocks_keep_their_structure() {
    let folder = Folder::new("shape");
    folder.file("shop.py", PROGRAM);
    let nested = "grep -q '^class .*:$' $0 && grep -q '^    def .*:$' $0 && grep -q '^        for .* in .*:$' $0";
    let done = reduce(&folder, &["--seed-file", "shop.py", "--", "sh", "-c", nested]);
    assert_eq!(done.code, 0, "{}", done.err);
    assert_eq!(folder.read("shop.py.reduced"), "class a:\n    def b:\n        for c in d:\n");
}

#[test]
fn lines_mode_keeps_lines_whole() {
    let folder = Folder::new("lines");
    folder.file("shop.py", PROGRAM);
    let arguments = ["--seed-file", "shop.py", "--as", "lines", "--", "grep", "-q", "needle("];
    assert_eq!(reduce(&folder, &arguments).code, 0);
    assert_eq!(
        folder.read("shop.py.reduced"),
        "self.stock[what] += needle(number, [1, 2, 3]) + 4\n"
    );
    // A block that needs a body gets a line of the file, and no part of one.
    folder.file("body.py", "def f(x):\n    longer = 1\n    longest = 2\n\ndef g():\n    y.z()\n");
    let body = "grep -A1 '^def f' body.py | grep -q '^ '";
    let arguments = ["--seed-file", "body.py", "--as", "lines", "--", "sh", "-c", body];
    assert_eq!(reduce(&folder, &arguments).code, 0);
    assert_eq!(folder.read("body.py.reduced"), "def f(x):\n    y.z()\n");
}

#[test]
fn binary_files_are_reduced() {
    let folder = Folder::new("bytes");
    fs::write(
        folder.path("image"),
        [&[0xFF, 0x00, 0xFE][..], &[0x80; 40], b"IHDR", &[0x81; 9]].concat(),
    )
    .expect("written");
    let done = reduce(&folder, &["--seed-file", "image", "--", "grep", "-aq", "IHDR"]);
    assert_eq!(done.code, 0, "{}", done.err);
    assert_eq!(fs::read(folder.path("image.reduced")).expect("a file"), b"IHDR");
}

#[test]
fn the_command_gets_the_candidate_in_every_documented_way() {
    let folder = Folder::new("named");
    folder.file("in.txt", "one\ntwo\nneedle\nthree\n");
    folder.file("words", "needle\n");
    fs::create_dir(folder.path("rules")).expect("a new folder");
    folder.file("rules/words", "needle\n");
    // The candidate is alone in the working directory, which is a new one.
    let alone = "test \"$(ls)\" = in.txt && touch left && grep -q needle in.txt";
    executable(&folder, "own_name.sh", alone);
    let middle = "test $1 = --fast && test $3 = out && grep -q needle $2";
    executable(&folder, "middle.sh", middle);
    executable(
        &folder,
        "one.sh",
        "test $# = 1 && test \"${1#/}\" != \"$1\" && grep -q needle \"$1\"",
    );
    executable(&folder, "last.sh", "test \"$1\" = -x && grep -q needle \"$2\"");
    executable(&folder, "beside.sh", "grep -q -f \"$1\" \"$2\"");
    executable(&folder, "within.sh", "grep -q -f \"$1/words\" \"$2\"");
    // The folder of the candidate.
    executable(&folder, "same.sh", "test \"$1\" = ./ && grep -q needle ./in.txt");
    executable(&folder, "word.sh", "test \"$1\" = words && grep -q needle \"$2\"");
    for command in [
        &["grep", "-q", "needle", "{}"][..],
        &["grep", "-q", "needle", "in.txt"],
        &["grep", "-q", "needle"],
        &["./one.sh", "in.txt"],
        &["./own_name.sh"],
        &["./middle.sh", "--fast", "{}", "out"],
        &["sh", "own_name.sh"],
        &["sh", "-c", "grep -q needle in.txt"],
        &["./last.sh", "-x"],
        &["./beside.sh", "./words"],
        &["./within.sh", "./rules"],
        &["./within.sh", "rules/"],
        &["./same.sh", "./"],
        &["./word.sh", "words"],
        &["sh", "-c", "grep -q needle {}"],
        &["sh", "-c", "test -f {} && grep -q needle {}"],
    ] {
        let mut arguments = vec!["--seed-file", "in.txt", "--fresh", "--output", "out.txt", "--"];
        arguments.extend(command);
        let done = reduce(&folder, &arguments);
        assert_eq!(done.code, 0, "{command:?}: {}", done.err);
        assert_eq!(folder.read("out.txt"), "needle\n", "{command:?}");
    }
}

#[test]
fn an_interrupted_reduction_resumes() {
    let folder = Folder::new("resumed");
    folder.file("shop.py", PROGRAM);
    let command = ["--", "grep", "-q", "needle("];
    let with = |more: &[&str]| {
        let start = ["--seed-file", "shop.py", "--jobs", "1"];
        reduce(&folder, &[&start, more, &command].concat())
    };
    let whole = with(&["--output", "whole"]);
    let first = with(&["--runs", "10"]);
    assert!(first.err.contains("limit of --runs reached"), "{}", first.err);
    // One more at the end, on the result.
    assert_eq!(runs(&first), 11);
    let best = folder.read("shop.py.reduced");
    assert!(best.len() < PROGRAM.len() && best.contains("needle("), "{best}");
    assert!(folder.path("shop.py.reduced.answers").exists());
    let hasty = with(&["--time", "1ms", "--output", "hasty"]);
    assert!(hasty.err.contains("limit of --time reached"), "{}", hasty.err);
    assert!(folder.read("hasty").contains("needle("));
    let second = with(&[]);
    assert!(second.err.contains("answers are cached"), "{}", second.err);
    assert_eq!(folder.read("shop.py.reduced"), "needle()\n");
    // The command runs twice on the file at the start, and once on the result at the end.
    assert_eq!(runs(&first) + runs(&second) - 3, runs(&whole));
    assert_eq!(runs(&with(&[])), 3);
    // One that stops early keeps the smaller output of the earlier one.
    let early = with(&["--runs", "1"]);
    assert!(early.err.contains("shop.py: 462 -> 9 bytes, 21 -> 1 lines"), "{}", early.err);
    assert_eq!((early.code, &*folder.read("shop.py.reduced")), (0, "needle()\n"));
    // With other parts to remove, the reduction is a new one, and the answers stay valid.
    let lines = with(&["--as", "lines"]);
    assert!(lines.err.contains("answers are cached"), "{}", lines.err);
    assert!(folder.read("shop.py.reduced").contains("needle(number, [1, 2, 3]) + 4\n"));
    // An output that the command never saw is replaced.
    folder.file("shop.py.reduced", "small");
    with(&["--as", "lines", "--runs", "1"]);
    assert!(folder.read("shop.py.reduced").contains("needle("));
    assert_eq!(runs(&with(&["--fresh"])), runs(&whole));
}

#[test]
fn another_command_starts_a_new_reduction() {
    let folder = Folder::new("anew");
    folder.file("shop.py", PROGRAM);
    assert_eq!(reduce(&folder, &["--seed-file", "shop.py", "--", "grep", "-q", "needle"]).code, 0);
    let other = reduce(&folder, &["--seed-file", "shop.py", "--", "grep", "-q", "pears"]);
    assert!(!other.err.contains("answers are cached"), "{}", other.err);
    assert_eq!(folder.read("shop.py.reduced"), "'pears'\n");
}

#[test]
fn parallel_jobs_give_the_same_result() {
    let folder = Folder::new("jobs");
    folder.file("shop.py", PROGRAM);
    // Only one of several commands that run at the same time makes the folder.
    let slow = format!(
        "mkdir '{0}/running' || touch '{0}/parallel'\nsleep 0.02\nrmdir '{0}/running'\ngrep -q 'for.*range' $1",
        folder.path("").display(),
    );
    executable(&folder, "slow.sh", &slow);
    for (jobs, is_parallel) in [("1", false), ("4", true)] {
        let arguments = ["--seed-file", "shop.py", "--fresh", "--jobs", jobs, "--output", jobs];
        let done = reduce(&folder, &[&arguments[..], &["--", "./slow.sh"]].concat());
        assert_eq!(done.code, 0, "{}", done.err);
        assert_eq!(folder.path("parallel").exists(), is_parallel, "{jobs} jobs");
    }
    assert_eq!(folder.read("1"), folder.read("4"));
    let limited = ["--seed-file", "shop.py", "--fresh", "--jobs", "4", "--runs", "10"];
    let limited = reduce(&folder, &[&limited[..], &["--", "./slow.sh"]].concat());
    // One more at the end, on the result.
    assert_eq!(runs(&limited), 11, "{}", limited.err);
}

#[test]
fn an_interrupt_keeps_the_best_candidate() {
    let folder = Folder::new("interrupted");
    folder.file("shop.py", PROGRAM);
    // The command answers for the first interesting candidate, and hangs afterwards.
    let slow = format!(
        "test -e '{0}' && sleep 1000\ngrep -q needle $1 || exit 1\ntest $(wc -c < $1) = {1} || touch '{0}'",
        folder.path("found").display(),
        PROGRAM.len(),
    );
    executable(&folder, "slow.sh", &slow);
    let mut child = Command::new(env!("CARGO_BIN_EXE_cargo-disprove"))
        .current_dir(folder.path(""))
        .args(["reduce", "--seed-file", "shop.py", "--timeout", "1h", "--", "./slow.sh"])
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    let mut text = BufReader::new(child.stderr.take().expect("a pipe"));
    let mut line = String::new();
    text.read_line(&mut line).expect("a line");
    assert!(line.contains(" bytes, "), "{line}");
    let kept = folder.read("shop.py.reduced");
    assert!(kept.len() < PROGRAM.len() && kept.contains("needle"), "{kept}");
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(killed.expect("kill runs").success());
    let mut rest = String::new();
    text.read_to_string(&mut rest).expect("text");
    assert_eq!(child.wait().expect("it ends").code(), Some(0), "{rest}");
    assert!(rest.contains("; interrupted"), "{rest}");
    assert_eq!(folder.read("shop.py.reduced"), kept);
    let answers = folder.read("shop.py.reduced.answers");
    assert!(answers.contains(" interesting\n"), "{answers}");
    assert_eq!(folder.read("shop.py"), PROGRAM);
}

#[test]
fn candidates_that_hang_are_not_interesting() {
    let folder = Folder::new("hangs");
    folder.file("in.txt", "needle\nstay\n");
    // Without the option, the command would end in time, and find the candidate interesting.
    let hangs = format!(
        "grep -q needle $1 || exit 1\ngrep -q stay $1 && exit\nsleep 1000 & echo $! >> '{}'; sleep 8",
        folder.path("started").display(),
    );
    executable(&folder, "hangs.sh", &hangs);
    let done = reduce(
        &folder,
        &["--seed-file", "in.txt", "--as", "lines", "--timeout", "500ms", "--", "./hangs.sh"],
    );
    assert_eq!(done.code, 1, "{}", done.err);
    assert!(done.err.contains("no smaller file is interesting"), "{}", done.err);
    assert_eq!(folder.read("in.txt.reduced"), "needle\nstay\n");
    let started = folder.read("started");
    // Empty for a process that nobody has waited for.
    let is_gone = |id: &str| fs::read(format!("/proc/{id}/cmdline")).unwrap_or_default().is_empty();
    wait_until("the end of what the command started", &mut || started.lines().all(is_gone));
}
