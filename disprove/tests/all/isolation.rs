//! `#[property(isolate)]`: whatever a property does to its process is a failure like any other.
#![cfg(unix)]

use crate::{
    child::{Scratch, run},
    page::blocks,
};
use disprove::prelude::*;
use std::{hint::black_box, process};

/// Says that it is dropped.
struct Cleanup;

impl Drop for Cleanup {
    fn drop(&mut self) {
        eprintln!("cleaned up");
    }
}

#[property(isolate)]
#[ignore = "run by the tests below"]
fn aborts(list: Vec<u8>) {
    if list.len() > 3 {
        let _cleanup = Cleanup;
        println!("to standard output");
        eprintln!("to standard error");
        process::abort();
    }
}

#[property]
#[ignore = "run by the tests below"]
fn aborts_the_test(_n: u8) {
    process::abort();
}

/// The number of decimal digits.
fn digits(n: u8) -> u32 {
    let (mut digits, mut power) = (1, 10_u8);
    while power <= n {
        power = power.wrapping_mul(10);
        digits += 1;
    }
    digits
}

#[property(isolate = "500ms")]
#[ignore = "run by the tests below"]
fn a_byte_has_up_to_three_digits(n: u8) {
    assert!(digits(n) <= 3);
}

/// Fails for large numbers. Its reduction meets one for which it loops.
#[property(isolate = "500ms")]
#[example(5_000)]
#[ignore = "run by the tests below"]
fn loops_for_a_smaller_input(n: u32) {
    while black_box(n) == 999 {}
    assert!(n < 1_000, "too large");
}

fn recurse(n: u64) -> u64 {
    let frame = black_box([n; 64]);
    if frame[5] == 1 { 1 } else { recurse(n + 2) + frame[3] }
}

#[property(isolate)]
#[ignore = "run by the tests below"]
fn overflows_the_stack(n: u32) {
    if n > 77 {
        black_box(recurse(2));
    }
}

#[property(isolate)]
#[ignore = "run by the tests below"]
fn fails(n: u32) {
    assert!(n < 10, "too large");
}

#[property(isolate)]
fn holds(n: u32) {
    println!("what is printed does not matter");
    assert_eq!(n ^ n, 0);
}

#[property(isolate)]
#[should_panic(expected = "too large")]
fn is_meant_to_fail(n: u32) {
    assert!(n < 10, "too large");
}

#[property(isolate)]
#[should_panic(expected = "the process died of SIGABRT")]
fn is_meant_to_abort(list: Vec<u8>) {
    if list.len() > 3 {
        process::abort();
    }
}

#[property(isolate)]
#[ignore = "run by the tests below"]
fn labels(n: u32) {
    label!("{}", if n % 2 == 0 { "even" } else { "odd" });
}

#[property(isolate)]
#[ignore = "run by the tests below"]
fn joins_a_thread(n: u8) {
    let joined = std::thread::spawn(move || assert!(n < 10, "on a thread")).join();
    assert_eq!(joined.is_err(), n >= 10);
}

/// The hook is that of the process that runs the cases.
#[property(isolate)]
fn a_panic_hook_of_an_isolated_property_hides_panics_of_threads(n: u8) {
    std::panic::set_hook(Box::new(|_| ()));
    let joined = std::thread::spawn(move || assert!(n < 10, "on a thread")).join();
    assert_eq!(joined.is_err(), n >= 10);
}

/// The name of a test is written as in its source, `r#` included.
#[property(isolate)]
fn r#loop(n: u32) {
    assert_eq!(n ^ n, 0);
}

/// Its test is `r#match`.
#[derive(Default)]
struct Match;

#[property(isolate)]
#[ignore = "run by the tests below"]
impl Match {
    #[rule]
    fn r#move(&mut self, by: u8) {
        assert!(by < 10, "too far");
    }
}

fn output(test: &str, scratch: &Scratch) -> String {
    let database = scratch.path().display().to_string();
    let (passed, output) = run(test, &[("DISPROVE_DATABASE", &database), ("RUST_BACKTRACE", "0")]);
    assert!(!passed, "{output}");
    output
}

#[test]
fn a_process_that_dies_is_reported_with_the_smallest_input() {
    let scratch = Scratch::new("isolation-abort");
    // The second run begins with what is kept, and is isolated all the same.
    for _ in 0..2 {
        let output = output("aborts", &scratch);
        assert!(output.contains("list: [0, 0, 0, 0]"), "{output}");
        assert!(output.contains("the process died of SIGABRT (6)"), "{output}");
        assert!(output.contains("its last output:\n    to standard error"), "{output}");
        assert!(
            !output.contains("to standard output") && !output.contains("cleaned up"),
            "{output}"
        );
    }
    assert!(scratch.files().iter().any(|file| file.starts_with("deaths/")));
}

