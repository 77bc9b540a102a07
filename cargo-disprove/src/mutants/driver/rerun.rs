//! Reruns tests without a verdict, because their process died or timed out: each alone.
//!
//! Tests run in threads, so which of them had ended before is random.

use super::{
    binary::{Binary, GetOutput, RUNNING, TestBuild, file, listed},
    supervisor::Supervisor,
    timings::TestTimings,
};
use crate::mutants::log;
use std::{
    ffi::{OsStr, OsString},
    fs, io,
    path::Path,
    process::Command,
    time::{Duration, Instant},
};

/// Prefixes of log lines: the start of doctests, and the end of a binary.
const DOCTESTS: &str = "   Doc-tests ";
const RESULT: &str = "test result: ";

/// Cargo arguments that select targets. With one of them, cargo runs no doctests.
const TARGETS: [&str; 10] = [
    "--lib",
    "--bins",
    "--bin",
    "--tests",
    "--test",
    "--examples",
    "--example",
    "--benches",
    "--bench",
    "--all-targets",
];

/// Whether a cargo argument selects targets.
pub(super) fn selects_targets(word: &OsStr) -> bool {
    TARGETS.contains(&word.to_string_lossy().split('=').next().unwrap_or_default())
}

/// A test run in which some tests did not end.
pub(super) struct Rerun<'a> {
    /// Only doctests ran.
    pub(super) is_doc: bool,
    pub(super) build: &'a TestBuild<'a>,
    /// Arguments of the test binaries.
    pub(super) tests: &'a [OsString],
    /// Sets the environment variables of the tests, or of the one with this name.
    pub(super) prepare: &'a dyn Fn(&mut Command, Option<&str>),
    /// The run timed out, so some binaries may not have started.
    pub(super) timed_out: bool,
    /// When the run started. The limit of the run and its reruns counts from then.
    pub(super) start: Instant,
    /// `None` without a limit.
    pub(super) timings: Option<&'a TestTimings>,
    pub(super) supervisor: &'a Supervisor,
    /// Temporary file for the output of a command.
    pub(super) scratch: &'a Path,
}

