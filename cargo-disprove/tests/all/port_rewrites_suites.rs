//! `cargo disprove port` rewrites suites of proptest and quickcheck into properties that compile and pass.

use crate::support::fixture::{self, Fixture};
use std::{env, fs, path::Path, process::Command};

const PROPTEST: &str = include_str!("port_suite/proptest.rs");
const QUICKCHECK: &str = include_str!("port_suite/quickcheck.rs");
const REFUSED: &str = include_str!("port_suite/refused.rs");

/// Compares an output with a file of this repository, or rewrites the file if the variable `PORT` is `overwrite`.
fn is_pinned(name: &str, output: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/all/port_suite").join(name);
    if env::var("PORT").is_ok_and(|value| value == "overwrite") {
        fs::write(&path, output).expect("written");
    }
    let pinned = fs::read_to_string(&path).expect("a file");
    assert!(pinned == output, "PORT=overwrite rewrites {name}, which differs from:\n{output}");
}

#[test]
fn suites_of_both_libraries_are_ported_and_pass() {
    let fixture = Fixture::empty("ported");
    fixture.file("src/lib.rs", "");
    fixture.file("tests/proptest.rs", PROPTEST);
    fixture.file("tests/quickcheck.rs", QUICKCHECK);
    fixture.file("old/refused.rs", REFUSED);

    // Without --write nothing changes.
    let shown = fixture.plain(&["port"]);
    assert_eq!((shown.code, shown.err.as_str()), (0, ""), "{shown:?}");
    is_pinned("diff.txt", &shown.out);
    // The whole workspace, from each folder of it.
    let tests = fixture.path("tests");
    let inside = fixture::done(fixture.plain_command(&["port"]).current_dir(tests));
    assert_eq!((inside.code, &inside.out), (0, &shown.out), "{inside:?}");
    let read = |name: &str| fs::read_to_string(fixture.path(name)).expect("a file");
    assert_eq!(read("tests/proptest.rs"), PROPTEST);

    let written = fixture.plain(&["port", "--write"]);
    assert_eq!(written.code, 0, "{written:?}");
    assert!(
        written.out.ends_with("16 of 24 tests ported (66 %), 2 files written\n"),
        "{written:?}"
    );
    // What is refused stays as it is, and is all that is left.
    assert_eq!(read("old/refused.rs"), REFUSED);
    let again = fixture.plain(&["port"]);
    assert!(again.out.ends_with("0 of 8 tests can be ported (0 %)\n"), "{again:?}");
    assert!(!again.out.contains("+++"), "{again:?}");
    // Every comment survives, except those of code that is gone.
    for (old, name) in [(PROPTEST, "tests/proptest.rs"), (QUICKCHECK, "tests/quickcheck.rs")] {
        let new = read(name);
        for comment in old.lines().filter_map(|line| line.split_once("//")) {
            let is_gone = comment.1 == " Removed with the function.";
            assert_eq!(new.contains(&format!("//{}", comment.1)), !is_gone, "{comment:?}:\n{new}");
        }
    }

    let test = fixture.cargo_test(&["--tests"]);
    assert_eq!(test.code, 0, "{test:?}");
    assert!(!test.err.contains("warning: unused"), "{test:?}");
    let passed = test.out.lines().filter(|line| line.ends_with("... ok")).count();
    assert_eq!(passed, 16, "{test:?}");
}

#[test]
fn the_page_shows_what_the_tool_prints() {
    let page = include_str!("../../../book/src/guides/migration.md");
    let block = |start: &str| {
        let (_, rest) = page.split_once(start).expect("the page has the block");
        rest.split_once("\n```\n").expect("the block ends").0
    };
    let fixture = Fixture::empty("ported-page");
    fixture.file("src/lib.rs", "");
    fixture.file("tests/suite.rs", &format!("use proptest{}\n", block("```rust\nuse proptest")));
    let shown = fixture.plain(&["port"]);
    assert_eq!(shown.out, format!("{}\n", block("```diff\n")));
}

#[test]
fn json_has_a_line_for_each_test_and_file() {
    let fixture = Fixture::empty("ported-json");
    fixture.file("src/lib.rs", "");
    fixture.file("tests/suite.rs", "quickcheck::quickcheck! {\n    fn p(n: u8) -> bool {\n        n < 9\n    }\n\n    fn q(n: Unknown) -> bool {\n        true\n    }\n}\n");
    let done = fixture.plain(&["port", "--json"]);
    let events = done.events();
    assert_eq!(events.len(), 4, "{done:?}");
    assert_eq!((&events[0]["event"], &events[0]["test"]), (&"test".into(), &"p".into()));
    assert_eq!(events[0]["file"], "tests/suite.rs");
    assert_eq!(events[0]["library"], "quickcheck");
    assert_eq!((&events[0]["line"], &events[0]["ported"]), (&2.into(), &true.into()));
    assert!(events[0].get("reason").is_none(), "{done:?}");
    assert_eq!(events[1]["ported"], false);
    assert_eq!(events[1]["reason"], "no generator for the type `Unknown` is known");
    assert!(
        events[2]["diff"].as_str().is_some_and(|diff| diff.contains("+#[property]")),
        "{done:?}"
    );
    assert_eq!((&events[2]["event"], &events[2]["written"]), (&"file".into(), &false.into()));
    assert_eq!(events[3]["event"], "summary");
    assert_eq!((&events[3]["tests"], &events[3]["ported"]), (&2.into(), &1.into()));

    // A file that stays as it is has no line.
    fixture.file(
        "tests/more.rs",
        "quickcheck::quickcheck! {\n    fn r(n: u8) -> bool {\n        n < 9\n    }\n}\n",
    );
    fixture.file(
        "tests/same.rs",
        "quickcheck::quickcheck! {\n    fn s(n: Unknown) -> bool {\n        true\n    }\n}\n",
    );
    let events = fixture.plain(&["port", "--json"]).events();
    let files = |kind: &str| {
        let lines = events.iter().filter(|event| event["event"] == *kind);
        let mut files: Vec<&str> = lines.filter_map(|event| event["file"].as_str()).collect();
        files.sort_unstable();
        files
    };
    assert_eq!(files("file"), ["tests/more.rs", "tests/suite.rs"]);
    let all = ["tests/more.rs", "tests/same.rs", "tests/suite.rs", "tests/suite.rs"];
    assert_eq!(files("test"), all);
}

