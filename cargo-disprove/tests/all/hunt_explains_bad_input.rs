//! `cargo disprove hunt` explains bad input in one line, and runs what can run.

use crate::support::fixture::{self, Done, Fixture};
use serde_json::Value;
use std::{fs, net::TcpListener};

fn last_line(done: &Done) -> &str {
    done.err.lines().last().unwrap_or_default()
}

#[test]
fn a_workspace_that_does_not_compile_is_reported() {
    let fixture = Fixture::new("uncompiled", "fn broken( {");
    let done = fixture.run(&["hunt", "--time", "1s"]);
    assert_eq!(
        (done.code, last_line(&done)),
        (2, "cannot build the tests: see the messages of cargo above")
    );
    assert!(done.err.contains("tests/props.rs:2"), "{}", done.err);
    for command in [&["export", "--corpus", "corpus"][..], &["fuzz", "init"]] {
        assert_eq!(fixture.run(command).code, 2, "{command:?}");
    }
}

#[test]
fn a_folder_without_a_package_is_reported() {
    let fixture = Fixture::empty("nothing");
    fs::remove_file(fixture.path("Cargo.toml")).expect("it was there");
    let done = fixture.run(&["hunt", "--manifest-path", "Cargo.toml"]);
    assert_eq!(
        (done.code, last_line(&done)),
        (
            2,
            "cargo cannot read the package (see its message above): change to a package, or use `--manifest-path`"
        )
    );
}

#[test]
fn a_missing_property_is_reported() {
    let fixture =
        Fixture::new("no-property", "#[test]\nfn plain() { let _ = check(any::<u8>()); }");
    let done = fixture.run(&["hunt"]);
    assert_eq!(
        (done.code, last_line(&done)),
        (
            2,
            "no property found: write `#[property]` on a test with arguments, or select packages \
             with `-p` or `--workspace`"
        )
    );
}

#[test]
fn a_filter_without_matches_is_reported() {
    let fixture = Fixture::new("filtered", "#[property]\nfn holds(_n: u8) {}");
    let done = fixture.run(&["hunt", "other"]);
    assert_eq!(
        (done.code, last_line(&done)),
        (2, "no property has `other` in its name; `cargo disprove hunt --list` lists 1 property")
    );
}

#[test]
fn a_bad_command_line_is_explained() {
    let fixture = Fixture::new("usage", "");
    for (arguments, expected) in [
        (
            &["hunt", "--time", "10"][..],
            "write a number above 0 and its unit, as in 500ms, 90s, 10m or 2h",
        ),
        (&["hunt", "--jobs", "0"], "0 is not in 1..=65535"),
        (&["hunt", "--nonsense"], "unexpected argument '--nonsense'"),
    ] {
        let done = fixture.run(arguments);
        assert_eq!(done.code, 2, "{}", done.err);
        assert!(done.err.contains(expected), "{}", done.err);
    }
}

