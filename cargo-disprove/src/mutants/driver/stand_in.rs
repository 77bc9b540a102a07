//! The tool in the place of cargo, called by cargo-mutants: it hands everything on, and runs the tests as planned.

use super::{
    LOG, TIMES,
    alone::alone,
    apart::apart,
    counters, kept,
    plan::{Edit, FOLDER, Plan, Round},
};
use serde_json::{Value, json};
use std::{
    env,
    ffi::{OsStr, OsString},
    fmt::Write as _,
    fs::{self, File},
    io::{self, Read, Write},
    path::{Path, PathBuf},
    process::{Command, ExitCode, Stdio},
    time::Instant,
};

/// The name that the tool is called by then.
const NAME: &str = "cargo-disprove-cargo";

/// The file beside it.
const ORDER: &str = "order.json";

/// What cargo exits with when tests fail.
const FAILED: u8 = 101;

/// The log of the code as it is, without its extension.
const BASELINE: &str = "baseline";

/// What the stand-in has to know.
#[derive(Debug)]
pub(super) struct Order {
    pub(super) cargo: PathBuf,
    pub(super) plan: Plan,
    /// Who gave it; nothing more is done when it is gone.
    pub(super) driver: u32,
}

impl Order {
    /// Makes the name to call the tool by, in a folder.
    pub(super) fn give(&self, folder: &Path) -> io::Result<PathBuf> {
        let order = json!({
            "cargo": self.cargo.to_string_lossy(),
            "driver": self.driver,
            "plan": self.plan.to_json(),
        });
        fs::write(folder.join(ORDER), order.to_string())?;
        let link = folder.join(NAME);
        link_to(&env::current_exe()?, &link)?;
        Ok(link)
    }

    fn read(folder: &Path) -> Option<Order> {
        let text = fs::read_to_string(folder.join(ORDER)).ok()?;
        let value: Value = serde_json::from_str(&text).ok()?;
        Some(Order {
            cargo: value["cargo"].as_str()?.into(),
            plan: Plan::of(&value["plan"])?,
            driver: value["driver"].as_u64()? as u32,
        })
    }
}

/// The rounds of a scenario: the code as it is, or a mutant, by the name of its log.
pub(super) fn rounds(folder: &Path, log: &Path) -> PathBuf {
    folder.join("rounds").join(log.file_stem().unwrap_or(OsStr::new(BASELINE)))
}

#[cfg(unix)]
fn link_to(tool: &Path, link: &Path) -> io::Result<()> {
    std::os::unix::fs::symlink(tool, link)
}

#[cfg(not(unix))]
fn link_to(tool: &Path, link: &Path) -> io::Result<()> {
    fs::copy(tool, link.with_extension("exe")).map(|_| ())
}

/// Does what cargo is asked for, if the tool was called in its place.
pub(crate) fn stand_in() -> Option<ExitCode> {
    let mut arguments = env::args_os();
    let called = PathBuf::from(arguments.next()?);
    if called.file_stem()? != NAME {
        return None;
    }
    let folder = called.parent()?;
    let given: Vec<OsString> = arguments.collect();
    let Some(order) = Order::read(folder) else {
        eprintln!("{} cannot be read, so it is not known what to do", folder.join(ORDER).display());
        return Some(ExitCode::FAILURE);
    };
    if is_gone(order.driver) {
        // Whoever reads the outcomes is not there any more.
        stop_parent();
        return Some(ExitCode::FAILURE);
    }
    let is_test = given.first().is_some_and(|first| first == "test");
    let done = if is_test && !given.iter().any(|word| word == "--no-run") {
        tests(&order, folder, &given)
    } else {
        handed_on(&order, folder, &given, is_test)
    };
    Some(done.unwrap_or_else(|why| {
        eprintln!("the tests cannot be run as planned: {why}");
        ExitCode::FAILURE
    }))
}

#[cfg(unix)]
fn is_gone(driver: u32) -> bool {
    let pid = rustix::process::Pid::from_raw(driver as i32);
    pid.is_some_and(|pid| rustix::process::test_kill_process(pid) == Err(rustix::io::Errno::SRCH))
}

#[cfg(unix)]
fn stop_parent() {
    if let Some(parent) = rustix::process::getppid() {
        let _ = rustix::process::kill_process(parent, rustix::process::Signal::INT);
    }
}

#[cfg(not(unix))]
fn is_gone(_: u32) -> bool {
    false
}

#[cfg(not(unix))]
fn stop_parent() {}

/// Cargo does it.
fn handed_on(
    order: &Order,
    folder: &Path,
    given: &[OsString],
    is_build: bool,
) -> io::Result<ExitCode> {
    if is_build {
        let here = env::current_dir()?;
        kept::note(&here, &copies(folder, &here))?;
        if !order.plan.edits.is_empty() && rounds(folder, &log(folder)?).ends_with(BASELINE) {
            edit(&here, &order.plan.edits)?;
        }
        if order.plan.is_counted {
            counters::put_in(&here)?;
        }
    }
    let status = cargo(order).args(given).status()?;
    Ok(ExitCode::from(status.code().unwrap_or(1) as u8))
}

/// Puts the edits into a copy of the project; those further down first, so that places stay what they are.
fn edit(project: &Path, edits: &[Edit]) -> io::Result<()> {
    let mut edits: Vec<&Edit> = edits.iter().collect();
    edits.sort_by_key(|edit| std::cmp::Reverse(edit.at));
    for edit in edits {
        let path = project.join(&edit.file);
        let mut text = fs::read_to_string(&path)?;
        if !text.is_char_boundary(edit.at) {
            return Err(io::Error::other(format!("{} is not what it was", edit.file)));
        }
        text.insert_str(edit.at, &edit.text);
        fs::write(path, text)?;
    }
    Ok(())
}

