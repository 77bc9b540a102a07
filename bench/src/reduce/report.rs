//! Prints the comparison.

use super::{catalogue::Entry, library::Library, probe::Ending, summary::Summary};
use crate::table::{NONE, Table, cell, figure};

const HEADER: [&str; 11] = [
    "",
    "size",
    "worst",
    "minimal",
    "distinct",
    "runs",
    "worst",
    "generator",
    "CPU ms",
    "start",
    "seeds",
];

/// The rows of one problem, and why some requested libraries have none.
pub fn block(entry: &Entry, asked: &[Library], summaries: &[(Library, Option<Summary>)]) -> String {
    let mut header = HEADER;
    header[0] = entry.name;
    let mut table = Table::new(&header);
    for (library, summary) in summaries {
        table.row(row(*library, summary.as_ref()));
    }
    let mut notes = String::new();
    for (library, why) in entry.missing.iter().filter(|(library, _)| asked.contains(library)) {
        let name = library.name();
        table.row(vec![name.to_owned(), NONE.to_owned()]);
        notes = notes + name + ": " + why + "\n";
    }
    format!("{table}{notes}")
}

fn row(library: Library, summary: Option<&Summary>) -> Vec<String> {
    let mut cells = vec![library.name().to_owned()];
    let Some(summary) = summary else {
        cells.push(NONE.to_owned());
        return cells;
    };
    cells.extend([
        figure(summary.mean_size),
        summary.worst_size.to_string(),
        format!("{} %", figure(summary.minimal)),
        summary.distinct.to_string(),
        figure(summary.mean_runs),
        summary.worst_runs.to_string(),
        cell(summary.generated, figure),
        figure(summary.milliseconds),
        figure(summary.mean_first_size),
        summary.failed.to_string(),
    ]);
    cells
}

/// Runs of ours that try nothing smaller: one records the failing case, two confirm the result.
const FIXED_RUNS: f64 = 3.0;

/// Prints whether ours meets its goals, one line each.
pub fn verdicts(entry: &Entry, summaries: &[(Library, Option<Summary>)]) -> String {
    let of = |wanted: Library| {
        let found = summaries.iter().find(|(library, _)| *library == wanted);
        found.and_then(|(_, summary)| summary.as_ref())
    };
    let Some(ours) = of(Library::Ours) else { return String::new() };
    let word = |met: bool| if met { "met" } else { "missed" };
    let name = entry.name;
    let mut lines = Vec::new();
    if let Some(goal) = entry.goal {
        let met = ours.minimal >= 100.0 && ours.mean_runs <= goal;
        let (minimal, runs) = (figure(ours.minimal), figure(ours.mean_runs));
        let reducing = figure(ours.mean_runs - FIXED_RUNS);
        lines.push(format!(
            "{name}: goal 100 %, <= {goal} runs: {}, {minimal} %, {runs} runs, {reducing} without recording and \
             confirming\n",
            word(met)
        ));
    }
    if let Some(rival) = of(Library::Hegel) {
        let (here, there) = (figure(ours.milliseconds), figure(rival.milliseconds));
        let met = ours.milliseconds < rival.milliseconds;
        lines.push(format!(
            "{name}: goal less CPU time than hegeltest: {}, {here} ms, there {there} ms\n",
            word(met)
        ));
    }
    lines.concat()
}

/// Prints every result that is not minimal.
pub fn worst(entry: &Entry, library: Library, first_seed: u64, all: &[Option<Ending>]) -> String {
    let mut lines = Vec::new();
    for (seed, ending) in (first_seed..).zip(all) {
        if let Some(ending) = ending.as_ref().filter(|ending| !ending.minimal) {
            let Ending { shown, size, runs, .. } = ending;
            let (name, library) = (entry.name, library.name());
            lines
                .push(format!("{name} {library} seed {seed}: size {size}, {runs} runs: {shown}\n"));
        }
    }
    lines.concat()
}
