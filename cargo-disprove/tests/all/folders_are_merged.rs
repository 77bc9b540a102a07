//! `cargo disprove push` and `pull` merge saved failures and corpora without a server.

use crate::support::{
    fixture::{self, Done, Fixture, git},
    rare::{failing, rare},
};
use disprove::{Database, Db};
use std::fs;

/// The property without its bug, except with `--release`: other runs take the bug for fixed.
fn repaired() -> String {
    rare().replace("scramble(n) != ", "cfg!(debug_assertions) || scramble(n) != ")
}

/// The failures of `rare` in a fixture or a folder in it.
fn failures(fixture: &Fixture, folder: &str) -> usize {
    let key = format!("{}-props::rare", fixture.name());
    Db::at(fixture.path(folder)).load(&key).entries.len()
}

fn save(fixture: &Fixture) {
    let key = format!("{}-props::rare", fixture.name());
    Db::at(fixture.path(".disprove")).save(&key, &failing()).expect("it is saved");
}

fn run(fixture: &Fixture, arguments: &[&str], expected: &str) -> Done {
    let done = fixture.plain(arguments);
    assert_eq!(done.code, 0, "{done:?}");
    assert!(done.out.contains(expected), "{done:?}");
    done
}

#[test]
fn a_pushed_failure_fails_the_tests_of_whoever_pulls_it() {
    let one = Fixture::new("shared", &rare());
    save(&one);
    let failure = one.files(".disprove/failures").remove(0);
    let token = fs::read_to_string(one.path(&failure)).expect("an entry");
    let others = ["deaths", "corpus"].map(|kind| failure.replace("failures", kind));
    for entry in &others {
        one.file(entry, &token);
    }
    let folder = one.path("artifact").display().to_string();
    run(&one, &["push", &folder], "1 new failure, 1 new crash, 1 new corpus entry");
    // From another folder.
    let manifest = one.path("Cargo.toml").display().to_string();
    let mut command = one.plain_command(&["push", &folder, "--manifest-path", &manifest]);
    let again = fixture::done(command.current_dir("/"));
    assert!(again.code == 0 && again.out.contains("0 new failures"), "{again:?}");
    // Nothing is deleted, even if the workspace has none of it.
    let pushed = one.files("artifact");
    assert!(pushed.len() >= 3, "{pushed:?}");
    fs::remove_dir_all(one.path(".disprove")).expect("removed");
    run(&one, &["push", &folder], "0 new failures");
    assert_eq!(one.files("artifact"), pushed);

    // The same package in another checkout.
    let other = Fixture::new("shared-elsewhere", &rare());
    let manifest = fs::read_to_string(other.path("Cargo.toml")).expect("a manifest");
    other.file("Cargo.toml", &manifest.replace("\"shared-elsewhere\"", "\"shared\""));
    assert_eq!(other.cargo_test(&["--test", "props"]).code, 0);
    run(&other, &["pull", &folder], "1 new failure, 1 new crash, 1 new corpus entry");
    assert!(
        others.iter().chain([&failure]).all(|entry| other.path(entry).exists()),
        "{:?}",
        other.files(".disprove")
    );
    assert!(!other.path(".disprove/regressions").exists());
    let manifest = other.path("Cargo.toml").display().to_string();
    let mut command = other.plain_command(&["pull", &folder, "--manifest-path", &manifest]);
    let again = fixture::done(command.current_dir("/"));
    assert!(again.code == 0 && again.out.contains("0 new failures"), "{again:?}");
    let test = other.cargo_test(&["--test", "props"]);
    assert!(test.code != 0 && test.out.contains("found it"), "{test:?}");
    let regression = ".disprove/regressions/shared-props.rare.txt";
    assert!(other.path(regression).exists(), "to be committed");
    // The folder may be that of another checkout, and the database another one than the default.
    save(&one);
    fs::remove_dir_all(other.path(".disprove")).expect("removed");
    other.file("disprove.toml", "[default]\ndatabase = \"elsewhere\"\n");
    run(&other, &["pull", &one.path(".disprove").display().to_string()], "1 new failure");
    assert!(!other.path(".disprove").exists() && failures(&other, "elsewhere") == 0);
    assert_eq!(other.files("elsewhere/failures").len(), 1);
    let reviewed = other.run(&["review", "--no-coverage"]);
    assert!(reviewed.code == 1 && reviewed.out.contains("found it"), "{reviewed:?}");
    let folder = other.path("second").display().to_string();
    run(&other, &["push", &folder], "1 new failure");
    other.file("disprove.toml", "[default]\ndatabase = \"none\"\n");
    let refused = other.plain(&["push", &folder]);
    let why = "the setting `database` is `none`, so no failures are saved here: set `database` in disprove.toml, or DISPROVE_DATABASE=FOLDER";
    assert!(refused.code == 2 && refused.err.contains(why), "{refused:?}");
}

