//! `cargo disprove study` tests many projects and pools their results, with the real cargo-mutants.

use crate::support::{
    fixture::{Done, Fixture, cargo_mutants, done, kill, wait_until},
    schema,
};
use serde_json::Value;
use std::{
    env, fs,
    io::{BufRead, BufReader},
    path::Path,
    process::{Command, Stdio},
};

/// Two functions that tests check, and one that nothing calls.
const LIBRARY: &str = "
pub fn double(x: u8) -> u16 {
    u16::from(x) * 2
}

pub fn is_limit(x: u8) -> bool {
    x == 77
}

pub fn forgotten() -> u8 {
    7
}
";

/// The macro replaces that of a library, which would take long to build, and tries the inputs in order.
const TESTS: &str = "
macro_rules! quickcheck {
    ($(fn $name:ident($x:ident: u8) -> bool $body:block)*) => {
        $(#[test] fn $name() {
            fn property($x: u8) -> bool $body
            for x in 0..=255 { assert!(property(x)); }
        })*
    };
}

quickcheck! {
    fn twice(x: u8) -> bool {
        small::double(x) / 2 == u16::from(x)
    }
}

#[test]
fn the_limit() {
    assert!(small::is_limit(77));
}
";

/// Few mutants: of each function, one or two.
const CONFIG: &str = "exclude_re = [
    \"replace double -> u16 with 1\",
    \"replace \\\\* with\",
    \"replace is_limit -> bool with true\",
    \"replace == with\",
    \"replace forgotten -> u8 with 1\",
]
";

fn package(fixture: &Fixture, name: &str, library: &str) {
    fixture.file(
        &format!("{name}/Cargo.toml"),
        "[package]\nname = \"small\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[workspace]\n",
    );
    fixture.file(&format!("{name}/src/lib.rs"), library);
    fixture.file(&format!("{name}/tests/all.rs"), TESTS);
    fixture.file(&format!("{name}/.cargo/mutants.toml"), CONFIG);
}

/// Two projects, and one that does not compile.
fn projects(name: &str) -> Fixture {
    let fixture = Fixture::empty(name);
    package(&fixture, "one", LIBRARY);
    package(&fixture, "two", &LIBRARY.replace("77", "70 + 7"));
    package(&fixture, "broken", "pub fn double(x: u8) -> u16 { x }");
    // Folders are relative to the list.
    let list = "# small ones\n../one\n\n../broken\n../two  --no-default-features\n";
    fixture.file("lists/small", list);
    fixture
}

fn command(fixture: &Fixture, tool: &Path, arguments: &[&str]) -> Command {
    let usual = ["study", "--output", "results", "--offline"];
    let mut command = fixture.plain_command(&[&usual, arguments].concat());
    command.env("DISPROVE_CARGO_MUTANTS", tool).env("CARGO_TARGET_DIR", fixture.path("target"));
    command
}

fn run(fixture: &Fixture, tool: &Path, arguments: &[&str]) -> Done {
    done(&mut command(fixture, tool, arguments))
}

/// The text without the table of times, and without trailing details of a failed build.
fn stable(text: &str) -> String {
    let (start, rest) = text.split_once("\nTable 5:").expect("a table of times");
    let (_, end) = rest.split_once("\nFigure 22:").expect("a figure");
    let mut lines: Vec<String> =
        format!("{start}\nFigure 22:{end}").lines().map(str::to_owned).collect();
    for line in &mut lines {
        if let Some((before, _)) = line.split_once(": see ") {
            *line = before.to_owned();
        }
    }
    lines.join("\n")
}

/// The figures without times, and without the path of a log.
fn without_times(text: &str) -> Value {
    let mut json: Value = serde_json::from_str(text).expect("JSON");
    for result in json["results"].as_array_mut().expect("a list") {
        result["seconds"] = Value::Null;
        let problem = result["problem"].as_str().map(|it| it.split(": see ").next());
        result["problem"] = problem.flatten().into();
    }
    json
}

const SETTINGS: [&str; 6] = ["--sample", "9", "--baseline", "1", "--cases", "100"];

