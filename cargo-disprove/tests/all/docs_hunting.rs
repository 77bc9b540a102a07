//! The pages about hunts show real output and existing options: `hunting.md`, `coverage.md`, `dashboard.md` and `crashes.md` in
//! book/src/guides, and book/src/how/hunts.md.

use crate::support::{
    fixture::{Fixture, cargo_command, done, target},
    quoted,
};
use disprove::prelude::*;
use std::{fs, process::Command};

const PAGE: &str = include_str!("../../../book/src/guides/hunting.md");
const COVERAGE: &str = include_str!("../../../book/src/guides/coverage.md");
const CRASHES: &str = include_str!("../../../book/src/guides/crashes.md");
const DASHBOARD: &str = include_str!("../../../book/src/guides/dashboard.md");
const SCHEDULING: &str = include_str!("../../../book/src/how/hunts.md");

/// The two blocks of code at the start of a page: a library and its properties.
fn package(name: &str, page: &str) -> Fixture {
    let blocks: Vec<&str> = page.split("```rust\n").skip(1).take(2).collect();
    let code = |block: &str| block.split("```").next().unwrap_or_default().to_owned();
    let library = name.replace('-', "_");
    let fixture = Fixture::new(name, &format!("use {library}::*;\n{}", code(blocks[1])));
    fixture.file("src/lib.rs", &code(blocks[0]));
    fixture
}

/// The seeds from 1 to 20 with which `cargo test` finds a failure of a property.
fn found_by_cargo_test(fixture: &Fixture, property: &str) -> Vec<u32> {
    let fails = |seed: &u32| {
        let mut command = cargo_command(fixture, &["test", "--test", "props", property]);
        command.env("DISPROVE_SEED", seed.to_string()).env("DISPROVE_DATABASE", "none");
        let done = done(&mut command);
        assert!(done.code != 0 || done.out.contains("1 passed"), "{done:?}");
        done.code != 0
    };
    (1..=20).filter(fails).collect()
}

#[test]
fn coverage_leads_into_the_function_of_the_page() {
    let fixture = package("pkg-deep", COVERAGE);
    assert!(COVERAGE.contains("any of the seeds 1 to 20"));
    assert_eq!(found_by_cargo_test(&fixture, "kind_never_panics"), [0; 0]);
    let done = fixture.run(&["hunt", "--time", "10m", "--findings", "1"]);
    assert_eq!(done.code, 1, "{done:?}");
    let shown = quoted(COVERAGE, "for a frame without a payload", "```text\n");
    assert!(done.out.contains(shown.trim_end()), "{shown}\n{done:?}");

    // The command that lists instrumented libraries, in the target folder of the tests.
    let line = quoted(COVERAGE, "lists the libraries", "$ ").lines().next().expect("a command");
    let folder = format!("{}/disprove", target().display());
    let line = line.replace("target/disprove", &folder);
    let listed = crate::support::fixture::done(Command::new("sh").args(["-c", &line]));
    assert!(listed.out.contains("/libpkg_deep-"), "{listed:?}");
    assert!(!listed.out.contains("/libdisprove-"), "{listed:?}");
}

#[test]
fn the_bug_of_the_page_is_not_found_without_coverage() {
    let fixture = package("pkg-headers", PAGE);
    assert!(PAGE.contains("with any of the seeds 1 to 20"));
    assert_eq!(found_by_cargo_test(&fixture, "every_header_has_an_answer"), [0; 0]);
    let all: Vec<u32> = (1..=20).collect();
    assert_eq!(found_by_cargo_test(&fixture, "every_part_is_some_percent"), all);
}

#[test]
fn the_dashboard_is_served_as_the_page_says() {
    let fixture =
        Fixture::new("pkg-served", "#[property]\nfn holds(n: bool) {\n    assert!(n || !n);\n}\n");
    let line =
        quoted(DASHBOARD, "# A dashboard", "$ cargo disprove ").lines().next().expect("a command");
    let words: Vec<&str> = line.split(' ').collect();
    let done = fixture.run(&words);
    // There are two inputs, so the hunt ends at once.
    assert_eq!(done.code, 0, "{done:?}");
    assert!(!done.err.contains(" executions in 600 s"), "{done:?}");
    let url = done.err.lines().find_map(|line| line.strip_prefix("dashboard: ")).expect("a URL");
    let shown = quoted(DASHBOARD, "# A dashboard", "prints an address such as `").split('`').next();
    let without_port =
        |url: &str| url.trim_end_matches('/').rsplit_once(':').map(|(start, _)| start.to_owned());
    assert_eq!(without_port(url), shown.and_then(without_port));
    assert!(url.ends_with('/'), "without a token, as only this machine reaches it: {url}");
}

