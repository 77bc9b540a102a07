//! `cargo disprove test`: `cargo test` with coverage guidance, and exit codes that separate failures from build errors.

mod format;
mod messages;

use crate::{
    coverage::{CoverageOptions, Instrumentation},
    error::{CommandError, exit, usage},
    project::{UNINSTRUMENTED, Workspace, cannot_run_cargo, cargo, optimized},
};
use clap::Args;
use format::{MessageFormat, take_format};
use messages::Messages;
use std::{
    ffi::OsString,
    io,
    path::{Path, PathBuf},
    process::{Command, ExitCode, Stdio},
    time::Instant,
};

const EXAMPLES: &str = "\
Examples:
  cargo disprove test
  cargo disprove test -p parser -- round_trip";

/// Runs `cargo test`, guided by coverage.
///
/// The compiler instruments the tests, so that coverage guides the search of each property. Unlike `hunt`, it runs each
/// property once, with its own number of cases and time.
///
/// With `--message-format json`, standard output has a line of JSON for each property and a summary, and the output of
/// cargo goes to standard error. The chapter "Coding agents" of the book describes the lines.
///
/// Exits with 0 if all tests pass, with 1 if one fails, and with 2 if they cannot be built.
#[derive(Args, Debug)]
#[command(after_long_help = EXAMPLES)]
pub(crate) struct Arguments {
    #[command(flatten)]
    coverage: CoverageOptions,

    /// What standard output contains: `human`, the output of cargo, or `json`, a line for each property.
    #[arg(long, value_name = "FORMAT")]
    message_format: Option<String>,

    /// Arguments of `cargo test`, after the options of this command.
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, value_name = "ARGUMENTS")]
    for_cargo: Vec<OsString>,
}

pub(crate) fn run(arguments: &Arguments) -> ExitCode {
    exit(test(arguments))
}

fn test(arguments: &Arguments) -> Result<u8, CommandError> {
    let all = &arguments.for_cargo;
    let own = all.iter().position(|argument| argument == "--").unwrap_or(all.len());
    let (cargo, tests) = all.split_at(own);
    let mut cargo = cargo.to_vec();
    cargo.retain(|argument| argument != "--no-run");
    let is_build_only = cargo.len() < own;
    let given = take_format(&mut cargo)?.or(arguments.message_format.clone());
    let format = given.map_or(Ok(MessageFormat::Human), |name| MessageFormat::named(&name))?;
    let target = take_target_dir(&mut cargo);
    let workspace = Workspace::new(&workspace_flags(&cargo), &arguments.coverage)?;
    let cargo = &[optimized(&cargo, &workspace.root), cargo].concat()[..];
    let folder = target.as_deref().unwrap_or(&workspace.target);
    let mut instrumentation = Instrumentation::new(&arguments.coverage, folder);
    let command = |instrumentation: Option<&Instrumentation>| {
        let mut command = command(instrumentation, target.as_deref(), cargo);
        if format == MessageFormat::Json {
            command.stdout(io::stderr());
        }
        command
    };
    let start = Instant::now();
    // Cargo has one exit code for failed tests and failed builds, so build first.
    let mut building = command(instrumentation.as_ref());
    if !is_success(building.arg("--no-run"))? {
        let is_built = instrumentation.take().is_some()
            && is_success(command(None).arg("--no-run").stderr(Stdio::null()))?;
        if !is_built {
            if format == MessageFormat::Json {
                messages::print_build_failure(start);
            }
            return Err(usage("the tests cannot be built: see what cargo says above"));
        }
        crate::terminal::diagnostic(UNINSTRUMENTED);
    }
    let mut testing = command(instrumentation.as_ref());
    testing.args(tests);
    let passed = match format {
        MessageFormat::Json => {
            let mut messages = Messages::new()?;
            let passed = is_build_only || messages.follow(&mut testing)?;
            messages.print_summary(passed, start);
            passed
        }
        MessageFormat::Human => is_build_only || is_success(&mut testing)?,
    };
    Ok(u8::from(!passed))
}

/// `cargo test` with these arguments. Instrumented builds are below the target folder.
fn command(
    instrumentation: Option<&Instrumentation>,
    target: Option<&Path>,
    arguments: &[OsString],
) -> Command {
    let mut command = cargo();
    command.arg("test").args(arguments);
    if let Some(instrumentation) = instrumentation {
        instrumentation.instrument(&mut command);
    } else if let Some(target) = target {
        command.arg("--target-dir").arg(target);
    }
    command
}

/// Removes the target folder from the arguments of cargo.
fn take_target_dir(arguments: &mut Vec<OsString>) -> Option<PathBuf> {
    let flag = "--target-dir";
    let at = arguments.iter().position(|word| word.to_string_lossy().starts_with(flag))?;
    let word = arguments.remove(at);
    let folder = match word.to_string_lossy().strip_prefix(flag)?.strip_prefix('=') {
        Some(folder) => OsString::from(folder),
        None if at < arguments.len() => arguments.remove(at),
        None => return None,
    };
    // Cargo runs here too, and tests elsewhere.
    Some(std::path::absolute(&folder).unwrap_or(folder.into()))
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
    use super::{OsString, PathBuf, take_target_dir, workspace_flags};

    #[test]
    fn the_target_folder_is_taken_out() {
        for line in ["--lib --target-dir /t -v", "--lib --target-dir=/t -v"] {
            let mut words: Vec<OsString> = line.split(' ').map(OsString::from).collect();
            assert_eq!(take_target_dir(&mut words), Some(PathBuf::from("/t")));
            assert_eq!(words, ["--lib", "-v"]);
        }
    }

    #[test]
    fn flags_that_locate_the_workspace_are_found() {
        let words = "-p a --manifest-path x/Cargo.toml --release --offline --config=a=1 --lib";
        let words: Vec<OsString> = words.split(' ').map(OsString::from).collect();
        let flags = workspace_flags(&words);
        assert_eq!(flags, ["--manifest-path", "x/Cargo.toml", "--offline", "--config=a=1"]);
    }
}
