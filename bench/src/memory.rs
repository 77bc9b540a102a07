//! The command `memory`: whether a long run of passing cases uses more memory than a short one.

use crate::table::Table;
use crate::workload::{VEC_MAX, consumed, eat_vec};
use disprove::prelude::*;
use std::cell::RefCell;
use std::fs;

/// Default number of cases.
pub const CASES: u64 = 10_000_000;

/// Tolerance for pages that the allocator and the kernel use on their own.
const NOISE_KB: u64 = 512;

/// Resident memory at one point of the run, in kB.
struct Point {
    cases: u64,
    now: u64,
    peak: u64,
}

/// Runs ours on vectors, all cases in one run, and samples memory at three points.
pub fn run(cases: u64) -> Result<(), String> {
    let looks = [cases / 100, cases / 10, cases];
    let points = RefCell::new(Vec::with_capacity(looks.len()));
    let _ =
        check(vec(any::<u64>()).len(0..=VEC_MAX)).seed(7).cases(cases).database(Db::none()).run(
            |value: Vec<u64>| {
                eat_vec(&value);
                let (done, _) = consumed();
                if looks.contains(&done) {
                    points.borrow_mut().extend(resident(done));
                }
            },
        );
    let points = points.into_inner();
    let [first, .., last] = &points[..] else {
        return Err(
            "This needs /proc/self/status to read (Linux) and 100 cases or more.".to_owned()
        );
    };
    let mut table = Table::new(&["cases of Vec<u64>", "VmRSS kB", "VmHWM kB"]);
    for point in &points {
        let figures = [point.cases, point.now, point.peak];
        table.row(figures.iter().map(ToString::to_string).collect());
    }
    println!("{table}");
    let now = last.now.saturating_sub(first.now);
    let grown = now.max(last.peak.saturating_sub(first.peak));
    if grown > NOISE_KB {
        println!("It grew: by {grown} kB between the first point and the last.");
    } else {
        println!("It did not grow: {grown} kB, and up to {NOISE_KB} kB is noise.");
    }
    Ok(())
}

fn resident(cases: u64) -> Option<Point> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let field = |name: &str| {
        let line = status.lines().find_map(|line| line.strip_prefix(name))?;
        line.split_whitespace().next()?.parse().ok()
    };
    Some(Point { cases, now: field("VmRSS:")?, peak: field("VmHWM:")? })
}