#[test]
fn a_study_survives_a_kill_and_a_project_that_does_not_compile() {
    let Some(tool) = cargo_mutants() else { return };
    let fixture = projects("study-pools");
    let arguments = [&["--from", "lists/small"][..], &SETTINGS].concat();
    let mut child = command(&fixture, &tool, &arguments)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("it starts");
    let first = fixture.path("results/projects/one/project.json");
    wait_until("the first result", &mut || first.is_file());
    kill(&mut child);
    interrupt(command(&fixture, &tool, &arguments));

    let done = run(&fixture, &tool, &arguments);
    assert_eq!(done.code, 1, "{}", done.err);
    assert!(done.err.contains("one: has its result already\n"), "{}", done.err);
    assert!(!done.err.contains("broken: has its"), "{}", done.err);
    let pinned = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/all/study_pools_projects.txt");
    let text = stable(&done.out) + "\n";
    if env::var("STUDY").is_ok_and(|what| what == "overwrite") {
        fs::write(&pinned, &text).expect("written");
    }
    assert_eq!(text, fs::read_to_string(pinned).expect("the pinned tables"));

    // The figures for programs are those of the text.
    let json = run(&fixture, &tool, &[&arguments[..], &["--json"]].concat());
    let json: Value = serde_json::from_str(&json.out).expect("JSON");
    let described = include_str!("../../../book/src/reference/report.schema.json");
    let described: Value = serde_json::from_str(described).expect("JSON");
    assert_eq!(schema::errors(&described["properties"]["study"], &json), [] as [&str; 0]);
    let pooled = &json["views"][0]["pooled"];
    assert_eq!((&pooled["mutants"], &pooled["found"]), (&8.into(), &6.into()), "{pooled:#}");
    assert_eq!(json["results"][1]["is_tested"], false);
    assert_eq!(json["published"]["found"], 1610);
    assert!(json.get("format").is_none());
    the_report_has_the_same(&fixture, &json);

    // The user starts over, without the tool.
    let missing = Path::new("/nowhere/cargo-mutants");
    let done = run(&fixture, missing, &[&arguments[..], &["--fresh"]].concat());
    assert!(done.err.contains("one: cannot run cargo-mutants at /nowhere/"), "{}", done.err);
}

/// Interrupts a study as Ctrl-C does, when it has read the first result.
fn interrupt(mut study: Command) {
    let mut child = study.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().expect("it starts");
    let mut lines = BufReader::new(child.stderr.take().expect("a pipe")).lines();
    assert!(lines.any(|line| line.is_ok_and(|line| line == "one: has its result already")));
    let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(sent.expect("it runs").success());
    drop(lines);
    assert_eq!(child.wait().expect("it ends").code(), Some(130));
}

/// The report has what the command prints.
fn the_report_has_the_same(fixture: &Fixture, json: &Value) {
    let manifest = fixture.path("one/Cargo.toml").display().to_string();
    let arguments = ["report", "--offline", "--study", "results", "--out", "out/report.html"];
    let arguments = [&arguments[..], &["--manifest-path", &*manifest]].concat();
    let done = fixture.judge(&arguments, &[]);
    assert_eq!(done.code, 0, "{}", done.err);
    let text = fs::read_to_string(fixture.path("out/report.json")).expect("the report");
    let report: Value = serde_json::from_str(&text).expect("JSON");
    let study = &report["study"];
    // The last digit of a time may differ.
    for key in ["sampling", "projects", "published", "sizes"] {
        assert_eq!(study[key], json[key], "{key}");
    }
    let keys = |it: &Value| it.as_object().expect("an object").keys().cloned().collect::<Vec<_>>();
    assert_eq!(keys(study), keys(json));
    let pooled = |it: &Value| it["views"][0]["pooled"]["found"].clone();
    assert_eq!(pooled(study), pooled(json));
}