#[test]
fn a_relative_database_is_that_of_the_only_package() {
    let fixture = Fixture::new("relative", &rare());
    let key = "relative-props::rare";
    Db::at(fixture.path("db")).save(key, &failing()).expect("it is saved");
    let folder = fixture.path("artifact").display().to_string();
    let run = |arguments: &[&str], database: &str| {
        let mut command = fixture.plain_command(arguments);
        command.current_dir(fixture.path("tests")).env("DISPROVE_DATABASE", database);
        fixture::done(&mut command)
    };
    let done = run(&["push", &folder], "db");
    assert!(done.code == 0 && done.out.contains("1 new failure"), "{done:?}");
    // As tests do, the tool uses the folder of the package.
    let done = run(&["review", "--no-coverage", "--offline"], "db");
    assert!(done.code == 1 && done.out.contains("found it"), "{done:?}");
    let manifest = fs::read_to_string(fixture.path("Cargo.toml")).expect("a manifest");
    fixture
        .file("Cargo.toml", &manifest.replace("[workspace]", "[workspace]\nmembers = [\"other\"]"));
    fixture.file("other/Cargo.toml", "[package]\nname = \"other\"\nversion = \"0.0.0\"\n");
    fixture.file("other/src/lib.rs", "");
    let why = "DISPROVE_DATABASE=db is another folder in each package of this workspace: set it to an absolute path\n";
    for arguments in [&["push", &*folder][..], &["pull", &folder], &["report"]] {
        let done = run(arguments, "db");
        assert_eq!((done.code, &*done.err), (2, why), "{arguments:?}");
    }
    let absolute = fixture.path("db").display().to_string();
    let done = run(&["push", &folder], &absolute);
    assert!(done.code == 0 && done.out.contains("0 new failures"), "{done:?}");
}

#[test]
fn entries_that_cannot_be_decoded_are_counted_and_left_out() {
    let fixture = Fixture::new("undecodable", &rare());
    save(&fixture);
    let folder = fixture.path("artifact").display().to_string();
    run(&fixture, &["push", &folder], "1 new failure");
    let good = fixture.files("artifact/failures").remove(0);
    let property = good.rsplit_once('/').expect("a folder").0.to_owned();
    let outside = fixture.path("secret");
    fs::write(&outside, "secret").expect("written");
    for (name, content) in [
        ("0".repeat(32), "rubbish\n"),
        ("1".repeat(32), "d1:AAAA\n"),
        ("2".repeat(32), "d9:AAAA\n"),
        ("3".repeat(32), ""),
    ] {
        fixture.file(&format!("{property}/{name}"), content);
    }
    std::os::unix::fs::symlink(&outside, fixture.path(&format!("{property}/{}", "4".repeat(32))))
        .expect("a link");
    fixture.file("artifact/failures/x..y/ignored", "no property has this folder\n");
    fixture.file(&good.replace("failures", "fixed"), "--output=secret\n");
    fs::remove_dir_all(fixture.path(".disprove")).expect("removed");
    let done = run(&fixture, &["pull", &folder], "1 new failure");
    assert!(done.out.contains("6 entries cannot be decoded and left out (fixed/"), "{done:?}");
    assert_eq!(fixture.files(".disprove/failures").len(), 1);
    assert_eq!(fs::read_to_string(outside).expect("still there"), "secret");

    let done = fixture.plain(&["pull", "no-such-folder"]);
    assert_eq!((done.code, done.out.contains("nothing to pull")), (0, true), "{done:?}");

    // A file is no folder.
    let done = fixture.plain(&["push", "secret"]);
    assert!(done.code == 2 && done.err.starts_with("cannot write to secret: "), "{done:?}");
    fs::remove_dir_all(fixture.path(".disprove")).expect("removed");
    fixture.file(".disprove", "no folder");
    let done = fixture.plain(&["pull", &folder]);
    assert!(done.code == 2 && done.err.starts_with("cannot write to "), "{done:?}");
}

