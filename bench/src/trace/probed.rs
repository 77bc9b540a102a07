//! The same programs in a separate package, built by cargo, and by `cargo disprove` with compiler probes.

use super::{PLACES, PROGRAMS, per_case};
use crate::table::Table;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

/// Cases of the two runs whose difference is timed, and the number of repeats, of which the shortest counts. Eighteen
/// such pairs run, so each must be short.
const FEW: u64 = 200;
const MANY: u64 = 2_200;
const REPEATS: usize = 5;

/// Counts instructions and measures times: without probes, with probes, and with probes and recording.
pub fn run() -> Result<(), String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().ok_or("there is no workspace")?;
    let folder = root.join("target").join("traced");
    write(root, &folder).map_err(|why| format!("{}: {why}", folder.display()))?;
    cargo(root, &["build", "--release", "-p", "cargo-disprove"])?;
    let tool = root.join("target/release/cargo-disprove");
    let plain = binary(Command::new("cargo").args(["test", "--release", "--no-run"]), &folder)?;
    let probed = binary(Command::new(tool).args(["test", "--release", "--no-run"]), &folder)?;
    for (what, measure) in
        [("instructions of a case", counted as Measure), ("ns of a case", timed as Measure)]
    {
        let heads = [what, "plain", "with probes", "ratio", "recorded", "ratio"];
        let mut table = Table::new(&heads);
        for program in PROGRAMS {
            for place in PLACES {
                let base = measure(&plain, program, place, "plain")?;
                let silent = measure(&probed, program, place, "plain")?;
                let recorded = measure(&probed, program, place, "covered")?;
                table.row(vec![
                    format!("{program}, {place}"),
                    format!("{base:.0}"),
                    format!("{silent:.0}"),
                    format!("{:.2}", silent / base),
                    format!("{recorded:.0}"),
                    format!("{:.2}", recorded / base),
                ]);
            }
        }
        println!("{table}");
    }
    Ok(())
}

type Measure = fn(&Path, &str, &str, &str) -> Result<f64, String>;

fn counted(binary: &Path, program: &str, place: &str, way: &str) -> Result<f64, String> {
    per_case(Some(binary), program, place, way)
}

fn timed(binary: &Path, program: &str, place: &str, way: &str) -> Result<f64, String> {
    let time = |cases: u64| -> Result<f64, String> {
        let mut best = f64::INFINITY;
        for _ in 0..REPEATS {
            let start = Instant::now();
            let mut command = Command::new(binary);
            command.args(["traced", program, place, way, &cases.to_string()]);
            let status = command.status().map_err(|why| format!("cannot start: {why}"))?;
            if !status.success() {
                return Err(format!("{program} {place} {way} failed"));
            }
            best = best.min(start.elapsed().as_secs_f64());
        }
        Ok(best)
    };
    Ok((time(MANY)? - time(FEW)?) * 1e9 / (MANY - FEW) as f64)
}

/// A package with the programs, and a test that runs one of them.
fn write(root: &Path, folder: &Path) -> std::io::Result<()> {
    fs::create_dir_all(folder.join("tests/traced"))?;
    fs::create_dir_all(folder.join("src"))?;
    let library = root.join("disprove");
    let manifest = format!(
        "[package]\nname = 'traced'\nversion = '0.0.0'\nedition = '2024'\n[dev-dependencies]\n\
         disprove = {{ path = '{}' }}\n[[test]]\nname = 'traced'\nharness = false\n[workspace]\n",
        library.display()
    );
    fs::write(folder.join("Cargo.toml"), manifest)?;
    fs::copy(root.join("Cargo.lock"), folder.join("Cargo.lock"))?;
    fs::write(folder.join("src/lib.rs"), "")?;
    let main = "mod run;\nmod program;\n\nfn main() {\n    \
                let words: Vec<String> = std::env::args().skip(2).collect();\n    \
                let cases = words[3].parse().unwrap();\n    \
                run::one(&words[0], &words[1], &words[2], cases).unwrap();\n}\n";
    fs::write(folder.join("tests/traced/main.rs"), main)?;
    fs::write(folder.join("tests/traced/run.rs"), include_str!("run.rs"))?;
    fs::write(folder.join("tests/traced/program.rs"), include_str!("program.rs"))
}

fn cargo(folder: &Path, words: &[&str]) -> Result<(), String> {
    let status = Command::new("cargo").args(words).current_dir(folder).status();
    let status = status.map_err(|why| format!("cargo cannot be run: {why}"))?;
    if status.success() { Ok(()) } else { Err("cargo failed, as said above".to_owned()) }
}

/// Builds the test, and says where it is.
fn binary(command: &mut Command, folder: &Path) -> Result<PathBuf, String> {
    command.args(["--offline", "--test", "traced"]).current_dir(folder).stdin(Stdio::null());
    let output = command.output().map_err(|why| format!("cargo cannot be run: {why}"))?;
    let said = String::from_utf8_lossy(&output.stderr);
    let line = said.lines().find_map(|line| line.trim().strip_prefix("Executable tests/traced"));
    let path =
        line.and_then(|line| line.split_once('(')).and_then(|(_, rest)| rest.strip_suffix(')'));
    let path = path.ok_or_else(|| format!("the test is not built: {said}"))?;
    Ok(folder.join(path))
}
