//! `cargo disprove`: the command-line tool of the library.

#[cfg(test)]
mod book;
mod classify;
mod coverage;
mod duration;
mod error;
mod fuzz;
mod help;
mod hunt;
mod limits;
mod mutants;
#[cfg(test)]
mod parsed;
mod plural;
mod port;
mod project;
mod reduce;
mod replay;
mod report;
mod review;
mod shard;
mod share;
mod signal;
mod study;
mod suggest;
mod sweep;
mod terminal;
mod test;
mod web;

use clap::{FromArgMatches, Parser, Subcommand};
use std::process::ExitCode;

/// Called by cargo as `cargo-disprove disprove ..`.
#[derive(Parser)]
#[command(name = "cargo", bin_name = "cargo", disable_help_subcommand = true, max_term_width = 100)]
enum Cargo {
    /// Finds failures of properties of the library `disprove`, and judges tests.
    #[command(subcommand, version, arg_required_else_help = true, max_term_width = 100)]
    Disprove(Command),
}

#[derive(Subcommand)]
enum Command {
    Classify(classify::Arguments),
    Export(fuzz::ExportArguments),
    #[command(subcommand)]
    Fuzz(fuzz::Command),
    Hunt(hunt::Arguments),
    Import(fuzz::ImportArguments),
    Mutants(mutants::Arguments),
    Port(port::Arguments),
    Pull(share::PullArguments),
    Push(share::PushArguments),
    Replay(replay::Arguments),
    Report(report::Arguments),
    Review(review::Arguments),
    Test(test::Arguments),
    Reduce(reduce::Arguments),
    Study(study::Arguments),
    Suggest(suggest::Arguments),
    Sweep(sweep::Arguments),
}

fn main() -> ExitCode {
    // Called by the name of a compiler wrapper, the tool runs the compiler.
    if let Some(code) = coverage::run_as_compiler() {
        return code;
    }
    // Called as the cargo of cargo-mutants, it runs cargo.
    if let Some(code) = mutants::driver::run_as_cargo() {
        return code;
    }
    // Started by a hunt, it talks to the server.
    #[cfg(feature = "share")]
    if let Some(code) = share::run_as_link() {
        return code;
    }
    // Called directly, cargo has not inserted the name of the subcommand.
    let mut arguments: Vec<_> = std::env::args_os().collect();
    if arguments.get(1).is_none_or(|first| first != "disprove") {
        arguments.insert(1.min(arguments.len()), "disprove".into());
    }
    let matches = help::command().get_matches_from(arguments);
    let Cargo::Disprove(command) =
        Cargo::from_arg_matches(&matches).unwrap_or_else(|why| why.exit());
    match command {
        Command::Classify(arguments) => classify::run(&arguments),
        Command::Export(arguments) => fuzz::export(&arguments),
        Command::Fuzz(command) => fuzz::run(&command),
        Command::Hunt(arguments) => hunt::run(&arguments),
        Command::Import(arguments) => fuzz::import(&arguments),
        Command::Mutants(arguments) => mutants::run(&arguments),
        Command::Port(arguments) => port::run(&arguments),
        Command::Pull(arguments) => share::pull(&arguments),
        Command::Push(arguments) => share::push(&arguments),
        Command::Replay(arguments) => replay::run(&arguments),
        Command::Report(arguments) => report::run(&arguments),
        Command::Review(arguments) => review::run(&arguments),
        Command::Test(arguments) => test::run(&arguments),
        Command::Reduce(arguments) => reduce::run(&arguments),
        Command::Study(arguments) => study::run(&arguments),
        Command::Suggest(arguments) => suggest::run(&arguments),
        Command::Sweep(arguments) => sweep::run(&arguments),
    }
}
