//! A test binary that no cargo starts, as under a debugger or another build system, finds the regressions of its package.

use crate::support::fixture::{Done, Fixture, done};
use serde_json::Value;
use std::{
    env, fs,
    path::{Path, PathBuf},
    process::Command,
};

const PROPERTY: &str = r#"
#[property(seed = 1)]
fn rarely_fails(x: u64) {
    assert!(x != 4_711_081_542_998, "found it");
}
"#;

/// The test binary of a fixture.
fn binary(fixture: &Fixture) -> PathBuf {
    let built = fixture.cargo_test(&["--no-run", "--test", "props", "--message-format=json"]);
    let lines = built.out.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    let mut paths = lines.filter_map(|line| line["executable"].as_str().map(PathBuf::from));
    paths.next().unwrap_or_else(|| panic!("{built:?}"))
}

fn run(binary: &PathBuf) -> Done {
    run_in(Path::new("/"), binary)
}

fn run_in(folder: &Path, binary: &PathBuf) -> Done {
    let mut command = Command::new(binary);
    for (name, _) in env::vars().filter(|(name, _)| name.starts_with("CARGO")) {
        command.env_remove(name);
    }
    done(command.current_dir(folder).arg("--test-threads=1"))
}

#[test]
fn regressions_are_found_from_another_folder() {
    let fixture = Fixture::new("anywhere", PROPERTY);
    let binary = binary(&fixture);
    assert_eq!(run(&binary).code, 0);
    let token = any_number(4_711_081_542_998);
    fixture.file(".disprove/regressions/anywhere-props.rarely_fails.txt", &format!("{token}\n"));
    let failed = run(&binary);
    assert_ne!(failed.code, 0, "{failed:?}");
    assert!(failed.out.contains("found it"), "{failed:?}");

    // A binary that was moved, and its package with it: it says where it has looked.
    let moved = fixture.path("moved");
    fs::copy(&binary, &moved).expect("a copy");
    let folder = fixture.path("");
    let hidden = folder.with_file_name("anywhere-hidden");
    let _ = fs::remove_dir_all(&hidden);
    fs::rename(&folder, &hidden).expect("renamed");
    let passed = run(&hidden.join("moved"));
    let in_the_package = run_in(&hidden, &hidden.join("moved"));
    fs::rename(&hidden, &folder).expect("renamed back");
    assert!(in_the_package.out.contains("found it"), "{in_the_package:?}");
    assert_eq!(passed.code, 0, "{passed:?}");
    assert!(passed.err.contains("found no Cargo.toml in or above"), "{passed:?}");
    assert!(passed.err.contains("anywhere, /: regressions are not run"), "{passed:?}");
    // The page quotes it, with another folder.
    let page = include_str!("../../../book/src/guides/regressions.md");
    let quoted =
        page.lines().find_map(|line| line.strip_prefix("found no Cargo.toml in or above "));
    let rest = quoted.and_then(|line| line.split_once(", /: ")).expect("a line on the page").1;
    assert!(passed.err.contains(rest), "{passed:?}");
}

/// The token of a number.
fn any_number(number: u64) -> String {
    use disprove::prelude::*;
    any::<u64>().encode(&number).expect("a number").to_token()
}
