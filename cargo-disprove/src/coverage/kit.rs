//! What a build with probes needs: what they call, and names to call the tool by.

use super::{Choice, configured::configured};
use std::{
    env,
    ffi::OsString,
    fs,
    hash::{DefaultHasher, Hash, Hasher},
    io,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

/// What the probes call.
const RUNTIME: &str = include_str!("../../runtime/coverage.rs");

/// What has the compiler put in probes: at every block, since a nest of conditions is to be climbed step by step, at
/// comparisons, and both with a look at a variable first, so that they cost little while nobody records. Short memory
/// would else be compared in place, unseen.
pub(super) const FLAGS: [&str; 7] = [
    "-Cpasses=sancov-module",
    "-Cllvm-args=-sanitizer-coverage-level=2",
    "-Cllvm-args=-sanitizer-coverage-trace-pc-guard",
    "-Cllvm-args=-sanitizer-coverage-trace-compares",
    "-Cllvm-args=-sanitizer-coverage-gated-trace-callbacks",
    "-Cllvm-args=-sanitizer-coverage-prune-blocks=0",
    "-Cllvm-args=-max-loads-per-memcmp=0",
];

/// The names that the tool is called by in place of rustc and rustdoc.
pub(super) const WORKSPACE: &str = "cargo-disprove-rustc";
pub(super) const DEPENDENCIES: &str = "cargo-disprove-rustc-deps";
pub(super) const RUSTDOC: &str = "cargo-disprove-rustdoc";

/// Files beside them.
pub(super) const CHOSEN: &str = "dependencies";
pub(super) const CHAIN: &str = "next";

/// What is linked into programs, and into what is loaded by programs.
pub(super) const PROGRAM: &str = "libprogram.rlib";
pub(super) const SHARED: &str = "libshared.rlib";

/// A folder with all of it.
#[derive(Debug)]
pub(crate) struct Kit {
    folder: PathBuf,
    /// A target folder, where cargo could not tell the builds from others.
    target: Option<PathBuf>,
}

impl Kit {
    /// Prepares a build, or says in a sentence why it goes on without. `target` is the target folder of the workspace.
    pub(crate) fn new(choice: &Choice, target: &Path) -> Option<Kit> {
        if choice.no_coverage {
            return None;
        }
        match Kit::made(choice, target) {
            Ok(kit) => Some(kit),
            Err(why) => {
                crate::terminal::remark(&format!(
                    "{why}; it goes on without, as with `--no-coverage`"
                ));
                None
            }
        }
    }

    fn made(choice: &Choice, target: &Path) -> Result<Kit, String> {
        if !cfg!(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64"))) {
            return Err("coverage by the compiler needs Linux on x86_64 or aarch64".to_owned());
        }
        let rustc = compiler()?;
        let dependencies = choice.dependencies();
        let chain = ["rustc-workspace-wrapper", "rustc-wrapper", "rustdoc"].map(configured);
        let mut hasher = DefaultHasher::new();
        (RUNTIME, FLAGS, &rustc, &dependencies, &chain, env!("CARGO_PKG_VERSION"))
            .hash(&mut hasher);
        let name = format!("{:016x}", hasher.finish());
        let folder = target.join("disprove").join(&name);
        // With other files, the folder would have another name.
        if !folder.join(SHARED).exists() {
            let cannot = |why: io::Error| format!("{} cannot be written: {why}", folder.display());
            fs::create_dir_all(&folder).map_err(cannot)?;
            fs::write(folder.join(CHOSEN), &dependencies).map_err(cannot)?;
            for (name, next) in [WORKSPACE, DEPENDENCIES, RUSTDOC].iter().zip(&chain) {
                if let Some(next) = next {
                    let text =
                        next.to_str().ok_or_else(|| format!("{} is no text", next.display()))?;
                    fs::write(folder.join(format!("{name}.{CHAIN}")), text).map_err(cannot)?;
                }
            }
            compile(&folder)?;
        }
        let kit = Kit { target: (!dependencies.is_empty()).then(|| folder.join("target")), folder };
        for name in [WORKSPACE, DEPENDENCIES, RUSTDOC] {
            kit.link(name).map_err(|why| format!("{} cannot be linked: {why}", kit.path(name)))?;
        }
        Ok(kit)
    }

    /// Names the tool.
    fn link(&self, name: &str) -> io::Result<()> {
        let (tool, link) = (env::current_exe()?, self.folder.join(name));
        if fs::read_link(&link).is_ok_and(|to| to == tool) {
            return Ok(());
        }
        // Another process may do the same at the same time, so it is made apart and moved there.
        let new = self.folder.join(format!("{name}.{}", std::process::id()));
        let _ = fs::remove_file(&new);
        symbolic_link(&tool, &new)?;
        fs::rename(&new, &link)
    }

    fn path(&self, name: &str) -> String {
        self.folder.join(name).display().to_string()
    }

    /// Has a command of cargo build with probes. Nothing is said by variables: tests would inherit them.
    pub(crate) fn equip(&self, cargo: &mut Command) {
        let mut keys = vec![("rustc-workspace-wrapper", WORKSPACE), ("rustdoc", RUSTDOC)];
        if let Some(target) = &self.target {
            keys.push(("rustc-wrapper", DEPENDENCIES));
            cargo.arg("--target-dir").arg(target);
        }
        for (key, name) in keys {
            cargo.arg("--config").arg(format!("build.{key}='{}'", self.path(name)));
            cargo.env_remove(key.to_uppercase().replace('-', "_"));
        }
    }
}

#[cfg(unix)]
fn symbolic_link(tool: &Path, link: &Path) -> io::Result<()> {
    std::os::unix::fs::symlink(tool, link)
}

#[cfg(not(unix))]
fn symbolic_link(_: &Path, _: &Path) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

fn rustc() -> Command {
    Command::new(env::var_os("RUSTC").unwrap_or_else(|| OsString::from("rustc")))
}

/// Which compiler it is.
fn compiler() -> Result<Vec<u8>, String> {
    let output = rustc().arg("-vV").stdin(Stdio::null()).output();
    let output = output.map_err(|why| format!("rustc cannot be run: {why}"))?;
    // Others may say the same, and not do it.
    Ok([rustc().get_program().as_encoded_bytes(), &output.stdout].concat())
}

/// Makes what is linked in, and sees whether it can be.
fn compile(folder: &Path) -> Result<(), String> {
    let scratch = folder.join(format!("new-{}", std::process::id()));
    let made = compile_in(&scratch, folder);
    let _ = fs::remove_dir_all(&scratch);
    made
}

fn compile_in(scratch: &Path, folder: &Path) -> Result<(), String> {
    let cannot = |why: io::Error| format!("{} cannot be written: {why}", scratch.display());
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
    // Variables of a thread are reached at once in a program, and by a call in what is loaded.
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
    // The last of them says that all are there.
    for name in [PROGRAM, SHARED] {
        fs::rename(scratch.join(name), folder.join(name)).map_err(cannot)?;
    }
    Ok(())
}

fn run(command: &mut Command) -> Result<(), String> {
    let cannot = "coverage by the compiler does not work with this toolchain";
    let output = command.stdin(Stdio::null()).output().map_err(|why| format!("{cannot}: {why}"))?;
    if output.status.success() {
        return Ok(());
    }
    let said = String::from_utf8_lossy(&output.stderr);
    let first = said.lines().find(|line| !line.is_empty()).unwrap_or("no reason was given");
    Err(format!("{cannot} ({first})"))
}
