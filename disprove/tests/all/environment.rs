//! Settings from `disprove.toml` and environment variables apply to a `#[property]`. Each property runs in its own
//! process, because variables belong to a process.

use crate::child::{Scratch, run, run_with};
use disprove::{__private::protocol::VERSION, Database as _, prelude::*};
use std::{env, fs, process::Command};

#[property]
#[ignore = "runs in its own process"]
fn counts(n: u64) {
    label!("{}", if n.is_multiple_of(2) { "even" } else { "odd" });
    cover!("zero", n == 0);
    target!("ones", n.count_ones());
    println!("one run");
}

#[property(cases = 20)]
#[ignore = "runs in its own process"]
fn counts_to_twenty(_n: u64) {
    println!("one run");
}

#[property]
#[ignore = "runs in its own process"]
fn counts_further(_n: u64) {
    println!("a further run");
}

#[property]
#[ignore = "runs in its own process"]
fn is_too_large(words: Vec<String>) {
    assert!(words.len() < 2, "too many");
}

#[property]
#[ignore = "runs in its own process"]
// With an expected message, the test would notice any other panic.
#[allow(clippy::should_panic_without_expect)]
#[should_panic]
fn should_fail(_n: u64) {
    println!("one run");
    panic!("expected");
}

const NO_CASES: u64 = 0;

#[property(cases = NO_CASES)]
#[ignore = "runs in its own process"]
fn has_no_cases(_n: u64) {
    println!("one run");
}

#[property(reduce = false, max_failures = 1, explain = false, seed = 1)]
#[ignore = "runs in its own process"]
fn is_not_reduced(n: u64) {
    println!("one run");
    assert!(n < 10, "{n} is too large");
    assert!(n > 10, "{n} is too small");
}

/// A workspace with a settings file.
fn workspace(name: &str, settings: &str) -> Scratch {
    let scratch = Scratch::new(name);
    fs::write(scratch.path().join("Cargo.lock"), "").expect("it can be written");
    fs::write(scratch.path().join("disprove.toml"), settings).expect("it can be written");
    scratch
}

/// The number of times that a property ran in a member of a workspace.
fn runs(scratch: &Scratch, property: &str, variables: &[(&str, &str)]) -> usize {
    let member = scratch.path().join("member");
    let member = member.to_str().expect("a plain name");
    let variables = [&[("CARGO_MANIFEST_DIR", member)], variables].concat();
    let (passed, output) = run(property, &variables);
    assert!(passed, "{output}");
    output.matches("one run").count()
}

#[test]
fn the_attribute_overrides_the_file_and_variables_override_both() {
    let settings = "[default]\ncases = 30\n[ci]\ncases = 40\n[night]\ncases = 50\n";
    let scratch = workspace("levels", settings);
    assert_eq!(runs(&scratch, "counts", &[]), 30);
    assert_eq!(runs(&scratch, "counts", &[("CI", "true")]), 40);
    assert_eq!(runs(&scratch, "counts", &[("DISPROVE_PROFILE", "night")]), 50);
    assert_eq!(runs(&scratch, "counts_to_twenty", &[]), 20);
    assert_eq!(runs(&scratch, "counts_to_twenty", &[("DISPROVE_PROFILE", "night")]), 20);
    assert_eq!(runs(&scratch, "counts_to_twenty", &[("DISPROVE_CASES", "7")]), 7);
}

#[test]
fn the_file_of_a_member_of_the_workspace_is_not_read() {
    let scratch = workspace("member", "[default]\ncases = 30\n");
    let member = scratch.path().join("member");
    fs::create_dir(&member).expect("a folder");
    fs::write(member.join("Cargo.toml"), "").expect("it can be written");
    fs::write(member.join("disprove.toml"), "[default]\ncases = 40\n").expect("it can be written");
    assert_eq!(runs(&scratch, "counts", &[]), 30);
}

#[test]
fn a_value_of_the_attribute_that_is_known_late_is_checked() {
    let (passed, output) = run("has_no_cases", &[]);
    assert!(!passed && !output.contains("one run"), "{output}");
    let expected = "has_no_cases: #[property(cases = 0)]: write an integer from 1 to 2^64 - 1";
    assert!(output.contains(expected), "{output}");
}

