//! Runs the tests of a scenario (the baseline or a mutant), round after round.

use super::{
    LATE, LOG, TIMES,
    binary::TestBuild,
    cargo_stub::cargo,
    each_alone::run_each_alone,
    heading::add_package_folders,
    plan::{FOLDER, Round},
    regression_files,
    rerun::{Rerun, selects_targets},
    schemata::{Inserted, Runner, test_all},
    stub_config::StubConfig,
    supervisor::Supervisor,
    timings::TestTimings,
};
use crate::mutants::log::{self, TestResult, Verdict};
use std::{
    collections::BTreeMap,
    env,
    ffi::{OsStr, OsString},
    fmt::Write as _,
    fs::{self, File},
    io::{self, Read, Write},
    path::{Path, PathBuf},
    process::{Command, ExitCode},
    thread,
    time::Instant,
};

/// Exit code of cargo when tests fail.
const FAILED: u8 = 101;

/// Name of the log of the baseline, without its extension.
pub(super) const BASELINE: &str = "baseline";

/// The cargo argument that runs doctests only.
const DOC: &str = "--doc";

/// Marker file in the folder of a complete round.
const ENDED: &str = "ended";

/// Bytes of the output that are copied into the log of cargo-mutants, from its end: enough for a reader.
const MAX_COPIED: usize = 1 << 20;

/// Prefixes of environment variables that would change what tests do: of the libraries and the test harness.
const REMOVED_VARIABLES: [&str; 5] =
    ["DISPROVE_", "PROPTEST_", "QUICKCHECK_", "HEGEL_", "RUST_TEST_NOCAPTURE"];

/// The folder with the rounds of a scenario, named after its log.
pub(super) fn folder_of(folder: &Path, log: &Path) -> PathBuf {
    folder.join("rounds").join(log.file_stem().unwrap_or(OsStr::new(BASELINE)))
}

/// The folder with the rounds of the baseline.
pub(crate) fn baseline_folder(folder: &Path) -> PathBuf {
    folder_of(folder, Path::new(BASELINE))
}

/// Whether a round missed its time limit.
pub(crate) fn has_timed_out(round: &Path) -> bool {
    round.join(LATE).exists()
}

/// The test results in the log of a round.
pub(crate) fn results(round: &Path) -> Vec<TestResult> {
    let log = fs::read(round.join(LOG)).unwrap_or_default();
    let times = fs::read_to_string(round.join(TIMES)).unwrap_or_default();
    let times: Vec<f64> = times.lines().filter_map(|line| line.parse().ok()).collect();
    log::read(&String::from_utf8_lossy(&log), &times)
}

/// Whether a round is complete.
pub(super) fn has_ended(round: &Path) -> bool {
    round.join(ENDED).exists()
}

/// The rounds of a scenario.
pub(super) struct Rounds<'a> {
    pub(super) config: &'a StubConfig,
    /// The folders of the whole run and of the scenario.
    pub(super) folder: &'a Path,
    pub(super) scenario: PathBuf,
    /// The arguments of cargo.
    pub(super) given: &'a [OsString],
    /// The copy of the project, and its original regression files.
    pub(super) project: PathBuf,
    pub(super) copies: PathBuf,
}

