//! Whatever ends a hunt while a failure is being reduced, the failure is saved, reported once, and counted.

use crate::support::fixture::{Done, Fixture, wait_until};
use disprove::{Database, Db};
use std::{
    fs,
    io::{BufRead, BufReader, Read},
    process::{Child, Command, Stdio},
};

/// The reduction of the first takes a second for each smaller input that hangs, that of the second a fifth of a second
/// for each that fails.
const SLOW: &str = r#"
#[property]
fn hangs(list: Vec<u8>) {
    if list.len() >= 2 && list[0] > 100 { loop { std::hint::spin_loop(); } }
}

#[property]
fn fails(list: Vec<u16>) {
    if list.len() >= 2 {
        std::thread::sleep(std::time::Duration::from_millis(200));
        panic!("too long");
    }
}
"#;

fn slow(name: &str) -> Fixture {
    let fixture = Fixture::new(name, SLOW);
    assert_eq!(fixture.run(&["hunt", "--list"]).code, 0);
    fixture
}

/// Checks that a hunt has reported one unreduced finding, and that the database contains it.
fn lost_nothing(fixture: &Fixture, done: &Done, property: &str, message: &str) {
    assert_eq!(done.code, 1, "{done:?}");
    let findings = done.findings(property);
    assert_eq!(findings.len(), 1, "{done:?}");
    let finding = &findings[0];
    let text = finding["message"].as_str().expect("a text");
    assert_eq!(text, format!("{message}\nit is not reduced: the hunt ended first"));
    assert_eq!((&finding["saved"], &finding["reduced"]), (&true.into(), &false.into()));
    // The process of a case that hangs is ended.
    assert!(property != "hangs" || finding["kind"] == "death", "{finding}");
    assert_eq!(finding["report"], "");
    let end = done.events().into_iter().find(|event| event["event"] == "end").expect("an end");
    assert_eq!(end["findings"], 1, "{done:?}");
    let db = Db::at(fixture.path(".disprove"));
    let saved = db.load(finding["property"].as_str().expect("a name")).entries;
    let saved: Vec<String> = saved.iter().map(disprove::Tree::to_token).collect();
    assert_eq!(saved, [finding["token"].as_str().expect("a token")], "{done:?}");
    let regressions = fixture.files(".disprove/regressions");
    assert!(regressions.is_empty(), "only reduced inputs are to be committed: {regressions:?}");
}

#[test]
fn a_finding_whose_reduction_outlasts_the_hunt_is_reported() {
    let fixture = slow("outlasted");
    let always = ["hunt", "-j", "1", "--time", "1s", "--grace", "1s", "--json"];
    let done = fixture.run(&[&always[..], &["--case-time", "1s", "hangs"]].concat());
    lost_nothing(&fixture, &done, "hangs", "the case did not end within 1.0 s");
    let done = fixture.run(&[&always[..], &["fails"]].concat());
    lost_nothing(&fixture, &done, "fails", "too long");
    // The reduction had the time of `--grace`.
    let end = done.events().pop().expect("an end");
    assert!(end["seconds"].as_f64() >= Some(2.0), "{end}");
    // People see what to do next. The input saved above may be too small for a reduction that takes long.
    fs::remove_dir_all(fixture.path(".disprove")).expect("the failure was saved");
    let done = fixture.run(&["hunt", "--time", "1s", "--grace", "1s", "fails"]);
    assert!(done.out.contains("it is not reduced: the hunt ended first"), "{done:?}");
    assert!(done.out.contains("run it again: cargo disprove replay d1:"), "{done:?}");
}

/// A hunt under way, and the lines it has printed.
struct Hunt {
    process: Child,
    output: BufReader<std::process::ChildStdout>,
    lines: String,
}

impl Hunt {
    fn start(fixture: &Fixture, arguments: &[&str]) -> Hunt {
        let always = ["hunt", "-j", "1", "--case-time", "1s", "--json"];
        let mut command = fixture.command(&[&always, arguments].concat());
        let mut process =
            command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().expect("it runs");
        let output = BufReader::new(process.stdout.take().expect("piped"));
        Hunt { process, output, lines: String::new() }
    }

    /// Reads events up to one of this kind.
    fn wait_for(&mut self, event: &str) {
        let event = format!(r#""event":"{event}""#);
        while !self.lines.lines().last().is_some_and(|line| line.contains(&event)) {
            assert_ne!(self.output.read_line(&mut self.lines).expect("text"), 0, "{}", self.lines);
        }
    }

    /// Sends a signal to the hunt, and waits for its end.
    fn end(mut self, signal: &str) -> Done {
        kill(signal, self.process.id());
        self.output.read_to_string(&mut self.lines).expect("text");
        let code = self.process.wait().expect("it ends").code().unwrap_or(-1);
        Done { code, out: self.lines, err: String::new() }
    }

    /// The process of its only worker.
    fn worker(&self) -> Option<u32> {
        let id = self.process.id();
        let children = fs::read_to_string(format!("/proc/{id}/task/{id}/children"));
        children.expect("a process").split_whitespace().next()?.parse().ok()
    }
}

fn kill(signal: &str, process: u32) {
    let status = Command::new("kill").args([signal, &process.to_string()]).status();
    assert!(status.expect("it runs").success());
}

#[test]
fn a_signal_during_the_reduction_of_a_crash_loses_nothing() {
    let fixture = slow("signaled");
    for signal in ["-TERM", "-INT"] {
        let mut hunt = Hunt::start(&fixture, &["hangs"]);
        hunt.wait_for("death");
        let done = hunt.end(signal);
        lost_nothing(&fixture, &done, "hangs", "the case did not end within 1.0 s");
        fs::remove_dir_all(fixture.path(".disprove")).expect("a folder");
    }
}

#[test]
fn a_signal_during_the_reduction_of_a_failure_loses_nothing() {
    let fixture = slow("slow");
    for signal in ["-TERM", "-INT"] {
        let hunt = Hunt::start(&fixture, &["fails"]);
        wait_until("a saved failure", &mut || !fixture.files(".disprove/failures").is_empty());
        lost_nothing(&fixture, &hunt.end(signal), "fails", "too long");
        fs::remove_dir_all(fixture.path(".disprove")).expect("a folder");
    }
}

#[test]
fn a_killed_worker_loses_nothing() {
    let fixture = slow("worker");
    let hunt = Hunt::start(&fixture, &["fails"]);
    wait_until("a saved failure", &mut || !fixture.files(".disprove/failures").is_empty());
    kill("-KILL", hunt.worker().expect("a worker"));
    let done = hunt.end("-TERM");
    let fails =
        done.findings("fails").into_iter().filter(|it| it["location"] != "").collect::<Vec<_>>();
    assert_eq!((done.code, fails.len()), (1, 1), "{done:?}");
    assert!(fails[0]["message"].as_str().is_some_and(|text| text.starts_with("too long")));
    assert_eq!(fails[0]["saved"], true, "{done:?}");
}
