//! `cargo disprove test`: `cargo test` with coverage guidance, and exit codes that separate failures from build errors.

use crate::{
    coverage::{CoverageOptions, Instrumentation},
    error::{CommandError, exit, usage},
    project::{UNINSTRUMENTED, Workspace, cannot_run_cargo, cargo, optimized},
};
use clap::Args;
use std::{
    ffi::OsString,
    process::{Command, ExitCode, Stdio},
};

/// Runs the tests as `cargo test` does, guided by coverage.
///
/// The compiler instruments the tests, so that the search is guided by coverage.
/// Exits with 0 if all pass, 1 if one fails, and 2 if they cannot be built.
#[derive(Args, Debug)]
pub(crate) struct Arguments {
    #[command(flatten)]
    coverage: CoverageOptions,

    /// Arguments of `cargo test`, after the options of this command.
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, value_name = "ARGUMENTS")]
    arguments: Vec<OsString>,
}

pub(crate) fn run(arguments: &Arguments) -> ExitCode {
    exit(test(arguments))
}

fn test(arguments: &Arguments) -> Result<u8, CommandError> {
    let all = &arguments.arguments;
    let own = all.iter().position(|argument| argument == "--").unwrap_or(all.len());
    let (cargo, tests) = all.split_at(own);
    let mut cargo = cargo.to_vec();
    cargo.retain(|argument| argument != "--no-run");
    let is_build_only = cargo.len() < own;
    let workspace = Workspace::new(&workspace_flags(&cargo), &arguments.coverage)?;
    let cargo = &[optimized(&cargo, &workspace.root), cargo].concat()[..];
    let mut instrumentation = Instrumentation::new(&arguments.coverage, &workspace.target);
    // Cargo has one exit code for failed tests and failed builds, so build first.
    let mut building = command(instrumentation.as_ref(), cargo);
    if !is_success(building.arg("--no-run"))? {
        let is_built = instrumentation.take().is_some()
            && is_success(command(None, cargo).arg("--no-run").stderr(Stdio::null()))?;
        if !is_built {
            return Err(usage("the tests cannot be built: see what cargo says above"));
        }
        crate::terminal::diagnostic(UNINSTRUMENTED);
    }
    if is_build_only {
        return Ok(0);
    }
    let passed = is_success(command(instrumentation.as_ref(), cargo).args(tests))?;
    Ok(u8::from(!passed))
}

/// `cargo test` with these arguments.
fn command(instrumentation: Option<&Instrumentation>, arguments: &[OsString]) -> Command {
    let mut command = cargo();
    command.arg("test").args(arguments);
    if let Some(instrumentation) = instrumentation {
        instrumentation.instrument(&mut command);
    }
    command
}

fn is_success(command: &mut Command) -> Result<bool, CommandError> {
    Ok(command.status().map_err(|why| cannot_run_cargo(&why))?.success())
}

/// The arguments that locate the workspace.
fn workspace_flags(arguments: &[OsString]) -> Vec<OsString> {
    let mut flags = Vec::new();
    let mut words = arguments.iter();
    while let Some(word) = words.next() {
        let text = word.to_string_lossy();
        if matches!(&*text, "--offline" | "--locked" | "--frozen")
            || ["--manifest-path=", "--config="].iter().any(|start| text.starts_with(start))
        {
            flags.push(word.clone());
        } else if matches!(&*text, "--manifest-path" | "--config") {
            flags.push(word.clone());
            flags.extend(words.next().cloned());
        }
    }
    flags
}

#[cfg(test)]
mod tests {
    use super::{OsString, workspace_flags};

    #[test]
    fn flags_that_locate_the_workspace_are_found() {
        let words = "-p a --manifest-path x/Cargo.toml --release --offline --config=a=1 --lib";
        let words: Vec<OsString> = words.split(' ').map(OsString::from).collect();
        let flags = workspace_flags(&words);
        assert_eq!(flags, ["--manifest-path", "x/Cargo.toml", "--offline", "--config=a=1"]);
    }
}
