//! `cargo disprove report`: one page of all that is known about the properties of a workspace.
//!
//! Whatever other commands have left is read and joined to one object, the twin. It is written as `report.json`, and the
//! page is made of nothing else: so each figure on the page is one of the twin.

mod advice;
mod category;
mod comparison;
mod estimate;
mod hunted;
mod input;
mod kept;
mod killed;
mod name;
mod observed;
mod page;
mod property;
mod swept;
mod twin;

use crate::{
    coverage::CoverageOptions,
    error::{CommandError, exit, usage},
    project::Workspace,
    terminal::{diagnostic, print},
};
use clap::Args;
use input::{Input, Places};
use serde_json::Value;
use std::{
    ffi::OsString,
    fs,
    path::{Path, PathBuf},
    process::ExitCode,
    time::{SystemTime, UNIX_EPOCH},
};

/// Makes one page, report.html, of all that is known about the properties here.
///
/// It shows what other commands have left: the cases that DISPROVE_OBSERVE=1 has `cargo test` write down, the failures that
/// are kept, and the files of `cargo disprove classify`, `mutants` and `sweep`. Nothing is built or run. The page works
/// from disk, without a network. Beside it is report.json, with the same figures for programs.
///
/// Exits with 0, and with 1 if `--compare` finds a new failure or a lower kill rate.
#[derive(Args, Debug)]
#[command(verbatim_doc_comment)]
pub(crate) struct Arguments {
    /// Where the page goes; report.json goes beside it. [default: <target>/disprove/report.html]
    #[arg(short, long, value_name = "PATH")]
    out: Option<PathBuf>,

    /// The report.json of an earlier time, to say what has changed since.
    #[arg(long, value_name = "PATH")]
    compare: Option<PathBuf>,

    /// A further file or folder of observed cases, also of Hypothesis.
    #[arg(long, value_name = "PATH")]
    observed: Vec<PathBuf>,

    /// The folder with classify.json, mutants.json and sweep.json. [default: <target>/disprove/judge]
    #[arg(long, value_name = "PATH")]
    judge: Option<PathBuf>,

    /// The Cargo.toml of the package.
    #[arg(long, value_name = "PATH")]
    manifest_path: Option<PathBuf>,

    #[arg(long, help = "Without the network")]
    offline: bool,
}

pub(crate) fn run(arguments: &Arguments) -> ExitCode {
    exit(report(arguments))
}

fn report(arguments: &Arguments) -> Result<u8, CommandError> {
    let mut flags: Vec<OsString> = Vec::new();
    if let Some(path) = &arguments.manifest_path {
        flags.extend(["--manifest-path".into(), path.into()]);
    }
    if arguments.offline {
        flags.push("--offline".into());
    }
    let workspace = Workspace::new(&flags, &CoverageOptions::default())?;
    let own = workspace.target.join("disprove");
    let mut observed = vec![workspace.root.join(".disprove").join("observed")];
    observed.extend(arguments.observed.iter().cloned());
    let old = arguments.compare.as_deref().map(earlier).transpose()?;
    let places = Places {
        root: &workspace.root,
        judge: &arguments.judge.clone().unwrap_or_else(|| own.join("judge")),
        observed: &observed,
    };
    let input = Input::read(&places)?;
    for problem in &input.problems {
        diagnostic(problem);
    }
    let made = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs();
    let twin = twin::twin(&input, old.as_ref(), made);
    let out = arguments.out.clone().unwrap_or_else(|| own.join("report.html"));
    let beside = out.with_extension("json");
    if beside == out {
        return Err(usage(format!(
            "the page cannot be {}: report.json goes there; name it .html",
            out.display()
        )));
    }
    let text = serde_json::to_string_pretty(&twin).expect("values are always written");
    write(&beside, &text)?;
    write(&out, &page::page(&twin))?;
    print(&format!("{}\n{}", out.display(), beside.display()));
    let worse = twin["comparison"]["worse"] == true;
    Ok(u8::from(worse))
}

fn write(path: &Path, text: &str) -> Result<(), CommandError> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let made = folder.map_or(Ok(()), fs::create_dir_all);
    made.and_then(|()| fs::write(path, text)).map_err(|why| {
        usage(format!(
            "the report cannot be written to {}: {why}; name another place with `--out`",
            path.display()
        ))
    })
}

/// The twin of an earlier report.
fn earlier(path: &Path) -> Result<Value, CommandError> {
    let shown = path.display();
    let hint = "give the report.json of an earlier `cargo disprove report`";
    let text = fs::read_to_string(path)
        .map_err(|why| usage(format!("{shown}, to compare with, cannot be read: {why}; {hint}")))?;
    let old: Value = serde_json::from_str(&text)
        .map_err(|why| usage(format!("{shown}, to compare with, is not JSON: {why}; {hint}")))?;
    match &old["format"] {
        Value::Number(number)
            if number.as_u64() == Some(twin::FORMAT) && old["properties"].is_array() =>
        {
            Ok(old)
        }
        _ => Err(usage(format!(
            "{shown}, to compare with, is no report of format {}; {hint}",
            twin::FORMAT
        ))),
    }
}
