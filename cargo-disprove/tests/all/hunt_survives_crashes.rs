//! A property that crashes its process fails like any other, and the hunt continues.

use crate::support::fixture::Fixture;

const FAULTS: &str = r#"
use std::{hint::black_box, process, thread};

#[property]
fn aborts(list: Vec<u8>) {
    if list.len() > 2 {
        println!("to standard output");
        eprintln!("to standard error");
        process::abort();
    }
}

#[property]
fn segfaults(n: u32) {
    if n > 1_000 { unsafe { black_box(std::ptr::null_mut::<u8>()).wrapping_add(8).write_volatile(1); } }
}

fn recurse(n: u64) -> u64 {
    let frame = black_box([n; 64]);
    if frame[5] == 1 { 1 } else { recurse(n + 2) + frame[3] }
}

#[property]
fn overflows(n: u32, deep: bool) {
    if n > 77 && deep { black_box(recurse(2)); }
}

struct Cleanup;

impl Drop for Cleanup {
    fn drop(&mut self) { eprintln!("cleaned up"); }
}

#[property]
fn hangs(n: u8) {
    if n > 50 {
        let _cleanup = Cleanup;
        loop { std::hint::spin_loop(); }
    }
}

#[property]
fn allocates(list: Vec<u16>) {
    if list.len() > 4 { black_box(vec![1_u8; 100 << 30]); }
}

struct Bad;

impl Drop for Bad {
    fn drop(&mut self) {
        if thread::panicking() { panic!("in drop"); }
    }
}

#[property]
fn drops(n: i32) {
    let _bad = Bad;
    assert!(n < 123);
}

#[property]
fn exits(n: i32) {
    if n < -40 { process::exit(0); }
}

#[property]
fn threads(n: i32) {
    thread::spawn(move || assert!(n < 56, "elsewhere"));
}

#[property]
fn draws(src: &mut Source) {
    let n = src.draw(0..100_u8);
    for _ in 0..n {
        if src.draw(any::<u16>()) > 1_000 && n > 10 { process::abort(); }
    }
}

#[derive(Default)]
struct Stack(Vec<u8>);

#[property]
impl Stack {
    #[rule]
    fn push(&mut self, x: u8) {
        self.0.push(x);
        if self.0.len() > 3 { process::abort() }
    }

    #[rule]
    fn pop(&mut self) { self.0.pop(); }
}

#[property]
fn holds(n: u8, m: u64) {
    assert_eq!(u64::from(n) ^ m, m ^ u64::from(n));
}
"#;

/// The property, its smallest failing input, and the message.
const EXPECTED: [(&str, &str, &str); 10] = [
    ("aborts", "list: [0, 0, 0]", "the process died of SIGABRT (6)"),
    ("segfaults", "n: 1001", "the process died of SIGSEGV (11)"),
    ("overflows", "n: 78,\n        deep: true", "the process died of a stack overflow"),
    ("hangs", "n: 51", "the case did not end within 1.0 s"),
    ("allocates", "list: [0, 0, 0, 0, 0]", "memory allocation of 107374182400 bytes failed"),
    ("drops", "n: 123", "in drop"),
    ("exits", "n: -41", "the process exited in the middle of the case, with code 0"),
    ("threads", "n: 56", "a thread that it started panicked: elsewhere"),
    ("draws", "n = 11", "the process died of SIGABRT (6)"),
    (
        "stack",
        "machine.push(0);\n    machine.push(0);\n    machine.push(0);\n    machine.push(0);",
        "SIGABRT",
    ),
];

#[test]
fn a_property_with_a_panic_hook_handles_panics_of_its_threads() {
    let fixture = Fixture::new(
        "hooked",
        r#"
#[property]
fn handled(n: u64) {
    std::panic::set_hook(Box::new(|_| ()));
    let joined = std::thread::spawn(move || assert!(n < 56)).join();
    assert_eq!(joined.is_err(), n >= 56);
}

#[property]
fn joined(n: u64) {
    let _ = std::thread::spawn(move || assert!(n < 56, "elsewhere")).join();
}
"#,
    );
    let done = fixture.run(&["hunt", "--time", "3s", "--json"]);
    assert_eq!(done.code, 1, "{done:?}");
    assert_eq!(done.findings("handled").len(), 0, "{done:?}");
    let message = done.findings("joined")[0]["message"].as_str().map(str::to_owned);
    assert_eq!(message.as_deref(), Some("a thread that it started panicked: elsewhere"));
    // From then on, the property runs in another process, where panics of its threads are noticed.
    let tested = fixture.cargo_test(&["joined"]);
    assert!(
        tested.code == 101 && tested.out.contains("a thread that it started panicked"),
        "{tested:?}"
    );
    std::fs::remove_dir_all(fixture.path(".disprove")).expect("removed");
    assert_eq!(fixture.cargo_test(&["joined"]).code, 0);
}

