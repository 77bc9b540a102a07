//! The experiments of the papers, each one command that prints its table beside the published figures.
//!
//! ```text
//! cargo run --release -p case-studies -- graph --runs 100 --jobs 2
//! cargo run --release -p case-studies -- graph --searches auto,random --only 42-vertices
//! cargo run --release -p case-studies -- graph --plot book/src/images/steering.svg
//! cargo run --release -p case-studies -- parser --plot book/src/images/coverage.svg
//! cargo run           -p case-studies -- all --smoke
//! ```

mod bst;
mod command;
mod comparison;
mod constants;
mod contest;
mod drawn;
mod everyday;
mod findings;
mod graph;
mod growth;
mod held_out;
mod ifc;
mod labyrinth;
mod ladder;
mod libfuzzer;
mod nested;
mod parser;
mod preconditions;
mod predicates;
#[cfg(test)]
mod reduced;
mod rematch;
mod repetition;
mod rival;
mod routing_trees;
mod selection;
mod spells;
mod ssni;
mod statistics;
mod studies;
mod svg;
mod table;
mod throughput;
mod trials;
mod wasm_like;
mod yaml;

use command::{Asked, Stop};
use disprove::research::set_constant;
use findings::Findings;
use selection::Selection;
use std::{fmt::Write as _, fs, path::Path, process::ExitCode};
use studies::Study;

/// How a study is to be run.
#[derive(Clone, Debug)]
pub struct Options {
    /// Repetitions with different seeds; each study has its own usual number.
    pub runs: Option<u64>,
    /// Repetitions at the same time.
    pub jobs: usize,
    /// The seed of the first repetition; the others count on from it.
    pub seed: u64,
    /// A small version of the study, for testing that it works.
    pub smoke: bool,
    /// The searches to be run, or whatever else a study has beside each other.
    pub searches: Selection,
    /// The problems to be run.
    pub only: Selection,
    /// Constants of the search that get another value.
    pub constants: Vec<(String, f64)>,
}

impl Default for Options {
    fn default() -> Options {
        let everything = Selection::default();
        let (searches, only) = (everything.clone(), everything);
        let constants = Vec::new();
        Options { runs: None, jobs: 2, seed: 1, smoke: false, searches, only, constants }
    }
}

impl Options {
    /// How many repetitions: as many as asked for, else the usual number, or three in a smoke test.
    pub fn repetitions(&self, usual: u64) -> u64 {
        self.runs.unwrap_or(if self.smoke { 3 } else { usual })
    }

    /// Gives constants of the search their other values, in the whole process.
    fn set_constants(&self) {
        for (name, value) in &self.constants {
            set_constant(name, Some(*value));
        }
    }
}

fn main() -> ExitCode {
    let words = std::env::args_os().skip(1);
    match command::read(words).and_then(|asked| answer(&asked)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(Stop::Failed(why)) => {
            eprintln!("{why}");
            ExitCode::FAILURE
        }
        Err(Stop::Misused(why)) => {
            eprintln!("{why}");
            ExitCode::from(2)
        }
    }
}

fn answer(asked: &Asked) -> Result<(), Stop> {
    match asked {
        Asked::Help => print!("{}", command::usage()),
        Asked::Plot { plot, options, file } => {
            options.set_constants();
            write(file, &plot(options))?;
            println!("{} is written.", file.display());
        }
        Asked::Studies { studies, options, json } => {
            options.set_constants();
            for study in studies {
                let findings = (study.run)(options);
                print!("{}", shown(study, &findings));
                let usual = format!("target/case-studies/{}.json", study.name);
                let file = json.as_deref().unwrap_or(Path::new(&usual));
                write(file, &findings.json(study.name, options))?;
                println!("All figures are in {}.\n", file.display());
            }
        }
    }
    Ok(())
}

fn shown(study: &Study, findings: &Findings) -> String {
    let mut text = format!("# {}: {}\n\n", study.name, study.about);
    for table in &findings.tables {
        let _ = writeln!(text, "{table}");
    }
    text
}

fn write(file: &Path, text: &str) -> Result<(), Stop> {
    let failed = |why: std::io::Error| {
        Stop::Failed(format!("The file {} cannot be written: {why}.", file.display()))
    };
    if let Some(folder) = file.parent() {
        fs::create_dir_all(folder).map_err(failed)?;
    }
    fs::write(file, text).map_err(failed)
}
