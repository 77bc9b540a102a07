//! The cargo stub that cargo-mutants calls: passes builds on to cargo, and runs the tests as planned.

use super::{
    counters,
    plan::Edit,
    regression_files,
    rounds::{BASELINE, Rounds, folder_of},
    schemata, shared_build,
    stub_config::{self, StubConfig},
    supervisor::is_gone,
};
use crate::project;
use serde_json::Value;
use std::{
    env,
    ffi::{OsStr, OsString},
    fs, io,
    path::{Path, PathBuf},
    process::{Command, ExitCode},
};

/// Acts as cargo, if the tool was called under the name of the stub.
pub(crate) fn run_as_cargo() -> Option<ExitCode> {
    let mut arguments = env::args_os();
    let called = PathBuf::from(arguments.next()?);
    if called.file_stem()? != stub_config::NAME {
        return None;
    }
    let folder = called.parent()?;
    let given: Vec<OsString> = arguments.collect();
    let Some(config) = StubConfig::read(folder) else {
        let path = folder.join(stub_config::FILE);
        eprintln!("cannot read the configuration of the cargo stub, {}", path.display());
        return Some(ExitCode::FAILURE);
    };
    if is_gone(config.driver) {
        // Nobody reads the outcomes any more.
        stop_parent();
        return Some(ExitCode::FAILURE);
    }
    let is_test = given.first().is_some_and(|first| first == "test");
    let done = if is_test && !given.iter().any(|word| word == "--no-run") {
        tests(&config, folder, &given)
    } else {
        pass_on(&config, folder, &given, is_test)
    };
    Some(done.unwrap_or_else(|why| {
        if why.kind() == io::ErrorKind::Interrupted {
            stop_parent();
        } else {
            stub_config::report_error(folder, &why);
            eprintln!("cannot run the tests as planned: {why}");
        }
        ExitCode::FAILURE
    }))
}

#[cfg(unix)]
fn stop_parent() {
    if let Some(parent) = rustix::process::getppid() {
        let _ = rustix::process::kill_process(parent, rustix::process::Signal::INT);
    }
}

#[cfg(not(unix))]
fn stop_parent() {}

/// Calls the real cargo.
fn pass_on(
    config: &StubConfig,
    folder: &Path,
    given: &[OsString],
    is_build: bool,
) -> io::Result<ExitCode> {
    if is_build {
        let here = env::current_dir()?;
        shared_build::link(config, &here)?;
        regression_files::save(&here, &copies(folder, &here))?;
        if folder_of(folder, &log(folder)?).ends_with(BASELINE) {
            edit(&here, &config.plan.edits)?;
            if !config.plan.alternatives.is_empty() {
                schemata::insert(config, folder, &here, given)?;
            }
        }
        if config.plan.counts_calls {
            counters::insert(&here)?;
        }
    }
    let status = cargo(config).args(given).status()?;
    Ok(ExitCode::from(status.code().unwrap_or(1) as u8))
}

/// Runs the tests, round after round.
fn tests(config: &StubConfig, folder: &Path, given: &[OsString]) -> io::Result<ExitCode> {
    let here = env::current_dir()?;
    let rounds = Rounds {
        config,
        folder,
        scenario: folder_of(folder, &log(folder)?),
        given,
        copies: copies(folder, &here),
        project: here,
    };
    rounds.run()
}

/// Applies the edits to a copy of the project, from the end of each file, so that offsets stay valid.
fn edit(project: &Path, edits: &[Edit]) -> io::Result<()> {
    let mut edits: Vec<&Edit> = edits.iter().collect();
    edits.sort_by_key(|edit| std::cmp::Reverse(edit.at));
    for edit in edits {
        let path = project.join(&edit.file);
        let mut text = fs::read_to_string(&path)?;
        if !text.is_char_boundary(edit.at) {
            return Err(io::Error::other(format!("{} has changed", edit.file)));
        }
        text.insert_str(edit.at, &edit.text);
        fs::write(path, text)?;
    }
    Ok(())
}

/// The regression files of the copy of the project before any test ran.
fn copies(folder: &Path, project: &Path) -> PathBuf {
    folder.join("regression-files").join(project.file_name().unwrap_or(OsStr::new("root")))
}

/// The real cargo, without the variable that names the stub.
pub(super) fn cargo(config: &StubConfig) -> Command {
    let mut command = Command::new(&config.cargo);
    command.env_remove("CARGO").args(&config.arguments);
    command
}

/// The packages of a project, as cargo describes them.
pub(super) fn packages(config: &StubConfig, project: &Path) -> io::Result<Vec<Value>> {
    let metadata = project::metadata(cargo(config).current_dir(project), ["--no-deps"]);
    let metadata = metadata.map_err(|why| io::Error::other(why.0))?;
    Ok(project::packages(&metadata).to_vec())
}

/// The log to which cargo-mutants redirects this process: its name identifies the mutant.
fn log(folder: &Path) -> io::Result<PathBuf> {
    let mut newest = None;
    for entry in fs::read_dir(folder.join("mutants.out").join("log"))? {
        let entry = entry?;
        let about = entry.metadata()?;
        if is_output(&about) {
            return Ok(entry.path());
        }
        newest = newest.max(Some((about.modified()?, entry.path())));
    }
    // Where this is unknown, mutants run one at a time, so the log is the newest.
    newest.map(|(_, path)| path).ok_or_else(|| io::Error::other("no log of cargo-mutants found"))
}

/// Whether standard output goes to this file.
#[cfg(unix)]
fn is_output(about: &fs::Metadata) -> bool {
    use std::os::{fd::AsFd, unix::fs::MetadataExt};
    let own =
        io::stdout().as_fd().try_clone_to_owned().and_then(|it| fs::File::from(it).metadata());
    own.is_ok_and(|own| (own.dev(), own.ino()) == (about.dev(), about.ino()))
}

#[cfg(not(unix))]
fn is_output(_: &fs::Metadata) -> bool {
    false
}