#[test]
fn every_named_option_exists() {
    let fixture = Fixture::empty("options");
    let help = fixture.command(&["hunt", "--help"]).output().expect("it runs");
    let help = String::from_utf8(help.stdout).expect("text");
    let limits = ["--time", "--case-time", "--memory"];
    let modes = ["--json", "--minimize", "--list", "--release"];
    let coverage = ["--deps", "--all-deps", "--no-coverage"];
    for option in [&limits[..], &modes, &coverage, &["--serve"]].concat() {
        let pages = [PAGE, COVERAGE, CRASHES, DASHBOARD, SCHEDULING];
        let is_named = pages.iter().any(|page| page.contains(option));
        assert!(is_named && help.contains(option), "{option}");
    }
    let default = |option: &str| {
        let rest = help.split_once(&format!("{option} <")).expect(option).1;
        rest.split_once("[default: ").expect("a default").1.split(']').next().expect("its end")
    };
    let seconds = |option: &str| default(option).trim_end_matches('s').to_owned();
    let grace = format!("`--grace` (default {} seconds)", seconds("--grace"));
    assert!(PAGE.contains(&grace), "{grace}");
    let time = format!("`--case-time` (default {} seconds)", seconds("--case-time"));
    assert!(CRASHES.contains(&time), "{time}");
    let memory: u64 = default("--memory").parse().expect("a number");
    let in_mib = format!("in MiB (default {},{:03})", memory / 1_000, memory % 1_000);
    let scheduling = SCHEDULING.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(scheduling.contains(&in_mib), "{in_mib}");
    let on_8_cores = format!("a hunt on 8 cores may use {} GiB,", 8 * memory / 1_024);
    assert!(scheduling.contains(&on_8_cores), "{on_8_cores}");
    let memory = format!("`--memory` (default {} GiB", memory / 1_024);
    assert!(CRASHES.contains(&memory), "{memory}");
}

#[test]
fn a_hunt_has_the_checks_of_the_profile_for_tests() {
    let properties = r#"
#[property]
fn sums_fit(a: u8, b: u8) {
    std::hint::black_box(a + b);
}

#[property]
fn all_are_even(n: u8) {
    debug_assert!(n % 2 == 0, "odd");
}

#[property]
fn panics_are_caught(n: u8) {
    assert!(cfg!(panic = "unwind"));
    assert!(std::panic::catch_unwind(|| assert!(u32::from(n) > 255, "it is caught")).is_err());
}

#[property]
fn the_level_is_that_of_the_profile(_n: u8) {
    assert_eq!(env!("LEVEL"), "0");
}
"#;
    let fixture = Fixture::new("pkg-checked", properties);
    let script = r#"fn main() {
    println!("cargo::rustc-env=LEVEL={}", std::env::var("OPT_LEVEL").expect("a level"));
}"#;
    fixture.file("build.rs", script);
    let manifest = fs::read_to_string(fixture.path("Cargo.toml")).expect("a manifest");
    let aborts = "[profile.dev]\npanic = 'abort'\n\n[profile.release]\npanic = 'abort'\n";
    fixture.file("Cargo.toml", &format!("{manifest}\n{aborts}"));
    let done = fixture.run(&["hunt", "--json", "--time", "10m", "--findings", "2"]);
    let [sum, odd] = ["sums_fit", "all_are_even"].map(|property| done.findings(property));
    assert_eq!(sum[0]["message"], "attempt to add with overflow", "{done:?}");
    assert_eq!(odd[0]["message"], "odd", "{done:?}");
    assert!(done.findings("panics_are_caught").is_empty(), "{done:?}");
    let token = odd[0]["token"].as_str().expect("a token");
    let replayed = fixture.run(&["replay", token, "panics_are_caught"]);
    assert_eq!(replayed.code, 0, "{replayed:?}");
    let is_set = std::env::var_os("CARGO_PROFILE_DEV_OPT_LEVEL").is_some();
    let replayed = fixture.run(&["replay", token, "the_level_is_that_of_the_profile"]);
    assert!(is_set || replayed.code == 0, "{replayed:?}");
}

#[test]
fn a_replay_prints_the_report_only() {
    let property = r#"
fn helper(n: u8) {
    println!("to standard output: {n}");
    eprintln!("to standard error: {n}");
}

#[property]
fn is_small(n: u8) {
    helper(n);
    assert!(n < 10, "too large");
}
"#;
    let fixture = Fixture::new("pkg-printing", property);
    let token = any::<u8>().encode(&10).expect("a number").to_token();
    // There is only one property, which needs no name.
    let done = fixture.run(&["replay", &token]);
    assert!(done.code == 1 && done.out.contains("too large"), "{done:?}");
    assert!(!format!("{}{}", done.out, done.err).contains("to standard "), "{done:?}");
}

#[test]
fn a_replay_of_a_token_that_does_not_fit_has_no_warning() {
    let property = r#"
#[property]
fn is_small(n: u8, is_large: bool) {
    assert!(n < 10 || is_large, "too large");
}

#[property]
fn is_found(is_large: bool, n: u8) {
    assert!(n < 10 || !is_large, "too large");
}
"#;
    let fixture = Fixture::new("pkg-changed", property);
    // From a time before the second argument.
    let token = any::<u8>().encode(&10).expect("a number").to_token();
    let done = fixture.run(&["replay", &token, "is_small"]);
    assert!(done.code == 1 && done.out.contains("n: 10,"), "{done:?}");
    assert!(done.out.contains("is_large: false,"), "{done:?}");
    let done = fixture.run(&["replay", &token, "is_found"]);
    assert_eq!(
        (done.code, &*done.out),
        (0, "pkg-changed-props::is_found passes for this input.\n")
    );
    assert!(!done.err.contains("fit"), "{done:?}");
}
