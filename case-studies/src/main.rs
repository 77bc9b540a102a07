//! The experiments of the papers, each one command that prints its table beside the published figures.
//!
//! ```text
//! cargo run --release -p case-studies -- graph --runs 100 --jobs 2
//! ```

mod ifc;
mod trials;

use std::process::ExitCode;

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
}

fn main() -> ExitCode {
    let options =
        Options { runs: None, jobs: 2, seed: 1, smoke: std::env::var_os("SMOKE").is_some() };
    let named: Vec<String> = std::env::args().skip(1).collect();
    let named: Vec<&str> = named.iter().map(String::as_str).collect();
    let rows = ifc::study(&options, &named);
    println!("{}", rows.iter().map(ifc::Row::json).collect::<serde_json::Value>());
    ExitCode::SUCCESS
}
