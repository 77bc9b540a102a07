//! The files that an instrumented build needs: the coverage runtime and the compiler wrappers.

use super::{CoverageOptions, cargo_config::configured};
use crate::project::rustc;
use std::{
    env, fs,
    hash::{DefaultHasher, Hash, Hasher},
    io,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

/// Source of the runtime that instrumented code calls.
const RUNTIME: &str = include_str!("../../runtime/coverage.rs");

/// Compiler flags that instrument every block and comparison. Every block, because nested conditions are solved one at a
/// time. The gate makes both cheap while nothing is recorded. The table has the address of each block, which leads to its source
/// line. The last flag keeps `memcmp` calls on short memory, which the compiler would otherwise inline.
pub(super) const FLAGS: [&str; 8] = [
    "-Cpasses=sancov-module",
    "-Cllvm-args=-sanitizer-coverage-level=2",
    "-Cllvm-args=-sanitizer-coverage-trace-pc-guard",
    "-Cllvm-args=-sanitizer-coverage-pc-table",
    "-Cllvm-args=-sanitizer-coverage-trace-compares",
    "-Cllvm-args=-sanitizer-coverage-gated-trace-callbacks",
    "-Cllvm-args=-sanitizer-coverage-prune-blocks=0",
    "-Cllvm-args=-max-loads-per-memcmp=0",
];

/// Names under which cargo calls the tool instead of rustc and rustdoc.
pub(super) const WORKSPACE: &str = "cargo-disprove-rustc";
pub(super) const DEPENDENCIES: &str = "cargo-disprove-rustc-deps";
pub(super) const RUSTDOC: &str = "cargo-disprove-rustdoc";

/// Files beside the wrappers: dependencies to instrument, and the wrapper of the user to call next.
pub(super) const INSTRUMENTED_DEPS: &str = "dependencies";
pub(super) const NEXT_WRAPPER: &str = "next";

/// The runtime for executables and for shared libraries.
pub(super) const PROGRAM: &str = "libprogram.rlib";
pub(super) const SHARED: &str = "libshared.rlib";

/// The folder with the runtime and the wrappers.
#[derive(Debug)]
pub(crate) struct Instrumentation {
    folder: PathBuf,
    /// A separate target folder: cargo cannot tell instrumented dependencies, and libraries without a hash in their
    /// names, from others.
    target: PathBuf,
    /// Whether dependencies are instrumented.
    has_dependencies: bool,
}

/// Why other systems have no coverage.
const UNSUPPORTED: &str = "compiler coverage needs Linux on x86_64 or aarch64";

/// The diagnostic for builds without instrumentation.
fn unavailable(why: &str) -> String {
    format!("{why}; continuing without coverage, as with `--no-coverage`")
}

/// Whether the runtime and the compiler pass work on a system.
fn is_supported(system: &str, architecture: &str) -> bool {
    system == "linux" && ["x86_64", "aarch64"].contains(&architecture)
}

impl Instrumentation {
    /// Prepares an instrumented build, or prints why it cannot. `target` is the target folder of the workspace.
    pub(crate) fn new(options: &CoverageOptions, target: &Path) -> Option<Instrumentation> {
        if options.no_coverage {
            return None;
        }
        match Instrumentation::prepare(options, target) {
            Ok(instrumentation) => Some(instrumentation),
            Err(why) => {
                crate::terminal::diagnostic(&unavailable(&why));
                None
            }
        }
    }

    fn prepare(options: &CoverageOptions, target: &Path) -> Result<Instrumentation, String> {
        if !is_supported(env::consts::OS, env::consts::ARCH) {
            return Err(UNSUPPORTED.to_owned());
        }
        let rustc = compiler()?;
        let dependencies = options.dependencies();
        let chain = ["rustc-workspace-wrapper", "rustc-wrapper", "rustdoc"].map(configured);
        let mut hasher = DefaultHasher::new();
        (RUNTIME, FLAGS, &rustc, &dependencies, env!("CARGO_PKG_VERSION")).hash(&mut hasher);
        // Wrappers of the user do not change what is instrumented.
        let build = target.join("disprove").join(format!("target-{:016x}", hasher.finish()));
        chain.hash(&mut hasher);
        let folder = target.join("disprove").join(format!("{:016x}", hasher.finish()));
        // The name of the folder is a hash of everything in it, so an existing folder is complete.
        if !folder.join(SHARED).exists() {
            let cannot = |why: io::Error| format!("{} cannot be written ({why})", folder.display());
            fs::create_dir_all(&folder).map_err(cannot)?;
            fs::write(folder.join(INSTRUMENTED_DEPS), &dependencies).map_err(cannot)?;
            for (name, next) in [WORKSPACE, DEPENDENCIES, RUSTDOC].iter().zip(&chain) {
                if let Some(next) = next {
                    let text = next
                        .to_str()
                        .ok_or_else(|| format!("{} is not valid UTF-8", next.display()))?;
                    fs::write(folder.join(format!("{name}.{NEXT_WRAPPER}")), text)
                        .map_err(cannot)?;
                }
            }
            compile(&folder)?;
        }
        let instrumentation =
            Instrumentation { target: build, has_dependencies: !dependencies.is_empty(), folder };
        for name in [WORKSPACE, DEPENDENCIES, RUSTDOC] {
            instrumentation.link(name).map_err(|why| {
                format!("{} cannot be linked ({why})", instrumentation.path(name))
            })?;
        }
        Ok(instrumentation)
    }

    /// Creates a symbolic link to this program.
    fn link(&self, name: &str) -> io::Result<()> {
        let (tool, link) = (env::current_exe()?, self.folder.join(name));
        if fs::read_link(&link).is_ok_and(|to| to == tool) {
            return Ok(());
        }
        // Another process may do the same concurrently, so create it under a temporary name and move it.
        let new = self.folder.join(format!("{name}.{}", std::process::id()));
        let _ = fs::remove_file(&new);
        symbolic_link(&tool, &new)?;
        fs::rename(&new, &link)
    }

    fn path(&self, name: &str) -> String {
        self.folder.join(name).display().to_string()
    }

    /// Makes a cargo command build with instrumentation. No environment variables: tests would inherit them.
    pub(crate) fn instrument(&self, cargo: &mut Command) {
        let mut keys = vec![("rustc-workspace-wrapper", WORKSPACE), ("rustdoc", RUSTDOC)];
        if self.has_dependencies {
            keys.push(("rustc-wrapper", DEPENDENCIES));
        }
        cargo.arg("--target-dir").arg(&self.target);
        for (key, name) in keys {
            cargo.arg("--config").arg(format!("build.{key}='{}'", self.path(name)));
            cargo.env_remove(key.to_uppercase().replace('-', "_"));
        }
    }
}

#[cfg(unix)]
pub(super) fn symbolic_link(tool: &Path, link: &Path) -> io::Result<()> {
    std::os::unix::fs::symlink(tool, link)
}

#[cfg(not(unix))]
pub(super) fn symbolic_link(_: &Path, _: &Path) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

/// Identifies the compiler.
fn compiler() -> Result<Vec<u8>, String> {
    let output = rustc().arg("-vV").stdin(Stdio::null()).output();
    let output = output.map_err(|why| format!("cannot run rustc: {why}"))?;
    // Another program may print the same version.
    Ok([rustc().get_program().as_encoded_bytes(), &output.stdout].concat())
}

/// Compiles the runtime, and checks that instrumented programs link and run.
fn compile(folder: &Path) -> Result<(), String> {
    let scratch = folder.join(format!("new-{}", std::process::id()));
    let made = compile_in(&scratch, folder);
    let _ = fs::remove_dir_all(&scratch);
    made
}

fn compile_in(scratch: &Path, folder: &Path) -> Result<(), String> {
    let cannot = |why: io::Error| format!("{} cannot be written ({why})", scratch.display());
    fs::create_dir_all(scratch).map_err(cannot)?;
    let source = |name: &str, text: &str| {
        let path = scratch.join(name);
        fs::write(&path, text).map(|()| path).map_err(cannot)
    };
    let runtime = source("coverage.rs", RUNTIME)?;
    let common = [
        "--edition=2024",
        "-Copt-level=3",
        "-Cpanic=abort",
        "-Ccodegen-units=1",
        "-Cembed-bitcode=no",
    ];
    // Thread-local variables are faster in an executable than in a shared library.
    let kinds = [(PROGRAM, &["-Crelocation-model=pie"][..]), (SHARED, &["--cfg=shared"])];
    for (name, flags) in kinds {
        let library = scratch.join(name);
        let mut rustc = rustc();
        rustc.args(common).args(["--crate-type=rlib", "--crate-name=disprove_coverage", "-o"]);
        run(rustc.arg(&library).args(flags).arg(&runtime))?;
    }
    let probe = source("probe.rs", "fn main() { assert_eq!(std::env::args().count(), 1); }")?;
    let program = scratch.join("probe");
    let link = format!("-Clink-arg={}", scratch.join(PROGRAM).display());
    run(rustc().args(common).args(FLAGS).arg(link).arg(probe).arg("-o").arg(&program))?;
    run(&mut Command::new(&program))?;
    // SHARED comes last: its presence marks the folder as complete.
    for name in [PROGRAM, SHARED] {
        fs::rename(scratch.join(name), folder.join(name)).map_err(cannot)?;
    }
    Ok(())
}

fn run(command: &mut Command) -> Result<(), String> {
    let cannot = "compiler coverage does not work with this toolchain";
    let output = command.stdin(Stdio::null()).output().map_err(|why| format!("{cannot}: {why}"))?;
    if output.status.success() {
        return Ok(());
    }
    let stderr = String::from_utf8_lossy(&output.stderr);
    let first = stderr.lines().find(|line| !line.is_empty()).unwrap_or("no reason given");
    Err(format!("{cannot} ({first})"))
}

#[cfg(test)]
mod tests {
    use super::{Command, Instrumentation, UNSUPPORTED, is_supported, run, unavailable};
    use crate::{book::assert_said, project::UNINSTRUMENTED};

    #[test]
    fn the_page_shows_what_is_printed_without_coverage() {
        let script = "echo 'unknown pass' >&2; echo 'see above' >&2; exit 1";
        let why = run(Command::new("sh").args(["-c", script])).expect_err("it fails");
        let lines = [&*unavailable(UNSUPPORTED), &unavailable(&why), UNINSTRUMENTED].join(" ");
        assert_said("guides/coverage.md", &lines);
    }

    #[test]
    fn build_scripts_see_no_flags() {
        let instrumentation =
            Instrumentation { folder: "f".into(), target: "t".into(), has_dependencies: true };
        let mut cargo = Command::new("cargo");
        instrumentation.instrument(&mut cargo);
        // Variables such as CFLAGS would reach the compilers of other languages.
        assert!(cargo.get_envs().all(|(_, value)| value.is_none()), "{cargo:?}");
    }

    #[test]
    fn coverage_needs_linux_on_x86_64_or_aarch64() {
        assert!(is_supported("linux", "x86_64") && is_supported("linux", "aarch64"));
        for (system, architecture) in
            [("macos", "aarch64"), ("windows", "x86_64"), ("linux", "riscv64")]
        {
            assert!(!is_supported(system, architecture), "{system} on {architecture}");
        }
    }
}
