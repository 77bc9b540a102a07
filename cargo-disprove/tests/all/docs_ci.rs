//! Every command in book/src/guides/ci.md works, and what the workflow of this repository names exists.

use crate::support::{
    fixture::{Done, Fixture, cargo_command, cargo_nextest, done},
    quoted, yaml,
};
use disprove::prelude::*;
use serde_json::Value;
use std::{
    collections::BTreeSet,
    fs,
    os::unix::fs::PermissionsExt,
    path::{Path, PathBuf},
    process::Command,
};

const CONTRIBUTING: &str = include_str!("../../../CONTRIBUTING.md");
const PAGE: &str = include_str!("../../../book/src/guides/ci.md");

/// The commands in a section of the page.
fn commands(section: &str) -> Vec<&'static str> {
    let part = PAGE.split_once(&format!("\n## {section}\n")).expect(section).1;
    let part = part.split("\n## ").next().expect("a section");
    part.lines().filter_map(|line| line.strip_prefix("$ ")).collect()
}

const PROPERTIES: &str = "
#[property]
fn is_small(n: u32) {
    assert!(n < 100, \"too large\");
}

#[property(isolate)]
fn is_kind(n: u8) {
    if n == 7 {
        std::process::abort();
    }
}

#[property]
fn never_runs(n: u32) {
    assume!(n.checked_add(1).is_none() && n < 7);
}

#[property]
fn holds(n: bool) {
    assert!(n || !n);
}
";

/// Runs a command of the page in a package, with variables and a short hunt.
fn run(fixture: &Fixture, line: &str, variables: &[(&str, &str)]) -> Done {
    let line = line.replace("10m", "2s");
    let mut words: Vec<&str> = line.split(' ').collect();
    let mut variables = variables.to_vec();
    while let Some((name, value)) = words[0].split_once('=') {
        variables.push((name, value));
        words.remove(0);
    }
    let mut command = match &words[..] {
        ["cargo", "disprove", command @ ("push" | "pull"), rest @ ..] => {
            return fixture.plain(&[&[*command], rest].concat());
        }
        ["cargo", "disprove", command @ ("hunt" | "test" | "replay"), rest @ ..] => {
            fixture.command(&[&[*command, "--no-coverage"], rest].concat())
        }
        ["cargo", rest @ ..] => cargo_command(fixture, rest),
        _ => panic!("the test does not know how to run `{line}`"),
    };
    done(command.envs(variables))
}

#[test]
fn properties_are_annotated_as_the_page_says() {
    let fixture = Fixture::new("ci", PROPERTIES).unoptimized();
    let github = [("CI", "true"), ("GITHUB_ACTIONS", "true"), ("DISPROVE_DATABASE", "none")];
    let done = run(&fixture, "cargo test", &github);
    assert_eq!(done.code, 101, "{done:?}");
    let shown = quoted(PAGE, "## Annotations", "```text\n").trim_end();
    let annotations: BTreeSet<&str> =
        done.err.lines().filter(|line| line.starts_with("::error ")).collect();
    assert!(annotations.contains(shown), "{annotations:#?}");
    assert_eq!(annotations.len(), 3, "{annotations:#?}");
    let has = |start: &str| annotations.iter().any(|line| line.starts_with(start));
    let isolated = "::error file=tests/props.rs,line=9,title=is_kind failed::is_kind(%0A    n: 7,%0A)%0A%0Athe process died of SIGABRT";
    assert!(has(isolated), "{annotations:#?}");
    let rejected =
        "::error file=tests/props.rs,line=16,title=never_runs failed::never_runs gave up: ";
    assert!(has(rejected), "{annotations:#?}");
}

#[test]
fn the_smallest_workflow_tests_the_project() {
    let text = quoted(PAGE, "# Continuous integration", "```yaml\n");
    let workflow = yaml::parse(text);
    let steps = workflow["jobs"]["test"]["steps"].as_array().expect("steps");
    assert!(
        steps[0]["uses"].as_str().is_some_and(|action| action.starts_with("actions/checkout@"))
    );
    let fixture = Fixture::new("ci-small", PROPERTIES).unoptimized();
    let done = run(&fixture, steps[1]["run"].as_str().expect("a command"), &[("CI", "true")]);
    assert!(done.code == 101 && done.out.contains("1 passed; 3 failed"), "{done:?}");
    assert_eq!(steps.len(), 2);
}

#[test]
fn slow_properties_run_at_night_only_as_the_page_says() {
    let code = "
#[property]
#[ignore]
fn is_ignored(n: bool) {
    assert!(n || !n);
}

#[property]
fn slow_merge(n: bool) {
    assert!(n || !n);
}

#[cfg(feature = \"slow\")]
#[property]
fn has_a_feature(n: bool) {
    assert!(n || !n);
}
";
    let fixture = Fixture::new("ci-slow", code).unoptimized();
    let manifest = fs::read_to_string(fixture.path("Cargo.toml")).expect("a manifest");
    fixture.file("Cargo.toml", &format!("{manifest}\n[features]\nslow = []\n"));
    let runs = |line: &str, name: &str| {
        let done = run(&fixture, line, &[]);
        assert_eq!(done.code, 0, "{line}: {done:?}");
        let is_listed = done.out.contains(&format!("ci-slow-props::{name}\n"));
        is_listed || done.out.contains(&format!("test {name} ... ok"))
    };
    let (_, table) = PAGE.split_once("\n### Slow properties at night only\n").expect("a section");
    let rows: Vec<Vec<&str>> = table
        .lines()
        .skip_while(|line| !line.starts_with("|---"))
        .skip(1)
        .take_while(|line| line.starts_with('|'))
        // The code in each cell.
        .map(|row| row.split('|').filter_map(|cell| cell.split('`').nth(1)).collect())
        .collect();
    let [ignored, skipped, feature] = &rows[..] else { panic!("{rows:?}") };
    assert!(code.contains(ignored[0]) && code.contains(skipped[0]) && code.contains(feature[0]));
    for (name, row) in
        [("is_ignored", ignored), ("slow_merge", skipped), ("has_a_feature", feature)]
    {
        let (day, night) = (row[1], row[2]);
        assert!(!runs(day, name) && runs(night, name), "{name}");
    }
    assert!(runs("cargo test -- --ignored", "is_ignored"));
    assert!(!runs("cargo test -- --ignored", "slow_merge"));

    let hunt = "cargo disprove hunt --list";
    assert!(!runs(hunt, "is_ignored") && runs(hunt, "slow_merge"));
    let (skip, with_feature) = (skipped[3], feature[3]);
    let others = format!("{hunt} {skip} {with_feature}");
    assert!(!runs(&others, "slow_merge") && !runs(&others, "is_ignored"));
    assert!(!runs(hunt, "has_a_feature") && runs(&others, "has_a_feature"));
}

#[test]
fn a_job_with_a_read_only_checkout_saves_and_pushes_as_the_page_says() {
    let fixture = Fixture::new("ci-read-only", PROPERTIES).unoptimized();
    // The input of a colleague, which random inputs do not find.
    let known = any::<(u64, u64)>().encode(&(4_711, 815)).expect("a pair").to_token();
    let rare =
        "\n#[property]\nfn rare(pair: (u64, u64)) {\n    assert!(pair != (4_711, 815));\n}\n";
    fixture.file("tests/props.rs", &format!("use disprove::prelude::*;\n{PROPERTIES}{rare}"));
    fixture.file(".disprove/regressions/ci-read-only-props.rare.txt", &format!("{known}\n"));
    let before = fixture.files(".disprove");
    let lines = commands("From a failed job to a committed regression");
    let [copy, export, test, push] = &lines[..] else { panic!("{lines:?}") };
    let elsewhere = fixture.path("tmp").display().to_string();
    fs::create_dir(&elsewhere).expect("a folder");
    let [copy, export, push] = [copy, export, push].map(|line| line.replace("/tmp", &elsewhere));
    let copied = Command::new("sh").args(["-c", &copy]).current_dir(fixture.path("")).status();
    assert!(copied.expect("it runs").success());
    let (name, folder) =
        export.split_once(' ').and_then(|(_, set)| set.split_once('=')).expect("a variable");
    let variables = [("CI", "true"), (name, folder)];
    let tested = run(&fixture, test, &variables);
    assert!(tested.code == 101 && tested.out.contains("1 passed; 4 failed"), "{tested:?}");
    let words: Vec<&str> = push.split(' ').skip(2).collect();
    let pushed = done(fixture.plain_command(&words).envs(variables));
    assert!(pushed.code == 0 && pushed.out.contains("3 new failures"), "{pushed:?}");
    assert_eq!(fixture.files(".disprove"), before, "the checkout stays as it was");
}

#[test]
fn the_profile_of_the_page_is_valid_and_seeds_are_fixed() {
    // Without those that take long with 100,000 cases.
    let quick = "#[property]\nfn is_small(n: u32) {\n    assert!(n < 100, \"too large\");\n}\n\
                 #[property]\nfn holds(n: bool) {\n    assert!(n || !n);\n}\n\
                 #[property]\nfn runs(_n: u64) {}\n";
    let fixture = Fixture::new("ci-seeds", quick).unoptimized();
    fixture.file("disprove.toml", quoted(PAGE, "## Fixed seeds", "```toml\n"));
    let seeds = |command: &str, variables: &[(&str, &str)]| {
        let variables = [variables, &[("DISPROVE_DATABASE", "none")]].concat();
        let done = run(&fixture, command, &variables);
        let lines = done.events();
        let line = |test: &str| lines.iter().find(|line| line["test"] == test).expect("a line");
        // The profile of the page is in effect.
        let cases = if variables.contains(&("CI", "true")) { 5_000 } else { 500 };
        assert_eq!(line("runs")["cases"], cases, "{done:?}");
        (line("holds")["seed"].clone(), done.code)
    };
    let [command] = commands("JSON output")[..] else { panic!("one command") };
    let ci = [("CI", "true")];
    assert_eq!(seeds(command, &ci), seeds(command, &ci));
    assert_ne!(seeds(command, &[]).0, seeds(command, &[]).0);

    let [nightly, replay] = commands("Fixed seeds")[..] else { panic!("two commands") };
    let done = run(&fixture, nightly, &ci);
    assert!(done.code == 101 && done.out.contains("n: 100"), "{done:?}");
    let token = done.out.split("#[replay(\"").nth(1).expect("a token").split('"').next();
    let replay = replay.replace("TOKEN", token.expect("its end")).replace("PROPERTY", "is_small");
    let done = run(&fixture, &replay, &ci);
    assert!(done.code == 1 && done.out.contains("n: 100"), "{done:?}");
}

#[test]
fn nextest_kills_slow_tests_when_the_page_says_so() {
    let settings = quoted(PAGE, "\n## JUnit\n", "```toml\n");
    let number = |start: &str| {
        let (_, rest) = settings.split_once(start).expect(start);
        let digits = rest.split(|c: char| !c.is_ascii_digit()).next().expect("a number");
        digits.parse::<u32>().expect("a number")
    };
    let minutes = number("period = \"") * number("terminate-after = ") / 60;
    assert!(PAGE.contains(&format!("`slow-timeout` kills a test after {minutes} minutes")));
}

#[test]
fn nextest_writes_reports_and_divides_as_the_page_says() {
    if !cargo_nextest() {
        return;
    }
    let fixture = Fixture::new("ci-nextest", PROPERTIES);
    fixture.file(".config/nextest.toml", quoted(PAGE, "\n## JUnit\n", "```toml\n"));
    let [command] = commands("JUnit")[..] else { panic!("one command") };
    let done = run(&fixture, command, &[("CI", "true")]);
    assert_eq!(done.code, 100, "{done:?}");
    let path = quoted(PAGE, "\n## JUnit\n", "the report is in `").split('`').next();
    let report = fs::read_to_string(fixture.path(path.expect("a path"))).expect("a report");
    assert!(report.contains("tests=\"4\"") && report.contains("failures=\"3\""), "{report}");
    let failure = report.split("name=\"is_small\"").nth(1).expect("it is in the report");
    let failure = failure.split("</testcase>").next().expect("its end");
    assert!(failure.contains("n: 100,") && failure.contains("too large"), "{failure}");
    assert!(report.contains("the process died of SIGABRT") && report.contains("n: 7,"), "{report}");
    // What a test prints is indented, or hidden if it passes, unless it is not captured.
    let github =
        [("GITHUB_ACTIONS", "true"), ("DISPROVE_DATABASE", "none"), ("DISPROVE_STATS", "1")];
    let annotated = |line: &str| {
        let done = run(&fixture, line, &github);
        let annotations = done.err.lines().filter(|line| line.starts_with("::error ")).count();
        (annotations, done.err.contains("holds: holds for all inputs"))
    };
    assert_eq!(annotated(command), (0, false));
    assert_eq!(annotated(&format!("{command} --no-capture")), (3, true));

    let [half, _] = commands("Several machines")[..] else { panic!("two commands") };
    let tests = |line: &str| {
        let done = run(&fixture, line, &[("DISPROVE_DATABASE", "none")]);
        let run = done.err.lines().find_map(|line| line.trim().strip_prefix("Starting "));
        run.expect("a line").split(' ').next().expect("a number").parse::<u32>().expect("a number")
    };
    assert_eq!((tests(half), tests(&half.replace("1/2", "2/2"))), (2, 2));
}

#[test]
fn hunts_keep_what_they_find_as_the_page_says() {
    let fixture = Fixture::new("ci-hunt", PROPERTIES).unoptimized();
    for (line, code) in commands("Hunts").iter().zip([0, 101, 1, 0]) {
        let done = run(&fixture, line, &[("CI", "true"), ("GITHUB_ACTIONS", "true")]);
        assert_eq!(done.code, code, "{line}: {done:?}");
        if line.contains("pull") {
            assert!(done.out.contains("nothing to pull: there is no folder ./fleet"), "{done:?}");
        }
        if *line == "cargo test" {
            let kept = fixture.files(".disprove/regressions");
            assert!(kept.iter().any(|file| file.ends_with(".is_small.txt")), "{kept:?}");
        }
        if line.contains("hunt") {
            let shown = quoted(PAGE, "## Annotations", "```text\n").trim_end();
            assert_eq!(done.err.matches(shown).count(), 1, "{done:?}");
        }
    }
    assert!(!fixture.files("fleet").is_empty());
    let [_, shard] = commands("Several machines")[..] else { panic!("two commands") };
    let list = |line: &str| run(&fixture, &line.replace("--time 10m", "--list"), &[]).out;
    let other = list(&shard.replace("0/2", "1/2"));
    assert_eq!((list(shard).lines().count(), other.lines().count()), (2, 2));
    let ignored = fs::read_to_string(fixture.path(".disprove/.gitignore")).expect("a file");
    assert!(ignored.contains("!/regressions/"), "{ignored}");
    let help = fixture.plain(&["hunt", "--help"]).out;
    assert!(PAGE.contains("--grace 1m") && help.contains("--grace"), "{help}");
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("a workspace").to_owned()
}

/// The packages of the workspace.
fn packages() -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for entry in fs::read_dir(root()).expect("a folder").flatten() {
        if let Ok(manifest) = fs::read_to_string(entry.path().join("Cargo.toml")) {
            let name = manifest.lines().find_map(|line| line.strip_prefix("name = \""));
            names.extend(name.map(|name| name.trim_end_matches('"').to_owned()));
        }
    }
    names
}

