//! The experiments of the papers, each one command that prints its table beside the published figures.
//!
//! ```text
//! cargo run --release -p case-studies -- graph --runs 100 --jobs 2
//! ```

mod preconditions;
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
    let arguments: Vec<String> = std::env::args().collect();
    let after = |name: &str| {
        let place = arguments.iter().position(|argument| argument == name)?;
        arguments.get(place + 1)?.parse().ok()
    };
    let smoke = arguments.iter().any(|argument| argument == "--smoke");
    let options = Options { runs: after("--runs"), jobs: 2, seed: 1, smoke };
    let figures = preconditions::study(&options, &preconditions::SEARCHES);
    if arguments.iter().any(|argument| argument == "--json") {
        println!("{figures:#}");
    }
    ExitCode::SUCCESS
}
