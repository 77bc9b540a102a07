//! `cargo disprove report`: one page with all results on the properties of a workspace.
//!
//! The files of other commands are joined into one JSON object, which is written as `report.json`. The page is rendered
//! from this object alone, so each figure on the page is also in the file.

mod advice;
mod categories_section;
mod comparison;
mod estimate;
mod hunt_events;
mod input;
mod mutants_section;
mod observed;
mod page;
mod property;
mod report_json;
mod saved_failures;
mod suggestions_section;
mod sweep_section;
mod test_names;

use crate::{
    coverage::CoverageOptions,
    error::{CommandError, exit, usage},
    mutants::study,
    project::{Workspace, start_folder},
    study::FILE,
    terminal::{diagnostic, print},
};
use clap::Args;
use disprove::__private::DataFolder;
use input::{Input, InputPaths};
use serde_json::Value;
use std::{
    ffi::OsString,
    path::{Path, PathBuf},
    process::ExitCode,
    time::{SystemTime, UNIX_EPOCH},
};

/// Writes a report on the properties here, report.html.
///
/// It shows the results of other commands: the cases that `cargo test` records with DISPROVE_OBSERVE=1, saved failures,
/// and the files of `cargo disprove classify`, `mutants`, `sweep`, `study` and `suggest`. It builds nothing and runs no
/// tests. The page works from disk, without a network. report.json beside it has the same figures for programs.
///
/// Exits with 0; with 1 if `--compare` finds a property that fails now and did not before, or a lower kill rate (the share
/// of mutants that tests detect); and with 2 if there is nothing to report.
#[derive(Args, Debug)]
pub(crate) struct Arguments {
    /// Path of the page; the figures are written beside it, with the extension .json (default: target/disprove/report.html,
    /// or .disprove/report.html outside of a Cargo workspace).
    #[arg(short, long, value_name = "PATH")]
    out: Option<PathBuf>,

    /// An earlier report.json, to show what has changed since.
    #[arg(long, value_name = "PATH")]
    compare: Option<PathBuf>,

    /// Another file or folder of observed cases, such as those of Hypothesis.
    #[arg(long, value_name = "PATH")]
    observed: Vec<PathBuf>,

    /// Folder with classify.json, mutants.json, sweep.json, suggest.json and hunt.jsonl (default: target/disprove/judge).
    #[arg(long, value_name = "PATH")]
    judge: Option<PathBuf>,

    /// Folder with the study.json of `cargo disprove study` (default: target/disprove/study).
    #[arg(long, value_name = "PATH")]
    study: Option<PathBuf>,

    /// Path to the Cargo.toml of the package.
    #[arg(long, value_name = "PATH")]
    manifest_path: Option<PathBuf>,

    #[arg(long, help = "Run without the network")]
    offline: bool,
}

pub(crate) fn run(arguments: &Arguments) -> ExitCode {
    exit(report(arguments))
}

fn report(arguments: &Arguments) -> Result<u8, CommandError> {
    let Folders { root, own } = folders(arguments)?;
    let mut observed = vec![DataFolder::in_workspace(&root, ".disprove/observed")];
    for path in &arguments.observed {
        if let Err(why) = path.metadata() {
            return Err(usage(format!(
                "cannot read {}: {why}; give a file of observations, or a folder of such files",
                path.display()
            )));
        }
        observed.push(DataFolder::chosen(path));
    }
    if let Some(folder) = arguments.study.as_ref().filter(|it| !it.join(FILE).is_file()) {
        return Err(usage(format!(
            "there is no {FILE} in {}: `cargo disprove study` writes it",
            folder.display()
        )));
    }
    let old = arguments.compare.as_deref().map(earlier).transpose()?;
    let places = InputPaths {
        root: &root,
        judge: &arguments.judge.clone().unwrap_or_else(|| own.join("judge")),
        studies: &studies(arguments, &own),
        observed: &observed,
    };
    let mut input = Input::read(&places)?;
    let made = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs();
    let out = arguments.out.clone().unwrap_or_else(|| own.join("report.html"));
    input.sources = sources(&out, &root);
    let report = report_json::build(&input, old.as_ref(), made);
    for problem in report["problems"].as_array().into_iter().flatten() {
        diagnostic(problem.as_str().unwrap_or_default());
    }
    let beside = out.with_extension("json");
    if beside == out {
        return Err(usage(format!(
            "cannot write the page to {}: report.json is written there; use the extension .html",
            out.display()
        )));
    }
    let text = serde_json::to_string_pretty(&report).expect("JSON values are serializable");
    write(&beside, &text)?;
    write(&out, &page::page(&report))?;
    print(&format!("{}\n{}", out.display(), beside.display()));
    let worse = report["comparison"]["worse"] == true;
    Ok(u8::from(worse))
}

