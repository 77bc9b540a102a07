//! The tests of the code as it is, or of a mutant: round after round.

use super::{
    LATE, LOG, TIMES,
    alone::{Again, is_choice},
    apart::apart,
    heading::put_right,
    kept,
    order::Order,
    pace::Pace,
    plan::{FOLDER, Round},
    stand_in::cargo,
    watch::Watch,
};
use crate::mutants::log::{self, Ran, Verdict};
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

/// What cargo exits with when tests fail.
const FAILED: u8 = 101;

/// The log of the code as it is, without its extension.
pub(super) const BASELINE: &str = "baseline";

/// The argument of cargo for doctests and nothing else.
const DOC: &str = "--doc";

/// In the folder of a round that has come to its end.
const ENDED: &str = "ended";

/// Who reads the log of cargo-mutants wants the end of it.
const SHOWN: usize = 1 << 20;

/// Variables of whoever runs this that would change what tests do: those of the libraries, and one of the test harness.
const FOREIGN: [&str; 5] =
    ["DISPROVE_", "PROPTEST_", "QUICKCHECK_", "HEGEL_", "RUST_TEST_NOCAPTURE"];

/// The folder with the rounds of a scenario: the code as it is, or a mutant, by the name of its log.
pub(super) fn folder_of(folder: &Path, log: &Path) -> PathBuf {
    folder.join("rounds").join(log.file_stem().unwrap_or(OsStr::new(BASELINE)))
}

/// The tests in the log of a round.
pub(crate) fn ran(round: &Path) -> Vec<Ran> {
    let log = fs::read(round.join(LOG)).unwrap_or_default();
    let times = fs::read_to_string(round.join(TIMES)).unwrap_or_default();
    let times: Vec<f64> = times.lines().filter_map(|line| line.parse().ok()).collect();
    log::read(&String::from_utf8_lossy(&log), &times)
}

/// Whether a round has come to its end.
pub(super) fn has_ended(round: &Path) -> bool {
    round.join(ENDED).exists()
}

/// The rounds of a scenario.
pub(super) struct Rounds<'a> {
    pub(super) order: &'a Order,
    /// That of the whole run, and that of the scenario.
    pub(super) folder: &'a Path,
    pub(super) scenario: PathBuf,
    /// What cargo was called with.
    pub(super) given: &'a [OsString],
    /// The copy of the project, and the files of examples that it had at first.
    pub(super) project: PathBuf,
    pub(super) copies: PathBuf,
}

