//! The command `fleet`: hunts that share a server, and what they and the server need to find all bugs of a study.
//!
//! Executions are counted, not timed: many hubs share the cores of one machine here.

mod figures;
mod server;
mod study;

use crate::{
    attack::sandbox::{Sandbox, Tool},
    table::{Table, figure},
};
use figures::{Line, median};
use rustix::process::{Pid, Signal, kill_process};
use server::{Rates, Server};
use std::{
    fs::{self, File},
    path::PathBuf,
    process::{Child, Stdio},
    thread,
    time::{Duration, Instant},
};

/// What the command line selects.
pub struct Options {
    /// Runs of each number of hubs.
    pub runs: usize,
    /// The largest number of hubs.
    pub most: usize,
}

impl Default for Options {
    fn default() -> Options {
        Options { runs: 5, most: 32 }
    }
}

/// Time limit of a run.
const TIME_LIMIT: Duration = Duration::from_secs(600);
/// Duration of the measurement of a fleet that has found all bugs.
const STEADY: Duration = Duration::from_secs(10);
/// How often the output of the hubs is read.
const POLL_INTERVAL: Duration = Duration::from_millis(20);
/// The fleet of the extrapolation.
const LARGE: f64 = 1_000.0;

/// What was measured with one number of hubs.
struct Row {
    hubs: f64,
    /// Medians of the runs: executions of all hubs, and the rates at the server until all bugs were found.
    executions: f64,
    search: Rates,
    /// The rates afterwards.
    steady: Rates,
}

/// Measures fleets of 1, 2, 4, .. hubs.
pub fn run(options: &Options) -> Result<(), String> {
    let tool = Tool::build()?;
    let sandbox = Sandbox::new(&tool, "fleet", &[("study", study::CODE)])?;
    let mut rows = Vec::new();
    let mut hubs = 1;
    while hubs <= options.most {
        rows.push(measure(&sandbox, hubs, options.runs)?);
        hubs *= 2;
    }
    println!(
        "Executions until all {} bugs of the study are found (median of {} runs), and rates at the server per hub, \
         until then and in the {} s after.\n",
        study::BUGS.len(),
        options.runs,
        STEADY.as_secs()
    );
    let rates = ["commands/s", "in B/s", "out B/s"];
    let steady = ["then commands/s", "in B/s", "out B/s"];
    let header = [&["hubs", "executions", "per hub", "efficiency"][..], &rates, &steady].concat();
    let mut table = Table::new(&header);
    for row in &rows {
        let each = row.executions / row.hubs;
        let efficiency = rows[0].executions / row.executions;
        let mut cells = vec![row.hubs.to_string(), figure(row.executions), figure(each)];
        cells.push(format!("{efficiency:.2}"));
        for rates in [row.search, row.steady] {
            cells.extend(rates.all().map(|rate| figure(rate / row.hubs)));
        }
        table.row(cells);
    }
    println!("{table}");
    for (name, of) in [
        ("until then", (|row: &Row| row.search) as fn(&Row) -> Rates),
        ("afterwards", |row: &Row| row.steady),
    ] {
        println!("{LARGE} hubs, {name}: {} at the server", extrapolated(&rows, of));
    }
    Ok(())
}

/// What a large fleet needs, if the rates per hub grow in a straight line, or stay at their median if they shrink.
fn extrapolated(rows: &[Row], of: fn(&Row) -> Rates) -> String {
    let mut parts = Vec::new();
    for (at, what) in ["commands/s", "B/s in", "B/s out"].into_iter().enumerate() {
        let points: Vec<(f64, f64)> =
            rows.iter().map(|row| (row.hubs, of(row).all()[at] / row.hubs)).collect();
        let usual = median(points.iter().map(|point| point.1));
        let each = Line::through(&points).at(LARGE).max(usual);
        parts.push(format!("{:.0} {what}", each * LARGE));
    }
    parts.join(", ")
}

