//! The command `trace`: what probes cost while nobody records, and while somebody does.

mod subject;

use crate::instructions::{self, collected};
use crate::table::Table;
use disprove::{prelude::*, trace};
use std::hint::black_box;
use std::process::Command;
use subject::{plain, traced};

/// The difference of these two runs leaves out what happens once per process.
const FEW: u64 = 100;
const MANY: u64 = 1_100;

const SUBJECTS: [&str; 2] = ["tree", "parser"];

/// Counts instructions of both subjects, alone and in a property.
pub fn run() -> Result<(), String> {
    if !instructions::available() {
        return Err("This needs valgrind to count instructions.".to_owned());
    }
    let mut table =
        Table::new(&["instructions of a case", "plain", "traced", "ratio", "recorded", "ratio"]);
    for subject in SUBJECTS {
        for place in ["alone", "in a property"] {
            let [plain, traced, recorded] =
                ["plain", "traced", "recorded"].map(|way| per_case(subject, place, way));
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
    Ok(())
}

fn per_case(subject: &str, place: &str, way: &str) -> Result<f64, String> {
    let count = |cases: u64| -> Result<f64, String> {
        let program = std::env::current_exe().map_err(|error| error.to_string())?;
        let mut command = Command::new("valgrind");
        command.args(["--tool=callgrind", "--callgrind-out-file=/dev/null"]).arg(program);
        command.args(["course", subject, place, way, &cases.to_string()]);
        let output = command.output().map_err(|error| format!("cannot start: {error}"))?;
        let said = String::from_utf8_lossy(&output.stderr);
        let count = collected(&said).ok_or_else(|| format!("callgrind gave no count: {said}"))?;
        Ok(count as f64)
    };
    Ok((count(MANY)? - count(FEW)?) / (MANY - FEW) as f64)
}

/// Runs a subject here, as the processes do that are counted.
pub fn one(subject: &str, place: &str, way: &str, cases: u64) -> Result<(), String> {
    match (subject, way) {
        ("tree", "plain") => trees(place, cases, plain::tree),
        ("tree", "traced") => trees(place, cases, traced::tree),
        ("tree", "recorded") => trees(place, cases, |keys| recorded(|| traced::tree(keys))),
        ("parser", "plain") => texts(place, cases, plain::parsed),
        ("parser", "traced") => texts(place, cases, traced::parsed),
        ("parser", "recorded") => texts(place, cases, |text| recorded(|| traced::parsed(text))),
        _ => return Err(format!("There is no subject `{subject}` in the way `{way}`.")),
    }
    Ok(())
}

fn recorded<R>(body: impl FnOnce() -> R) -> R {
    let (value, course) = trace::record(body);
    assert!(!course.events().is_empty());
    value
}

/// Inserts keys and looks for them.
#[inline(never)]
fn trees(place: &str, cases: u64, run: impl Fn(&[u32]) -> usize) {
    if place == "alone" {
        let keys: Vec<u32> = (0..200_u32).map(|n| n.wrapping_mul(2_654_435_761) >> 16).collect();
        (0..cases).for_each(|_| assert!(run(black_box(&keys)) > 0));
        return;
    }
    let keys = check(vec(any::<u32>())).seed(7).cases(cases).database(Db::none());
    let report = keys.run(|keys: Vec<u32>| run(black_box(&keys)) >= keys.len());
    assert_eq!(report.cases(), cases, "the run ended early");
}

/// Reads a sum of products.
#[inline(never)]
fn texts(place: &str, cases: u64, run: impl Fn(&[u8]) -> Option<u64>) {
    if place == "alone" {
        let text = ["12*(3+4)+5*67+(8+(9*10)+1)*2+345"; 8].join("+");
        (0..cases).for_each(|_| assert!(run(black_box(text.as_bytes())).is_some()));
        return;
    }
    let texts = check("[0-9]([0-9]|[+*][0-9(]|\\))*").seed(7).cases(cases).database(Db::none());
    let report = texts.run(|text: String| run(black_box(text.as_bytes())) != Some(u64::MAX));
    assert_eq!(report.cases(), cases, "the run ended early");
}