impl Rounds<'_> {
    /// All of them; what the process exits with.
    pub(super) fn run(&self) -> io::Result<ExitCode> {
        let plan = &self.order.plan;
        let is_baseline = self.scenario.ends_with(BASELINE);
        let rounds = if is_baseline { &plan.baseline } else { &plan.rounds };
        // Nobody knows how long the code as it is may take.
        let usual = if is_baseline { None } else { Pace::read(self.folder) };
        let watch = Watch::new(self.order.driver);
        let start = Instant::now();
        let mut code = 0;
        let (mut is_found, mut passed) = (false, BTreeMap::new());
        for round in rounds {
            let place = self.scenario.join(&round.name);
            fs::create_dir_all(place.join("data"))?;
            if round.is_last && (is_found || self.given.iter().any(|word| is_choice(word))) {
                fs::write(place.join(ENDED), "")?;
                continue;
            }
            kept::put_back(&self.project, &self.copies)?;
            let status = self.round(round, &place, &watch, usual.as_ref())?;
            println!("round {}: {status}", round.name);
            if status != 0 {
                // What fails before any change is for the driver to judge, as long as tests ran at all.
                let log = fs::read(place.join(LOG)).unwrap_or_default();
                let text = String::from_utf8_lossy(&log);
                if !is_baseline || !text.contains("\ntest result: ") {
                    io::stdout().write_all(&log[log.len().saturating_sub(SHOWN)..])?;
                    code = FAILED;
                }
                if !is_baseline && !text.lines().any(log::is_heading) {
                    return Err(io::Error::other("cargo did not come to run any tests"));
                }
            }
            for ran in ran(&place) {
                let is_relied_on =
                    usual.as_ref().is_some_and(|usual| usual.tests.contains_key(&ran.name));
                is_found |= ran.verdict == Verdict::Failed && is_relied_on;
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
            let known = Pace { round, tests: tests.collect(), limit: self.order.limit };
            known.write(self.folder)?;
        }
        Ok(ExitCode::from(code))
    }

    /// One round; what it ended with.
    fn round(
        &self,
        round: &Round,
        place: &Path,
        watch: &Watch,
        usual: Option<&Pace>,
    ) -> io::Result<u8> {
        if round.is_apart {
            let is_done = apart(&|| self.build(round), place, watch, &|command, file| {
                prepare(command, round, file);
            })?;
            return Ok(u8::from(!is_done));
        }
        let start = Instant::now();
        let until = usual.map(|usual| start + usual.limit());
        let mut command = cargo(self.order);
        command.args(arguments(self.given, round));
        let data = place.join("data");
        prepare(&mut command, round, &data);
        let log = place.join(LOG);
        let status = if round.is_timed {
            timed(command, watch, place)?
        } else {
            watch.log(&mut command, until, &log)?
        };
        let is_late = status.is_none();
        let status = status.map_or(FAILED, |status| status.code().unwrap_or(FAILED.into()) as u8);
        if is_late {
            fs::write(place.join(LATE), "")?;
        }
        if status != 0 && !round.is_timed {
            kept::put_back(&self.project, &self.copies)?;
            let all = arguments(self.given, round);
            let own = all.iter().position(|word| word == "--").unwrap_or(all.len());
            let again = Again {
                is_doc: round.cargo.iter().any(|word| word == DOC),
                build: &|| self.build(round),
                tests: all.get(own + 1..).unwrap_or_default(),
                prepare: &|command| prepare(command, round, &data),
                is_late,
                until: usual.map(|usual| start + usual.limit_in_all()),
                pace: usual,
                watch,
                scratch: &place.join("alone"),
            };
            again.add_to(&log)?;
        }
        put_right(&log, &self.project)?;
        Ok(status)
    }

    /// `cargo test` with all that says what is built, and nothing for the tests themselves.
    fn build(&self, round: &Round) -> Command {
        let all = arguments(self.given, round);
        let own = all.iter().position(|word| word == "--").unwrap_or(all.len());
        let mut command = cargo(self.order);
        command.args(all[..own].iter().filter(|word| *word != DOC));
        command
    }
}

/// Gives a command the variables of a round, with this in the place of the folder.
fn prepare(command: &mut Command, round: &Round, folder: &Path) {
    for (key, _) in env::vars_os() {
        if FOREIGN.iter().any(|start| key.to_string_lossy().starts_with(start)) {
            command.env_remove(key);
        }
    }
    // The lines that tell which binary runs are read.
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

/// What `cargo test` is called with: all tests, whichever fail, and without the lines of builds.
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
        // Said twice, the test harness would refuse it.
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

/// Runs a command with the times of its lines in a file beside its log.
fn timed(
    mut command: Command,
    watch: &Watch,
    place: &Path,
) -> io::Result<Option<std::process::ExitStatus>> {
    let path = place.join(LOG);
    let mut log = File::create(&path)?;
    let (mut reader, writer) = io::pipe()?;
    command.stdout(writer.try_clone()?).stderr(writer);
    let times = thread::spawn(move || with_times(&mut reader, &mut log));
    let status = watch.run(&mut command, None, &path);
    // It holds the other end of the pipe as well.
    drop(command);
    let times = times.join().unwrap_or_else(|_| Err(io::Error::other("the log broke off")))?;
    fs::write(place.join(TIMES), times)?;
    status
}

/// Copies what is printed, and tells for every line when it ended, in seconds.
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
    fn every_line_has_a_time() {
        let mut log = Vec::new();
        let times = with_times(&mut &b"one\ntwo\nthe rest"[..], &mut log).expect("read");
        assert_eq!(log, b"one\ntwo\nthe rest");
        assert_eq!(times.lines().count(), 2);
    }
}
