//! Mutants and sweep of a Rust project: `cargo disprove mutants` and `sweep` in its folder.

use super::{arguments::Arguments, project_list::Project};
use crate::{
    error::{CommandError, usage},
    mutants::{self, study::Study},
    sweep::{self, Sweep},
};
use clap::Parser;
use std::{ffi::OsString, path::Path, sync::atomic::AtomicBool};

/// The arguments of `mutants` as a command of its own.
#[derive(Parser)]
#[command(name = "mutants", no_binary_name = true)]
struct MutantsCommand {
    #[command(flatten)]
    arguments: mutants::Arguments,
}

#[derive(Parser)]
#[command(name = "sweep", no_binary_name = true)]
struct SweepCommand {
    #[command(flatten)]
    arguments: sweep::Arguments,
}

/// Tests the mutants of the sample that have no result yet.
pub(super) fn mutants(
    project: &Project,
    arguments: &Arguments,
    folder: &Path,
    stop: &AtomicBool,
) -> Result<Study, CommandError> {
    let mut words = common(project, arguments, folder);
    for (name, value) in [
        ("--engine", arguments.engine.name().to_owned()),
        ("--sample", arguments.sample.to_string()),
        ("--seed", arguments.seed.to_string()),
        ("--baseline", arguments.baseline.to_string()),
        ("--doctests", "none".to_owned()),
    ] {
        words.extend([name.into(), value.into()]);
    }
    words.push("--skip-failing".into());
    words.extend(project.extra.iter().map(OsString::from));
    let command = MutantsCommand::try_parse_from(words).map_err(|why| wrong(project, &why))?;
    mutants::study(&command.arguments, stop)
}

/// Counts the inputs that properties take to find the mutants. `None` if no property reaches one.
pub(super) fn sweep(
    project: &Project,
    arguments: &Arguments,
    folder: &Path,
    stop: &AtomicBool,
) -> Result<Sweep, CommandError> {
    let mut words = common(project, arguments, folder);
    for (name, value) in [
        ("--cases", arguments.cases.to_string()),
        ("--seeds", arguments.seeds.to_string()),
        ("--seed", arguments.seed.to_string()),
    ] {
        words.extend([name.into(), value.into()]);
    }
    words.extend(["--study".into(), folder.into()]);
    words.extend(project.extra.iter().map(OsString::from));
    let command = SweepCommand::try_parse_from(words).map_err(|why| wrong(project, &why))?;
    sweep::sweep_mutants(&command.arguments, stop)
}

/// The arguments of both commands.
fn common(project: &Project, arguments: &Arguments, folder: &Path) -> Vec<OsString> {
    let manifest = project.path.join("Cargo.toml");
    let mut words: Vec<OsString> =
        vec!["--manifest-path".into(), manifest.into(), "--output".into(), folder.into()];
    if arguments.offline {
        words.push("--offline".into());
    }
    if arguments.fresh {
        words.push("--fresh".into());
    }
    words
}

/// The first line of the message has the reason.
fn wrong(project: &Project, why: &clap::Error) -> CommandError {
    let text = why.to_string();
    let line = text.lines().next().unwrap_or_default();
    let line = line.strip_prefix("error: ").unwrap_or(line);
    usage(format!(
        "{line}: the words after a folder in a list are arguments of `cargo disprove mutants` and `sweep` ({})",
        project.extra.join(" ")
    ))
}
