//! How far and how fast failures are reduced: a few problems, many seeds each.

mod catalogue;
mod library;
mod ours;
mod probe;
mod problem;
mod problems;
mod rivals;
mod summary;

use crate::table::{NONE, Table, cell, figure};
use catalogue::Entry;
use library::Library;
use probe::Ending;
use summary::Summary;

/// What the command line says.
pub struct Options {
    pub seeds: u64,
    pub first_seed: u64,
    /// Names of problems; all if empty.
    pub only: Vec<String>,
    pub libraries: Vec<Library>,
    /// Show every result that is not minimal.
    pub worst: bool,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            seeds: 200,
            first_seed: 0,
            only: Vec::new(),
            libraries: Library::ALL.to_vec(),
            worst: false,
        }
    }
}

impl Options {
    /// Takes the names after `--only`.
    pub fn set_only(&mut self, names: &str) -> Result<(), String> {
        let known: Vec<&str> = catalogue::all().iter().map(|entry| entry.name).collect();
        self.only = names.split(',').map(str::to_owned).collect();
        match self.only.iter().find(|name| !known.contains(&name.as_str())) {
            Some(name) => {
                Err(format!("There is no problem `{name}`; there are {}.", known.join(", ")))
            }
            None => Ok(()),
        }
    }

    /// Takes the names after `--libraries`.
    pub fn set_libraries(&mut self, names: &str) -> Result<(), String> {
        let library = |name: &str| {
            let known = Library::ALL.map(Library::name).join(", ");
            Library::named(name)
                .ok_or_else(|| format!("There is no library `{name}`; there are {known}."))
        };
        self.libraries = names.split(',').map(library).collect::<Result<_, _>>()?;
        Ok(())
    }
}

/// Prints the table.
pub fn run(options: &Options) {
    let header = [
        "problem",
        "library",
        "size",
        "worst",
        "minimal",
        "distinct",
        "runs",
        "worst",
        "generator",
        "CPU ms",
        "start",
        "unfailing",
    ];
    let mut table = Table::new(&header);
    let mut goals = Vec::new();
    for entry in catalogue::all() {
        if !options.only.is_empty() && !options.only.iter().any(|name| name == entry.name) {
            continue;
        }
        for (library, solver) in &entry.solvers {
            if !options.libraries.contains(library) {
                continue;
            }
            eprintln!("{}: {}", entry.name, library.name());
            let seeds = options.first_seed..options.first_seed + options.seeds;
            let endings: Vec<Option<Ending>> = seeds.map(solver).collect();
            let summary = Summary::of(&endings);
            table.row(row(&entry, *library, summary.as_ref()));
            if let (Library::Ours, Some(goal), Some(summary)) = (library, entry.goal, &summary) {
                goals.push(verdict(entry.name, goal, summary));
            }
            if options.worst {
                show_worst(&entry, *library, options.first_seed, &endings);
            }
        }
    }
    print!("{table}\n{}", goals.concat());
}

fn row(entry: &Entry, library: Library, summary: Option<&Summary>) -> Vec<String> {
    let mut cells = vec![entry.name.to_owned(), library.name().to_owned()];
    let Some(summary) = summary else {
        cells.push(NONE.to_owned());
        return cells;
    };
    cells.extend([
        figure(summary.mean_size),
        summary.worst_size.to_string(),
        format!("{} %", figure(summary.minimal)),
        summary.distinct.to_string(),
        figure(summary.mean_runs),
        summary.worst_runs.to_string(),
        cell(summary.generated, figure),
        figure(summary.milliseconds),
        figure(summary.mean_first_size),
        summary.unfailing.to_string(),
    ]);
    cells
}

fn verdict(name: &str, goal: f64, summary: &Summary) -> String {
    let met = summary.minimal >= 100.0 && summary.mean_runs <= goal;
    let (minimal, runs) = (figure(summary.minimal), figure(summary.mean_runs));
    let word = if met { "met" } else { "missed" };
    format!("{name}: goal 100 %, <= {goal} runs; here {minimal} %, {runs}: {word}\n")
}

fn show_worst(entry: &Entry, library: Library, first_seed: u64, endings: &[Option<Ending>]) {
    for (seed, ending) in (first_seed..).zip(endings) {
        if let Some(ending) = ending.as_ref().filter(|ending| !ending.minimal) {
            let Ending { shown, size, runs, .. } = ending;
            println!(
                "{} {} seed {seed}: size {size}, {runs} runs: {shown}",
                entry.name,
                library.name()
            );
        }
    }
}
