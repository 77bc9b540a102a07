//! `cargo disprove fuzz`, `import` and `export`: properties as libFuzzer targets, and their inputs.

mod dependencies;
mod export;
mod features;
mod import;
mod init;
mod run;
mod target_name;
mod templates;
mod test_file;

use clap::Subcommand;
pub(crate) use export::{Arguments as ExportArguments, run as export};
pub(crate) use import::{Arguments as ImportArguments, run as import};
use std::process::ExitCode;

/// Runs properties as libFuzzer targets.
#[derive(Subcommand, Debug)]
#[command(subcommand_required = true, arg_required_else_help = true)]
pub(crate) enum Command {
    Init(init::Arguments),
    Run(run::Arguments),
}

pub(crate) fn run(command: &Command) -> ExitCode {
    match command {
        Command::Init(arguments) => init::run(arguments),
        Command::Run(arguments) => run::run(arguments),
    }
}
