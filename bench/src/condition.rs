//! The command `assume`: the cost of a condition that holds, as `assume!` and as a plain `if`.

use crate::instructions::{self, collected};
use crate::table::Table;
use disprove::prelude::*;
use std::hint::black_box;
use std::process::Command;

/// Cases of the two runs whose difference leaves out the cost of starting the process.
const FEW: u64 = 1_000;
const MANY: u64 = 11_000;

/// The conditions, all of which hold.
const CONDITIONS: [&str; 5] = ["comparison", "chain", "remainder", "all", "alternatives"];

/// A bound above all generated numbers.
const LARGE: u64 = 1 << 50;

/// Counts instructions per case of each condition in both forms.
pub fn run() -> Result<(), String> {
    if !instructions::available() {
        return Err("This needs valgrind to count instructions.".to_owned());
    }
    let mut table =
        Table::new(&["instructions of a case", "no condition", "if", "assume!", "more"]);
    for condition in CONDITIONS {
        let [none, plain, assumed] = ["none", "if", "assume"].map(|way| per_case(condition, way));
        let (none, plain, assumed) = (none?, plain?, assumed?);
        let cells = [none, plain, assumed, assumed - plain].map(|count| format!("{count:.1}"));
        table.row([vec![condition.to_owned()], cells.to_vec()].concat());
    }
    println!("{table}");
    Ok(())
}

fn per_case(condition: &str, way: &str) -> Result<f64, String> {
    let count = |cases: u64| -> Result<f64, String> {
        let program = std::env::current_exe().map_err(|error| error.to_string())?;
        let mut command = Command::new("valgrind");
        command.args(["--tool=callgrind", "--callgrind-out-file=/dev/null"]).arg(program);
        command.args(["condition", condition, way, &cases.to_string()]);
        let output = command.output().map_err(|error| format!("cannot start: {error}"))?;
        let said = String::from_utf8_lossy(&output.stderr);
        let count = collected(&said).ok_or("callgrind gave no count")?;
        Ok(count as f64)
    };
    Ok((count(MANY)? - count(FEW)?) / (MANY - FEW) as f64)
}

/// Runs a condition in this process; the counted child processes call it.
pub fn one(condition: &str, way: &str, cases: u64) -> Result<(), String> {
    macro_rules! ways {
        (|$a:ident, $b:ident| $($condition:tt)+) => {
            match way {
                "none" => drive(cases, |_, _| ()),
                "if" => drive(cases, |$a, $b| if !($($condition)+) { reject() }),
                "assume" => drive(cases, |$a, $b| assume!($($condition)+)),
                other => return Err(format!("There is no way `{other}` to write a condition.")),
            }
        };
    }
    match condition {
        "comparison" => ways!(|a, b| a < b),
        "chain" => ways!(|a, b| a < b && b < LARGE && a < LARGE),
        "remainder" => ways!(|a, b| b % LARGE > a),
        "all" => ways!(|a, b| [a, b].iter().all(|n| *n < LARGE)),
        // The first alternative is false.
        "alternatives" => ways!(|a, b| a > b || b > a),
        other => return Err(format!("There is no condition `{other}`.")),
    }
    Ok(())
}

/// The last step of a rejecting `assume!`, without the steps before it.
#[cold]
fn reject() -> ! {
    panic!("all of these conditions hold")
}

#[inline(never)]
fn drive(cases: u64, property: impl Fn(u64, u64)) {
    let pairs = (0..1 << 40, 1 << 40..1 << 41);
    let report = check(pairs).seed(7).cases(cases).database(Db::none()).run(|(a, b)| {
        property(black_box(a), black_box(b));
    });
    assert_eq!(report.cases(), cases, "the run ended early");
}