/// Why a command of the workflow cannot work, if that is known.
fn problem(command: &str, packages: &BTreeSet<String>) -> Option<String> {
    let command = command.replace("${{ matrix.rust }}", "COMPILER");
    let words: Vec<&str> = command.split(' ').collect();
    match words[..] {
        ["rustup", "toolchain", "install", _, ..] | ["rustup", "default", "stable"] => None,
        ["git", "config", "--global", "core.symlinks", "true"] => None,
        ["rustup", "run", "COMPILER", ..] => problem(&words[3..].join(" "), packages),
        ["cargo", "test" | "build", ..] => {
            let mut named = words.windows(2).filter(|pair| pair[0] == "-p").map(|pair| pair[1]);
            let missing = named.find(|name| !packages.contains(*name));
            let path = words.iter().position(|word| *word == "--manifest-path");
            // `.ci/package` makes it.
            let is_made = |path: &str| {
                let script = fs::read_to_string(root().join(".ci/package")).unwrap_or_default();
                path == "target/package/user/Cargo.toml"
                    && script.contains("cd \"$target/package/user\"")
            };
            let missing = missing.or(path.map(|at| words[at + 1]).filter(|path| !is_made(path)));
            missing.map(|name| format!("`{command}` names {name}, which does not exist"))
        }
        [script] if script.starts_with(".ci/") => {
            let mode = fs::metadata(root().join(script)).map(|data| data.permissions().mode());
            (!mode.is_ok_and(|mode| mode & 0o111 != 0)).then(|| format!("{script} cannot be run"))
        }
        _ => Some(format!("unknown command `{command}`")),
    }
}

