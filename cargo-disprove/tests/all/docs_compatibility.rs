//! The compilers that book/src/reference/compatibility.md and the READMEs name for the tool are those that its dependencies ask for.

use crate::support::fixture::{Fixture, done};
use serde_json::Value;
use std::{
    collections::{HashMap, HashSet},
    env, fs,
    path::Path,
    process::Command,
};

const PAGES: [(&str, &str); 3] = [
    (
        "book/src/reference/compatibility.md",
        include_str!("../../../book/src/reference/compatibility.md"),
    ),
    ("README.md", include_str!("../../../README.md")),
    ("cargo-disprove/README.md", include_str!("../../README.md")),
];

/// A minor version of Rust 1, such as 95.
fn minor(version: &str) -> u32 {
    let minor = version.split('.').nth(1).expect("a version such as 1.95");
    minor.parse().expect("a number")
}

/// The oldest compiler that the tool and its dependencies allow with these features.
fn oldest(features: &[&str]) -> u32 {
    let done = Command::new(env::var_os("CARGO").expect("cargo runs the tests"))
        .args(["metadata", "--format-version=1", "--offline", "--locked"])
        .args(["--filter-platform=x86_64-unknown-linux-gnu"])
        .args(features)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("cargo starts");
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    let metadata: Value = serde_json::from_slice(&done.stdout).expect("JSON");
    let all = |list: &Value| -> HashMap<String, Value> {
        let list = list.as_array().expect("a list");
        list.iter()
            .map(|item| (item["id"].as_str().expect("an id").to_owned(), item.clone()))
            .collect()
    };
    let (packages, nodes) = (all(&metadata["packages"]), all(&metadata["resolve"]["nodes"]));
    let (mut open, mut seen) = (vec![metadata["resolve"]["root"].clone()], HashSet::new());
    let mut oldest = 0;
    while let Some(id) = open.pop() {
        let id = id.as_str().expect("an id").to_owned();
        if !seen.insert(id.clone()) {
            continue;
        }
        oldest = oldest.max(packages[&id]["rust_version"].as_str().map_or(0, minor));
        for dependency in nodes[&id]["deps"].as_array().expect("a list") {
            let kinds = dependency["dep_kinds"].as_array().expect("a list");
            if kinds.iter().any(|kind| kind["kind"] != "dev") {
                open.push(dependency["pkg"].clone());
            }
        }
    }
    assert!(seen.len() > 20, "{seen:?}");
    oldest
}

#[test]
fn the_pages_name_the_compilers_that_the_tool_needs() {
    let flags = ["--no-default-features", "--features", "share"];
    let (all, without_python) = (oldest(&[]), oldest(&flags));
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR")).join("../Cargo.toml");
    let manifest = fs::read_to_string(manifest).expect("a manifest");
    assert!(manifest.contains(&format!("rust-version = \"1.{without_python}\"")));
    for (name, page) in PAGES {
        let text = page.split_whitespace().collect::<Vec<_>>().join(" ");
        let parts = [format!(" 1.{all}"), flags.join(" "), format!(" 1.{without_python}")];
        // The README of the repository names the default only.
        let count = if name == "README.md" { 1 } else { parts.len() };
        for part in &parts[..count] {
            assert!(text.contains(part), "{name} does not name {part}");
        }
    }
    let first = include_str!("../../../book/src/start/five-minutes.md");
    assert!(
        first.contains(&format!("It needs Rust 1.{all}, ")),
        "the page of the first five minutes"
    );
    // No test builds the tool without Python. This is what it says then.
    for (code, refusal) in [
        (include_str!("../../src/classify/file.rs"), "this build of the tool cannot read Python"),
        (
            include_str!("../../src/study/python/mod.rs"),
            "this tool was built without its feature `python`",
        ),
    ] {
        assert!(code.contains(refusal), "{refusal}");
    }
    assert!(PAGES[0].1.contains("but then `classify` and `study` refuse Python."));
}

