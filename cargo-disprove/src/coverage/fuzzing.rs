//! The instrumentation of fuzz targets: counters and comparisons that libFuzzer reads, with a stable compiler.

use super::{cargo_config::configured, instrumentation::symbolic_link};
use std::{
    env, fs, io,
    path::{Path, PathBuf},
    process::Command,
};

/// The name under which cargo calls the tool instead of rustc.
pub(super) const FUZZ: &str = "cargo-disprove-rustc-fuzz";

/// The flags of cargo-fuzz that a stable compiler supports: edge counters and comparisons.
pub(super) const FUZZ_FLAGS: [&str; 8] = [
    "--cfg=fuzzing",
    // The tables of counters of several units would not be joined.
    "-Ccodegen-units=1",
    "-Cpasses=sancov-module",
    "-Cllvm-args=-sanitizer-coverage-level=4",
    "-Cllvm-args=-sanitizer-coverage-inline-8bit-counters",
    "-Cllvm-args=-sanitizer-coverage-pc-table",
    "-Cllvm-args=-sanitizer-coverage-trace-compares",
    // Comparisons of short memory stay calls, whose operands are seen.
    "-Cllvm-args=-max-loads-per-memcmp=0",
];

/// Crates whose branches say nothing about the code under test: they make the inputs. cargo-fuzz instruments them too,
/// which costs speed and fills the corpus.
pub(super) const UNTESTED: [&str; 4] =
    ["disprove", "disprove_libfuzzer", "libfuzzer_sys", "arbitrary"];

/// Makes a cargo command build fuzz targets in this target folder, for this platform. It must be given, so that build
/// scripts and macros are not instrumented.
///
/// # Errors
/// If the folder cannot be written.
pub(crate) fn instrument_fuzz_targets(
    cargo: &mut Command,
    target: &Path,
    platform: &str,
) -> io::Result<()> {
    let folder = target.join("wrapper");
    fs::create_dir_all(&folder)?;
    let next = folder.join(format!("{FUZZ}.next"));
    match configured("rustc-wrapper") {
        Some(wrapper) => fs::write(next, wrapper.as_encoded_bytes())?,
        None if next.exists() => fs::remove_file(next)?,
        None => {}
    }
    let wrapper = link(&folder)?;
    cargo.arg("--target-dir").arg(target).args(["--target", platform]);
    cargo.arg("--config").arg(format!("build.rustc-wrapper='{}'", wrapper.display()));
    cargo.env_remove("RUSTC_WRAPPER");
    Ok(())
}

/// Creates a symbolic link to this program. Another process may do the same, so it is moved into place.
fn link(folder: &Path) -> io::Result<PathBuf> {
    let (tool, link) = (env::current_exe()?, folder.join(FUZZ));
    if !fs::read_link(&link).is_ok_and(|to| to == tool) {
        let new = folder.join(format!("{FUZZ}.{}", std::process::id()));
        let _ = fs::remove_file(&new);
        symbolic_link(&tool, &new)?;
        fs::rename(&new, &link)?;
    }
    Ok(link)
}
