//! Memory use of a long search: millions of executions on the machine without a bug.

use super::{Column, Pair, holds, rule::Rules};
use crate::{
    Options, drawn,
    findings::Findings,
    studies::Names,
    table::{NONE, Table, count, figure},
};
use disprove::prelude::*;
use serde_json::{Value, json};
use std::{cell::RefCell, fs, time::Instant};

/// The searches, each after the other in one process.
const COLUMNS: [Column; 2] = [Column::Mutate, Column::Auto];

/// The only problem.
const MACHINE: &str = "no mistake";

/// When memory is looked at.
const MARKS: [u64; 4] = [1_000_000, 2_000_000, 5_000_000, 10_000_000];
/// A smoke test has this part of the executions.
const SMOKE_PART: u64 = 2_000;

/// What it is made of.
pub fn names() -> Names {
    let searches = COLUMNS.map(|column| column.name().to_owned()).into();
    Names { searches, problems: vec![MACHINE.to_owned()] }
}

/// Memory of this process, in KiB.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Memory {
    resident: u64,
    peak: u64,
}

impl Memory {
    /// Where the system says.
    fn now() -> Option<Memory> {
        Memory::read(&fs::read_to_string("/proc/self/status").ok()?)
    }

    fn read(status: &str) -> Option<Memory> {
        let line = |name: &str| {
            let line = status.lines().find_map(|line| line.strip_prefix(name))?;
            line.trim().trim_end_matches("kB").trim().parse().ok()
        };
        Some(Memory { resident: line("VmRSS:")?, peak: line("VmHWM:")? })
    }
}

/// Looks at the memory after some executions.
struct Gauge {
    marks: [u64; 4],
    started: Instant,
    executions: u64,
    /// Executions, memory, and seconds since the start.
    seen: Vec<(u64, Option<Memory>, f64)>,
}

impl Gauge {
    fn new(marks: [u64; 4]) -> Gauge {
        Gauge { marks, started: Instant::now(), executions: 0, seen: Vec::new() }
    }

    fn tick(&mut self) {
        self.executions += 1;
        if self.marks.contains(&self.executions) {
            let seconds = self.started.elapsed().as_secs_f64();
            self.seen.push((self.executions, Memory::now(), seconds));
        }
    }
}

fn run(column: Column, marks: [u64; 4], seed: u64) -> Gauge {
    let rules = Rules::correct();
    let limit = marks[3];
    let gauge = RefCell::new(Gauge::new(marks));
    let check = column.check().name("memory").seed(seed).cases(limit).max_executions(limit);
    let report = drawn::run(check.database(Db::none()), |pair: Pair| {
        gauge.borrow_mut().tick();
        holds(&pair, &rules);
    });
    assert!(report.failures().is_empty(), "the machine has no mistake: {report}");
    gauge.into_inner()
}

/// Runs the study.
pub fn study(options: &Options) -> Findings {
    let marks = if options.smoke { MARKS.map(|mark| mark / SMOKE_PART) } else { MARKS };
    let header = ["search", "executions", "resident, MiB", "peak, MiB", "executions per second"];
    let title = format!("Memory of the process over {} executions", count(marks[3]));
    let mut table = Table::new(title, 1, &header);
    let mut figures: Vec<Value> = Vec::new();
    let columns = COLUMNS.into_iter().filter(|column| options.searches.has(column.name()));
    for column in columns {
        for (executions, memory, seconds) in run(column, marks, options.seed).seen {
            let mebibytes = |of: fn(Memory) -> u64| {
                memory.map_or(NONE.to_owned(), |memory| figure(of(memory) as f64 / 1_024.0))
            };
            table.row([
                column.name().to_owned(),
                count(executions),
                mebibytes(|memory| memory.resident),
                mebibytes(|memory| memory.peak),
                figure(executions as f64 / seconds),
            ]);
            figures.push(json!({
                "search": column.name(), "executions": executions, "seconds": seconds,
                "resident_kib": memory.map(|memory| memory.resident),
                "peak_kib": memory.map(|memory| memory.peak),
            }));
        }
    }
    table.remark(
        "The machine has no mistake, so nothing ends the search. One run of each search, one after the other in one \
         process: the peak is of all so far, and what an earlier one has left to the allocator counts for the later.",
    );
    Findings { tables: vec![table], figures: Value::Array(figures) }
}

#[cfg(test)]
mod tests {
    use super::{Column, Memory, run};

    #[test]
    fn memory_is_read_from_what_the_system_says() {
        let status = "Name:\tx\nVmHWM:\t    2048 kB\nVmRSS:\t    1024 kB\nThreads:\t1\n";
        assert_eq!(Memory::read(status), Some(Memory { resident: 1_024, peak: 2_048 }));
        assert_eq!(Memory::read("Name:\tx\nVmRSS:\t    1024 kB\n"), None);
    }

    #[test]
    fn every_mark_is_seen_once() {
        let gauge = run(Column::Mutate, [10, 20, 50, 100], 1);
        let marks: Vec<u64> = gauge.seen.iter().map(|(executions, ..)| *executions).collect();
        assert_eq!(marks, [10, 20, 50, 100]);
        assert_eq!(gauge.executions, 100);
    }
}
