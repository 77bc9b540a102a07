//! Runs each test in a separate process.

use super::{
    COMPILED, LOG,
    binary::{Binary, TestBuild},
    supervisor::Supervisor,
};
use crate::mutants::compiled::compiled;
use std::{
    collections::BTreeSet,
    fmt::Write as _,
    fs, io,
    path::{Path, PathBuf},
    process::Command,
};

/// Runs each test alone, with its own file instead of the data folder. The log maps files to tests: one line per test with
/// the file name, a tab, and the test name. `prepare` sets the variables of a command.
/// Another file lists the compiled marks. Returns false if the build fails.
pub(super) fn run_each_alone(
    build: &TestBuild,
    place: &Path,
    supervisor: &Supervisor,
    prepare: &dyn Fn(&mut Command, &Path),
) -> io::Result<bool> {
    let scratch = place.join("output");
    let output = |command: &mut Command| -> io::Result<Option<String>> {
        let ended = supervisor.log(command, None, &scratch)?;
        let text = String::from_utf8_lossy(&fs::read(&scratch)?).into_owned();
        Ok(ended.is_some_and(|status| status.success()).then_some(text))
    };
    let Some(binaries) = build.binaries(&output)? else {
        fs::rename(scratch, place.join(LOG))?;
        return Ok(false);
    };
    write_marks(&binaries, place)?;
    let mut notes = String::new();
    let mut count = 0;
    for binary in &binaries {
        for test in binary.tests(&[], &output)?.unwrap_or_default() {
            let file = place.join("data").join(count.to_string());
            let mut command = binary.command();
            prepare(&mut command, &file);
            supervisor.log(command.args(["--exact", &test]), None, &scratch)?;
            let _ = writeln!(notes, "{count}\t{}::{test}", binary.name);
            count += 1;
        }
    }
    fs::write(place.join(LOG), notes)?;
    Ok(true)
}

/// Lists the compiled marks of these binaries and of what they depend on, in a file of this folder.
pub(super) fn write_marks(binaries: &[Binary], place: &Path) -> io::Result<()> {
    let folders = binaries.iter().filter_map(Binary::folder_of_build).collect();
    match compiled_marks(&folders)? {
        Some(marks) => fs::write(place.join(COMPILED), marks),
        None => Ok(()),
    }
}

/// The marks that [`write_marks`] listed; `None` if it listed nothing.
pub(crate) fn read_marks(place: &Path) -> Option<BTreeSet<String>> {
    let text = fs::read_to_string(place.join(COMPILED)).ok()?;
    Some(text.lines().map(str::to_owned).collect())
}

/// The compiled marks of everything in these build folders, each on a line; `None` if the compiler has listed nothing
/// there.
fn compiled_marks(folders: &BTreeSet<PathBuf>) -> io::Result<Option<String>> {
    let mut marks = None;
    for folder in folders {
        for entry in fs::read_dir(folder)? {
            let path = entry?.path();
            if path.extension().is_some_and(|extension| extension == "d") {
                let listed = String::from_utf8_lossy(&fs::read(&path)?).into_owned();
                let all: &mut BTreeSet<String> = marks.get_or_insert_default();
                all.extend(compiled(&listed).map(str::to_owned));
            }
        }
    }
    Ok(marks.map(|all| all.into_iter().collect::<Vec<_>>().join("\n")))
}