/// The crates that `cargo tree` lists for a package of this workspace, as the page counts them.
fn crates(package: &str) -> usize {
    let done = Command::new(env::var_os("CARGO").expect("cargo runs the tests"))
        .args(["tree", "--offline", "--locked", "--prefix=none", "--edges=normal"])
        .args(["--target=x86_64-unknown-linux-gnu", "--package", package])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("cargo starts");
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    let listed = String::from_utf8_lossy(&done.stdout);
    listed.lines().map(|line| line.trim_end_matches(" (*)")).collect::<HashSet<_>>().len()
}

#[test]
fn the_pages_count_the_dependencies_that_cargo_tree_lists() {
    let page = include_str!("../../../book/src/evidence/cost.md");
    let readme = PAGES[1].1.lines().find(|line| line.starts_with("| [dependency tree]"));
    // The smallest one is bold.
    let cells = readme.expect("a row").split('|').map(|cell| cell.trim().trim_matches('*'));
    let cells: Vec<&str> = cells.collect();
    let mut compared = include_str!("../../../COMPARE.md").lines();
    let compared = compared.find(|line| line.starts_with("| crates in the dependency tree"));
    let compared: Vec<&str> = compared.expect("a row").split('|').map(str::trim).collect();
    for (package, words, column, column_of_comparison) in [
        ("disprove", "disprove", 2, Some(2)),
        ("proptest@1.12.0", "proptest 1.12.0", 3, Some(4)),
        ("quickcheck@1.1.0", "quickcheck 1.1.0", 4, Some(5)),
        ("bolero@0.13.4", "bolero 0.13.4", 5, None),
        ("hegeltest@0.51.0", "hegeltest 0.51.0, with its engine linked in", 6, None),
        ("libfuzzer-sys@0.4.13", "libfuzzer-sys 0.4.13, of cargo-fuzz", 7, None),
    ] {
        let count = crates(package);
        let row = format!("\n| {words} | {count} |\n");
        assert!(page.contains(&row), "the page lacks {row}");
        assert_eq!(cells[column], count.to_string(), "{package} in README.md");
        if let Some(column) = column_of_comparison {
            assert_eq!(compared[column], count.to_string(), "{package} in COMPARE.md");
        }
    }
}

/// The platform of the compiler.
fn host() -> String {
    let output = Command::new("rustc").arg("-vV").output().expect("it runs");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    text.lines().find_map(|line| line.strip_prefix("host: ")).expect("a line").to_owned()
}

#[test]
fn tests_of_an_embedded_crate_run_on_the_host() {
    let property = "#[property]\nfn doubles_are_even(n: u8) {\n    assert!(pkg_embedded::double(n) % 2 == 0);\n}\n";
    // Then the tests of cargo and those of a hunt without coverage are one build.
    let fixture = Fixture::new("pkg-embedded", property).unoptimized();
    let double = "#![no_std]\npub fn double(n: u8) -> u16 { u16::from(n) * 2 }\n";
    fixture.file("src/lib.rs", double);
    fixture.file(".cargo/config.toml", "[build]\ntarget = \"thumbv7em-none-eabihf\"\n");
    let embedded = fixture.cargo_test(&[]);
    assert!(embedded.code == 101 && embedded.err.contains("thumbv7em-none-eabihf"), "{embedded:?}");

    let host = host();
    let tested = fixture.cargo_test(&["--target", &host]);
    assert!(tested.code == 0 && tested.out.contains("doubles_are_even ... ok"), "{tested:?}");
    let hunted = |variables: &[(&str, &str)]| {
        let mut command = fixture.command(&["hunt", "--no-coverage", "--list"]);
        done(command.envs(variables.iter().copied()))
    };
    assert_eq!(hunted(&[]).code, 2);
    let listed = hunted(&[("CARGO_BUILD_TARGET", &host)]);
    assert_eq!(
        (listed.code, &*listed.out),
        (0, "pkg-embedded-props::doubles_are_even\n"),
        "{listed:?}"
    );
}
