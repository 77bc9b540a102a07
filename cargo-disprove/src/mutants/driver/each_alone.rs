//! Runs each test in a separate process.

use super::{LOG, binary::binaries, supervisor::Supervisor};
use std::{fmt::Write as _, fs, io, path::Path, process::Command};

/// Runs each test alone, with its own file instead of the data folder. The log maps files to tests: one line per test with
/// the file name, a tab, and the test name. `build` is `cargo test`, and `prepare` sets the variables of a command.
/// Returns false if the build fails.
pub(super) fn run_each_alone(
    build: &dyn Fn() -> Command,
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
    let Some(binaries) = binaries(build, &output)? else {
        fs::rename(scratch, place.join(LOG))?;
        return Ok(false);
    };
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
