//! A hunt survives failures of its environment: it reports them, loses nothing, and continues where possible.

use crate::support::fixture::{Done, Fixture, limited_files, wait_until};
use std::{
    io::{BufRead, BufReader, Read},
    process::{Command, Stdio},
};

const MIXED: &str = r#"
#[property]
fn fails(list: Vec<u8>) { assert!(list.len() < 3, "too long"); }

#[property]
fn holds(a: u64, b: u64) { assert_eq!(a ^ b, b ^ a); }
"#;

/// The final row of a property.
fn row(done: &Done, property: &str) -> serde_json::Value {
    let end = format!("::{property}");
    let is_row = |event: &serde_json::Value| {
        event["event"] == "property"
            && event["property"].as_str().is_some_and(|name| name.ends_with(&end))
    };
    done.events().into_iter().find(is_row).expect("a row")
}

fn warnings(done: &Done) -> Vec<String> {
    let mut all = done.events();
    all.retain(|event| event["event"] == "warning");
    all.iter().map(|event| event["message"].as_str().expect("a text").to_owned()).collect()
}

#[test]
fn on_a_full_disk_findings_are_reported_and_saved_while_there_is_room() {
    let fixture = Fixture::new("full", MIXED);
    assert_eq!(fixture.run(&["hunt", "--list"]).code, 0);
    // Room for inputs, but not for reports.
    let done = limited_files(&fixture, 1, &["hunt", "--time", "4s", "--json"]);
    assert_eq!(done.code, 1, "{done:?}");
    let findings = done.findings("fails");
    // Perhaps not reduced: its worker cannot reply.
    let message = findings[0]["message"].as_str().expect("a text");
    assert_eq!((message.lines().next(), &findings[0]["saved"]), (Some("too long"), &true.into()));
    assert!(row(&done, "holds")["executions"].as_u64() > Some(1_000), "{done:?}");
    assert_eq!(fixture.files(".disprove/failures").len(), 1);
    assert!(!done.err.contains("panicked"), "{}", done.err);
}

#[test]
fn workers_that_cannot_start_on_a_full_disk_are_reported() {
    let fixture = Fixture::new("fuller", MIXED);
    assert_eq!(fixture.run(&["hunt", "--list"]).code, 0);
    let done = limited_files(&fixture, 0, &["hunt", "--time", "10m", "--json"]);
    assert_eq!(done.code, 2, "{done:?}");
    for warning in warnings(&done) {
        assert!(warning.starts_with("cannot start its process: File too large"), "{warning}");
    }
    assert_eq!(row(&done, "holds")["state"], "cannot be run");
}

#[test]
fn with_closed_output_findings_are_saved_and_the_exit_code_is_right() {
    let fixture = Fixture::new("unheard", MIXED);
    let mut command = fixture.command(&["hunt", "--time", "10m", "--findings", "1"]);
    let mut hunt = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it runs");
    let mut text = BufReader::new(hunt.stderr.take().expect("piped")).lines();
    assert!(text.any(|line| line.is_ok_and(|line| line.starts_with("hunting 2 properties"))));
    drop((text, hunt.stdout.take()));
    assert_eq!(hunt.wait().expect("it ends").code(), Some(1));
    assert_eq!(fixture.files(".disprove/failures").len(), 1);
    // The other commands survive closed output too.
    let token = "d1:kJAAADQ";
    for arguments in [&["hunt", "--list"][..], &["review"], &["replay", token, "fails"]] {
        let mut command = fixture.command(arguments);
        let mut tool = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("runs");
        drop(tool.stdout.take());
        let output = tool.wait_with_output().expect("it ends");
        let text = String::from_utf8_lossy(&output.stderr);
        assert!(!text.contains("panicked"), "{text}");
        assert_ne!(output.status.code(), Some(101), "{text}");
    }
}

#[test]
fn a_hangup_ends_the_hunt_without_loss() {
    let fixture = Fixture::new("vanished", MIXED);
    assert_eq!(fixture.run(&["hunt", "--list"]).code, 0);
    let mut command = fixture.command(&["hunt"]);
    let mut hunt = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("it runs");
    wait_until("a saved finding", &mut || !fixture.files(".disprove/failures").is_empty());
    let hang_up = Command::new("kill").args(["-HUP", &hunt.id().to_string()]).status();
    assert!(hang_up.expect("it runs").success());
    assert!(hunt.wait().expect("it ends").code().is_some_and(|code| code < 2));
    assert_eq!(fixture.files(".disprove/failures").len(), 1);
}

