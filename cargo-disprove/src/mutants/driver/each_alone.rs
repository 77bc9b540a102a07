//! Runs each test in a separate process.

use super::{
    COMPILED, LOG, UNLISTED,
    binary::{Binary, GetOutput, ListedTests, TestBuild, UnlistedBinary},
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
/// Other files list the compiled marks, and the binaries that cannot list their tests. Returns false if the build fails.
pub(super) fn run_each_alone(
    build: &TestBuild,
    place: &Path,
    supervisor: &Supervisor,
    prepare: &dyn Fn(&mut Command, &Path),
) -> io::Result<bool> {
    let scratch = place.join("output");
    let output: GetOutput = &|command| supervisor.output(command, None, &scratch);
    let Some(binaries) = build.binaries(output)? else {
        fs::rename(scratch, place.join(LOG))?;
        return Ok(false);
    };
    write_marks(&binaries, place)?;
    let listed = ListedTests::of(&binaries, output)?;
    write_unlisted(&listed.unlisted, place)?;
    let mut notes = String::new();
    for (number, (index, test)) in listed.tests.iter().enumerate() {
        let binary = &binaries[*index];
        let file = place.join("data").join(number.to_string());
        let mut command = binary.command();
        prepare(&mut command, &file);
        supervisor.log(command.args(["--exact", test]), None, &scratch)?;
        let _ = writeln!(notes, "{number}\t{}::{test}", binary.name);
    }
    fs::write(place.join(LOG), notes)?;
    Ok(true)
}

fn write_unlisted(unlisted: &[UnlistedBinary], place: &Path) -> io::Result<()> {
    let line = |it: &UnlistedBinary| format!("{}\t{}\n", it.prefix, it.target);
    fs::write(place.join(UNLISTED), unlisted.iter().map(line).collect::<String>())
}

/// The binaries whose tests did not run, because they cannot list them.
pub(crate) fn read_unlisted(place: &Path) -> Vec<UnlistedBinary> {
    let text = fs::read_to_string(place.join(UNLISTED)).unwrap_or_default();
    let binary = |(prefix, target): (&str, &str)| UnlistedBinary {
        prefix: prefix.to_owned(),
        target: target.to_owned(),
    };
    text.lines().filter_map(|line| line.split_once('\t')).map(binary).collect()
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
