//! The five minutes of book/src/start/five-minutes.md, step by step: in an ordinary crate, without the standard library, under another name, and
//! with nextest.

use crate::support::{
    fixture::{Done, Fixture, cargo_command, cargo_nextest, done},
    quoted,
};
use std::{env, fs, path::Path, process::Command};

const PAGE: &str = include_str!("../../../book/src/start/five-minutes.md");

/// The code of the second step, without its indentation in the list.
fn code() -> String {
    let block = quoted(PAGE, "# Quick start: five minutes\n", "```rust\n");
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

/// The input and the message of a report: the same for every seed.
fn core(report: &str) -> &str {
    let (_, rest) = report.split_once("\n\n").expect("the title comes first");
    rest.split("\n\n  what matters").next().expect("the core")
}

/// A report from what cargo prints, with one time.
fn printed_report(output: &str, property: &str) -> String {
    let start = output.find(&format!("{property} failed ")).expect("a report");
    let report = output[start..].split("\n\n\n").next().expect("it ends");
    let report = report.split("\nnote: run with").next().expect("it ends");
    let (before, rest) = report.split_once(" runs (").expect("it was reduced");
    let (_, after) = rest.split_once(')').expect("the time is in brackets");
    format!("{before} runs (1 ms){after}").trim_end().to_owned()
}

/// The part of a text between two others.
fn between<'a>(text: &'a str, before: &str, after: &str) -> &'a str {
    let rest = text.split_once(before).expect(before).1;
    rest.split_once(after).expect(after).0
}

/// Fails unless the page has a sentence. Its lines and the commas of its numbers do not matter.
fn says(sentence: &str) {
    let words: Vec<&str> = PAGE.split_whitespace().collect();
    let page = words.join(" ").replace(',', "");
    assert!(page.contains(&sentence.replace(',', "")), "the page does not say: {sentence}");
}

/// Puts what is printed on the page, with `BLESS_TEXTS`. Returns whether it did.
fn is_blessed(shown: &str, printed: &str) -> bool {
    if env::var_os("BLESS_TEXTS").is_none() {
        return false;
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../book/src/start/five-minutes.md");
    // Another test may have changed another block.
    let page = fs::read_to_string(&path).expect("a page");
    fs::write(&path, page.replace(shown, printed)).expect("a writable file");
    true
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
    for line in core(&report()).lines() {
        // Code before the function moves the line of the failure.
        let line = line.split("    src/lib.rs:").next().expect("a part");
        assert!(printed.contains(line), "{line}\n{printed}");
    }
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
    let mut command = cargo_command(&fixture, &["test"]);
    let failed = done(command.env("DISPROVE_SEED", "1").env("RUST_BACKTRACE", "0"));
    assert_eq!(failed.code, 101, "{failed:?}");
    let printed = printed_report(&failed.out, "the_median_is_the_middle_one");
    let printed = printed.replace("/median_new.", "/median.");
    let indented = printed.lines().map(|line| format!("   {line}").trim_end().to_owned() + "\n");
    let indented = indented.collect::<String>() + "   ";
    if !is_blessed(quoted(PAGE, "\n3. ", "```text\n"), &indented) {
        assert_eq!(report(), printed);
        says(&format!("Case {} failed, so", between(&printed, "failed on case ", ".")));
    }
    fs::remove_dir_all(fixture.path(".disprove")).expect("a folder");
    steps(&fixture, &code(), &|| fixture.cargo_test(&[]));
    // The fifth step: of the folder, only the regression is committed.
    let git = |arguments: &[&str]| {
        let done = done(Command::new("git").current_dir(&fixture.0).args(arguments));
        assert_eq!(done.code, 0, "{done:?}");
        done.out
    };
    for folder in ["failures", "corpus"] {
        fixture.file(&format!(".disprove/{folder}/median/entry"), "d1:A\n");
    }
    git(&["init", "--quiet"]);
    git(&["add", "."]);
    let added = git(&["diff", "--cached", "--name-only"]);
    let added: Vec<&str> = added.lines().filter(|line| line.starts_with(".disprove/")).collect();
    let [ignore, regression] = &added[..] else { panic!("{added:?}") };
    assert_eq!(*ignore, ".disprove/.gitignore");
    assert!(regression.starts_with(".disprove/regressions/median_new."), "{regression}");
}

#[test]
fn a_hunt_finds_what_the_tests_do_not() {
    let fixture = median("median-hunt");
    let (wrong, right) = fix();
    let after = |start: &str| quoted(PAGE, "## What a hunt adds", start);
    let parser = after("```rust\n");
    let property = format!("#[property]\n{}", after("```rust\n#[property]\n"));
    let tests = code().replace(wrong, right);
    let (tests, _) = tests.trim_end().rsplit_once('}').expect("the end of the module");
    fixture.file("src/lib.rs", &format!("{tests}\n{property}}}\n\n{parser}"));
    for seed in ["1", "2", "3"] {
        let mut command = cargo_command(&fixture, &["test"]);
        let passed = done(command.envs([("DISPROVE_SEED", seed), ("DISPROVE_CASES", "100_000")]));
        assert_eq!(passed.code, 0, "{passed:?}");
    }
    assert!(PAGE.contains("`DISPROVE_CASES=100_000 cargo test`"));
    assert!(PAGE.contains("$ cargo disprove hunt --time 1m --findings 1\n"));
    // Longer than on the page, for slow machines.
    let mut hunt = fixture.command(&["hunt", "--time", "10m", "--findings", "1"]);
    let hunt = done(hunt.env("RUST_BACKTRACE", "0"));
    assert_eq!(hunt.code, 1, "{hunt:?}");
    let shown = after("```text\n");
    let printed = printed_report(&hunt.out, "every_text_is_a_time_or_none");
    let printed = format!("{}\n", printed.replace("/median_hunt.", "/median."));
    if !is_blessed(shown, &printed) {
        // The reduced text differs from seed to seed.
        let parts = |report: &str| -> Vec<String> {
            core(report)
                .lines()
                .filter(|line| !line.contains("text: "))
                .map(str::to_owned)
                .collect()
        };
        assert_eq!(parts(shown), parts(&printed), "{hunt:?}");
        // The text around the output explains its figures.
        let case = between(shown, "failed on case ", ".");
        let executions = between(shown, "found by mutate; ", " executions");
        says(&format!(
            "after case {case}, to find other failures: hence the {executions} executions"
        ));
        let hours: u64 = between(shown, "text: \"", ":").parse().expect("a number");
        let minutes = hours * 60;
        assert!(minutes > u64::from(u32::MAX), "{shown}");
        says(&format!("{hours} hours are {minutes} minutes, which do not fit into a `u32`"));
    }
    assert!(printed.contains("\n  found by mutate; "), "{printed}");
    // book/src/start/failure-report.md: no seed repeats a hunt.
    assert!(!printed.contains("\n    seed "), "{printed}");
    let again = fixture.cargo_test(&[]);
    let line = "every_text_is_a_time_or_none failed again on an input";
    assert!(again.code == 101 && again.out.contains(line), "{again:?}");
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