#[test]
fn a_stack_overflow_is_reported_with_the_smallest_input() {
    let output = output("overflows_the_stack", &Scratch::new("isolation-overflow"));
    assert!(output.contains("n: 78,"), "{output}");
    assert!(output.contains("the process died of a stack overflow"), "{output}");
}

#[test]
fn without_isolation_a_crash_saves_nothing() {
    let scratch = Scratch::new("not-isolated");
    let output = output("aborts_the_test", &scratch);
    assert!(!output.contains("aborts_the_test("), "{output}");
    assert_eq!(scratch.files(), [""; 0]);
}

#[test]
fn a_case_that_does_not_end_is_reported() {
    let output = output("a_byte_has_up_to_three_digits", &Scratch::new("isolation-hang"));
    assert!(output.contains("n: 232,"), "{output}");
    assert!(output.contains("the case did not end within 500 ms"), "{output}");
    let page = include_str!("../../../book/src/guides/crashes.md");
    let [_, shown] = &blocks(page, "text")[..] else { panic!("a crash and a hang") };
    assert!(output.contains(shown), "{shown}\n{output}");
}

#[test]
fn a_loop_that_a_reduction_meets_is_a_failure_beside_the_first_one() {
    let output = output("loops_for_a_smaller_input", &Scratch::new("isolation-loop"));
    assert!(output.contains("n: 999,"), "{output}");
    assert!(output.contains("the case did not end within 500 ms"), "{output}");
    assert!(output.contains("n: 1000,") && output.contains("too large"), "{output}");
}

#[test]
fn an_ordinary_failure_is_reported_as_always() {
    let output = output("fails", &Scratch::new("isolation-failure"));
    assert!(output.contains("n: 10,") && output.contains("too large"), "{output}");
    assert!(output.contains("#[example(10)]"), "{output}");
    assert!(output.contains("#[property(seed = "), "{output}");
}

#[test]
fn a_panic_of_a_thread_is_a_failure_of_an_isolated_property() {
    let output = output("joins_a_thread", &Scratch::new("isolation-thread"));
    assert!(output.contains("n: 10,"), "{output}");
    assert!(output.contains("a thread that it started panicked: on a thread"), "{output}");
}

#[test]
fn an_isolated_property_has_statistics() {
    let (passed, output) = run("labels", &[("DISPROVE_DATABASE", "none"), ("DISPROVE_STATS", "1")]);
    assert!(passed && output.contains("labels: passed\n  500 cases, "), "{output}");
    assert!(output.contains("odd") && output.matches("even").count() == 1, "{output}");
}

#[test]
fn an_isolated_property_has_no_backtrace() {
    let variables = [("DISPROVE_DATABASE", "none"), ("RUST_BACKTRACE", "1")];
    let (passed, output) = run("fails", &variables);
    assert!(!passed && output.contains("n: 10,"), "{output}");
    assert!(!output.contains("\n  backtrace\n"), "{output}");
}

#[test]
fn github_annotates_isolated_properties_too() {
    let annotation = |test: &str| {
        let variables =
            [("DISPROVE_DATABASE", "none"), ("GITHUB_ACTIONS", "true"), ("RUST_BACKTRACE", "0")];
        let (passed, output) = run(test, &variables);
        assert!(!passed, "{output}");
        let all: Vec<&str> = output.lines().filter(|line| line.starts_with("::error ")).collect();
        let [annotation] = all[..] else { panic!("{output}") };
        annotation.to_owned()
    };
    let failed = annotation("fails");
    assert!(failed.starts_with("::error file=disprove/tests/all/isolation.rs,line="), "{failed}");
    let end = ",col=5,title=fails failed::fails(%0A    n: 10,%0A)%0A%0Atoo large";
    assert!(failed.ends_with(end), "{failed}");
    // A process that dies has no location, so the property is annotated.
    let here = include_str!("isolation.rs").lines();
    let line =
        here.enumerate().find(|(_, line)| line.starts_with("fn aborts(")).expect("it is there").0;
    let start = format!(
        "::error file=disprove/tests/all/isolation.rs,line={},title=aborts failed::aborts(%0A    list: [0, 0, 0, 0],%0A)%0A%0A\
         the process died of SIGABRT (6)",
        line + 1
    );
    let aborted = annotation("aborts");
    assert!(aborted.starts_with(&start), "{aborted}");
}

#[test]
fn a_machine_and_its_rule_may_have_raw_names() {
    let output = output("r#match", &Scratch::new("isolation-raw"));
    assert!(output.contains("machine.r#move(10);") && output.contains("too far"), "{output}");
}

