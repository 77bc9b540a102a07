//! The tool in the place of cargo, called by cargo-mutants: it hands builds on, and runs the tests as planned.

use super::{
    counters, kept,
    order::{self, Order},
    plan::Edit,
    rounds::{BASELINE, Rounds, folder_of},
    watch::is_gone,
};
use std::{
    env,
    ffi::{OsStr, OsString},
    fs, io,
    path::{Path, PathBuf},
    process::{Command, ExitCode},
};

/// Does what cargo is asked for, if the tool was called in its place.
pub(crate) fn stand_in() -> Option<ExitCode> {
    let mut arguments = env::args_os();
    let called = PathBuf::from(arguments.next()?);
    if called.file_stem()? != order::NAME {
        return None;
    }
    let folder = called.parent()?;
    let given: Vec<OsString> = arguments.collect();
    let Some(order) = Order::read(folder) else {
        let path = folder.join(order::FILE);
        eprintln!("{} cannot be read, so it is not known what to do", path.display());
        return Some(ExitCode::FAILURE);
    };
    if is_gone(order.driver) {
        // Whoever reads the outcomes is not there any more.
        stop_parent();
        return Some(ExitCode::FAILURE);
    }
    let is_test = given.first().is_some_and(|first| first == "test");
    let done = if is_test && !given.iter().any(|word| word == "--no-run") {
        tests(&order, folder, &given)
    } else {
        handed_on(&order, folder, &given, is_test)
    };
    Some(done.unwrap_or_else(|why| {
        if why.kind() == io::ErrorKind::Interrupted {
            stop_parent();
        } else {
            order::tell_trouble(folder, &why);
            eprintln!("the tests cannot be run as planned: {why}");
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

/// Cargo does it.
fn handed_on(
    order: &Order,
    folder: &Path,
    given: &[OsString],
    is_build: bool,
) -> io::Result<ExitCode> {
    if is_build {
        let here = env::current_dir()?;
        kept::note(&here, &copies(folder, &here))?;
        if !order.plan.edits.is_empty() && folder_of(folder, &log(folder)?).ends_with(BASELINE) {
            edit(&here, &order.plan.edits)?;
        }
        if order.plan.is_counted {
            counters::put_in(&here)?;
        }
    }
    let status = cargo(order).args(given).status()?;
    Ok(ExitCode::from(status.code().unwrap_or(1) as u8))
}

/// The tests run, round after round.
fn tests(order: &Order, folder: &Path, given: &[OsString]) -> io::Result<ExitCode> {
    let here = env::current_dir()?;
    let rounds = Rounds {
        order,
        folder,
        scenario: folder_of(folder, &log(folder)?),
        given,
        copies: copies(folder, &here),
        project: here,
    };
    rounds.run()
}

/// Puts the edits into a copy of the project; those further down first, so that places stay what they are.
fn edit(project: &Path, edits: &[Edit]) -> io::Result<()> {
    let mut edits: Vec<&Edit> = edits.iter().collect();
    edits.sort_by_key(|edit| std::cmp::Reverse(edit.at));
    for edit in edits {
        let path = project.join(&edit.file);
        let mut text = fs::read_to_string(&path)?;
        if !text.is_char_boundary(edit.at) {
            return Err(io::Error::other(format!("{} is not what it was", edit.file)));
        }
        text.insert_str(edit.at, &edit.text);
        fs::write(path, text)?;
    }
    Ok(())
}

/// What the copy of the project kept before any test ran.
fn copies(folder: &Path, project: &Path) -> PathBuf {
    folder.join("kept").join(project.file_name().unwrap_or(OsStr::new("root")))
}

/// The real one, without the variable that brought it here: cargo would believe it.
pub(super) fn cargo(order: &Order) -> Command {
    let mut command = Command::new(&order.cargo);
    command.env_remove("CARGO");
    command
}

/// The log that cargo-mutants has its cargo write to: it tells which mutant it is.
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
    // Where this is not told, one is tested at a time, and its log is the newest.
    newest.map(|(_, path)| path).ok_or_else(|| io::Error::other("there is no log"))
}

/// Whether this is the file that what is printed here goes to.
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