impl Rounds<'_> {
    /// Runs all rounds, and returns the exit code.
    pub(super) fn run(&self) -> io::Result<ExitCode> {
        let plan = &self.config.plan;
        let is_baseline = self.scenario.ends_with(BASELINE);
        let rounds = if is_baseline { &plan.baseline } else { &plan.rounds };
        // The baseline has no time limit.
        let usual = if is_baseline { None } else { TestTimings::read(self.folder) };
        let supervisor = Supervisor::new(self.config.driver);
        let start = Instant::now();
        let mut code = 0;
        let (mut is_found, mut passed) = (false, BTreeMap::new());
        for round in rounds {
            let place = self.scenario.join(&round.name);
            fs::create_dir_all(place.join("data"))?;
            if round.is_last && (is_found || self.given.iter().any(|word| selects_targets(word))) {
                fs::write(place.join(ENDED), "")?;
                continue;
            }
            regression_files::restore(&self.project, &self.copies)?;
            let status = self.round(round, &place, &supervisor, usual.as_ref())?;
            println!("round {}: {status}", round.name);
            if status != 0 {
                // Failures of the baseline are for the driver to judge, as long as some tests ran.
                let log = fs::read(place.join(LOG)).unwrap_or_default();
                let text = String::from_utf8_lossy(&log);
                if !is_baseline || !text.contains("\ntest result: ") {
                    io::stdout().write_all(&log[log.len().saturating_sub(MAX_COPIED)..])?;
                    code = FAILED;
                }
                if !is_baseline && !text.lines().any(log::is_heading) {
                    return Err(io::Error::other("cargo ran no tests"));
                }
            }
            for ran in results(&place) {
                let is_reliable =
                    usual.as_ref().is_some_and(|usual| usual.tests.contains_key(&ran.name));
                is_found |= ran.verdict == Verdict::Failed && is_reliable;
                let (count, seconds) = passed.entry(ran.name).or_insert((0, None));
                *count += usize::from(ran.verdict == Verdict::Passed);
                *seconds = seconds.or(ran.seconds);
            }
            fs::write(place.join(ENDED), "")?;
        }
        if is_baseline {
            passed.retain(|_, (count, _)| *count == rounds.len());
            let tests =
                passed.into_iter().filter_map(|(name, (_, seconds))| Some((name, seconds?)));
            let round = start.elapsed().as_secs_f64() / rounds.len().max(1) as f64;
            let known = TestTimings { round, tests: tests.collect(), limit: self.config.limit };
            known.write(self.folder)?;
            self.alternatives(&supervisor, &known)?;
        }
        Ok(ExitCode::from(code))
    }

    /// Tests the mutants that were built with the baseline.
    fn alternatives(&self, supervisor: &Supervisor, timings: &TestTimings) -> io::Result<()> {
        let plan = &self.config.plan;
        let (Some(inserted), Some(round)) = (Inserted::read(self.folder), plan.rounds.first())
        else {
            return Ok(());
        };
        let is_inserted = |number: &u32| {
            !inserted.unviable.contains(number) && !inserted.left.contains_key(number)
        };
        let numbers = plan.alternatives.iter().map(|it| it.number).filter(is_inserted);
        let runner = Runner {
            supervisor,
            timings,
            project: &self.project,
            place: &self.scenario,
            build: &self.build(round),
            prepare: &|command, folder| prepare(command, round, folder),
            restore: &|| regression_files::restore(&self.project, &self.copies),
        };
        test_all(&runner, &numbers.collect::<Vec<u32>>())
    }

    /// Runs one round, and returns its exit code.
    fn round(
        &self,
        round: &Round,
        place: &Path,
        supervisor: &Supervisor,
        usual: Option<&TestTimings>,
    ) -> io::Result<u8> {
        if round.runs_each_alone {
            let is_done =
                run_each_alone(&self.build(round), place, supervisor, &|command, file| {
                    prepare(command, round, file);
                })?;
            return Ok(u8::from(!is_done));
        }
        let start = Instant::now();
        let until = usual.map(|usual| start + usual.limit());
        let mut command = cargo(self.config);
        command.args(arguments(self.given, round));
        let data = place.join("data");
        prepare(&mut command, round, &data);
        let log = place.join(LOG);
        let status = if round.is_timed {
            timed(command, supervisor, place)?
        } else {
            supervisor.log(&mut command, until, &log)?
        };
        let timed_out = status.is_none();
        let status = status.map_or(FAILED, |status| status.code().unwrap_or(FAILED.into()) as u8);
        if timed_out {
            fs::write(place.join(LATE), "")?;
        }
        if status != 0 && !round.is_timed {
            regression_files::restore(&self.project, &self.copies)?;
            let all = arguments(self.given, round);
            let own = all.iter().position(|word| word == "--").unwrap_or(all.len());
            let again = Rerun {
                is_doc: round.cargo.iter().any(|word| word == DOC),
                build: &self.build(round),
                tests: all.get(own + 1..).unwrap_or_default(),
                prepare: &|command, _| prepare(command, round, &data),
                timed_out,
                start,
                timings: usual,
                supervisor,
                scratch: &place.join("alone"),
            };
            again.add_to(&log)?;
        }
        add_package_folders(&log, &self.project)?;
        Ok(status)
    }

    /// The build of a round, without the arguments of the test binaries.
    fn build(&self, round: &Round) -> TestBuild<'_> {
        let mut arguments = arguments(self.given, round);
        let own = arguments.iter().position(|word| word == "--").unwrap_or(arguments.len());
        arguments.truncate(own);
        arguments.retain(|word| word != DOC);
        TestBuild { config: self.config, project: &self.project, arguments }
    }
}

