//! `cargo disprove test`: `cargo test`, guided by the course that tests take, with exit codes that tell a failure from a
//! mistake.

use crate::{
    coverage::{Choice, Kit},
    mistake::{Mistake, exit, usage},
    project::{WITHOUT, Workspace, cargo, optimised},
};
use clap::Args;
use std::{
    ffi::OsString,
    process::{Command, ExitCode, Stdio},
};

/// Runs the tests as `cargo test` does, with the same arguments.
///
/// They are built with probes that tell which course each case takes through the code, so that the search is guided.
/// Exits with 0 if all pass, 1 if one fails, and 2 if they cannot be built.
#[derive(Args, Debug)]
pub(crate) struct Arguments {
    #[command(flatten)]
    coverage: Choice,

    /// What `cargo test` is given, after the options of this command.
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, value_name = "ARGUMENTS")]
    arguments: Vec<OsString>,
}

pub(crate) fn run(arguments: &Arguments) -> ExitCode {
    exit(test(arguments))
}

fn test(arguments: &Arguments) -> Result<u8, Mistake> {
    let all = &arguments.arguments;
    let own = all.iter().position(|argument| argument == "--").unwrap_or(all.len());
    let (cargo, tests) = all.split_at(own);
    let mut cargo = cargo.to_vec();
    cargo.retain(|argument| argument != "--no-run");
    let is_enough = cargo.len() < own;
    let workspace = Workspace::new(&about_workspace(&cargo), &arguments.coverage)?;
    let cargo = &[optimised(&cargo, &workspace.root), cargo].concat()[..];
    let mut kit = Kit::new(&arguments.coverage, &workspace.target);
    // The exit codes of cargo are the same for tests that fail and tests that cannot be built.
    let mut building = command(kit.as_ref(), cargo);
    if !is_success(building.arg("--no-run"))? {
        let is_built = kit.take().is_some()
            && is_success(command(None, cargo).arg("--no-run").stderr(Stdio::null()))?;
        if !is_built {
            return Err(usage("the tests cannot be built: see what cargo says above"));
        }
        crate::terminal::remark(WITHOUT);
    }
    if is_enough {
        return Ok(0);
    }
    let passed = is_success(command(kit.as_ref(), cargo).args(tests))?;
    Ok(u8::from(!passed))
}

/// `cargo test` with these arguments.
fn command(kit: Option<&Kit>, arguments: &[OsString]) -> Command {
    let mut command = cargo();
    command.arg("test").args(arguments);
    if let Some(kit) = kit {
        kit.equip(&mut command);
    }
    command
}

fn is_success(command: &mut Command) -> Result<bool, Mistake> {
    let status = command.status().map_err(|why| {
        usage(format!("cargo cannot be run: {why}; is it installed, and in the PATH?"))
    })?;
    Ok(status.success())
}

/// Those of the arguments that say which workspace it is.
fn about_workspace(arguments: &[OsString]) -> Vec<OsString> {
    let mut about = Vec::new();
    let mut words = arguments.iter();
    while let Some(word) = words.next() {
        let text = word.to_string_lossy();
        if matches!(&*text, "--offline" | "--locked" | "--frozen")
            || ["--manifest-path=", "--config="].iter().any(|start| text.starts_with(start))
        {
            about.push(word.clone());
        } else if matches!(&*text, "--manifest-path" | "--config") {
            about.push(word.clone());
            about.extend(words.next().cloned());
        }
    }
    about
}

#[cfg(test)]
mod tests {
    use super::{OsString, about_workspace};

    #[test]
    fn what_says_which_workspace_it_is_is_found() {
        let words = "-p a --manifest-path x/Cargo.toml --release --offline --config=a=1 --lib";
        let words: Vec<OsString> = words.split(' ').map(OsString::from).collect();
        let about = about_workspace(&words);
        assert_eq!(about, ["--manifest-path", "x/Cargo.toml", "--offline", "--config=a=1"]);
    }
}