#[test]
fn what_the_workflow_of_this_repository_names_exists() {
    let text = fs::read_to_string(root().join(".github/workflows/ci.yml")).expect("a workflow");
    assert!(CONTRIBUTING.contains("`.github/workflows/ci.yml`"));
    let workflow = yaml::parse(&text);
    assert_eq!(workflow["permissions"], serde_json::json!({ "contents": "read" }));
    assert!(!text.contains("secrets."), "a fork has none");
    let jobs = workflow["jobs"].as_object().expect("jobs");
    let packages = packages();
    let mut problems = Vec::new();
    for (name, job) in jobs {
        let matrix = &job["strategy"]["matrix"];
        let steps = job["steps"].as_array().expect("steps");
        assert!(job["timeout-minutes"].is_u64(), "{name} has no time limit");
        for step in steps {
            match (step["run"].as_str(), step["uses"].as_str()) {
                (Some(command), None) => problems.extend(problem(command, &packages)),
                (None, Some("actions/checkout@v4" | "actions/cache@v4")) => {}
                _ => problems.push(format!("{name}: {step}")),
            }
        }
        let used = job.to_string();
        for part in used.split("${{ matrix.").skip(1) {
            let key = part.split(' ').next().expect("a name");
            assert!(matrix[key].is_array(), "{name} has no matrix of {key}");
        }
    }
    assert_eq!(problems, [""; 0]);
    let systems = serde_json::json!(["ubuntu-latest", "macos-latest", "windows-latest"]);
    assert_eq!(jobs["test"]["strategy"]["matrix"]["os"], systems);
    assert_eq!(jobs["library"]["strategy"]["matrix"]["os"], systems);
    for name in ["test", "library"] {
        assert_eq!(jobs[name]["runs-on"], "${{ matrix.os }}");
    }
    let manifest = fs::read_to_string(root().join("disprove/Cargo.toml")).expect("a manifest");
    let compilers = jobs["library"]["strategy"]["matrix"]["rust"].as_array().expect("compilers");
    assert_eq!(compilers[0], "stable");
    let oldest = format!("rust-version = \"{}\"", compilers[1].as_str().expect("a text"));
    assert!(manifest.contains(&oldest), "{oldest}");
    assert!(jobs["checks"]["steps"].as_array().is_some_and(|steps| steps.iter().any(is_run)));
    // The tool is tested by all checks, and thus on Linux only.
    assert_eq!(jobs["checks"]["runs-on"], "ubuntu-latest");
    assert!(jobs["checks"]["steps"].to_string().contains("rustup default stable"));
    let steps = jobs["test"]["steps"].to_string();
    assert!(steps.contains("cargo test --locked -p disprove -p disprove-macros "), "{steps}");
    assert!(steps.contains("cargo build --locked -p cargo-disprove"), "{steps}");
    assert!(!steps.contains("cargo test --locked -p cargo-disprove"), "{steps}");
}

/// Whether a step calls all checks.
fn is_run(step: &Value) -> bool {
    step["run"] == ".ci/run"
}

#[test]
fn commands_that_cannot_work_are_found() {
    let packages = packages();
    assert!(packages.contains("disprove") && packages.contains("cargo-disprove"), "{packages:?}");
    for command in [".ci/nothing", "cargo test -p nothing", "make", "cargo test --manifest-path a"]
    {
        assert!(problem(command, &packages).is_some(), "{command}");
    }
}
