//! The rustc and rustdoc wrapper: calls the compiler with additional arguments.

use super::{
    fuzzing::{FUZZ, FUZZ_FLAGS, UNTESTED},
    instrumentation::{
        DEPENDENCIES, FLAGS, INSTRUMENTED_DEPS, NEXT_WRAPPER, PROGRAM, RUSTDOC, SHARED, WORKSPACE,
    },
};
use std::{
    env,
    ffi::{OsStr, OsString},
    fs,
    path::{Path, PathBuf},
    process::{Command, ExitCode},
};

/// Crates that are never instrumented, because they do the recording.
const RECORDERS: [&str; 2] = ["disprove", "disprove_macros"];

/// Runs the compiler, if the tool was called under one of the wrapper names.
pub(crate) fn run_as_compiler() -> Option<ExitCode> {
    let mut arguments = env::args_os();
    let called = PathBuf::from(arguments.next()?);
    let name = called.file_name()?.to_str()?.to_owned();
    if ![WORKSPACE, DEPENDENCIES, RUSTDOC, FUZZ].contains(&&*name) {
        return None;
    }
    let folder = called.parent()?;
    let given: Vec<OsString> = arguments.collect();
    let next = fs::read_to_string(folder.join(format!("{name}.{NEXT_WRAPPER}"))).ok();
    let command = if name == RUSTDOC {
        let mut command = Command::new(next.as_deref().unwrap_or("rustdoc"));
        command.args(&given).arg(linked(folder, PROGRAM));
        command
    } else if name == FUZZ {
        let mut command = called_next(next, &given);
        command.args(fuzz_flags(&Crate::of(&given)));
        command
    } else {
        let is_chosen = || is_chosen(folder, &name);
        let mut command = called_next(next, &given);
        command.args(added(&Crate::of(&given), folder, &is_chosen));
        command
    };
    Some(exec(command))
}

/// The next wrapper with rustc and its arguments, or rustc itself.
fn called_next(next: Option<String>, given: &[OsString]) -> Command {
    let (rustc, rest) = given.split_first().map_or((OsStr::new("rustc"), given), |(a, b)| (a, b));
    let mut command = Command::new(next.as_deref().map_or(rustc, OsStr::new));
    if next.is_some() {
        command.arg(rustc);
    }
    command.args(rest);
    command
}

/// Whether to instrument the crate: those of the workspace, and dependencies given by name.
fn is_chosen(folder: &Path, name: &str) -> bool {
    if name == WORKSPACE {
        return true;
    }
    let package = env::var("CARGO_PKG_NAME").unwrap_or_default();
    let chosen = fs::read_to_string(folder.join(INSTRUMENTED_DEPS)).unwrap_or_default();
    chosen.lines().any(|line| line == "*" || line == package)
}

/// Facts about a crate, from the arguments of rustc.
#[derive(Debug, Default, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "independent facts")]
struct Crate {
    name: String,
    kind: String,
    is_test: bool,
    /// For a target platform, which is given: not a build script, a macro, or what they depend on.
    has_target: bool,
    /// For another target platform, for which there is no runtime.
    is_foreign: bool,
    /// Built with fat LTO, which would duplicate the gate variable of the instrumentation.
    is_fat_lto: bool,
    /// The user has instrumented it.
    has_probes: bool,
    /// The call goes on to the workspace wrapper, which is this tool again.
    is_forwarded: bool,
}

impl Crate {
    fn of(given: &[OsString]) -> Crate {
        let mut found = Crate::default();
        let own = Path::new(given.first().map_or(OsStr::new(""), |first| first)).file_name();
        found.is_forwarded = own.is_some_and(|own| own == WORKSPACE);
        let mut words = given.iter().map(|word| word.to_string_lossy());
        while let Some(word) = words.next() {
            let (key, value) = match word.split_once('=') {
                Some((key, value)) if key.starts_with("--") => (key.to_owned(), value.to_owned()),
                _ if matches!(&*word, "--crate-name" | "--crate-type" | "--target") => {
                    let value = words.next().unwrap_or_default().into_owned();
                    (word.into_owned(), value)
                }
                _ => (word.into_owned(), String::new()),
            };
            match &*key {
                "--crate-name" => found.name = value,
                "--crate-type" => found.kind = value,
                "--test" => found.is_test = true,
                "--target" => (found.has_target, found.is_foreign) = (true, value != HOST),
                "lto" | "lto=fat" | "-Clto" | "-Clto=fat" => found.is_fat_lto = true,
                _ => found.has_probes |= key.contains("sancov-module"),
            }
        }
        found
    }
}