#[test]
fn a_property_that_cannot_run_does_not_stop_others() {
    let fixture = Fixture::new(
        "mixed",
        r#"
#[property]
fn holds(a: u64, b: u64) { assert_eq!(a ^ b, b ^ a); }

#[property]
fn broken(#[draw(bad)] n: u8) { let _ = n; }

fn bad(src: &mut Source) -> u8 {
    let n = src.draw(any::<u8>());
    assert!(n < 200, "the generator is wrong");
    n
}

fn setup() -> impl IntoGenerator<Value = u8> {
    eprintln!("no server");
    std::process::exit(7);
    #[allow(unreachable_code)]
    any::<u8>()
}

#[property]
fn unready(#[draw(setup())] n: u8) { let _ = n; }
"#,
    );
    let done = fixture.run(&["hunt", "--time", "6s", "--json"]);
    assert_eq!(done.code, 1, "{done:?}");
    let broken = done.findings("broken");
    assert_eq!(broken[0]["kind"], "broken");
    for key in ["token", "location", "report"] {
        assert_eq!(broken[0][key], "", "{key}");
    }
    let message = broken[0]["message"].as_str().expect("a text");
    assert!(message.contains("the generator panicked at tests/props.rs:"), "{message}");
    let events = done.events();
    let warning = events.iter().find(|event| event["event"] == "warning").expect("a warning");
    let message = warning["message"].as_str().expect("a text");
    assert!(
        message.starts_with("its process did not reach the first case: the process exited"),
        "{message}"
    );
    assert!(message.contains("no server"), "{message}");
    assert_eq!(warning["property"], "mixed-props::unready");
    let holds = events
        .iter()
        .find(|event| event["event"] == "property" && event["property"] == "mixed-props::holds");
    assert!(holds.expect("a row")["executions"].as_u64().expect("a number") > 1_000);

    // Without a finding, the exit code says that a property was not tested.
    let done = fixture.run(&["hunt", "--time", "2s", "--json", "holds", "unready"]);
    assert_eq!(done.code, 2, "{done:?}");
    let states: Vec<String> =
        done.events().iter().map(|event| event["state"].to_string()).collect();
    assert!(states.contains(&"\"nothing found\"".to_owned()), "{states:?}");
    assert!(states.contains(&"\"cannot be run\"".to_owned()), "{states:?}");
}

#[test]
fn a_property_with_another_version_of_the_protocol_is_not_run_and_is_no_failure() {
    let fixture = Fixture::new(
        "versions",
        "#[property]\nfn holds(_n: u8) {}\n#[property]\nfn fails(n: u8) { assert!(n < 9); }",
    );
    // As a test with a later version of the library would do.
    fixture.file(
        "tests/later.rs",
        r#"
fn reply() {
    std::hint::black_box(["\u{1}disprove:later::one\u{1}", "\u{1}disprove:later::two\u{1}"]);
    let folder = std::env::var_os("DISPROVE_WORKER").expect("a folder");
    let replies = std::path::Path::new(&folder).join("replies");
    std::fs::write(replies, "version\t999\nnews\tof later versions\n").expect("written");
}

#[test]
fn one() { reply(); }

#[test]
fn two() { reply(); }
"#,
    );
    for (properties, code, findings) in
        [(&["later"][..], 2, 0), (&["later", "holds"], 2, 0), (&["later", "fails"], 1, 1)]
    {
        let hunt = [&["hunt", "--time", "10m", "--json", "-j", "1"], properties].concat();
        let done = fixture.run(&hunt);
        assert_eq!(done.code, code, "{done:?}");
        let events = done.events();
        let of = |kind: &str| events.iter().filter(|event| event["event"] == *kind).count();
        // Both of them mean the same.
        assert_eq!((of("finding"), of("warning")), (findings, 2), "{done:?}");
        let warning = |event: &&Value| event["event"] == "warning" && event["times"].is_null();
        let warning = events.iter().find(warning).expect("a warning");
        let message = warning["message"].as_str().expect("a text");
        assert!(
            message.starts_with("the test uses version 999 of the worker protocol"),
            "{message}"
        );
        let state = |event: &&Value| {
            event["event"] == "property" && event["property"] == "versions-later::one"
        };
        let state = &events.iter().find(state).expect("a row")["state"];
        assert_eq!(state, "cannot be run");
    }
    let replay = fixture.run(&["replay", "d1:EJA", "later::one"]);
    assert_eq!(replay.code, 2, "{replay:?}");
}

#[test]
fn a_hunt_that_tests_nothing_fails_and_says_why() {
    let fixture = Fixture::new(
        "untested",
        r#"
fn slow(src: &mut Source) -> u64 {
    std::thread::sleep(std::time::Duration::from_millis(500));
    src.draw(any::<u64>())
}

#[property]
fn starts_slowly(#[draw(slow)] _n: u64) {}

#[property]
#[should_panic]
fn fails(_n: u8) { panic!("as it should"); }
"#,
    );
    let done = fixture.run(&["hunt", "--time", "400ms", "starts_slowly"]);
    assert_eq!(done.code, 2, "{done:?}");
    let why = "\nnothing was tested: no case ended within 400ms: give the hunt more `--time`\n";
    assert!(done.err.contains(why), "{done:?}");
    // Nothing was rejected.
    assert!(!done.err.contains("rejected:"), "{done:?}");
    let done = fixture.run(&["hunt", "--time", "10m", "fails"]);
    assert_eq!(done.code, 2, "{done:?}");
    let why = "no property can be hunted (untested-props::fails: it is meant to fail)";
    assert!(done.err.contains(why), "{done:?}");
    let done = fixture.run(&["hunt", "--time", "10m", "fails", "--json"]);
    let end = done.events().pop().expect("an end");
    let untested = end["untested"].as_str().expect("a text");
    assert!(done.code == 2 && untested.contains(why), "{end}");
}

#[test]
fn an_unwritable_database_is_reported_and_the_finding_too() {
    let fixture = Fixture::new("unwritable", "#[property]\nfn fails(n: u8) { assert!(n < 10); }");
    fixture.build();
    fixture.file(".disprove", "no folder");
    let done = fixture.run(&["hunt", "--time", "10m", "--findings", "1", "--json"]);
    assert_eq!(done.code, 1, "{done:?}");
    assert_eq!(done.findings("fails")[0]["saved"], false);
    assert!(done.out.contains("is a file, not a directory, so nothing is saved"), "{}", done.out);
    // Without a database, a hunt does not even try.
    let mut command = fixture.command(&["hunt", "--time", "10m", "--findings", "1", "--json"]);
    let done = fixture::done(command.env("DISPROVE_DATABASE", "none"));
    assert_eq!((done.code, &done.findings("fails")[0]["saved"]), (1, &false.into()), "{done:?}");
    assert!(!done.out.contains("is a file") && !done.out.contains("\"warning\""), "{done:?}");
    // What machines share is in the database.
    let mut command = fixture.command(&["hunt", "--share", "redis://127.0.0.1:1/0"]);
    let done = fixture::done(command.env("DISPROVE_DATABASE", "none"));
    let why = "the setting `database` is `none`, so no failures are saved here";
    assert!(done.code == 2 && done.err.contains(why), "{done:?}");
}

#[test]
fn wrappers_and_flags_of_the_user_stay_in_effect() {
    // Tests see neither the password of a server nor where it is.
    let property = r#"
#[property]
fn holds(_n: u64) {
    for name in ["DISPROVE_SHARE_PASSWORD", "DISPROVE_SHARE_PASSWORD_FILE"] {
        assert!(cfg!(mine) && std::env::var_os(name).is_none());
    }
}
"#;
    let fixture = Fixture::new("wrapped", property).unoptimized();
    let log = fixture.path("log");
    let script = format!("#!/bin/sh\necho \"$@\" >> '{}'\nexec \"$@\"\n", log.display());
    let wrapper = fixture.script("wrapper.sh", &script);
    let mut command = fixture.command(&["hunt", "--time", "1s", "--json"]);
    command
        .env("RUSTC_WORKSPACE_WRAPPER", &wrapper)
        .env("RUSTFLAGS", "--cfg mine --check-cfg cfg(mine) -C instrument-coverage")
        .env("LLVM_PROFILE_FILE", fixture.path("profiles/%p.profraw"))
        .env("DISPROVE_SHARE_PASSWORD", "secret")
        .env("DISPROVE_SHARE_PASSWORD_FILE", "password");
    command.env("CARGO_TARGET_DIR", fixture.path("target"));
    let output = command.output().expect("it runs");
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    let calls = fs::read_to_string(log).expect("a log");
    let tests = calls.lines().find(|line| line.contains("--crate-name props")).expect("a call");
    assert!(tests.contains("--cfg mine") && tests.contains("sancov-module"), "{tests}");
    // Both kinds of instrumentation work.
    let profiles = fixture.files("profiles");
    let size = |file: &String| fs::metadata(fixture.path(file)).map_or(0, |data| data.len());
    assert!(profiles.iter().any(|file| size(file) > 0), "{profiles:?}");
    assert!(profiles.len() > 1, "each process has its own: {profiles:?}");
    let output = String::from_utf8_lossy(&output.stdout);
    let rows = output.lines().map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
    let mut rows = rows.filter(|row| row["event"] == "property");
    assert!(rows.any(|row| row["coverage"].as_u64() > Some(0)), "{output}");
}

#[test]
fn an_address_that_cannot_be_served_is_reported_before_the_build() {
    let fixture = Fixture::new("unserved", "fn broken( {");
    let done = fixture.run(&["hunt", "--serve", "round_trip"]);
    assert_eq!(done.code, 2, "{done:?}");
    let expected = "invalid value 'round_trip' for '--serve [<ADDR>]': expected an IP address and a port such as \
                    127.0.0.1:8080; filters go before `--serve`";
    assert!(done.err.contains(expected), "{}", done.err);
    let other = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let address = other.local_addr().expect("an address").to_string();
    let done = fixture.run(&["hunt", "--serve", &address]);
    assert_eq!((done.code, &*done.out, done.err.lines().count()), (2, "", 1), "{done:?}");
    let (start, end) = (
        "cannot serve the dashboard at ",
        "; give `--serve` another address, or none for a free port",
    );
    assert!(done.err.starts_with(&format!("{start}{address}: ")), "{}", done.err);
    assert!(done.err.trim_end().ends_with(end), "{}", done.err);
}