#[test]
fn the_attribute_turns_reduction_off_and_limits_failures() {
    let (passed, output) = run("is_not_reduced", &[("DISPROVE_DATABASE", "none")]);
    assert!(!passed && !output.contains("what matters"), "{output}");
    assert_eq!(output.contains("is too large"), !output.contains("is too small"), "{output}");
    assert!(!output.contains("10 is too large"), "{output}");
}

#[test]
fn the_file_and_variables_set_the_temperature() {
    let scratch = workspace("temperature", "[default]\ncases = 3\ntemperature = 0.5\n");
    assert_eq!(runs(&scratch, "counts", &[("DISPROVE_TEMPERATURE", "2")]), 3);
    let (passed, output) = run("counts", &[("DISPROVE_TEMPERATURE", "11")]);
    assert!(!passed && output.contains("DISPROVE_TEMPERATURE=11: write a number"), "{output}");
}

#[test]
fn a_mistake_in_the_file_is_reported_with_its_position() {
    let scratch = workspace("mistake", "[default]\ncase = 30\n");
    let root = scratch.path().to_str().expect("a plain name");
    let (passed, output) = run("counts", &[("CARGO_MANIFEST_DIR", root)]);
    assert!(!output.contains("one run"));
    let page = include_str!("../../../book/src/reference/settings.md");
    let [shown] = &crate::page::blocks(page, "text")[..] else { panic!("one block of output") };
    let [in_file, in_variable] = &shown.lines().collect::<Vec<_>>()[..] else { panic!("{shown}") };
    let (in_file, _) = in_file.split_once(" ..").expect("not all settings");
    assert!(!passed && output.contains(in_file), "{in_file}: {output}");
    let (passed, output) = run("counts", &[("DISPROVE_CASES", "many")]);
    assert!(!passed && output.contains(in_variable), "{in_variable}: {output}");
    let (passed, output) = run("counts", &[("DISPROVE_CASE", "30")]);
    assert!(!passed && output.contains("DISPROVE_CASE=30: unknown setting"), "{output}");
    assert!(!output.contains("one run"));
}

#[test]
fn a_mistake_in_the_file_is_not_the_expected_panic() {
    let scratch = workspace("meant", "[default]\ncase = 30\n");
    let root = scratch.path().to_str().expect("a plain name");
    let (passed, output) = run("should_fail", &[("CARGO_MANIFEST_DIR", root)]);
    assert!(!passed && output.contains("unknown setting `case`"), "{output}");
    assert!(!output.contains("one run"));
    let (passed, output) = run("should_fail", &[]);
    assert!(passed && output.contains("one run"), "{output}");
}

#[test]
fn a_time_replaces_the_number_of_cases_and_is_that_of_each_property() {
    let scratch = workspace("time", "[default]\ncases = 1\n");
    let member = scratch.path().join("member");
    let member = member.to_str().expect("a plain name");
    let variables = [("CARGO_MANIFEST_DIR", member), ("DISPROVE_TIME", "200ms")];
    let properties = ["counts_to_twenty", "counts_further"];
    let (passed, output) = run_with(&["--nocapture"], &properties, &variables);
    assert!(passed, "{output}");
    for line in ["one run", "a further run"] {
        assert!(output.matches(line).count() > 20, "{line}: {output}");
    }
}

#[test]
fn seeds_are_fixed_in_ci() {
    let seed = |variables: &[(&str, &str)]| {
        let variables = [&[("DISPROVE_DATABASE", "none")], variables].concat();
        let (passed, output) = run("is_too_large", &variables);
        assert!(!passed);
        let (_, after) = output.split_once("#[property(seed = ").expect("the seed is printed");
        after.split_once(')').expect("a bracket").0.to_owned()
    };
    assert_eq!(seed(&[("CI", "true")]), seed(&[("CI", "1")]));
    assert_ne!(seed(&[]), seed(&[]));
}

#[property(seed = 1, search = random)]
#[ignore = "runs in its own process"]
fn rejects_most(n: u16) {
    assume!(n % 40 == 7);
}

#[property(seed = 1)]
#[ignore = "runs in its own process"]
fn has_no_place(_n: u64) {
    // A list has no place in a number.
    seed!(vec![1_u8]);
}