#[test]
fn a_corpus_of_another_build_or_a_newer_version_is_tolerated() {
    let traced = |kind: &str, code: &str| {
        format!("#[property]\nfn climbs(input: {kind}) {{ target!(\"size\", {code}); }}\n{MIXED}")
    };
    let fixture = Fixture::new("rebuilt", &traced("Vec<u8>", "input.len()"));
    let hunt = |time: &str| fixture.run(&["hunt", "--time", time, "--json"]);
    assert_eq!(hunt("2s").code, 1);
    let corpus = fixture.files(".disprove/corpus");
    assert!(!corpus.is_empty());
    let (folder, _) = corpus[0].rsplit_once('/').expect("a folder");
    let newer = format!("{folder}/0123456789abcdef0123456789abcdef");
    fixture.file(&newer, "d9:AAAA\n");

    let text = traced("(String, f64, bool)", "input.0.len()");
    fixture.file("tests/props.rs", &format!("use disprove::prelude::*;\n{text}"));
    let done = hunt("4s");
    assert_eq!((done.code, done.findings("climbs").len()), (1, 0), "{done:?}");
    assert!(row(&done, "climbs")["executions"].as_u64() > Some(100), "{done:?}");
    assert!(row(&done, "holds")["executions"].as_u64() > Some(1_000), "{done:?}");
    assert!(fixture.path(&newer).exists(), "files of a newer version stay");
    let warnings = warnings(&done);
    assert!(warnings.iter().any(|it| it.contains("newer version")), "{warnings:?}");
}

#[test]
fn a_corpus_that_cannot_be_written_is_one_warning_with_a_count() {
    let climbs = |name: &str| {
        format!("#[property]\nfn {name}(n: Vec<u8>) {{ target!(\"length\", n.len()); }}\n")
    };
    let fixture = Fixture::new("corpus-file", &(climbs("one") + &climbs("two")));
    fixture.file(".disprove/corpus", "in the way");
    let done = fixture.run(&["hunt", "--time", "2s", "--json"]);
    assert_eq!(done.code, 0, "{done:?}");
    let mut warnings = done.events();
    // The counts are the last lines but one.
    let mut ends = warnings.iter().rev().skip(1).take(2);
    assert!(ends.all(|event| event["times"].is_u64()), "{done:?}");
    warnings.retain(|event| event["event"] == "warning");
    let (counts, mut first): (Vec<_>, Vec<_>) =
        warnings.into_iter().partition(|event| event["times"].as_u64() > Some(1));
    // It can neither be read nor written, for both properties.
    assert_eq!((first.len(), counts.len()), (2, 2), "{first:#?} {counts:#?}");
    for (doing, count) in ["could not read ", "could not write "].into_iter().zip(counts) {
        let first = first.remove(0);
        let message = first["message"].clone();
        assert!(first["property"].is_string() && first.get("times").is_none(), "{first}");
        assert!(message.as_str().is_some_and(|text| text.contains(doing)), "{message}");
        assert_eq!(count["message"], message);
        assert!(count.get("property").is_none(), "{count}");
    }
}

#[test]
fn no_text_of_a_property_controls_the_terminal() {
    let message = "message \u{1b}[2J\u{1b}]0;title\u{7}\u{9b}2K\u{202e}";
    let code = format!("#[property]\nfn fails(_n: u8) {{ panic!({message:?}); }}\n");
    let fixture = Fixture::new("sequences", &code);
    let controls = ['\u{1b}', '\u{7}', '\u{9b}', '\u{202e}'];
    for format in [None, Some("--json")] {
        let mut arguments = vec!["hunt", "--time", "1m", "--findings", "1"];
        arguments.extend(format);
        let done = fixture.run(&arguments);
        assert_eq!(done.code, 1, "{done:?}");
        assert!(!done.out.contains(controls) && !done.err.contains(controls), "{done:?}");
        if format.is_some() {
            assert_eq!(done.findings("fails")[0]["message"], message);
        } else {
            assert!(done.err.contains("message \\u{1b}[2J"), "{done:?}");
        }
    }
}

