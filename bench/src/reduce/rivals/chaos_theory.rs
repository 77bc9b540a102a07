//! chaos_theory in a program of its own: together with bolero it cannot be in
//! one lock file.

use crate::reduce::probe::{self, Ending};
use std::{
    path::Path,
    process::{Command, Stdio},
};

/// The reductions of so many seeds.
///
/// # Panics
/// If that program cannot be built or run.
pub fn run(problem: &str, first_seed: u64, seeds: u64) -> Vec<Option<Ending>> {
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR")).join("chaos_theory/Cargo.toml");
    let cargo = |verb: &str| {
        let mut command = Command::new("cargo");
        command.args([verb, "--release", "--quiet", "--manifest-path"]).arg(&manifest);
        command
    };
    let built = cargo("build").status().is_ok_and(|status| status.success());
    assert!(built, "{}: it does not build, see above", manifest.display());
    let numbers = [problem.to_owned(), first_seed.to_string(), seeds.to_string()];
    // What it says on the way is not asked for.
    let output = cargo("run").arg("--").args(numbers).stderr(Stdio::null()).output();
    let output = output.expect("what was built can be run");
    let lines = String::from_utf8_lossy(&output.stdout);
    let endings: Vec<Option<Ending>> = lines.lines().filter_map(probe::read).collect();
    assert_eq!(endings.len() as u64, seeds, "{problem}: chaos_theory ended early");
    endings
}