#[test]
fn a_property_that_holds_prints_its_advice() {
    for (name, warning) in [
        ("rejects_most", "rejects_most passed 500 cases, but only 500 of "),
        ("has_no_place", "has_no_place passed 500 cases, but `seed!` could not use "),
    ] {
        let (passed, output) = run(name, &[("DISPROVE_DATABASE", "none")]);
        assert!(passed && output.contains(warning), "{output}");
    }
    // As plain `cargo test` does, the harness captures what tests print.
    let (_, output) = run_with(&[], &["rejects_most"], &[("DISPROVE_DATABASE", "none")]);
    let page = include_str!("../../../book/src/guides/preconditions.md");
    let said = "passed 500 cases, but only 500 of 20,000 inputs were accepted by `assume!`";
    assert!(page.contains(said), "the page quotes the warning");
    for part in said.split("20,000") {
        assert!(output.contains(part), "{part} is missing in:\n{output}");
    }
}

#[test]
fn stats_prints_statistics() {
    // As plain `cargo test` does, the harness captures what tests print.
    let variables = [("DISPROVE_STATS", "1"), ("DISPROVE_SEED", "1"), ("DISPROVE_CASES", "100")];
    let (passed, output) = run_with(&[], &["counts"], &variables);
    assert!(passed, "{output}");
    for part in ["100 cases", "even", "odd", "zero", "ones"] {
        assert!(output.contains(part), "{part} is missing in:\n{output}");
    }
    let (_, output) = run("counts", &[("DISPROVE_SEED", "1")]);
    assert!(!output.contains("even"), "{output}");
}

#[test]
fn observe_writes_observations() {
    let scratch = Scratch::new("observe");
    let folder = scratch.path().to_str().expect("a plain name");
    let variables = [("DISPROVE_OBSERVE", folder), ("DISPROVE_DATABASE", "none")];
    let (passed, _) = run("is_too_large", &variables);
    assert!(!passed);
    let (passed, _) = run("counts", &variables);
    assert!(passed);
    let files = scratch.files();
    assert_eq!(files.len(), 2, "{files:?}");
    for file in files {
        let text = fs::read_to_string(scratch.path().join(&file)).expect("a text");
        let lines: Vec<serde_json::Value> =
            text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
        assert!(lines.len() > 5, "{text}");
        let failed = lines.iter().filter(|line| line["status"] == "failed").count();
        assert_eq!(failed > 0, file.contains("too_large"), "{text}");
        assert!(lines.iter().all(|line| line["property"].as_str().is_some()));
    }
    // Without a folder, and with more cases than are written.
    let scratch = workspace("observe-standard", "");
    runs(&scratch, "counts", &[("DISPROVE_OBSERVE", "1"), ("DISPROVE_CASES", "2100")]);
    let files = scratch.files();
    let file = files.iter().find(|file| file.starts_with(".disprove/observed/")).expect("a file");
    let text = fs::read_to_string(scratch.path().join(file)).expect("a text");
    assert_eq!(text.matches("\"type\":\"test_case\"").count(), 2_000, "{}", &text[..300]);
}

#[test]
fn a_worker_refuses_a_job_of_another_version() {
    let scratch = Scratch::new("version");
    fs::write(scratch.path().join("job"), "version\t999\ntask\thunt\n").expect("it can be written");
    let folder = scratch.path().to_str().expect("a plain name");
    let (passed, output) = run("counts", &[("DISPROVE_WORKER", folder)]);
    assert!(!passed && !output.contains("one run"), "{output}");
    let own = format!("version {VERSION}");
    for part in ["DISPROVE_WORKER=", "version 999", &own, "`cargo-disprove`"] {
        assert!(output.contains(part), "{part} is missing in:\n{output}");
    }
    let replies = fs::read_to_string(scratch.path().join("replies")).expect("its version");
    assert_eq!(replies, format!("version\t{VERSION}\n"));
}