#[test]
fn a_property_that_hangs_is_a_finding_and_others_continue() {
    let hangs = "#[property]\nfn hangs(_n: u32) { loop { std::hint::spin_loop(); } }";
    let fixture = Fixture::new("endless", &format!("{hangs}\n{MIXED}"));
    let done = fixture.run(&["hunt", "--time", "8s", "--case-time", "1s", "--json"]);
    assert_eq!(done.code, 1, "{done:?}");
    let findings = done.findings("hangs");
    assert_eq!(findings.len(), 1, "{done:?}");
    let message = findings[0]["message"].as_str().expect("a text");
    assert_eq!(message, "the case did not end within 1.0 s");
    assert!(findings[0]["report"].as_str().is_some_and(|report| report.contains("_n: 0")));
    assert_eq!(done.findings("fails").len(), 1, "{done:?}");
    assert!(row(&done, "holds")["executions"].as_u64() > Some(1_000), "{done:?}");
    // A replay has the whole limit, which a reduction would shorten to a second.
    let token = findings[0]["token"].as_str().expect("a token");
    let done = fixture.run(&["replay", token, "hangs", "--case-time", "1200ms"]);
    assert!(done.out.contains("the case did not end within 1.2 s"), "{done:?}");
    let done = fixture.run(&["review", "hangs", "--case-time", "1300ms"]);
    assert!(done.out.contains("the case did not end within 1.3 s"), "{done:?}");
}

#[test]
#[cfg(target_os = "linux")]
fn a_replaced_binary_is_built_again_and_the_hunt_continues() {
    let fixture = Fixture::new("replaced", "#[property]\nfn changes(n: u64) { let _ = n; }");
    assert_eq!(fixture.run(&["hunt", "--list"]).code, 0);
    let mut command = fixture.command(&["hunt", "-j", "1", "--findings", "1", "--json"]);
    let mut hunt = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it runs");
    let mut binary = None;
    wait_until("a worker", &mut || {
        let children = format!("/proc/{0}/task/{0}/children", hunt.id());
        let children = std::fs::read_to_string(children).unwrap_or_default();
        for child in children.split_whitespace() {
            // The name of a worker of the hunt; before, there are processes that build and list tests.
            let variables = std::fs::read(format!("/proc/{child}/environ")).unwrap_or_default();
            if !String::from_utf8_lossy(&variables).contains("DISPROVE_WORKER=") {
                continue;
            }
            let path = std::fs::read_link(format!("/proc/{child}/exe")).unwrap_or_default();
            binary = Some(path).filter(|path| {
                path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("props-"))
            });
        }
        binary.is_some()
    });
    let code =
        "use disprove::prelude::*;\n#[property]\nfn changes(n: u64) { assert!(n < 9, \"new\"); }";
    // While somebody edits it, it does not compile.
    fixture.file("tests/props.rs", "fn");
    std::fs::remove_file(binary.expect("a binary")).expect("a file");
    let (mut lines, mut out) = (BufReader::new(hunt.stdout.take().expect("a pipe")), String::new());
    while !out.contains("the tests do not build: trying again every 5 s") {
        assert_ne!(lines.read_line(&mut out).expect("text"), 0, "the hunt ended: {out}");
    }
    fixture.file("tests/props.rs", code);
    lines.read_to_string(&mut out).expect("text");
    let output = hunt.wait_with_output().expect("it ends");
    let err = String::from_utf8(output.stderr).expect("text");
    let done = Done { code: output.status.code().unwrap_or(-1), out, err };
    assert_eq!((done.code, done.findings("changes").len()), (1, 1), "{done:?}");
    assert_eq!(done.findings("changes")[0]["message"], "new", "{done:?}");
    for rebuilt in [
        "the test binary of tests/props.rs in replaced was replaced or removed",
        "the tests do not build",
    ] {
        let is_rebuild = |event: &serde_json::Value| {
            event["event"] == "rebuild"
                && event["message"].as_str().is_some_and(|text| text.starts_with(rebuilt))
        };
        assert!(done.events().iter().any(is_rebuild), "{rebuilt}: {done:?}");
    }
    assert!(warnings(&done).is_empty(), "{done:?}");
}
