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
    let words = mutants_words(project, arguments, folder);
    let command = MutantsCommand::try_parse_from(words).map_err(|why| wrong(project, &why))?;
    mutants::study(&command.arguments, stop)
}

/// The arguments of `mutants`. Tests that fail on the unchanged code are left out, as in the paper.
fn mutants_words(project: &Project, arguments: &Arguments, folder: &Path) -> Vec<OsString> {
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
    words
}

/// Counts the inputs that properties take to find the mutants. `None` if no property reaches one.
pub(super) fn sweep(
    project: &Project,
    arguments: &Arguments,
    folder: &Path,
    stop: &AtomicBool,
) -> Result<Sweep, CommandError> {
    let words = sweep_words(project, arguments, folder);
    let command = SweepCommand::try_parse_from(words).map_err(|why| wrong(project, &why))?;
    sweep::sweep_mutants(&command.arguments, stop)
}

/// The arguments of `sweep`.
fn sweep_words(project: &Project, arguments: &Arguments, folder: &Path) -> Vec<OsString> {
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
    words
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

#[cfg(test)]
mod tests {
    use super::{
        Arguments, MutantsCommand, OsString, Parser, Path, Project, SweepCommand, mutants_words,
        sweep_words,
    };
    use crate::{parsed::parsed, study::project_list::ProjectLanguage};
    use std::ffi::OsStr;

    #[test]
    fn a_study_leaves_out_doctests_and_tests_that_fail_and_passes_arguments_on() {
        let arguments = parsed::<Arguments>("study a");
        let project = |extra: &str| Project {
            name: "a".to_owned(),
            path: "a".into(),
            language: ProjectLanguage::Rust,
            extra: vec![extra.to_owned()],
        };
        let words = mutants_words(&project("--all-features"), &arguments, Path::new("out"));
        let text =
            words.iter().map(|word| word.display().to_string()).collect::<Vec<_>>().join(" ");
        for part in ["--engine schemata", "--doctests none", "--skip-failing", "--all-features"] {
            assert!(text.contains(part), "{part}: {text}");
        }
        assert!(MutantsCommand::try_parse_from(words).is_ok());
        let is_accepted = |extra: &str| {
            let words = sweep_words(&project(extra), &arguments, Path::new("out"));
            SweepCommand::try_parse_from(words).is_ok()
        };
        assert!(is_accepted("--all-features"));
        let line = "study a --sample 7 --seed 8 --baseline 2 --cases 9 --seeds 3 --engine cargo-mutants --offline --fresh";
        let arguments = parsed::<Arguments>(line);
        let project = project("-v");
        let has = |words: Vec<OsString>, parts: &[&str]| {
            let text = words.join(OsStr::new(" ")).display().to_string();
            parts.iter().all(|part| text.contains(part))
        };
        let mutants = mutants_words(&project, &arguments, Path::new("out"));
        let of_mutants = ["--engine cargo-mutants", "--sample 7 --seed 8 --baseline 2"];
        assert!(has(mutants, &of_mutants));
        let sweep = || sweep_words(&project, &arguments, Path::new("out"));
        assert!(has(sweep(), &["--cases 9 --seeds 3 --seed 8"]));
        assert!(has(sweep(), &["--output out --offline --fresh"]));
        assert!(!is_accepted("--no-reach"), "only `mutants` has it");
    }
}