#[test]
fn bad_input_is_explained_and_the_rest_is_ported() {
    let fixture = Fixture::empty("ported-bad");
    fixture.file("good.rs", "#![cfg(test)]\n\nquickcheck::quickcheck! {\n    fn p(n: u8) -> bool {\n        n < 9\n    }\n}\n");
    fixture.file("broken.rs", "fn f() {\n    let x = ;\n}\n");
    fixture.file("folder/empty.rs", "");
    fs::write(fixture.path("latin1.rs"), b"// caf\n// caf\xe9\n").expect("written");
    let made = Command::new("mkfifo").arg(fixture.path("pipe.rs")).status().expect("mkfifo runs");
    assert!(made.success());
    let files =
        ["missing.rs", "broken.rs", "folder", "latin1.rs", "pipe.rs", "good.rs", "folder/empty.rs"];
    let done = fixture.plain(&[&["port", "--write"], &files[..]].concat());
    assert_eq!(done.code, 2, "{done:?}");
    let expected = "cannot read `missing.rs`: there is no such file\n\
                    cannot parse `broken.rs`: line 2: expected an expression\n\
                    cannot port `folder`: it is a folder; give files, or none for the whole workspace\n\
                    cannot port `latin1.rs`: line 2 is not UTF-8\n\
                    cannot port `pipe.rs`: it is not a regular file\n";
    assert_eq!(done.err, expected);
    assert_eq!(done.out, "1 of 1 test ported (100 %), 1 file written\n");
    let good = fs::read_to_string(fixture.path("good.rs")).expect("a file");
    assert_eq!(
        good,
        "#![cfg(test)]\n\nuse disprove::prelude::*;\n\n#[property]\nfn p(n: u8) -> bool {\n    n < 9\n}\n"
    );

    // A file that cannot be written stays as it was.
    fixture.file(
        "tests/locked.rs",
        "quickcheck::quickcheck! {\n    fn p(n: u8) -> bool {\n        n < 9\n    }\n}\n",
    );
    let before = fs::read_to_string(fixture.path("tests/locked.rs")).expect("a file");
    let tool = fixture.plain_command(&["port", "--write", "tests/locked.rs"]);
    // No file may grow, which stops a superuser as well.
    let mut command = Command::new("sh");
    command.args(["-c", "trap '' XFSZ; ulimit -f 0; exec \"$0\" \"$@\""]);
    command.arg(tool.get_program()).args(tool.get_args()).current_dir(fixture.path(""));
    let done = fixture::done(&mut command);
    assert_eq!(done.code, 2, "{done:?}");
    assert!(done.err.starts_with("cannot write `tests/locked.rs`: "), "{done:?}");
    let after = fs::read_to_string(fixture.path("tests/locked.rs")).expect("a file");
    assert_eq!(after, before);
}

#[test]
fn packages_of_edition_2015_are_refused() {
    let fixture = Fixture::empty("ported-2015");
    let manifest = fs::read_to_string(fixture.path("Cargo.toml")).expect("a manifest");
    fixture.file("Cargo.toml", &manifest.replace("\"2024\"", "\"2015\""));
    let suite = "quickcheck::quickcheck! {\n    fn p(n: u8) -> bool {\n        n < 9\n    }\n}\n";
    fixture.file("tests/suite.rs", suite);
    let done = fixture.plain(&["port", "--write", "tests/suite.rs"]);
    let why = "`p` (quickcheck): the package has edition 2015: run `cargo fix --edition` first\n";
    assert!(done.out.contains(why), "{done:?}");
    assert!(done.out.ends_with("0 of 1 test ported (0 %), 0 files written\n"), "{done:?}");
    assert_eq!(fs::read_to_string(fixture.path("tests/suite.rs")).expect("a file"), suite);
}

#[test]
fn integers_of_quickcheck_0_9_are_refused() {
    let fixture = Fixture::empty("ported-0-9");
    let manifest = fs::read_to_string(fixture.path("Cargo.toml")).expect("a manifest");
    let old = "[dev-dependencies]\nquickcheck = \"0.9\"";
    fixture.file("Cargo.toml", &manifest.replace("[dev-dependencies]", old));
    let suite = "quickcheck::quickcheck! {\n    fn p(n: u8) -> bool {\n        n < 9\n    }\n}\n";
    fixture.file("tests/suite.rs", suite);
    let done = fixture.plain(&["port", "--write", "tests/suite.rs"]);
    assert!(done.out.contains("quickcheck 0.9 draws `u8` below 100"), "{done:?}");
    assert_eq!(fs::read_to_string(fixture.path("tests/suite.rs")).expect("a file"), suite);
}