/// What the copy of the project kept before any test ran.
fn copies(folder: &Path, project: &Path) -> PathBuf {
    folder.join("kept").join(project.file_name().unwrap_or(OsStr::new("root")))
}

/// Without the variable that brought it here: cargo would believe it.
fn cargo(order: &Order) -> Command {
    let mut command = Command::new(&order.cargo);
    command.env_remove("CARGO");
    command
}

/// The tests run, round after round.
fn tests(order: &Order, folder: &Path, given: &[OsString]) -> io::Result<ExitCode> {
    let scenario = rounds(folder, &log(folder)?);
    let is_baseline = scenario.ends_with(BASELINE);
    let rounds = if is_baseline { &order.plan.baseline } else { &order.plan.rounds };
    let here = env::current_dir()?;
    let mut code = 0;
    for round in rounds {
        let place = scenario.join(&round.name);
        fs::create_dir_all(place.join("data"))?;
        kept::put_back(&here, &copies(folder, &here))?;
        let status = run(order, round, &place, given)?;
        if status != 0 && !round.is_apart && !round.is_timed {
            kept::put_back(&here, &copies(folder, &here))?;
            again(order, round, &place, given)?;
        }
        println!("round {}: {status}", round.name);
        if status != 0 {
            // What fails before any change is for the driver to judge, as long as tests ran at all.
            let log = fs::read(place.join(LOG)).unwrap_or_default();
            if !is_baseline || !String::from_utf8_lossy(&log).contains("\ntest result: ") {
                io::stdout().write_all(&log)?;
                code = FAILED;
            }
        }
    }
    Ok(ExitCode::from(code))
}

/// The log that cargo-mutants has its cargo write to: it tells which mutant it is.
fn log(folder: &Path) -> io::Result<PathBuf> {
    let logs = folder.join("mutants.out").join("log");
    if let Ok(path) = fs::read_link("/proc/self/fd/1")
        && path.parent().is_some_and(|parent| parent.file_name() == logs.file_name())
    {
        return Ok(path);
    }
    // Where this is not told, one is tested at a time, and its log is the newest.
    let mut newest = None;
    for entry in fs::read_dir(&logs)? {
        let entry = entry?;
        newest = newest.max(Some((entry.metadata()?.modified()?, entry.path())));
    }
    newest.map(|(_, path)| path).ok_or_else(|| io::Error::other("there is no log"))
}

/// One round; what it ended with.
fn run(order: &Order, round: &Round, place: &Path, given: &[OsString]) -> io::Result<u8> {
    let mut command = cargo(order);
    if round.is_apart {
        command.args(given.iter().take_while(|word| *word != "--")).arg("--no-run");
        command.args(&round.cargo);
        return Ok(u8::from(!apart(command, &round.variables, place, &place.join(LOG))?));
    }
    command.args(arguments(given, round)).stdin(Stdio::null());
    // The lines that tell which binary runs are read.
    for (key, value) in [
        ("CARGO_TERM_COLOR", "never"),
        ("CARGO_TERM_QUIET", "false"),
        ("CARGO_TERM_VERBOSE", "false"),
    ] {
        command.env(key, value);
    }
    prepare(&mut command, round, place);
    let mut log = File::create(place.join(LOG))?;
    let status = if round.is_timed {
        let (mut reader, writer) = io::pipe()?;
        command.stdout(writer.try_clone()?).stderr(writer);
        let mut child = command.spawn()?;
        // It holds the other end of the pipe as well.
        drop(command);
        let times = timed(&mut reader, &mut log)?;
        fs::write(place.join(TIMES), times)?;
        child.wait()?
    } else {
        command.stdout(log.try_clone()?).stderr(log).status()?
    };
    Ok(status.code().unwrap_or(FAILED.into()) as u8)
}

/// Variables of a round.
fn prepare(command: &mut Command, round: &Round, place: &Path) {
    for (key, value) in &round.variables {
        command.env(key, value.replace(FOLDER, &place.join("data").to_string_lossy()));
    }
}

/// The tests of processes that died get verdicts of their own.
fn again(order: &Order, round: &Round, place: &Path, given: &[OsString]) -> io::Result<()> {
    let all = arguments(given, round);
    let own = all.iter().position(|word| word == "--").unwrap_or(all.len());
    let mut build = cargo(order);
    build.args(&all[..own]).arg("--no-run");
    let tests = all.get(own + 1..).unwrap_or_default();
    let path = place.join(LOG);
    let log = String::from_utf8_lossy(&fs::read(&path)?).into_owned();
    let whole = alone(&log, build, tests, &|command| prepare(command, round, place))?;
    whole.map_or(Ok(()), |whole| fs::write(path, whole))
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
    all.extend(tests.iter().skip(1).cloned());
    if round.is_timed {
        all.push("--test-threads=1".into());
    }
    all.extend(round.arguments.iter().map(OsString::from));
    all
}

/// Copies what is printed, and tells for every line when it ended, in seconds.
fn timed(from: &mut dyn Read, log: &mut dyn Write) -> io::Result<String> {
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
    use super::{OsString, Round, arguments, timed};

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
    }

    #[test]
    fn every_line_has_a_time() {
        let mut log = Vec::new();
        let times = timed(&mut &b"one\ntwo\nthe rest"[..], &mut log).expect("read");
        assert_eq!(log, b"one\ntwo\nthe rest");
        assert_eq!(times.lines().count(), 2);
    }
}
