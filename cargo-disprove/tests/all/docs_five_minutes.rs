//! The five minutes of book/src/start/five-minutes.md, step by step: in an ordinary crate, without the standard library, under another name, and
//! with nextest.

use crate::support::{
    fixture::{Done, Fixture, cargo_command, cargo_nextest, done},
    quoted,
};
use disprove::{Database as _, prelude::*};
use std::{fs, process::Command, thread};

const PAGE: &str = include_str!("../../../book/src/start/five-minutes.md");

/// The code of the second step, without its indentation in the list.
fn code() -> String {
    let block = quoted(PAGE, "# Five minutes\n", "```rust\n");
    let mut code = String::new();
    for line in block.lines() {
        code.extend([line.strip_prefix("   ").unwrap_or(line.trim_start()), "\n"]);
    }
    code
}

/// The expression of the fourth step, and the one that it replaces.
fn fix() -> (&'static str, &'static str) {
    let (wrong, right) = ("a.max(b).min(c)", "a.max(b).min(c).max(a.min(b))");
    assert!(PAGE.contains(&format!(
        "4. Replace the body of `median` with `{right}`. `cargo test` passes."
    )));
    (wrong, right)
}

/// The report of the third step, without its indentation in the list.
fn report() -> String {
    let block = quoted(PAGE, "\n3. ", "```text\n");
    let lines = block.lines().map(|line| line.strip_prefix("   ").unwrap_or(line.trim_start()));
    lines.collect::<Vec<_>>().join("\n").trim_end().to_owned()
}

/// The package of the first step, which `cargo new` and `cargo add` make.
fn median(name: &str) -> Fixture {
    assert!(PAGE.contains("1. `cargo new median --lib && cd median && cargo add disprove --dev`"));
    // Packages of one name would share their builds.
    Fixture::empty(name)
}

/// Tests the package before and after the fix.
fn steps(fixture: &Fixture, code: &str, test: &dyn Fn() -> Done) {
    fixture.file("src/lib.rs", code);
    let failed = test();
    assert_ne!(failed.code, 0, "{failed:?}");
    let printed = format!("{}{}", failed.out, failed.err);
    for line in report().lines() {
        // Code before the function moves the line of the failure.
        let line = line.split("    src/lib.rs:").next().expect("a part");
        assert!(printed.contains(line), "{line}\n{printed}");
    }
    assert!(PAGE.contains("the function is wrong: 1, 1 and 0"));
    let files = fixture.files(".disprove/regressions");
    let [file] = &files[..] else { panic!("{files:?}") };
    let kept = fs::read_to_string(fixture.path(file)).expect("a text");
    assert!(kept.contains("a: 1,"), "{kept}");

    let (wrong, right) = fix();
    assert_eq!(code.matches(wrong).count(), 1);
    fixture.file("src/lib.rs", &code.replace(wrong, right));
    let passed = test();
    assert_eq!(passed.code, 0, "{passed:?}");
    // Its lines stay.
    assert_eq!(fs::read_to_string(fixture.path(file)).expect("a text"), kept);
}

#[test]
fn they_work_in_a_new_crate() {
    let fixture = median("median-new");
    fixture.file("src/lib.rs", &code());
    let failed = fixture.cargo_test(&[]);
    assert!(failed.code == 101 && failed.out.contains(&report()), "{failed:?}");
    fs::remove_dir_all(fixture.path(".disprove")).expect("a folder");
    steps(&fixture, &code(), &|| fixture.cargo_test(&[]));
    // The fifth step: of the folder, only the regression is committed.
    let git = |arguments: &[&str]| {
        let done = done(Command::new("git").current_dir(&fixture.0).args(arguments));
        assert_eq!(done.code, 0, "{done:?}");
        done.out
    };
    git(&["init", "--quiet"]);
    git(&["add", "."]);
    let added = git(&["diff", "--cached", "--name-only"]);
    let added: Vec<&str> = added.lines().filter(|line| line.starts_with(".disprove/")).collect();
    let [ignore, regression] = &added[..] else { panic!("{added:?}") };
    assert_eq!(*ignore, ".disprove/.gitignore");
    assert!(regression.starts_with(".disprove/regressions/median_new."), "{regression}");
}

#[test]
fn a_hunt_finds_nothing_in_the_mended_function() {
    let fixture = median("median-hunt");
    let (wrong, right) = fix();
    fixture.file("src/lib.rs", &code().replace(wrong, right));
    // The failure of the third step is saved.
    let tree = any::<(u32, u32, u32)>().encode(&(1, 1, 0)).expect("numbers");
    let key = "median_hunt::tests::the_median_is_the_middle_one";
    Db::at(fixture.path(".disprove")).save(key, &tree).expect("it is saved");
    // Shorter than on the page.
    assert!(PAGE.contains("$ cargo disprove hunt --time 10s\n"));
    let done = fixture.run(&["hunt", "--time", "1s"]);
    assert_eq!(done.code, 0, "{done:?}");
    let cores = thread::available_parallelism().map_or(1, usize::from);
    assert!(done.err.contains(&format!("hunting 1 property with {cores} process")), "{done:?}");
    let shown = quoted(PAGE, "It finds nothing", "```text\n");
    let [head, row, summary] = shown.lines().collect::<Vec<_>>()[..] else { panic!("{shown}") };
    // Numbers differ from run to run.
    let columns: Vec<&str> = head.split_whitespace().collect();
    let is_head = |line: &str| line.split_whitespace().eq(columns.iter().copied());
    assert!(done.err.lines().any(is_head), "{done:?}");
    let name = row.split(' ').next().expect("a name").replace("median::", "median_hunt::");
    let is_row =
        |line: &str| line.starts_with(&format!("{name} ")) && line.ends_with("nothing found");
    assert!(row.ends_with("nothing found") && done.err.lines().any(is_row), "{done:?}");
    let (found, _) = summary.split_once(", after ").expect("a number of executions");
    assert!(done.err.contains(&format!("\n{found}, after ")), "{done:?}");
}

#[test]
fn they_work_without_the_standard_library() {
    let fixture = median("median-core");
    let code = format!("#![no_std]\n{}", code());
    steps(&fixture, &code, &|| fixture.cargo_test(&[]));
}

#[test]
fn they_work_under_another_name() {
    let fixture = median("median-name");
    let manifest = fs::read_to_string(fixture.path("Cargo.toml")).expect("a manifest");
    let renamed = manifest.replace("disprove = {", "dis = { package = \"disprove\",");
    assert_ne!(renamed, manifest);
    fixture.file("Cargo.toml", &renamed);
    let code = code().replace("use disprove::prelude::*;", "use dis::prelude::*;");
    steps(&fixture, &code, &|| fixture.cargo_test(&[]));
}

#[test]
fn they_work_with_nextest() {
    if !cargo_nextest() {
        return;
    }
    let fixture = median("median-nextest");
    steps(&fixture, &code(), &|| done(&mut cargo_command(&fixture, &["nextest", "run"])));
}
