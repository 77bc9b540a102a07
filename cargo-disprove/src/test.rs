//! `cargo disprove test`: `cargo test`, with exit codes that tell a failure from a mistake.

use crate::{
    mistake::{Mistake, exit, usage},
    project::cargo,
};
use clap::Args;
use std::{ffi::OsString, process::ExitCode};

/// Runs the tests as `cargo test` does, with the same arguments.
///
/// Exits with 0 if all pass, 1 if one fails, and 2 if they cannot be built.
#[derive(Args, Debug)]
pub(crate) struct Arguments {
    /// What `cargo test` is given.
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, value_name = "ARGUMENTS")]
    arguments: Vec<OsString>,
}

pub(crate) fn run(arguments: &Arguments) -> ExitCode {
    exit(test(arguments))
}

fn test(arguments: &Arguments) -> Result<u8, Mistake> {
    let cannot_run =
        |why| usage(format!("cargo cannot be run: {why}; is it installed, and in the PATH?"));
    let all = &arguments.arguments;
    let own = all.iter().position(|argument| argument == "--").unwrap_or(all.len());
    // The exit codes of cargo are the same for tests that fail and tests that cannot be built.
    let built =
        cargo().args(["test", "--no-run"]).args(&all[..own]).status().map_err(cannot_run)?;
    if !built.success() {
        return Err(usage("the tests cannot be built: see what cargo says above"));
    }
    let passed = cargo().arg("test").args(all).status().map_err(cannot_run)?;
    Ok(u8::from(!passed.success()))
}