#[test]
fn a_relative_path_starts_in_the_folder_of_the_process() {
    let scratch = Scratch::new("relative");
    let binary = env::current_exe().expect("a running test knows its binary");
    let mut command = Command::new(binary);
    command.args(["--exact", "--ignored", "environment::is_too_large"]);
    command.current_dir(scratch.path()).env("DISPROVE_DATABASE", "kept/here");
    assert!(!command.output().expect("the test binary starts").status.success());
    let files = scratch.files();
    assert!(files.iter().any(|file| file.starts_with("kept/here/failures/")), "{files:?}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_database_that_cannot_be_written_causes_one_short_warning() {
    // Not even root can write there.
    let (passed, output) = run("is_too_large", &[("DISPROVE_DATABASE", "/sys/disprove")]);
    assert!(!passed && output.contains("too many"), "{output}");
    let warnings: Vec<&str> = output.lines().filter(|line| line.contains("/sys/")).collect();
    assert_eq!(warnings.len(), 1, "{output}");
    let warning = warnings[0];
    assert!(warning.contains("cannot write to /sys/disprove ("), "{warning}");
    assert!(warning.contains("`DISPROVE_DATABASE=none` turns the database off"), "{warning}");
    assert!(warning.len() < 250, "{warning}");
}

#[test]
fn github_annotates_the_line_where_a_property_fails() {
    let variables = [("DISPROVE_DATABASE", "none"), ("GITHUB_ACTIONS", "true")];
    let (passed, output) = run("is_too_large", &variables);
    assert!(!passed, "{output}");
    let annotations: Vec<&str> =
        output.lines().filter(|line| line.starts_with("::error ")).collect();
    let [annotation] = annotations[..] else { panic!("{output}") };
    assert!(
        annotation.starts_with("::error file=disprove/tests/all/environment.rs,line="),
        "{annotation}"
    );
    let rest = ",col=5,title=is_too_large failed::is_too_large(%0A    words: [%22%22, %22%22],%0A)%0A%0Atoo many";
    assert!(annotation.ends_with(&rest.replace("%22", "\"")), "{annotation}");
    let off = [variables[0], ("GITHUB_ACTIONS", "1")];
    for (test, variables) in
        [("is_too_large", &variables[..1]), ("is_too_large", &off), ("should_fail", &variables)]
    {
        let (_, output) = run(test, variables);
        assert!(!output.contains("::error"), "{output}");
    }
    // Each of two failures has one.
    let two = [variables[0], variables[1], ("DISPROVE_MAX_FAILURES", "2")];
    let (_, output) = run("is_not_reduced", &two);
    let count = output.lines().filter(|line| line.starts_with("::error ")).count();
    assert_eq!(count, 2, "{output}");
}

#[test]
#[ignore = "runs in its own process"]
fn checks() {
    let report = check(any::<u64>()).name("checked").run(|_| println!("one run"));
    assert_eq!(report.cases(), 500);
    let failing = check(any::<u64>()).name("failing").seed(1).run(|n| n < 10);
    assert_eq!(failing.failures()[0].value(), &10);
    let rare = check(any::<u64>()).name("rare").seed(1).run(|n| n != 123_456_789);
    assert_eq!(rare.verdict(), Verdict::Passed);
}

#[test]
fn a_check_reads_neither_the_file_nor_variables_but_the_default_database() {
    let settings = "[default]\ncases = 30\nreduce = false\ndatabase = 'kept'\nread_database = 'read'\n\
                    [ci]\ndatabase = 'other'\n";
    let scratch = workspace("check", settings);
    let others = Db::at(scratch.path().join("read"));
    let rare = any::<u64>().encode(&123_456_789).expect("a number");
    others.save("rare", &rare).expect("it is saved");
    let read = scratch.path().join("read").display().to_string();
    let variables = [
        ("DISPROVE_CASES", "7"),
        ("DISPROVE_DATABASE", "none"),
        ("DISPROVE_READ_DATABASE", &*read),
        ("DISPROVE_PROFILE", "ci"),
        ("DISPROVE_MAX_EXECUTIONS", "9"),
        ("DISPROVE_REDUCE", "0"),
        ("DISPROVE_OBSERVE", "1"),
    ];
    assert_eq!(runs(&scratch, "checks", &variables), 500);
    let files = scratch.files();
    assert!(!files.iter().any(|file| file.contains("observed")), "{files:?}");
    assert!(files.iter().any(|file| file.starts_with("kept/failures/failing")), "{files:?}");
    assert!(!files.iter().any(|file| file.starts_with("other/")), "{files:?}");
    assert!(!files.iter().any(|file| file.contains("regressions/")), "{files:?}");
}