/// The host platform, among those supported.
const HOST: &str = if cfg!(target_env = "musl") {
    if cfg!(target_arch = "x86_64") {
        "x86_64-unknown-linux-musl"
    } else {
        "aarch64-unknown-linux-musl"
    }
} else if cfg!(target_arch = "x86_64") {
    "x86_64-unknown-linux-gnu"
} else {
    "aarch64-unknown-linux-gnu"
};

/// Additional arguments of rustc.
fn added(it: &Crate, folder: &Path, is_chosen: &dyn Fn() -> bool) -> Vec<OsString> {
    // Cargo queries file names with a crate called `___`.
    if matches!(&*it.name, "" | "___") || it.is_foreign || it.is_forwarded {
        return Vec::new();
    }
    let mut all = Vec::new();
    // Build scripts and macros are not recorded, but may link instrumented crates.
    let runs_before = it.kind == "proc-macro" || it.name.starts_with("build_script_");
    if !runs_before && !RECORDERS.contains(&&*it.name) && !it.has_probes && is_chosen() {
        all.extend(FLAGS.map(OsString::from));
    }
    let is_program = it.is_test || matches!(&*it.kind, "bin" | "");
    if it.is_test || !matches!(&*it.kind, "lib" | "rlib") {
        all.push(linked(folder, if is_program { PROGRAM } else { SHARED }));
        if it.is_fat_lto {
            all.push("-Clto=thin".into());
        }
    }
    all
}

/// Additional arguments of rustc for fuzz targets and what they depend on.
fn fuzz_flags(it: &Crate) -> &'static [&'static str] {
    let is_query = matches!(&*it.name, "" | "___");
    if is_query || !it.has_target || it.has_probes || UNTESTED.contains(&&*it.name) {
        return &[];
    }
    &FUZZ_FLAGS
}

fn linked(folder: &Path, name: &str) -> OsString {
    let mut argument = OsString::from("-Clink-arg=");
    argument.push(folder.join(name));
    argument
}

/// Replaces this process with the command.
#[cfg(unix)]
fn exec(mut command: Command) -> ExitCode {
    let why = std::os::unix::process::CommandExt::exec(&mut command);
    eprintln!("cannot run {}: {why}", command.get_program().display());
    ExitCode::FAILURE
}

#[cfg(not(unix))]
fn exec(mut command: Command) -> ExitCode {
    match command.status() {
        Ok(status) if status.success() => ExitCode::SUCCESS,
        _ => ExitCode::FAILURE,
    }
}

#[cfg(test)]
mod tests {
    use super::{
        Crate, DEPENDENCIES, FLAGS, HOST, INSTRUMENTED_DEPS, OsString, Path, WORKSPACE, added,
        fuzz_flags, is_chosen,
    };
    use crate::{coverage::CoverageOptions, parsed::parsed};
    use disprove::__private::TempFolder;

    fn asked(line: &str) -> (bool, String) {
        let words: Vec<OsString> = line.split(' ').map(OsString::from).collect();
        let all = added(&Crate::of(&words), Path::new("/k"), &|| !line.contains("other"));
        let all: Vec<String> = all.iter().map(|it| it.display().to_string()).collect();
        let linked = all.iter().find_map(|it| it.strip_prefix("-Clink-arg=/k/"));
        (all.contains(&FLAGS[0].to_owned()), linked.unwrap_or_default().to_owned())
    }

    #[test]
    fn crates_are_instrumented_and_programs_link_the_runtime() {
        let program = "libprogram.rlib".to_owned();
        assert_eq!(
            asked("rustc --crate-name a --crate-type lib src/lib.rs"),
            (true, String::new())
        );
        assert_eq!(asked("rustc --crate-name a src/lib.rs --test"), (true, program.clone()));
        assert_eq!(asked("rustc --crate-name a --crate-type bin"), (true, program.clone()));
        assert_eq!(asked("rustc --crate-name other --crate-type=bin"), (false, program));
        assert_eq!(asked("rustc --crate-name a --crate-type cdylib").1, "libshared.rlib");
    }