impl Rerun<'_> {
    /// Inserts the output of the reruns into a log, after their binary and under a repetition of its heading.
    pub(super) fn add_to(&self, path: &Path) -> io::Result<()> {
        let log = String::from_utf8_lossy(&fs::read(path)?).into_owned();
        let sections = sections(&log);
        if !self.timed_out && !sections.iter().any(|section| has_died(section)) {
            return Ok(());
        }
        let limit = self.timings.map(TestTimings::limit);
        let output: GetOutput = &|command| self.output(command, limit);
        let built = if self.is_doc { Some(Vec::new()) } else { self.build.binaries(output)? };
        let Some(binaries) = built else { return Ok(()) };
        let mut whole = String::new();
        let mut doctests = String::new();
        let mut started = Vec::new();
        for section in sections {
            if section.starts_with(DOCTESTS) {
                doctests.push_str(section);
                continue;
            }
            whole.push_str(section);
            let heading = section.lines().next().unwrap_or_default();
            started.extend(file(heading));
            let binary = binaries.iter().find(|binary| file(heading) == file(&binary.heading));
            if let Some(binary) = binary.filter(|_| has_died(section)) {
                let tests = binary.tests(self.tests, output)?;
                // A binary that cannot list its tests would seem to fail all of them.
                let left = without_verdict(section, tests.unwrap_or_default());
                self.one_by_one(binary, heading, &left, &mut whole)?;
            }
        }
        for binary in binaries.iter().filter(|_| self.timed_out) {
            if file(&binary.heading).is_some_and(|file| started.contains(&file)) {
                continue;
            }
            let tests = binary.tests(self.tests, output)?.unwrap_or_default();
            if tests.is_empty() {
                // Binaries of the same name are numbered in the order of their headings.
                whole.extend(["\n", &*binary.heading, "\n"]);
            }
            self.one_by_one(binary, &binary.heading, &tests, &mut whole)?;
        }
        if self.timed_out {
            self.doctests(&mut doctests)?;
        }
        fs::write(path, whole + &doctests)
    }

    /// Runs tests of a binary, each alone. A test that dies or times out again has failed.
    fn one_by_one(
        &self,
        binary: &Binary,
        heading: &str,
        tests: &[String],
        whole: &mut String,
    ) -> io::Result<()> {
        for test in tests {
            let name = format!("{}::{test}", binary.name);
            let Some(until) = self.time_for(self.timings.map(|timings| timings.limit_alone(&name)))
            else {
                break;
            };
            let mut command = binary.command();
            (self.prepare)(&mut command, Some(&name));
            let ended =
                self.supervisor.log(command.args(["--exact", test]), until, self.scratch)?;
            let text = ended.map_or(Ok(Vec::new()), |_| fs::read(self.scratch))?;
            let text = String::from_utf8_lossy(&text);
            whole.extend(["\n", heading, "\n", &text]);
            if !text.lines().any(|line| line.starts_with(RESULT)) {
                whole.extend(["\ntest ", test, " ... FAILED\n"]);
            }
        }
        Ok(())
    }

    /// The same for doctests. Cargo runs them, and selects one by its line, since names contain spaces.
    fn doctests(&self, log: &mut String) -> io::Result<()> {
        if self.build.arguments.iter().any(|word| selects_targets(word)) {
            return Ok(());
        }
        let limit = self.timings.map(TestTimings::limit);
        let run = |arguments: &[&str]| -> io::Result<Option<String>> {
            let Some(until) = self.time_for(limit) else { return Ok(None) };
            let mut command = self.build.command();
            command.args(["--doc", "--"]).args(self.tests).args(arguments);
            (self.prepare)(&mut command, None);
            let ended = self.supervisor.log(&mut command, until, self.scratch)?;
            let text = String::from_utf8_lossy(&fs::read(self.scratch)?).into_owned();
            Ok(Some(if ended.is_some() { text } else { complete_lines(&text) }))
        };
        if log.is_empty() {
            log.extend(run(&[])?);
        }
        let mut headings = log.lines().filter(|line| line.starts_with(DOCTESTS));
        // With several packages, the line would be ambiguous.
        let (Some(heading), None) = (headings.next().map(str::to_owned), headings.next()) else {
            return Ok(());
        };
        if log.lines().any(|line| line.starts_with(RESULT)) {
            return Ok(());
        }
        let list = |more: &[&str]| -> io::Result<Vec<String>> {
            let all = [&["--list", "--format", "terse"], more].concat();
            Ok(run(&all)?.map(|text| listed(&text)).unwrap_or_default())
        };
        let (all, ignored) = (list(&[])?, list(&["--ignored"])?);
        for test in &all {
            let line = test.rsplit(' ').next().unwrap_or_default();
            let is_alone = all.iter().filter(|other| other.contains(line)).count() == 1;
            if ignored.contains(test) || !is_alone || has_verdict(log, test) {
                continue;
            }
            let Some(text) = run(&[line])? else { break };
            log.extend(["\n", &text]);
            if !text.lines().any(|line| line.starts_with(RESULT)) {
                log.extend(["\n", &heading, "\ntest ", test, " ... FAILED\n"]);
            }
        }
        Ok(())
    }

    /// The output of a command, if it succeeds in time.
    fn output(&self, command: &mut Command, limit: Option<Duration>) -> io::Result<Option<String>> {
        let Some(until) = self.time_for(limit) else { return Ok(None) };
        self.supervisor.output(command, until, self.scratch)
    }

    /// Deadline of a command with this limit; `None` if the remaining time is shorter.
    #[expect(clippy::option_option, reason = "no time left, and no limit")]
    fn time_for(&self, limit: Option<Duration>) -> Option<Option<Instant>> {
        let end = limit.map(|limit| Instant::now() + limit);
        (!is_beyond(end, self.start, self.timings)).then_some(end)
    }
}