#[property(isolate = "10m")]
#[ignore = "run by the tests below"]
fn loops_with_a_daemon(_n: u32) {
    let mut daemon = process::Command::new("setsid");
    let mut daemon = daemon.args(["sleep", "654"]).spawn().expect("it runs");
    while daemon.try_wait().is_ok() {
        std::hint::spin_loop();
    }
}

#[property(isolate)]
#[ignore = "run by the tests below"]
fn floods(n: u64) {
    eprint!("{}", "x".repeat((n % 100_000) as usize));
}

/// Processes whose environment has this directory for temporary files, as that of a worker.
#[cfg(target_os = "linux")]
fn workers(temporary: &str) -> usize {
    let folder = format!("DISPROVE_WORKER={temporary}");
    let processes = std::fs::read_dir("/proc").expect("processes").flatten();
    let environment = |process: std::fs::DirEntry| std::fs::read(process.path().join("environ"));
    processes
        .filter_map(|process| environment(process).ok())
        .filter(|bytes| String::from_utf8_lossy(bytes).contains(&folder))
        .count()
}

#[cfg(target_os = "linux")]
#[test]
fn processes_and_folders_end_with_a_killed_test() {
    use std::{
        os::unix::fs::MetadataExt,
        time::{Duration, Instant},
    };
    let wait_until = |what: &str, condition: &dyn Fn() -> bool| {
        let start = Instant::now();
        while !condition() {
            assert!(start.elapsed() < Duration::from_secs(60), "{what} did not happen");
            std::thread::sleep(Duration::from_millis(5));
        }
    };
    let scratch = Scratch::new("isolation-killed");
    let temporary = scratch.path().display().to_string();
    let binary = std::env::current_exe().expect("a running test knows its binary");
    let mut test = process::Command::new(binary);
    test.args(["--exact", "isolation::loops_with_a_daemon", "--ignored"]);
    test.env("TMPDIR", &temporary).stdout(process::Stdio::null()).stderr(process::Stdio::null());
    let mut test = test.spawn().expect("it runs");
    wait_until("the daemon", &|| workers(&temporary) > 1);
    for folder in std::fs::read_dir(scratch.path()).expect("a folder").flatten() {
        let mode = folder.metadata().expect("a folder").mode();
        assert_eq!(mode & 0o777, 0o700, "nobody else can enter");
    }
    test.kill().expect("it runs");
    test.wait().expect("it ends");
    wait_until("the end of all processes", &|| workers(&temporary) == 0);
    wait_until("the end of the folder", &|| {
        std::fs::read_dir(scratch.path()).expect("a folder").count() == 0
    });
}

/// Reserves memory without touching it, which no machine refuses unless it has a limit.
#[property(isolate)]
#[ignore = "run by the tests below"]
fn reserves(#[draw(0..=2_048)] mebibytes: usize) {
    black_box(Vec::<u8>::with_capacity(mebibytes << 20));
}

#[cfg(target_os = "linux")]
#[test]
fn an_allocation_beyond_the_limit_of_the_shell_is_reported() {
    let scratch = Scratch::new("isolation-memory");
    let binary = std::env::current_exe().expect("a running test knows its binary");
    let run = |limit: &str| {
        let mut test = process::Command::new("sh");
        test.args(["-c", &format!("{limit}exec \"$0\" \"$@\"")]).arg(&binary);
        test.args(["--exact", "isolation::reserves", "--ignored", "--nocapture"]);
        let done = test.env("DISPROVE_DATABASE", scratch.path()).output().expect("it runs");
        let output = String::from_utf8_lossy(&[done.stdout, done.stderr].concat()).into_owned();
        (done.status.success(), output)
    };
    assert!(run("").0);
    let (passed, output) = run("ulimit -v 1000000; ");
    assert!(!passed && output.contains("the process died, as memory allocation of"), "{output}");
    assert!(output.contains("mebibytes: ") && output.contains("Reduced in"), "{output}");
}

#[test]
fn output_does_not_fill_the_disk() {
    let scratch = Scratch::new("isolation-flood");
    let binary = std::env::current_exe().expect("a running test knows its binary");
    // With the signal ignored, a write beyond the limit fails as on a full disk.
    let limited = "trap '' XFSZ; ulimit -f 8; exec \"$0\" \"$@\"";
    let mut test = process::Command::new("sh");
    test.args(["-c", limited]).arg(binary).args(["--exact", "isolation::floods", "--ignored"]);
    test.env("TMPDIR", scratch.path()).env("DISPROVE_DATABASE", scratch.path());
    let done = test.output().expect("it runs");
    assert!(done.status.success(), "{done:?}");
}
