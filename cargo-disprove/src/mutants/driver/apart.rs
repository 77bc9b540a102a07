//! Each test in a process of its own.

use super::{binary::binaries, plan::FOLDER};
use std::{
    collections::BTreeSet,
    fmt::Write as _,
    fs, io,
    path::Path,
    process::{Command, Stdio},
};

/// Runs each test alone, with its own file in the place of the folder, and notes which file is whose: a line for each
/// test with the name of the file, a tab, and the name of the test as in other logs. `build` is `cargo test --no-run`.
pub(super) fn apart(
    mut build: Command,
    variables: &[(String, String)],
    place: &Path,
    log: &Path,
) -> io::Result<bool> {
    let said = build.arg("--message-format=json").stderr(Stdio::inherit()).output()?;
    let binaries = binaries(&String::from_utf8_lossy(&said.stdout));
    // Numbers of the same name depend on an order that is not known here.
    let names: BTreeSet<&str> = binaries.iter().map(|binary| &*binary.name).collect();
    if !said.status.success() || names.len() < binaries.len() {
        return Ok(false);
    }
    let mut notes = String::new();
    let mut count = 0;
    for binary in &binaries {
        for test in binary.tests(&[])?.unwrap_or_default() {
            let file = place.join("data").join(count.to_string());
            let mut command = binary.command();
            for (key, value) in variables {
                command.env(key, value.replace(FOLDER, &file.to_string_lossy()));
            }
            command
                .args(["--exact", &test])
                .stdout(Stdio::null())
                .stderr(Stdio::null())
                .status()?;
            let _ = writeln!(notes, "{count}\t{}::{test}", binary.name);
            count += 1;
        }
    }
    fs::write(log, notes)?;
    Ok(true)
}
