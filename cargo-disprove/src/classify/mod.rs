//! `cargo disprove classify`: categories of the assertions in property tests.

mod advice;
mod file;
mod listing;
mod public_api;
mod record;
mod summary;
mod tested_function;
mod tree;
mod workspace;

use crate::{
    error::{CommandError, exit, usage},
    terminal::{diagnostic, print, print_json},
};
use clap::{Args, ValueEnum};
use disprove_analysis::{engine::Mode, ir::Framework, rust};
use std::{path::PathBuf, process::ExitCode};
pub(crate) use {
    advice::beyond_constants,
    file::{AssertionKind, FileOutcome, Survey, assertion_kind, framework_name},
    summary::PUBLISHED_UNCATEGORISED,
    tree::{Source, walk},
    workspace::Workspace,
};

/// Says what property tests assert: round trips, bounds, constants, exceptions and others.
///
/// The twelve categories are those of "An Empirical Evaluation of Property-Based Testing in Python".
///
/// Reads all Rust and Python files of the workspace, or of the given files and folders. Skips hidden folders, `target`,
/// `vendor`, `node_modules`, `site-packages`, virtual environments and caches, unless you name them.
/// Reports unreadable files and continues. In a workspace, the result is also saved as
/// target/disprove/judge/classify.json, unless a named file is outside of it.
///
/// Exits with 0, or with 2 for wrong arguments.
#[derive(Args, Debug)]
pub(crate) struct Arguments {
    /// Files and folders to read instead of the workspace.
    #[arg(value_name = "PATH")]
    paths: Vec<PathBuf>,

    /// Show what influences the two sides of each comparison, and the rule that assigned its category.
    #[arg(long)]
    explain: bool,

    /// Print JSON instead of text: a line per assertion.
    #[arg(long, conflicts_with = "explain")]
    json: bool,

    /// `refined` follows values through the test; `paper` follows names, as the tool of that paper does, for comparison.
    #[arg(long, value_enum, default_value_t = ModeArgument::Refined)]
    mode: ModeArgument,

    /// Treat a macro like that of a framework: `my_qc=quickcheck`.
    #[arg(long, value_name = "NAME=FRAMEWORK", value_parser = alias)]
    macro_alias: Vec<(String, Framework)>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum ModeArgument {
    Paper,
    Refined,
}

impl ModeArgument {
    fn mode(self) -> Mode {
        match self {
            ModeArgument::Paper => Mode::Paper,
            ModeArgument::Refined => Mode::Refined,
        }
    }
}

/// Frameworks with tests in macros.
const ALIASED: [Framework; 3] = [Framework::Proptest, Framework::QuickCheck, Framework::Disprove];

fn alias(text: &str) -> Result<(String, Framework), String> {
    let (name, framework) = text
        .split_once('=')
        .ok_or("write the name of a macro and of a framework, as in `qc=quickcheck`")?;
    let found = ALIASED.iter().find(|each| framework_name(**each) == framework);
    let found = found.ok_or_else(|| {
        format!("unknown framework `{framework}`: write `proptest`, `quickcheck` or `disprove`")
    })?;
    Ok((name.trim_end_matches('!').to_owned(), *found))
}

pub(crate) fn run(arguments: &Arguments) -> ExitCode {
    exit(classify(arguments))
}

fn classify(arguments: &Arguments) -> Result<u8, CommandError> {
    let workspace = Workspace::find();
    let (files, is_in_workspace) = sources(&arguments.paths, workspace.as_ref())?;
    let aliases = arguments.macro_alias.clone();
    let options = rust::Options { aliases, ..rust::Options::default() };
    let survey = Survey::of(&files, arguments.mode.mode(), &options);
    for classified in &survey.files {
        if let FileOutcome::Unreadable { line, message } = &classified.outcome {
            let place = line.map(|line| format!(":{line}")).unwrap_or_default();
            diagnostic(&format!("{}{place} is skipped: {message}", classified.file));
        }
    }
    if arguments.json {
        for record in record::lines(&survey) {
            print_json(&record);
        }
    } else {
        print(&listing::text(&survey, arguments.explain));
        print(&summary::text(&survey));
        let advice = advice::of(&survey);
        if !advice.is_empty() {
            print(&advice::text(&advice));
        }
    }
    if let Some(workspace) = workspace.filter(|_| is_in_workspace)
        && let Err(why) = record::save(&survey, &workspace.target)
    {
        diagnostic(&format!("cannot save the result: {why}"));
    }
    Ok(0)
}

/// The files to read, and whether all of them are in the workspace.
fn sources(
    paths: &[PathBuf],
    workspace: Option<&Workspace>,
) -> Result<(Vec<tree::Source>, bool), CommandError> {
    let target = workspace.map(|workspace| workspace.target.as_path());
    if paths.is_empty() {
        let root = match workspace {
            Some(workspace) => workspace.root.clone(),
            None => PathBuf::from("."),
        };
        return Ok((tree::walk(&root, Some(&root), target), workspace.is_some()));
    }
    let mut files = Vec::new();
    let mut is_in_workspace = workspace.is_some();
    for path in paths {
        let there = path.canonicalize().map_err(|why| {
            usage(format!("cannot read `{}`: {why}; give a file or a folder", path.display()))
        })?;
        if there.is_file() && tree::language(&there).is_none() {
            return Err(usage(format!(
                "`{}` is neither Rust nor Python: give files that end in .rs or .py, or a folder",
                path.display()
            )));
        }
        is_in_workspace &= workspace.is_some_and(|workspace| workspace.contains(&there));
        files.extend(tree::walk(path, None, target));
    }
    files.sort_by(|one, other| one.shown.cmp(&other.shown));
    files.dedup_by(|one, other| one.shown == other.shown);
    Ok((files, is_in_workspace))
}

#[cfg(test)]
mod tests {
    use super::{Framework, alias};

    #[test]
    fn an_alias_names_a_framework() {
        assert_eq!(alias("qc=quickcheck"), Ok(("qc".to_owned(), Framework::QuickCheck)));
        assert_eq!(alias("pt!=proptest"), Ok(("pt".to_owned(), Framework::Proptest)));
        assert!(alias("qc").is_err());
        assert!(alias("qc=junit").is_err_and(|why| why.starts_with("unknown framework `junit`")));
    }
}
