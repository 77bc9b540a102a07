//! `cargo disprove classify`: what the property tests of a tree assert.

mod advice;
mod file;
mod listing;
mod record;
mod subject;
mod summary;
mod tree;
mod workspace;

use crate::{
    error::{CommandError, exit, usage},
    terminal::{diagnostic, print},
};
use clap::{Args, ValueEnum};
use disprove_analysis::{engine::Mode, ir::Framework, rust};
use file::Outcome;
use std::{path::PathBuf, process::ExitCode};
use workspace::Workspace;

pub(crate) use {
    advice::BEYOND_CONSTANTS,
    file::{Standing, Survey},
    summary::PUBLISHED_UNCATEGORISED,
};

/// Says what property tests assert, in the twelve categories of "An Empirical Evaluation of Property-Based Testing in Python".
///
/// All Rust and Python files of the workspace are read, or those of the files and folders that are named. Left out are
/// hidden folders, `target`, `vendor`, `node_modules`, `site-packages`, and virtual environments. A file that cannot be read
/// is named, and the others go on. Below a workspace, the result is also kept as target/disprove/judge/classify.json.
///
/// Exits with 0, or with 2 if it was called wrongly.
#[derive(Args, Debug)]
#[command(verbatim_doc_comment)]
pub(crate) struct Arguments {
    /// Files and folders to read instead of the workspace.
    #[arg(value_name = "PATH")]
    paths: Vec<PathBuf>,

    /// For each comparison, what influences its two sides, and which rule gave it its category.
    #[arg(long)]
    explain: bool,

    /// One line of JSON for each assertion, and nothing else.
    #[arg(long, conflicts_with = "explain")]
    json: bool,

    /// Whether values are followed, or names as by the paper's own tool.
    #[arg(long, value_enum, default_value_t = Rules::Refined)]
    mode: Rules,

    /// A macro that holds tests as those of a framework do: `qc=quickcheck`.
    #[arg(long, value_name = "NAME=FRAMEWORK", value_parser = alias)]
    macro_alias: Vec<(String, Framework)>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Rules {
    Paper,
    Refined,
}

impl Rules {
    fn mode(self) -> Mode {
        match self {
            Rules::Paper => Mode::Paper,
            Rules::Refined => Mode::Refined,
        }
    }
}

/// All that hold tests in macros.
const ALIASED: [Framework; 3] = [Framework::Proptest, Framework::QuickCheck, Framework::Disprove];

fn alias(text: &str) -> Result<(String, Framework), String> {
    let (name, framework) = text
        .split_once('=')
        .ok_or("it has to be the name of a macro and that of a framework, as in `qc=quickcheck`")?;
    let found = ALIASED.iter().find(|each| file::framework(**each) == framework);
    let found = found.ok_or_else(|| {
        format!("`{framework}` is not known here: it is `proptest`, `quickcheck` or `disprove`")
    })?;
    Ok((name.trim_end_matches('!').to_owned(), *found))
}

pub(crate) fn run(arguments: &Arguments) -> ExitCode {
    exit(classify(arguments))
}

fn classify(arguments: &Arguments) -> Result<u8, CommandError> {
    let workspace = Workspace::find();
    let (files, is_of_workspace) = sources(&arguments.paths, workspace.as_ref())?;
    let options = rust::Options { aliases: arguments.macro_alias.clone() };
    let survey = Survey::of(&files, arguments.mode.mode(), &options);
    for classified in &survey.files {
        if let Outcome::Unreadable { line, message } = &classified.outcome {
            let place = line.map(|line| format!(":{line}")).unwrap_or_default();
            diagnostic(&format!("{}{place} is left out: {message}", classified.file));
        }
    }
    if arguments.json {
        let lines: Vec<_> = record::lines(&survey).iter().map(ToString::to_string).collect();
        if !lines.is_empty() {
            print(&lines.join("\n"));
        }
    } else {
        print(&listing::text(&survey, arguments.explain));
        print(&summary::text(&survey));
        let advice = advice::of(&survey);
        if !advice.is_empty() {
            print(&advice::text(&advice));
        }
    }
    if let Some(workspace) = workspace.filter(|_| is_of_workspace)
        && let Err(why) = record::keep(&survey, &workspace.target)
    {
        diagnostic(&format!("the result is not kept: {why}"));
    }
    Ok(0)
}

/// The files to read, and whether all of them are of the workspace.
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
    let mut is_of_workspace = workspace.is_some();
    for path in paths {
        let there = path.canonicalize().map_err(|why| {
            usage(format!("`{}` cannot be read: {why}; name a file or a folder", path.display()))
        })?;
        if there.is_file() && tree::language(&there).is_none() {
            return Err(usage(format!(
                "`{}` is neither Rust nor Python: name files that end in .rs or .py, or a folder",
                path.display()
            )));
        }
        is_of_workspace &= workspace.is_some_and(|workspace| workspace.holds(&there));
        files.extend(tree::walk(path, None, target));
    }
    files.sort_by(|one, other| one.shown.cmp(&other.shown));
    files.dedup_by(|one, other| one.shown == other.shown);
    Ok((files, is_of_workspace))
}

#[cfg(test)]
mod tests {
    use super::{Framework, alias};

    #[test]
    fn an_alias_names_a_framework() {
        assert_eq!(alias("qc=quickcheck"), Ok(("qc".to_owned(), Framework::QuickCheck)));
        assert_eq!(alias("pt!=proptest"), Ok(("pt".to_owned(), Framework::Proptest)));
        assert!(alias("qc").is_err());
        assert!(alias("qc=junit").is_err_and(|why| why.starts_with("`junit` is not known here")));
    }
}