/// Sets the variables of a round, with this data folder.
fn prepare(command: &mut Command, round: &Round, folder: &Path) {
    for (key, _) in env::vars_os() {
        if REMOVED_VARIABLES.iter().any(|start| key.to_string_lossy().starts_with(start)) {
            command.env_remove(key);
        }
    }
    // The log reader needs the lines that name the binaries.
    for (key, value) in [
        ("CARGO_TERM_COLOR", "never"),
        ("CARGO_TERM_QUIET", "false"),
        ("CARGO_TERM_VERBOSE", "false"),
    ] {
        command.env(key, value);
    }
    for (key, value) in &round.variables {
        command.env(key, value.replace(FOLDER, &folder.to_string_lossy()));
    }
}

/// Arguments of `cargo test`: all tests run, even after failures, and build lines are not verbose.
fn arguments(given: &[OsString], round: &Round) -> Vec<OsString> {
    let own = given.iter().position(|word| word == "--").unwrap_or(given.len());
    let (cargo, tests) = given.split_at(own);
    let mut all: Vec<OsString> = cargo
        .iter()
        .filter(|word| *word != "--verbose" && *word != "--no-fail-fast")
        .cloned()
        .collect();
    all.push("--no-fail-fast".into());
    all.extend(round.cargo.iter().map(OsString::from));
    all.push("--".into());
    let mut tests = tests.iter().skip(1);
    while let Some(word) = tests.next() {
        let text = word.to_string_lossy();
        // The test harness rejects a repeated argument.
        if round.is_timed && text.starts_with("--test-threads") {
            if text == "--test-threads" {
                tests.next();
            }
            continue;
        }
        all.push(word.clone());
    }
    if round.is_timed {
        all.push("--test-threads=1".into());
    }
    all.extend(round.arguments.iter().map(OsString::from));
    all
}

/// Runs a command, and writes the times of its output lines beside its log.
fn timed(
    mut command: Command,
    supervisor: &Supervisor,
    place: &Path,
) -> io::Result<Option<std::process::ExitStatus>> {
    let path = place.join(LOG);
    let mut log = File::create(&path)?;
    let (mut reader, writer) = io::pipe()?;
    command.stdout(writer.try_clone()?).stderr(writer);
    let times = thread::spawn(move || with_times(&mut reader, &mut log));
    let status = supervisor.run(&mut command, None, &path);
    // The command holds a write end of the pipe too.
    drop(command);
    let times =
        times.join().unwrap_or_else(|_| Err(io::Error::other("the log reader panicked")))?;
    fs::write(place.join(TIMES), times)?;
    status
}

/// Copies the output, and returns the end time of every line in seconds.
fn with_times(from: &mut dyn Read, log: &mut dyn Write) -> io::Result<String> {
    let start = Instant::now();
    let mut times = String::new();
    let mut buffer = [0; 4096];
    loop {
        let count = match from.read(&mut buffer) {
            Ok(0) => return Ok(times),
            Ok(count) => count,
            Err(why) if why.kind() == io::ErrorKind::Interrupted => continue,
            Err(why) => return Err(why),
        };
        let time = start.elapsed().as_secs_f64();
        log.write_all(&buffer[..count])?;
        for _ in buffer[..count].iter().filter(|byte| **byte == b'\n') {
            let _ = writeln!(times, "{time:.6}");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{OsString, Round, arguments, with_times};

    #[test]
    fn all_tests_run_in_every_round() {
        let given = |line: &str| -> Vec<OsString> { line.split(' ').map(OsString::from).collect() };
        let round = Round { arguments: vec!["--include-ignored".to_owned()], ..Round::default() };
        assert_eq!(
            arguments(&given("test --verbose --package=a@0.1.0 --lib -- --skip x"), &round),
            given("test --package=a@0.1.0 --lib --no-fail-fast -- --skip x --include-ignored")
        );
        let round = Round { is_timed: true, ..Round::default() };
        assert_eq!(
            arguments(&given("test --verbose"), &round),
            given("test --no-fail-fast -- --test-threads=1")
        );
        for threads in ["--test-threads 4", "--test-threads=4"] {
            assert_eq!(
                arguments(&given(&format!("test -- {threads} --skip x")), &round),
                given("test --no-fail-fast -- --skip x --test-threads=1")
            );
        }
    }

    #[test]
    fn every_complete_line_has_a_time() {
        let mut log = Vec::new();
        let times = with_times(&mut &b"one\ntwo\nthe rest"[..], &mut log).expect("read");
        assert_eq!(log, b"one\ntwo\nthe rest");
        assert_eq!(times.lines().count(), 2);
    }
}