/// Whether a command could end after the deadline of all reruns.
fn is_beyond(end: Option<Instant>, start: Instant, timings: Option<&TestTimings>) -> bool {
    let until = timings.map(|timings| start + timings.limit_in_all());
    end.zip(until).is_some_and(|(end, until)| end > until)
}

/// The log, split before each binary and before doctests.
fn sections(log: &str) -> Vec<&str> {
    let mut cuts = vec![0];
    let mut at = 0;
    for line in log.split_inclusive('\n') {
        if line.starts_with(RUNNING) || line.starts_with(DOCTESTS) {
            cuts.push(at);
        }
        at += line.len();
    }
    cuts.push(log.len());
    cuts.windows(2).map(|pair| &log[pair[0]..pair[1]]).collect()
}

/// Whether a binary started and did not end. A binary without the test harness prints neither.
fn has_died(section: &str) -> bool {
    let has = |start: &str| section.lines().any(|line| line.starts_with(start));
    section.starts_with(RUNNING) && has("running ") && !has(RESULT)
}

/// The output without its unfinished last line.
fn complete_lines(text: &str) -> String {
    text.rfind('\n').map_or("", |end| &text[..=end]).to_owned()
}

fn without_verdict(section: &str, mut tests: Vec<String>) -> Vec<String> {
    let ran = log::read(section, &[]);
    tests.retain(|test| {
        // The name of a result starts with that of the binary.
        let is_it = |name: &str| name.split_once("::").is_some_and(|(_, rest)| rest == test);
        !ran.iter().any(|ran| is_it(&ran.name))
    });
    tests
}

/// Whether a line holds the verdict of this doctest.
fn has_verdict(log: &str, test: &str) -> bool {
    let rest = |line: &'_ str| -> Option<bool> {
        let rest = line.strip_prefix("test ")?.strip_prefix(test)?;
        Some([" ... ok", " ... FAILED"].iter().any(|end| rest.ends_with(end)))
    };
    log.lines().any(|line| rest(line) == Some(true))
}

#[cfg(test)]
mod tests {
    use super::{
        Duration, Instant, TestTimings, has_died, has_verdict, is_beyond, sections, without_verdict,
    };

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
        let other = "     Running tests/own.rs (target/debug/deps/own-77aa)\nall is well\n";
        assert!(!has_died(other), "without the test harness nothing is known");
    }

    #[test]
    fn only_tests_without_a_verdict_are_rerun() {
        let tests = ["a", "b", "m::a", "m::c"].map(str::to_owned).to_vec();
        assert_eq!(without_verdict(sections(LOG)[2], tests), ["a", "b", "m::c"]);
    }

    #[test]
    fn no_rerun_starts_that_could_end_after_the_deadline() {
        let start = Instant::now();
        let timings = TestTimings { limit: Some(3.0), ..TestTimings::default() };
        // Ten times the limit, with the run before them.
        for (seconds, expected) in [(30, false), (31, true)] {
            let end = Some(start + Duration::from_secs(seconds));
            assert_eq!(is_beyond(end, start, Some(&timings)), expected, "{seconds} s");
            assert!(!is_beyond(end, start, None), "no limit");
        }
        assert!(!is_beyond(None, start, Some(&timings)));
    }

    #[test]
    fn a_doctest_has_a_verdict_when_its_line_ends_with_one() {
        let log = "test src/lib.rs - f (line 3) ... ok\ntest src/lib.rs - g (line 13) - compile fail ... FAILED\n\
                   test src/lib.rs - h (line 20) ... ";
        let has = |test: &str| has_verdict(log, &format!("src/lib.rs - {test}"));
        assert!(has("f (line 3)") && has("g (line 13)"));
        assert!(!has("h (line 20)") && !has("f (line 30)"));
    }
}
