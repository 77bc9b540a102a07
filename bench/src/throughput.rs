//! The command `throughput`: every engine on every workload, one table each, then the goals.

use crate::engine::{self, Engine, Role};
use crate::goal;
use crate::instructions;
use crate::sample::{self, Sample};
use crate::table::{Table, cell, figure, times};
use crate::workload::Workload;

/// Maximum deviation from the expected mean size; larger ones are marked, because the engine did another amount of
/// work. Three standard errors of the shortest runs.
const SIZE_TOLERANCE: f64 = 0.08;

/// Options of the command line.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// Cases of one run.
    pub cases: u64,
    /// Runs of each engine on each workload, of which the best counts.
    pub repeats: u32,
    /// One workload instead of all.
    pub only: Option<Workload>,
    /// Whether to count instructions, which takes most of the time.
    pub instructions: bool,
}

impl Default for Options {
    /// Unoptimized code is ten to thirty times slower, so it gets fewer cases.
    fn default() -> Options {
        let cases = if cfg!(debug_assertions) { 20_000 } else { 100_000 };
        Options {
            cases,
            repeats: if cfg!(debug_assertions) { 5 } else { 15 },
            only: None,
            instructions: true,
        }
    }
}

/// The measurement of one engine on one workload.
#[derive(Debug)]
pub struct Line {
    /// The engine.
    pub engine: Engine,
    /// CPU nanoseconds per case, best run.
    pub nanos: Option<f64>,
    /// Instructions per case.
    pub instructions: Option<f64>,
    size: Option<f64>,
    /// Why a figure is missing.
    trouble: Option<String>,
}

/// All measurements of one workload.
#[derive(Debug)]
pub struct Comparison {
    /// The workload.
    pub workload: Workload,
    lines: Vec<Line>,
}

impl Comparison {
    /// The first measurement of this role.
    pub fn role(&self, role: Role) -> Option<&Line> {
        self.lines.iter().find(|line| line.engine.role == role)
    }

    /// The fastest of the libraries that the goals name.
    pub fn fastest_rival(&self) -> Option<&Line> {
        let rivals = self.lines.iter().filter(|line| line.engine.role == Role::Rival);
        let timed = rivals.filter_map(|line| Some((line.nanos?, line)));
        timed.min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, line)| line)
    }

    fn table(&self) -> Table {
        let mut table = Table::new(&[
            self.workload.name(),
            "CPU ns/case",
            "instructions/case",
            &format!("mean {}", self.workload.unit()),
            "to fastest rival",
            "to bare",
        ]);
        let rival = self.fastest_rival().and_then(|line| line.nanos);
        let bare = self.role(Role::Bare).and_then(|line| line.nanos);
        for line in &self.lines {
            let ratio = |to: Option<f64>| cell(line.nanos.zip(to), |(a, b)| times(a / b));
            table.row(vec![
                line.engine.name.to_owned(),
                cell(line.nanos, figure),
                cell(line.instructions, |count| format!("{count:.0}")),
                cell(line.size, |size| self.size(size)),
                ratio(rival),
                ratio(bare),
            ]);
        }
        table
    }

    fn size(&self, size: f64) -> String {
        let expected = self.workload.expected_size();
        let off = (size / expected - 1.0).abs() > SIZE_TOLERANCE;
        format!("{}{size:.1}", if off { "!" } else { "" })
    }
}

/// Measures and prints everything.
pub fn run(options: &Options) {
    let counting = options.instructions && instructions::available();
    introduce(options, counting);
    let mut comparisons = Vec::new();
    for workload in Workload::ALL {
        if options.only.is_some_and(|only| only != workload) {
            continue;
        }
        let comparison = compare(workload, options, counting);
        print!("{}", comparison.table());
        for line in &comparison.lines {
            if let Some(trouble) = &line.trouble {
                println!("({}: {trouble}.)", line.engine.name);
            }
        }
        println!();
        comparisons.push(comparison);
    }
    goal::print(&comparisons);
}

fn introduce(options: &Options, counting: bool) {
    let profile = if cfg!(debug_assertions) { "debug" } else { "release" };
    println!(
        "Passing properties, one thread, {profile} profile, {} cases, best of {} interleaved runs.",
        options.cases, options.repeats
    );
    if options.instructions && !counting {
        println!("Instructions are not counted: valgrind cannot be started.");
    }
    println!("A ratio is CPU time over CPU time: below 1 is faster than what it is compared to.");
    println!("A mean size marked ! is not that of the others, so neither is the time.");
    println!("string: ours are ASCII in 7 of 8 cases, so `bare` is ASCII; the rivals' are mostly");
    println!("wide characters, as `bare-wide` is.\n");
}

fn compare(workload: Workload, options: &Options, counting: bool) -> Comparison {
    let engines: Vec<Engine> = engine::all().into_iter().filter(|e| e.runs(workload)).collect();
    let mut runs: Vec<Vec<Result<Sample, String>>> = engines.iter().map(|_| vec![]).collect();
    // Repeats in the outer loop, engines in the inner one: temporary load then affects all engines alike.
    for _ in 0..options.repeats {
        for (engine, runs) in engines.iter().zip(&mut runs) {
            runs.push(sample::timed(engine, workload, options.cases));
        }
    }
    let lines = engines.into_iter().zip(runs);
    let lines = lines.map(|(engine, runs)| line(engine, workload, runs, counting)).collect();
    Comparison { workload, lines }
}

fn line(
    engine: Engine,
    workload: Workload,
    runs: Vec<Result<Sample, String>>,
    counting: bool,
) -> Line {
    let mut trouble = None;
    let mut good = Vec::new();
    for run in runs {
        match run {
            Ok(sample) => good.push(sample),
            Err(why) => trouble = Some(why),
        }
    }
    let mut instructions = None;
    if counting {
        match instructions::per_case(&engine, workload) {
            Ok(count) => instructions = Some(count),
            Err(why) => trouble = trouble.or(Some(format!("under callgrind, {why}"))),
        }
    }
    let (cases, units) = good.iter().fold((0, 0), |(c, u), s| (c + s.cases, u + s.units));
    Line {
        engine,
        nanos: good.iter().map(|sample| sample.per_case()).min_by(f64::total_cmp),
        instructions,
        size: (cases > 0).then(|| units as f64 / cases as f64),
        trouble,
    }
}
