//! The command `build`: what a user pays for the first build of a crate with
//! one property test.

use crate::clock;
use crate::table::{Table, figure, times};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::Duration;
use std::{env, fs, process};

/// A library to depend on, and the one test that uses it.
struct Subject {
    name: &'static str,
    dependency: String,
    test: &'static str,
}

/// What building it took.
struct Cost {
    name: &'static str,
    seconds: f64,
    crates: usize,
}

fn subjects() -> Vec<Subject> {
    let ours = Path::new(env!("CARGO_MANIFEST_DIR")).join("../disprove");
    vec![
        Subject { name: "no library", dependency: String::new(), test: "#[test]\nfn holds() {}\n" },
        Subject {
            name: "disprove",
            dependency: format!("disprove = {{ path = '{}' }}", ours.display()),
            test: "use disprove::prelude::*;\n\n#[property]\nfn holds(xs: Vec<u8>) { assert!(xs.len() < 1_000_000); }\n",
        },
        Subject {
            name: "quickcheck",
            dependency: "quickcheck = \"1.1\"".to_owned(),
            test: "quickcheck::quickcheck! { fn holds(xs: Vec<u8>) -> bool { xs.len() < 1_000_000 } }\n",
        },
        Subject {
            name: "proptest",
            dependency: "proptest = \"1.12\"".to_owned(),
            test: "proptest::proptest! { #[test] fn holds(xs: Vec<u8>) { assert!(xs.len() < 1_000_000); } }\n",
        },
    ]
}

/// Builds each side by side and prints what it took.
pub fn run(repeats: u32) -> Result<(), String> {
    println!("cargo build --tests -j1, debug profile, sources fetched before, fresh target");
    println!("directory, CPU seconds of cargo and all it starts, best of {repeats}.\n");
    let scratch = Scratch::new()?;
    let subjects = subjects();
    let mut best: Vec<Option<Cost>> = subjects.iter().map(|_| None).collect();
    for repeat in 0..repeats {
        for (subject, best) in subjects.iter().zip(&mut best) {
            let place = scratch.0.join(format!("{}-{repeat}", subject.name.replace(' ', "-")));
            let cost = build(subject, &place)?;
            if best.as_ref().is_none_or(|best| cost.seconds < best.seconds) {
                *best = Some(cost);
            }
        }
    }
    let costs: Vec<Cost> = best.into_iter().flatten().collect();
    let ours = costs.iter().find(|cost| cost.name == "disprove").map(|cost| cost.seconds);
    let mut table = Table::new(&["test crate with", "crates", "CPU s", "disprove / this"]);
    for cost in &costs {
        table.row(vec![
            cost.name.to_owned(),
            cost.crates.to_string(),
            figure(cost.seconds),
            ours.map_or_else(String::new, |ours| times(ours / cost.seconds)),
        ]);
    }
    println!("{table}");
    Ok(())
}

fn build(subject: &Subject, place: &Path) -> Result<Cost, String> {
    let manifest = format!(
        "[package]\nname = \"one-test\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n\
         [dev-dependencies]\n{}\n\n[workspace]\n",
        subject.dependency
    );
    let write = |path: &str, text: &str| {
        let path = place.join(path);
        let folder = path.parent().expect("a joined path has a parent");
        fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        fs::write(&path, text).map_err(|error| format!("{}: {error}", path.display()))
    };
    write("Cargo.toml", &manifest)?;
    write("src/lib.rs", "")?;
    write("tests/one.rs", subject.test)?;

    cargo(place, &["fetch"])?;
    let before = children()?;
    let output = cargo(place, &["build", "--tests", "-j1", "--offline"])?;
    let took = children()?.saturating_sub(before);
    let said = String::from_utf8_lossy(&output.stderr);
    let compiled = said.lines().filter(|line| line.trim_start().starts_with("Compiling "));
    Ok(Cost { name: subject.name, seconds: took.as_secs_f64(), crates: compiled.count() })
}

fn children() -> Result<Duration, String> {
    let missing = "The CPU time of child processes is read from /proc, which this system lacks.";
    clock::children().ok_or_else(|| missing.to_owned())
}

fn cargo(place: &Path, arguments: &[&str]) -> Result<Output, String> {
    let mut command = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(arguments).current_dir(place).env("CARGO_TARGET_DIR", place.join("target"));
    // A compiler cache or foreign flags would change what is measured, and the
    // text of cargo is counted below.
    for name in ["RUSTC_WRAPPER", "RUSTC_WORKSPACE_WRAPPER", "RUSTFLAGS", "CARGO_ENCODED_RUSTFLAGS"]
    {
        command.env_remove(name);
    }
    // What comes from a registry is compiled without the data for incremental builds. Ours comes from a folder
    // here, and would be compiled with it.
    command.env("CARGO_INCREMENTAL", "0");
    command.env("CARGO_TERM_COLOR", "never").env("CARGO_TERM_QUIET", "false");
    let output = command.output().map_err(|error| format!("Cargo cannot be started: {error}."))?;
    if output.status.success() {
        return Ok(output);
    }
    let said = String::from_utf8_lossy(&output.stderr);
    Err(format!("cargo {} in {} failed:\n{said}", arguments.join(" "), place.display()))
}

/// A folder that goes away with the value.
struct Scratch(PathBuf);

impl Scratch {
    fn new() -> Result<Scratch, String> {
        let place = env::temp_dir().join(format!("disprove-cold-build-{}", process::id()));
        fs::create_dir_all(&place).map_err(|error| format!("{}: {error}", place.display()))?;
        Ok(Scratch(place))
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // Left-over files in the system's temporary folder harm nobody.
        let _ = fs::remove_dir_all(&self.0);
    }
}