    #[test]
    fn a_hunt_sets_no_cfg() {
        let words = "rustc --crate-name a --crate-type lib src/lib.rs".split(' ');
        let words: Vec<OsString> = words.map(OsString::from).collect();
        let flags = added(&Crate::of(&words), Path::new("/k"), &|| true);
        assert!(!flags.is_empty());
        assert!(flags.iter().all(|flag| !flag.to_string_lossy().contains("cfg")), "{flags:?}");
    }

    #[test]
    fn build_scripts_macros_and_recorders_are_not_instrumented() {
        let none = (false, String::new());
        let build = "rustc --crate-name build_script_build --crate-type bin";
        assert_eq!(asked(build), (false, "libprogram.rlib".to_owned()));
        let macros = "rustc --crate-name m --crate-type proc-macro";
        assert_eq!(asked(macros), (false, "libshared.rlib".to_owned()));
        assert_eq!(asked("rustc --crate-name disprove --crate-type lib"), none);
        assert_eq!(asked("rustc - --crate-name ___ --print=file-names --crate-type bin"), none);
        assert_eq!(asked("rustc -vV"), none);
        assert_eq!(asked("/k/cargo-disprove-rustc rustc --crate-name a --crate-type bin"), none);
    }

    #[test]
    fn other_platforms_and_foreign_instrumentation_are_left_alone() {
        let bin = "rustc --crate-name a --crate-type bin";
        assert_eq!(asked(&format!("{bin} --target wasm32-wasip1")), (false, String::new()));
        assert!(asked(&format!("{bin} --target {HOST}")).0);
        assert!(!asked(&format!("{bin} -Cpasses=sancov-module")).0);
    }

    #[test]
    fn fuzz_targets_and_the_code_under_test_are_instrumented() {
        let flags = |line: &str| {
            let words: Vec<OsString> = line.split(' ').map(OsString::from).collect();
            fuzz_flags(&Crate::of(&words)).len()
        };
        let target = format!("--target {HOST}");
        assert!(flags(&format!("rustc --crate-name a --crate-type lib src/lib.rs {target}")) > 0);
        assert!(flags(&format!("rustc --crate-name props__rare --crate-type bin {target}")) > 0);
        for name in ["disprove", "disprove_libfuzzer", "libfuzzer_sys", "___"] {
            let line = format!("rustc --crate-name {name} --crate-type lib {target}");
            assert_eq!(flags(&line), 0, "{name}");
        }
        // Build scripts, macros, and what they depend on.
        assert_eq!(flags("rustc --crate-name cc --crate-type lib") + flags("rustc -vV"), 0);
    }

    #[test]
    fn dependencies_are_chosen_by_name_or_all_together() {
        let folder = TempFolder::new("test").expect("a folder");
        let chosen = |text: &str| {
            std::fs::write(folder.path().join(INSTRUMENTED_DEPS), text).expect("written");
            is_chosen(folder.path(), DEPENDENCIES)
        };
        // Cargo sets the name of the package for tests as for compilers.
        let own = env!("CARGO_PKG_NAME");
        assert!(chosen(own) && chosen(&format!("other\n{own}")) && chosen("*"));
        assert!(!chosen("") && !chosen("other"));
        assert!(is_chosen(folder.path(), WORKSPACE));
        let options = |line: &str| parsed::<CoverageOptions>(line).dependencies();
        assert_eq!(options("hunt --deps regex,my-parser"), "regex\nmy-parser");
        assert_eq!((&*options("hunt --all-deps"), &*options("hunt")), ("*", ""));
    }

    #[test]
    fn fat_lto_becomes_thin_lto() {
        for (given, is_fat_lto) in [("lto", true), ("lto=fat", true), ("lto=thin", false)] {
            let words = ["rustc", "--crate-name", "a", "--test", "-C", given].map(OsString::from);
            let all = added(&Crate::of(&words), Path::new("/k"), &|| true);
            assert_eq!(all.contains(&"-Clto=thin".into()), is_fat_lto, "{given}");
        }
    }
}
