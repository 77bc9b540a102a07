//! The tests that a process took along when it died: each is run again, alone.
//!
//! Which of them had ended before is a matter of luck, as they run in threads.

use super::binary::{Binary, binaries};
use crate::mutants::log;
use std::{
    ffi::OsString,
    io::{self, Write},
    path::Path,
    process::{Command, Stdio},
};

/// How a line begins that tells which binary is started, and one that tells that all its tests have ended.
const RUNNING: &str = "     Running ";
const RESULT: &str = "test result: ";

/// The log with what these tests printed after their binary, under its line once more. None, if no process died.
/// `build` is `cargo test --no-run`, and `arguments` are those of the binaries; `prepare` gives them their variables.
pub(super) fn alone(
    log: &str,
    mut build: Command,
    arguments: &[OsString],
    prepare: &dyn Fn(&mut Command),
) -> io::Result<Option<Vec<u8>>> {
    let sections = sections(log);
    if !sections.iter().any(|section| has_died(section)) {
        return Ok(None);
    }
    let said = build.arg("--message-format=json").stderr(Stdio::null()).output()?;
    let binaries = binaries(&String::from_utf8_lossy(&said.stdout));
    let mut whole = Vec::new();
    for section in sections {
        whole.extend_from_slice(section.as_bytes());
        let heading = section.lines().next().unwrap_or_default();
        let binary = binaries.iter().find(|binary| is_of(heading, &binary.path));
        let Some(binary) = binary.filter(|_| has_died(section)) else { continue };
        // What cannot even say which tests it has would seem to fail with each of them.
        let Some(tests) = binary.tests(arguments)? else { continue };
        for test in without_verdict(section, tests) {
            whole.extend_from_slice(format!("\n{heading}\n").as_bytes());
            run(binary, &test, prepare, &mut whole)?;
        }
        whole.push(b'\n');
    }
    Ok(Some(whole))
}

/// The log, cut before each binary; doctests make one as well.
fn sections(log: &str) -> Vec<&str> {
    let mut cuts = vec![0];
    let mut at = 0;
    for line in log.split_inclusive('\n') {
        if line.starts_with(RUNNING) || line.starts_with("   Doc-tests ") {
            cuts.push(at);
        }
        at += line.len();
    }
    cuts.push(log.len());
    cuts.windows(2).map(|pair| &log[pair[0]..pair[1]]).collect()
}

/// Whether a binary was started, and did not come to its end.
fn has_died(section: &str) -> bool {
    section.starts_with(RUNNING) && !section.lines().any(|line| line.starts_with(RESULT))
}

/// Whether a line tells of this binary: it has the path as well, though from another folder.
fn is_of(heading: &str, path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let told = heading.rsplit_once(" (").and_then(|(_, path)| path.strip_suffix(')'));
    told.is_some_and(|told| told.rsplit(['/', '\\']).next() == Some(&*name))
}

fn without_verdict(section: &str, mut tests: Vec<String>) -> Vec<String> {
    let ran = log::read(section, &[]);
    tests.retain(|test| {
        // A name begins with that of the binary.
        let is_it = |name: &str| name.split_once("::").is_some_and(|(_, rest)| rest == test);
        !ran.iter().any(|ran| is_it(&ran.name))
    });
    tests
}

/// Runs one, with a verdict also if it dies again.
fn run(
    binary: &Binary,
    test: &str,
    prepare: &dyn Fn(&mut Command),
    whole: &mut Vec<u8>,
) -> io::Result<()> {
    let mut command = binary.command();
    prepare(&mut command);
    let done = command.args(["--exact", test]).output()?;
    // In the order of a log: what is told while it runs, and then the verdict.
    whole.write_all(&done.stderr)?;
    whole.write_all(&done.stdout)?;
    if !String::from_utf8_lossy(&done.stdout).lines().any(|line| line.starts_with(RESULT)) {
        whole.write_all(format!("\ntest {test} ... FAILED\n").as_bytes())?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{Path, has_died, is_of, sections, without_verdict};

    const LOG: &str = "   Compiling small v0.0.0\n\
        \u{20}    Running unittests src/lib.rs (target/debug/deps/small-1190)\n\nrunning 1 test\n\
        test tests::a ... ok\n\ntest result: ok. 1 passed\n\n\
        \u{20}    Running tests/all.rs (target/debug/deps/all-5a0f)\n\nrunning 3 tests\ntest m::a ... ok\n\
        test b ... \nthread 'b' has overflowed its stack\nerror: test failed, to rerun pass `--test all`\n\
        \u{20}  Doc-tests small\n\nrunning 0 tests\n";

    #[test]
    fn a_binary_without_a_result_has_died() {
        let sections = sections(LOG);
        assert_eq!(sections.concat(), LOG);
        let died: Vec<bool> = sections.iter().map(|section| has_died(section)).collect();
        assert_eq!(died, [false, false, true, false]);
        let heading = sections[2].lines().next().expect("a line");
        assert!(is_of(heading, Path::new("/w/target/debug/deps/all-5a0f")));
        assert!(!is_of(heading, Path::new("/w/target/debug/deps/small-1190")));
    }

    #[test]
    fn only_tests_that_had_not_ended_are_run_again() {
        let tests = ["a", "b", "m::a", "m::c"].map(str::to_owned).to_vec();
        assert_eq!(without_verdict(sections(LOG)[2], tests), ["a", "b", "m::c"]);
    }
}
