//! Each test in a process of its own.

use super::{LOG, binary::binaries, watch::Watch};
use std::{fmt::Write as _, fs, io, path::Path, process::Command};

/// Runs each test alone, with its own file in the place of the folder, and notes which file is whose: a line for each
/// test with the name of the file, a tab, and the name of the test as in other logs. `build` is `cargo test`, and `prepare`
/// gives a command its variables, with the file. False, if it cannot be built.
pub(super) fn apart(
    build: &dyn Fn() -> Command,
    place: &Path,
    watch: &Watch,
    prepare: &dyn Fn(&mut Command, &Path),
) -> io::Result<bool> {
    let scratch = place.join("said");
    let asked = |command: &mut Command| -> io::Result<Option<String>> {
        let ended = watch.log(command, None, &scratch)?;
        let said = String::from_utf8_lossy(&fs::read(&scratch)?).into_owned();
        Ok(ended.is_some_and(|status| status.success()).then_some(said))
    };
    let Some(binaries) = binaries(build, &asked)? else {
        fs::rename(scratch, place.join(LOG))?;
        return Ok(false);
    };
    let mut notes = String::new();
    let mut count = 0;
    for binary in &binaries {
        for test in binary.tests(&[], &asked)?.unwrap_or_default() {
            let file = place.join("data").join(count.to_string());
            let mut command = binary.command();
            prepare(&mut command, &file);
            watch.log(command.args(["--exact", &test]), None, &scratch)?;
            let _ = writeln!(notes, "{count}\t{}::{test}", binary.name);
            count += 1;
        }
    }
    fs::write(place.join(LOG), notes)?;
    Ok(true)
}