#[test]
fn merged_shards_are_the_whole_study() {
    let Some(tool) = cargo_mutants() else { return };
    let fixture = projects("study-shards");
    let arguments = [&["one", "broken", "--no-sweep"][..], &SETTINGS[..4]].concat();
    let figures = |more: &[&str]| {
        let done = run(&fixture, &tool, &[&arguments[..], &["--json"], more].concat());
        (done.code, without_times(&done.out))
    };
    let (code, one) = figures(&["--shard", "0/2"]);
    assert_eq!((code, one["results"].as_array().map(Vec::len)), (0, Some(1)));
    let (code, _) = figures(&["--shard", "1/2"]);
    assert_eq!(code, 1, "it does not compile");
    // The first result is that of the shard.
    for name in ["one", "broken"] {
        let shard = usize::from(name != "one");
        let from = fixture.path(&format!("results/shard-{shard}-of-2/projects/{name}"));
        fs::create_dir_all(fixture.path("results/projects")).expect("a folder");
        fs::rename(from, fixture.path(&format!("results/projects/{name}"))).expect("moved");
    }
    let (code, whole) = figures(&[]);
    assert_eq!(code, 1);
    let shards = ["results/shard-1-of-2", "results/shard-0-of-2"];
    let done = fixture.judge(&["study", "--merge", shards[0]], &[]);
    assert_eq!(done.code, 130, "{}", done.err);
    assert!(done.err.contains("merge the finished results of all shards"), "{}", done.err);
    let merge = [&["study", "--json", "--merge"][..], &shards].concat();
    let done = fixture.judge(&merge, &[]);
    assert_eq!(done.code, 1, "{}", done.err);
    assert_eq!(without_times(&done.out), whole);
    // The folder by default.
    assert!(fixture.path("target/disprove/study/study.json").is_file());
    assert!(!fixture.path("results/projects/one/sweep.json").exists(), "without a sweep");

    let done = run(&fixture, &tool, &["two", "--shard", "1/2", "--sample", "1"]);
    assert_eq!(done.code, 0, "a shard without projects: {}", done.err);
    let merge = ["--merge", "results/shard-0-of-2", "results/shard-1-of-2"];
    let done = run(&fixture, &tool, &merge);
    assert_eq!(done.code, 2);
    let expected = "results/shard-0-of-2 and results/shard-1-of-2 are not shards of one study: the projects, the seed, \
                    the sample or other settings differ\n";
    assert_eq!(done.err, expected);
}

#[test]
fn bad_input_gets_one_sentence() {
    let fixture = Fixture::empty("study-bad-input");
    fixture.file("src/lib.rs", "");
    fixture.file("empty/readme.md", "nothing");
    fixture.file("python/code.py", "x = 1\n");
    fixture.file("bad.json", "{}");
    let error = |arguments: &[&str]| {
        let done = fixture.judge(&[&["study"], arguments].concat(), &[]);
        assert_eq!(done.code, 2, "{}", done.err);
        done.err
    };
    assert_eq!(
        error(&[]),
        "no project to study: give the folders of projects, or a file with a folder per line with `--from`\n"
    );
    assert!(error(&["missing"]).starts_with("cannot read `missing`: No such file or directory"));
    assert_eq!(error(&["bad.json"]), "`bad.json` is a file: give the folder of a project\n");
    assert_eq!(
        error(&["empty"]),
        "`empty` is neither a Rust nor a Python project: it has no Cargo.toml, pyproject.toml, setup.py or .py file\n"
    );
    assert_eq!(
        error(&["python", "./python"]),
        "`./python` is given twice: give each project once\n"
    );
    // Folders are relative to the list.
    fixture.file("lists/all", "# none\nmissing\n");
    assert!(error(&["--from", "lists/all"]).starts_with("cannot read `lists/missing`: "));
    assert!(error(&["--from", "none"]).starts_with("cannot read the list of projects none: "));
    assert_eq!(
        error(&["--merge", "bad.json"]),
        "bad.json is not the result of a study: run `cargo disprove study` again\n"
    );
    assert!(error(&["--merge", "none"]).starts_with("cannot read none: "));
    assert!(error(&["python", "--shard", "2/2"]).contains("write the number of the shard, from 0"));
    let tool = Path::new("/nowhere/cargo-mutants");
    let done = fixture.judge(&["study", "."], &[("DISPROVE_CARGO_MUTANTS", tool)]);
    assert_eq!(done.code, 1, "{}", done.err);
    assert!(done.err.contains("cannot run cargo-mutants at /nowhere/"), "{}", done.err);
    let report = fixture.judge(&["report", "--study", "empty"], &[]);
    assert_eq!(report.code, 2);
    assert_eq!(report.err, "there is no study.json in empty: `cargo disprove study` writes it\n");
}
