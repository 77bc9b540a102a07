//! The command `trace`: what probes cost while nobody records, and while somebody does.

mod probed;
mod run;
mod subject;

use crate::instructions::{self, collected};
use crate::table::Table;
pub use run::one;
use std::path::Path;
use std::process::Command;

/// The difference of these two runs leaves out what happens once per process. Valgrind counts the same each time, so few
/// cases are enough.
const FEW: u64 = 50;
const MANY: u64 = 350;

const SUBJECTS: [&str; 3] = ["tree", "parser", "matcher"];
const PLACES: [&str; 2] = ["alone", "in a property"];

/// Counts instructions of all subjects, alone and in a property: with `#[trace]`, and with the probes of the compiler.
pub fn run() -> Result<(), String> {
    if !instructions::available() {
        return Err("This needs valgrind to count instructions.".to_owned());
    }
    let mut table =
        Table::new(&["instructions of a case", "plain", "traced", "ratio", "recorded", "ratio"]);
    for subject in SUBJECTS {
        for place in PLACES {
            let [plain, traced, recorded] =
                ["plain", "traced", "recorded"].map(|way| per_case(None, subject, place, way));
            let (plain, traced, recorded) = (plain?, traced?, recorded?);
            table.row(vec![
                format!("{subject}, {place}"),
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

/// Instructions of a case, in this program or in another that can be asked for the same.
fn per_case(program: Option<&Path>, subject: &str, place: &str, way: &str) -> Result<f64, String> {
    let count = |cases: u64| -> Result<f64, String> {
        let mut command = Command::new("valgrind");
        command.args(["--tool=callgrind", "--callgrind-out-file=/dev/null"]);
        match program {
            Some(program) => command.arg(program),
            None => command.arg(std::env::current_exe().map_err(|error| error.to_string())?),
        };
        command.args(["course", subject, place, way, &cases.to_string()]);
        let output = command.output().map_err(|error| format!("cannot start: {error}"))?;
        let said = String::from_utf8_lossy(&output.stderr);
        let count = collected(&said).ok_or_else(|| format!("callgrind gave no count: {said}"))?;
        Ok(count as f64)
    };
    Ok((count(MANY)? - count(FEW)?) / (MANY - FEW) as f64)
}