#[test]
fn a_failure_that_is_fixed_on_one_branch_stays_on_another() {
    let fixture = Fixture::new("branches", &rare());
    fixture.file(".gitignore", "/.disprove\n/Cargo.lock\n/artifact\n");
    git(&fixture, &["init", "-q", "-b", "main"]);
    git(&fixture, &["add", "."]);
    git(&fixture, &["commit", "-q", "-m", "one"]);
    save(&fixture);
    let folder = fixture.path("artifact").display().to_string();
    run(&fixture, &["push", &folder], "1 new failure");

    // It passes with a change that is not in the commit.
    fixture.file("tests/props.rs", &format!("use disprove::prelude::*;\n{}", repaired()));
    assert_eq!(fixture.cargo_test(&["--test", "props"]).code, 0);
    assert_eq!((failures(&fixture, ".disprove"), fixture.files(".disprove/passed").len()), (0, 1));
    let done = run(&fixture, &["push", &folder], "0 new failures");
    assert!(!done.out.contains("fixed"), "{done:?}");
    // Nor is it proven that the commit without the change passes.
    git(&fixture, &["checkout", "-q", "."]);
    let done = run(&fixture, &["push", &folder], "0 new failures");
    assert!(!done.out.contains("fixed"), "{done:?}");

    // It passes on a branch with the change.
    git(&fixture, &["checkout", "-q", "-b", "repair"]);
    fixture.file("tests/props.rs", &format!("use disprove::prelude::*;\n{}", repaired()));
    git(&fixture, &["commit", "-q", "-a", "-m", "two"]);
    run(&fixture, &["pull", &folder], "1 new failure");
    assert_eq!(fixture.cargo_test(&["--test", "props"]).code, 0);
    // Nothing has run at a later commit.
    git(&fixture, &["commit", "-q", "--allow-empty", "-m", "untested"]);
    let done = run(&fixture, &["push", &folder], "0 new failures");
    assert!(!done.out.contains("fixed"), "{done:?}");
    git(&fixture, &["reset", "-q", "--soft", "HEAD~1"]);
    fixture.file("notes.txt", "not tracked\n");
    run(&fixture, &["push", &folder], "1 failure is fixed by this commit");
    run(
        &fixture,
        &["pull", &folder],
        "0 new failures, 0 new crashes, 0 new corpus entries; 1 failure is fixed",
    );
    assert_eq!(failures(&fixture, ".disprove"), 0);

    // A shallow clone does not know whether the fix is among its ancestors.
    git(&fixture, &["commit", "-q", "--allow-empty", "-m", "three"]);
    run(&fixture, &["pull", &folder], "1 failure is fixed in this checkout and left out");
    let (url, clone) =
        (format!("file://{}", fixture.path("").display()), fixture.path("artifact/clone"));
    git(&fixture, &["clone", "-q", "--depth", "1", &url, &clone.display().to_string()]);
    fs::write(clone.join("Cargo.lock"), "").expect("written");
    let pulled = fixture::done(fixture.plain_command(&["pull", &folder]).current_dir(clone));
    assert!(pulled.code == 0 && pulled.out.contains("1 new failure"), "{pulled:?}");

    // The other branch still has the bug.
    git(&fixture, &["checkout", "-q", "main"]);
    run(&fixture, &["pull", &folder], "1 new failure");
    let test = fixture.cargo_test(&["--test", "props"]);
    assert!(test.code != 0 && test.out.contains("found it"), "{test:?}");
    assert_eq!(failures(&fixture, "artifact"), 1);
    // The regression file names the commit at which it failed.
    let page = fs::read_to_string(fixture.path(".disprove/regressions/branches-props.rare.txt"));
    let (page, head) = (page.expect("a file"), git(&fixture, &["rev-parse", "HEAD"]));
    let is_dated = |line: &str| {
        line.starts_with("# 20") && line.ends_with(&format!(", commit {}", &head[..10]))
    };
    assert!(page.lines().any(is_dated), "{page}");
}
