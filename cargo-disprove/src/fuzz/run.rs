//! `cargo disprove fuzz run`: builds a fuzz target with a stable compiler, and runs it.

use super::target_name::from_path;
use crate::{
    coverage::instrument_fuzz_targets,
    error::{CommandError, exit, usage},
    project::{cannot_run_cargo, cargo, rustc, start_folder},
    share::hide_server,
    terminal::print,
};
use clap::Args;
use std::{
    collections::BTreeSet,
    env,
    ffi::OsString,
    fs,
    path::{Path, PathBuf},
    process::{Command, ExitCode, Stdio},
};

/// Builds a fuzz target of `cargo disprove fuzz init` and runs it, with a stable compiler.
///
/// Inputs are kept in fuzz/corpus/NAME, and crashes in fuzz/artifacts/NAME. `cargo disprove import` brings both back into
/// .disprove, where `cargo test` and the next hunt find them.
///
/// Exits as libFuzzer does: with 77 if the property fails, and with 2 if the target cannot be built.
#[derive(Args, Debug)]
pub(crate) struct Arguments {
    /// The target, or the path of its property: `props__round_trip`, `props::round_trip`.
    #[arg(value_name = "NAME")]
    name: String,

    /// Arguments of libFuzzer, such as `-max_total_time=60`, and files or folders of inputs instead of the corpus.
    #[arg(last = true, value_name = "ARGUMENTS")]
    libfuzzer: Vec<OsString>,

    /// Path to the Cargo.toml of the package that fuzz/ belongs to.
    #[arg(long, value_name = "PATH")]
    manifest_path: Option<PathBuf>,

    #[arg(long, help = "Run without the network")]
    offline: bool,
}

pub(super) fn run(arguments: &Arguments) -> ExitCode {
    exit(build_and_run(arguments))
}

fn build_and_run(arguments: &Arguments) -> Result<u8, CommandError> {
    let fuzz = fuzz_folder(arguments.manifest_path.as_deref())?;
    let name = from_path(&arguments.name);
    let known = targets(&fuzz);
    if !known.contains(&name) {
        let known: Vec<&str> = known.iter().map(String::as_str).collect();
        return Err(usage(format!(
            "there is no fuzz target `{name}` in {}; there are: {}",
            fuzz.display(),
            known.join(", ")
        )));
    }
    let program = build(&fuzz, &name, arguments)?;
    let artifacts = fuzz.join("artifacts").join(&name);
    let corpus = fuzz.join("corpus").join(&name);
    for folder in [&artifacts, &corpus] {
        fs::create_dir_all(folder)
            .map_err(|why| usage(format!("cannot create {}: {why}", folder.display())))?;
    }
    let before = files(&artifacts);
    let status = hide_server(&mut Command::new(&program))
        .arg(format!("-artifact_prefix={}/", artifacts.display()))
        .args(with_inputs(&arguments.libfuzzer, &corpus))
        .stdin(Stdio::null())
        .status()
        .map_err(|why| usage(format!("cannot run {}: {why}", program.display())))?;
    for file in files(&artifacts).difference(&before) {
        print(&format!(
            "reduce it with `cargo disprove import {}`",
            artifacts.join(file).display()
        ));
    }
    // A signal that libFuzzer does not handle.
    Ok(status.code().map_or(77, |code| code as u8))
}

/// The arguments of libFuzzer, with the corpus unless they name inputs.
fn with_inputs(given: &[OsString], corpus: &Path) -> Vec<OsString> {
    let is_flag = |argument: &OsString| argument.as_encoded_bytes().starts_with(b"-");
    let mut all = given.to_vec();
    all.extend(given.iter().all(is_flag).then(|| corpus.into()));
    all
}