fn measure(sandbox: &Sandbox<'_>, hubs: usize, runs: usize) -> Result<Row, String> {
    let (mut executions, mut rates) = (Vec::new(), Vec::new());
    for number in 0..runs {
        let mut fleet = Fleet::start(sandbox, hubs, number)?;
        rates.push(fleet.find_all()?);
        fleet.end()?;
        let output = fleet.output();
        let sum = study::executions(&output);
        eprintln!("{hubs} hubs, run {number}: {sum} executions ({})", study::by_property(&output));
        executions.push(sum as f64);
    }
    // Those of the last run have ended.
    let mut fleet = Fleet::start(sandbox, hubs, runs)?;
    fleet.find_all()?;
    let (before, start) = (fleet.server.counters()?, Instant::now());
    thread::sleep(STEADY);
    let steady = fleet.server.counters()?.since(before, start.elapsed());
    fleet.end()?;
    let search = Rates {
        commands: median(rates.iter().map(|rates| rates.commands)),
        input: median(rates.iter().map(|rates| rates.input)),
        output: median(rates.iter().map(|rates| rates.output)),
    };
    Ok(Row { hubs: hubs as f64, executions: median(executions.into_iter()), search, steady })
}

/// Hubs, each with its own database, and their server.
struct Fleet {
    server: Server,
    hubs: Vec<Child>,
    folder: PathBuf,
}

impl Fleet {
    fn start(sandbox: &Sandbox<'_>, count: usize, run: usize) -> Result<Fleet, String> {
        let server = Server::start(&sandbox.root().join("redis"))?;
        let folder = sandbox.root().join("hubs");
        let _ = fs::remove_dir_all(&folder);
        let mut fleet = Fleet { server, hubs: Vec::new(), folder };
        let failed = |why: std::io::Error| format!("cannot start a hub: {why}");
        for number in 0..count {
            let own = fleet.folder.join(number.to_string());
            fs::create_dir_all(&own).map_err(failed)?;
            let (seed, url) = ((run * 1_000 + number).to_string(), fleet.server.url());
            let arguments = ["hunt", "--json", "--offline", "--jobs", "1", "--seed", &seed];
            let mut command = sandbox.tool(&[&arguments[..], &["--share", &url]].concat());
            command.env("DISPROVE_DATABASE", own.join("database")).stdin(Stdio::null());
            command.stdout(File::create(own.join("events")).map_err(failed)?);
            command.stderr(File::create(own.join("errors")).map_err(failed)?);
            fleet.hubs.push(command.spawn().map_err(failed)?);
        }
        Ok(fleet)
    }

    /// The lines that all hubs have printed.
    fn output(&self) -> String {
        let mut output = String::new();
        for number in 0..self.hubs.len() {
            let path = self.folder.join(number.to_string()).join("events");
            output += &fs::read_to_string(path).unwrap_or_default();
        }
        output
    }

    /// Waits until some hub has found each bug. Returns the rates at the server.
    fn find_all(&mut self) -> Result<Rates, String> {
        let (before, start) = (self.server.counters()?, Instant::now());
        while !study::has_all(&self.output()) {
            if start.elapsed() > TIME_LIMIT {
                return Err(format!("not all bugs were found within {TIME_LIMIT:?}"));
            }
            thread::sleep(POLL_INTERVAL);
        }
        Ok(self.server.counters()?.since(before, start.elapsed()))
    }

    /// Ends all hubs, as Ctrl-C does.
    fn end(&mut self) -> Result<(), String> {
        for hub in &self.hubs {
            if let Some(process) = Pid::from_raw(hub.id() as i32) {
                kill_process(process, Signal::INT).map_err(|why| why.to_string())?;
            }
        }
        for hub in &mut self.hubs {
            hub.wait().map_err(|why| why.to_string())?;
        }
        Ok(())
    }
}

impl Drop for Fleet {
    fn drop(&mut self) {
        for hub in &mut self.hubs {
            let _ = hub.kill();
            let _ = hub.wait();
        }
    }
}
