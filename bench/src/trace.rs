//! The command `trace`: the cost of probes, with and without recording.

mod probed;
mod program;
mod run;

use crate::instructions::{self, collected};
use crate::table::Table;
pub use run::one;
use std::path::Path;
use std::process::Command;

/// Cases of the two runs whose difference leaves out the cost of starting the process. Valgrind counts are
/// deterministic, so few cases suffice.
const FEW: u64 = 50;
const MANY: u64 = 350;

const PROGRAMS: [&str; 3] = ["tree", "parser", "matcher"];
const PLACES: [&str; 2] = ["alone", "in a property"];

/// Counts instructions of all programs, alone and in a property, with `#[trace]` and with compiler probes.
pub fn run() -> Result<(), String> {
    if !instructions::available() {
        return Err("This needs valgrind to count instructions.".to_owned());
    }
    let mut table =
        Table::new(&["instructions of a case", "plain", "traced", "ratio", "recorded", "ratio"]);
    for program in PROGRAMS {
        for place in PLACES {
            let [plain, traced, recorded] =
                ["plain", "traced", "recorded"].map(|way| per_case(None, program, place, way));
            let (plain, traced, recorded) = (plain?, traced?, recorded?);
            table.row(vec![
                format!("{program}, {place}"),
                format!("{plain:.0}"),
                format!("{traced:.0}"),
                format!("{:.2}", traced / plain),
                format!("{recorded:.0}"),
                format!("{:.2}", recorded / plain),
            ]);
        }
    }
    println!("{table}");
    probed::run()
}

/// Instructions per case, in this binary or another one with the same command.
fn per_case(binary: Option<&Path>, program: &str, place: &str, way: &str) -> Result<f64, String> {
    let count = |cases: u64| -> Result<f64, String> {
        let mut command = Command::new("valgrind");
        command.args(["--tool=callgrind", "--callgrind-out-file=/dev/null"]);
        match binary {
            Some(binary) => command.arg(binary),
            None => command.arg(std::env::current_exe().map_err(|error| error.to_string())?),
        };
        command.args(["traced", program, place, way, &cases.to_string()]);
        let output = command.output().map_err(|error| format!("cannot start: {error}"))?;
        let said = String::from_utf8_lossy(&output.stderr);
        let count = collected(&said).ok_or_else(|| format!("callgrind gave no count: {said}"))?;
        Ok(count as f64)
    };
    Ok((count(MANY)? - count(FEW)?) / (MANY - FEW) as f64)
}
