//! One measurement in a child process, so that engines cannot disturb each other's heap and their output stays out of
//! the tables.

use crate::engine::Engine;
use crate::workload::{Workload, consumed, reset};
use crate::{clock, instructions};
use std::env;
use std::process::{Command, Output};

/// Environment variables that configure an engine; removed, so that runs are comparable.
const STEERING: [&str; 7] =
    ["QUICKCHECK_", "BOLERO_", "PROPTEST_", "HEGEL_", "CRABCHECK_", "DISPROVE_", "RUST_LOG"];

/// The result of one run.
#[derive(Clone, Copy, Debug)]
pub struct Sample {
    /// Cases that reached the property.
    pub cases: u64,
    /// The sum of their sizes.
    pub units: u64,
    /// CPU time of all cases, in nanoseconds.
    pub nanos: u64,
}

impl Sample {
    /// The line that a child prints and its parent parses.
    pub fn line(self) -> String {
        format!("{} {} {}", self.cases, self.units, self.nanos)
    }

    fn parse(line: &str) -> Option<Sample> {
        let mut numbers = line.split_whitespace().map(str::parse);
        let mut next = || numbers.next()?.ok();
        Some(Sample { cases: next()?, units: next()?, nanos: next()? })
    }

    /// CPU nanoseconds of one case.
    pub fn per_case(self) -> f64 {
        self.nanos as f64 / self.cases as f64
    }
}

/// Runs the engine in this process. A timed run first executes a tenth of the cases, so that page faults and one-time
/// initialization do not distort short workloads. Under callgrind the difference of two runs removes both.
pub fn take(engine: &Engine, workload: Workload, cases: u64, warm: bool) -> Sample {
    if warm {
        (engine.run)(workload, cases / 10 + 1);
    }
    reset();
    let time = clock::cpu_time(|| (engine.run)(workload, cases));
    let (cases, units) = consumed();
    Sample { cases, units, nanos: u64::try_from(time.as_nanos()).unwrap_or(u64::MAX) }
}

/// Times the engine in a new process.
pub fn timed(engine: &Engine, workload: Workload, cases: u64) -> Result<Sample, String> {
    let mut command = Command::new(this_program()?);
    command.args(["timed", engine.name, workload.name(), &cases.to_string()]);
    read(&run(&mut command)?)
}

/// Instructions of a run in a new process under callgrind.
pub fn counted(engine: &Engine, workload: Workload, cases: u64) -> Result<(Sample, u64), String> {
    let mut command = Command::new("valgrind");
    command.args(["--tool=callgrind", "--callgrind-out-file=/dev/null"]);
    command.arg(this_program()?);
    command.args(["one", engine.name, workload.name(), &cases.to_string()]);
    let output = run(&mut command)?;
    let said = String::from_utf8_lossy(&output.stderr);
    let collected = instructions::collected(&said)
        .ok_or_else(|| format!("callgrind gave no count: {}", last_line(&said)))?;
    Ok((read(&output)?, collected))
}

fn this_program() -> Result<std::path::PathBuf, String> {
    env::current_exe().map_err(|error| format!("cannot find this program: {error}"))
}

fn run(command: &mut Command) -> Result<Output, String> {
    for (name, _) in env::vars_os() {
        let text = name.to_string_lossy();
        if STEERING.iter().any(|prefix| text.starts_with(prefix)) {
            command.env_remove(&name);
        }
    }
    let output = command.output().map_err(|error| format!("cannot start: {error}"))?;
    if output.status.success() {
        return Ok(output);
    }
    // After a signal, the last line does not name the cause.
    if output.status.code().is_none() {
        return Err(format!("it died of {}", output.status));
    }
    let said = String::from_utf8_lossy(&output.stderr);
    Err(format!("{}: {}", output.status, last_line(&said)))
}

fn read(output: &Output) -> Result<Sample, String> {
    let said = String::from_utf8_lossy(&output.stdout);
    // Engines may print before this line, never after it.
    let sample = said.lines().last().and_then(Sample::parse);
    let sample = sample.ok_or_else(|| "no figures came back".to_owned())?;
    if sample.cases == 0 { Err("no case reached the property".to_owned()) } else { Ok(sample) }
}

fn last_line(text: &str) -> &str {
    text.lines().rfind(|line| !line.trim().is_empty()).unwrap_or("it said nothing")
}
