//! chaos_theory in a program of its own: together with bolero it cannot be in
//! one lock file.

use crate::reduce::probe::Ending;
use std::{
    path::Path,
    process::{Command, Stdio},
    time::Duration,
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
    let lines = lines.lines().filter_map(|line| line.strip_prefix(MARK));
    let endings: Vec<Option<Ending>> = lines.map(read).collect();
    assert_eq!(endings.len() as u64, seeds, "{problem}: chaos_theory ended early");
    endings
}

/// How lines with an ending begin; others are the library's.
const MARK: &str = "ending\t";

/// What such a line says; `None` if nothing failed.
fn read(line: &str) -> Option<Ending> {
    let cells: Vec<&str> = line.splitn(7, '\t').collect();
    let [size, first_size, minimal, runs, generated, cpu, shown] = cells[..] else {
        return None;
    };
    let number = |text: &str| text.parse::<u64>().ok();
    Some(Ending {
        shown: shown.to_owned(),
        size: number(size)? as usize,
        first_size: number(first_size)? as usize,
        minimal: minimal == "true",
        runs: number(runs)?,
        generated: number(generated),
        cpu: Duration::from_nanos(number(cpu)?),
    })
}

#[cfg(test)]
mod tests {
    use super::read;

    #[test]
    fn a_line_says_how_a_reduction_ended() {
        let ending = read("2\t9\ttrue\t11\t12\t3000\t[0, 1]").expect("something failed");
        assert_eq!((ending.size, ending.minimal, &*ending.shown), (2, true, "[0, 1]"));
        assert!(read("none").is_none());
    }
}