/// The folder with the fuzz targets of the package here, or of another one.
fn fuzz_folder(manifest: Option<&Path>) -> Result<PathBuf, CommandError> {
    let start = start_folder(manifest)?;
    let mut folders = start.ancestors().map(|folder| folder.join("fuzz"));
    // A folder of this name may be another package.
    let is_package =
        |fuzz: &PathBuf| fuzz.join("Cargo.toml").is_file() && fuzz.join("fuzz_targets").is_dir();
    folders.find(is_package).ok_or_else(|| {
        usage(format!(
            "there is no folder fuzz/ in {} or above: `cargo disprove fuzz init` writes it",
            start.display()
        ))
    })
}

/// The names of the fuzz targets.
fn targets(fuzz: &Path) -> BTreeSet<String> {
    let name = |file: String| file.strip_suffix(".rs").map(str::to_owned);
    files(&fuzz.join("fuzz_targets")).into_iter().filter_map(name).collect()
}

fn files(folder: &Path) -> BTreeSet<String> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect()
}

/// Builds a target; returns the path of the program.
fn build(fuzz: &Path, name: &str, arguments: &Arguments) -> Result<PathBuf, CommandError> {
    let folder = env::var_os("CARGO_TARGET_DIR").filter(|folder| !folder.is_empty());
    let target = match folder {
        Some(folder) => PathBuf::from(folder).join("disprove/fuzz"),
        None => fuzz.join("target/disprove"),
    };
    let mut cargo = cargo();
    cargo.args(build_arguments(fuzz, name, arguments));
    let platform = platform()?;
    instrument_fuzz_targets(&mut cargo, &target, &platform)
        .map_err(|why| usage(format!("cannot write {}: {why}", target.display())))?;
    let status = cargo.stdin(Stdio::null()).status().map_err(|why| cannot_run_cargo(&why))?;
    if !status.success() {
        return Err(usage("cannot build the fuzz target: see the messages of cargo above"));
    }
    Ok(target.join(platform).join("release").join(name))
}

/// The arguments of cargo that build a target.
fn build_arguments(fuzz: &Path, name: &str, arguments: &Arguments) -> Vec<OsString> {
    let mut all: Vec<OsString> = ["build", "--release", "--bin", name].map(OsString::from).to_vec();
    all.extend(["--manifest-path".into(), fuzz.join("Cargo.toml").into()]);
    // Overflows are failures.
    for setting in ["debug-assertions", "overflow-checks"] {
        all.extend(["--config".into(), format!("profile.release.{setting}=true").into()]);
    }
    all.extend(arguments.offline.then(|| "--offline".into()));
    all
}

/// The platform of the compiler.
fn platform() -> Result<String, CommandError> {
    let output = rustc().arg("-vV").stdin(Stdio::null()).output();
    let output = output.map_err(|why| usage(format!("cannot run rustc: {why}")))?;
    let text = String::from_utf8_lossy(&output.stdout);
    let host = text.lines().find_map(|line| line.strip_prefix("host: "));
    host.map(str::to_owned)
        .ok_or_else(|| usage("`rustc -vV` names no host: check RUSTC and the installed toolchain"))
}

#[cfg(test)]
mod tests {
    use super::{Arguments, OsString, Path, build_arguments, with_inputs};
    use crate::parsed::parsed;

    #[test]
    fn inputs_of_the_user_replace_the_corpus() {
        let arguments = |line: &str| {
            let given: Vec<OsString> = line.split(' ').map(OsString::from).collect();
            with_inputs(&given, Path::new("corpus/a"))
        };
        assert_eq!(arguments("-runs=1 -seed=1"), ["-runs=1", "-seed=1", "corpus/a"]);
        assert_eq!(arguments("-runs=1 crash-1"), ["-runs=1", "crash-1"]);
    }

    #[test]
    fn without_the_network_the_build_is_offline() {
        let is_offline = |line: &str| {
            let arguments = parsed::<Arguments>(line);
            build_arguments(Path::new("fuzz"), "a", &arguments).contains(&"--offline".into())
        };
        assert!(is_offline("run a --offline") && !is_offline("run a"));
    }
}