#[test]
fn every_crash_is_attributed_and_reduced_and_the_hunt_continues() {
    let fixture = Fixture::new("faults", FAULTS);
    // The time limit is much longer than it takes.
    let limits = ["--time", "10m", "--case-time", "2s", "--findings", "10"];
    let done = fixture.run(&[&["hunt", "--seed", "1", "--json"][..], &limits].concat());
    assert_eq!(done.code, 1, "{done:?}");
    for (property, input, message) in EXPECTED {
        let findings = done.findings(property);
        assert_eq!(findings.len(), 1, "{property}: {findings:?}");
        let report = findings[0]["report"].as_str().expect("a text");
        assert!(report.contains(input), "{property}:\n{report}");
        assert!(report.contains(message), "{property}:\n{report}");
        assert!(report.contains("#[replay(") && !report.contains("#[property(seed"), "{report}");
        assert_eq!(findings[0]["kind"], "failure", "{report}");
        assert_eq!(findings[0]["saved"], true, "{report}");
    }
    let events = done.events();
    for (property, message) in [("aborts", EXPECTED[0].2), ("segfaults", EXPECTED[1].2)] {
        let of = |kind: &str| {
            let name = format!("faults-props::{property}");
            events.iter().position(|event| event["event"] == *kind && event["property"] == *name)
        };
        let death = of("death").expect("a death");
        let text = events[death]["message"].as_str().expect("a text");
        assert!(text.starts_with(message) && Some(death) < of("finding"), "{text}");
    }
    assert_eq!(done.findings("holds").len(), 0);
    let report = done.findings("aborts")[0]["report"].to_string();
    assert!(report.contains("to standard error"), "{report}");
    for hidden in ["to standard output", "cleaned up"] {
        assert!(!done.out.contains(hidden) && !done.err.contains(hidden), "{hidden}: {done:?}");
    }
    assert_eq!(fixture.files(".disprove/failures").len(), EXPECTED.len());
}

#[test]
fn a_crash_that_does_not_happen_again_is_reported_with_its_history() {
    let fixture = Fixture::new(
        "leaking",
        r"
#[property]
fn leaks(n: u64) {
    black_box(vec![n as u8 | 1; 1 << 20].leak());
}
use std::hint::black_box;
",
    );
    let limits = ["--time", "10m", "--memory", "512", "--findings", "1", "-j", "1"];
    let done = fixture.run(&[&["hunt", "--json"][..], &limits].concat());
    assert_eq!(done.code, 1, "{done:?}");
    let finding = &done.findings("leaks")[0];
    assert_eq!(finding["kind"], "flaky", "{finding}");
    assert_eq!((&finding["saved"], &finding["reduced"]), (&true.into(), &false.into()));
    let report = finding["report"].as_str().expect("a text");
    for part in [
        "it did not happen again when the same input ran alone",
        "last inputs of the process, none of which fails alone:",
        "  n: ",
        "memory of the process:",
        "memory grows from case to case",
    ] {
        assert!(report.contains(part), "{part}: {report}");
    }
}

#[test]
fn a_crash_that_repeats_is_reported_after_others_of_the_same_message_that_do_not() {
    let fixture = Fixture::new(
        "uncertain",
        r#"
/// Of the first six calls, the first, third and fifth crash. After that, one input in sixteen always does.
#[property]
fn crashes(n: u64) {
    use std::io::Write;
    let mut calls = std::fs::File::options().append(true).create(true).open("calls").unwrap();
    let before = calls.metadata().unwrap().len();
    if before < 6 {
        calls.write_all(b"x").unwrap();
    }
    if before < 6 && before % 2 == 0 || before == 6 && n % 16 == 5 {
        std::process::abort();
    }
}
"#,
    );
    let limits = ["--time", "1m", "--findings", "2", "-j", "1"];
    let done = fixture.run(&[&["hunt", "--seed", "1", "--json"][..], &limits].concat());
    assert_eq!(done.code, 1, "{done:?}");
    let found = done.findings("crashes");
    let text = |finding: &serde_json::Value, key: &str| {
        finding[key].as_str().expect("a text").lines().next().expect("a line").to_owned()
    };
    let crash = "the process died of SIGABRT (6)";
    let all: Vec<_> = found.iter().map(|it| (text(it, "kind"), text(it, "message"))).collect();
    let expected = ["flaky", "failure"].map(|kind| (kind.to_owned(), crash.to_owned()));
    assert_eq!(all, expected, "{done:?}");
    let report = found[1]["report"].as_str().expect("a text");
    assert!(report.contains("n: 5"), "{report}");
    // Those in between are tried without a word, and their inputs are not kept.
    let deaths = done.events().iter().filter(|event| event["event"] == "death").count();
    assert_eq!(deaths, 1, "{done:?}");
    let calls = std::fs::read_to_string(fixture.path("calls")).expect("a file");
    assert_eq!((calls.len(), fixture.files(".disprove/failures").len()), (6, 2));
}