/// The folders that may have a study of many projects. Without a workspace, `study` writes below the current folder.
fn studies(arguments: &Arguments, own: &Path) -> Vec<PathBuf> {
    match &arguments.study {
        Some(folder) => vec![folder.clone()],
        None => vec![own.join("study"), Path::new("target/disprove/study").to_owned()],
    }
}

/// The project, and the folder for results.
struct Folders {
    root: PathBuf,
    own: PathBuf,
}

/// The folders of the workspace, or of a project without Rust.
fn folders(arguments: &Arguments) -> Result<Folders, CommandError> {
    let here = start_folder(None)?;
    let has_manifest = here.ancestors().any(|folder| folder.join("Cargo.toml").exists());
    if !has_manifest && arguments.manifest_path.is_none() {
        let own = here.join(".disprove");
        return Ok(Folders { root: here, own });
    }
    let workspace = Workspace::new(&workspace_flags(arguments), &CoverageOptions::default())?;
    Ok(Folders { root: workspace.root, own: workspace.target.join("disprove") })
}

/// The flags of cargo that locate the workspace.
fn workspace_flags(arguments: &Arguments) -> Vec<OsString> {
    let mut flags: Vec<OsString> = Vec::new();
    if let Some(path) = &arguments.manifest_path {
        flags.extend(["--manifest-path".into(), path.into()]);
    }
    if arguments.offline {
        flags.push("--offline".into());
    }
    flags
}

/// The relative path from the page to the project, if it is inside.
fn sources(out: &Path, root: &Path) -> Option<String> {
    let out = std::path::absolute(out).ok()?;
    // The folder of the page may not exist yet.
    let folder = out.parent()?.to_owned();
    let inside = folder.strip_prefix(root).ok()?;
    Some("../".repeat(inside.components().count()))
}

fn write(path: &Path, text: &str) -> Result<(), CommandError> {
    study::write(path, text).map_err(|why| {
        usage(format!(
            "cannot write the report to {}: {why}; select another path with `--out`",
            path.display()
        ))
    })
}

/// Reads an earlier report.json.
fn earlier(path: &Path) -> Result<Value, CommandError> {
    let shown = path.display();
    let hint = "give the report.json of an earlier `cargo disprove report`";
    // A pipe is rejected, as reading it would wait for a writer.
    let folder = DataFolder::chosen(path.parent().unwrap_or(path));
    let text = folder
        .read_text(path, study::MAX_BYTES)
        .map_err(|why| usage(format!("cannot read {shown} to compare with: {why}; {hint}")))?;
    let old: Value = serde_json::from_str(&text).map_err(|why| {
        usage(format!("cannot compare with {shown}: it is not JSON: {why}; {hint}"))
    })?;
    match &old["format"] {
        Value::Number(number)
            if number.as_u64() == Some(report_json::FORMAT) && old["properties"].is_array() =>
        {
            Ok(old)
        }
        _ => Err(usage(format!(
            "cannot compare with {shown}: it is not a report of format {}; {hint}",
            report_json::FORMAT
        ))),
    }
}

#[cfg(test)]
mod tests {
    use super::{Arguments, Path, sources, workspace_flags};
    use crate::parsed::parsed;

    #[test]
    fn the_workspace_is_found_without_the_network_if_wanted() {
        let flags = |line: &str| workspace_flags(&parsed::<Arguments>(line));
        assert_eq!(flags("report --offline"), ["--offline"]);
        assert!(flags("report").is_empty());
    }

    #[test]
    fn only_a_page_inside_the_project_links_to_its_code() {
        let links = |page: &str| sources(Path::new(page), Path::new("/home/me/rle"));
        assert_eq!(links("/home/me/rle/target/disprove/report.html").as_deref(), Some("../../"));
        assert_eq!(links("/home/me/report.html"), None);
    }
}
