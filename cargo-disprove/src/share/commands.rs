//! `cargo disprove push` and `cargo disprove pull`: merge saved failures and corpora with a folder.

use super::{
    git::Repository,
    merge::{Target, merge, push_passed},
};
use crate::{
    error::{CommandError, exit, usage},
    plural::plural,
    project::{needed_database, start_folder, test_folder},
    terminal::print,
};
use clap::Args;
use disprove::__private::DataFolder;
use std::{
    io,
    path::{Path, PathBuf},
    process::ExitCode,
};

/// Adds the saved failures and the corpus of this workspace to a folder.
///
/// The folder may be an artifact of a CI job. Nothing in it is deleted. If the work tree is clean, failures that have
/// passed at the current commit are marked as fixed by it. `pull` then leaves them out in checkouts that contain it.
///
/// Exits with 0, or with 2 if the folder cannot be written or the setting `database` is `none`.
#[derive(Args, Debug)]
pub(crate) struct PushArguments {
    /// The folder to add to. It is created if it does not exist.
    #[arg(value_name = "DIR")]
    folder: PathBuf,

    #[command(flatten)]
    place: Place,
}

/// Adds the failures and the corpus in a folder to those of this workspace.
///
/// The next `cargo test` tries the failures first, and the next hunt starts from the corpus. Entries that cannot be decoded
/// are counted and left out, and so are failures that are fixed in this checkout.
///
/// Exits with 0, or with 2 if the entries cannot be saved.
#[derive(Args, Debug)]
pub(crate) struct PullArguments {
    /// The folder to read: one that `cargo disprove push` has written, or the `.disprove` folder of another checkout.
    #[arg(value_name = "DIR")]
    folder: PathBuf,

    #[command(flatten)]
    place: Place,
}

#[derive(Args, Debug)]
struct Place {
    /// Path to the Cargo.toml of the package.
    #[arg(long, value_name = "PATH")]
    manifest_path: Option<PathBuf>,
}

impl Place {
    /// The workspace: the nearest folder with a `Cargo.lock`, or else with a `Cargo.toml`, as in the library.
    fn workspace(&self) -> Result<PathBuf, CommandError> {
        let start = start_folder(self.manifest_path.as_deref())?;
        let holds = |name: &str| start.ancestors().find(|folder| folder.join(name).is_file());
        let found = holds("Cargo.lock").or_else(|| holds("Cargo.toml"));
        found.map(Path::to_owned).ok_or_else(|| {
            usage(format!(
                "no package in {} or above: call it in a workspace, or use `--manifest-path`",
                start.display()
            ))
        })
    }
}

/// The database of a workspace.
fn database(root: &Path) -> Result<DataFolder, CommandError> {
    needed_database(root, &test_folder(root)?)
}

pub(crate) fn push(arguments: &PushArguments) -> ExitCode {
    exit(push_to(arguments))
}

fn push_to(arguments: &PushArguments) -> Result<u8, CommandError> {
    let root = arguments.place.workspace()?;
    let local = database(&root)?;
    let shared = DataFolder::chosen(&arguments.folder);
    let cannot =
        |why: io::Error| usage(format!("cannot write to {}: {why}", arguments.folder.display()));
    let merged = merge(&local, &mut Target { root: &shared, repository: None }).map_err(cannot)?;
    let fixed = push_passed(&local, &Repository::of(&root), &shared).map_err(cannot)?;
    let mut line = format!("pushed to {}: {}", arguments.folder.display(), merged.line());
    if fixed > 0 {
        let failures = plural(fixed, "failure is", "failures are");
        line.extend(["; ", &failures, " fixed by this commit"]);
    }
    print(&line);
    Ok(0)
}

pub(crate) fn pull(arguments: &PullArguments) -> ExitCode {
    exit(pull_from(arguments))
}

fn pull_from(arguments: &PullArguments) -> Result<u8, CommandError> {
    let root = arguments.place.workspace()?;
    if !arguments.folder.is_dir() {
        // The first job of a CI workflow has nothing to pull.
        print(&format!("nothing to pull: there is no folder {}", arguments.folder.display()));
        return Ok(0);
    }
    let local = database(&root)?;
    let shared = DataFolder::chosen(&arguments.folder);
    let mut repository = Repository::of(&root);
    let mut target = Target { root: &local, repository: Some(&mut repository) };
    let merged = merge(&shared, &mut target)
        .map_err(|why| usage(format!("cannot write to {}: {why}", local.path().display())))?;
    print(&format!("pulled from {}: {}", arguments.folder.display(), merged.line()));
    Ok(0)
}
