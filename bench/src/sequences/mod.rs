//! Sequences of calls of real crates with known bugs, reduced by the library and by delta debugging: the study of
//! section 4.2 of "Test-Case Reduction via Test-Case Generation" (MacIver and Donaldson, ECOOP 2020) with Rust crates.

mod corpus;
mod ddmin;
mod faulty;
mod figures;
mod graphs;
mod guard;
mod ours;
mod study;
#[cfg(test)]
mod tests;
mod vectors;

use crate::table::Table;
use faulty::FaultyCrate;
use figures::Mean;
use graphs::Graphs;
use study::{By, Study, distinct, shortest};
use vectors::Vectors;

/// Default number of failing sequences for each crate.
pub const RUNS: usize = 200;

/// Seeds tried for each sequence: most find an error that is already frequent enough.
const SEEDS_PER_START: u64 = 25;

/// Prints the tables.
pub fn run(runs: usize) {
    guard::install();
    let mut all = print::<Graphs>(runs);
    println!();
    all.extend(print::<Vectors>(runs));
    let of = |ratio: fn(&[f64; 4]) -> f64| {
        interval(Mean::geometric(&all.iter().map(ratio).collect::<Vec<_>>()), 2)
    };
    println!(
        "\nBoth crates, ours to delta debugging: runs {}, calls {}",
        of(|r| r[0]),
        of(|r| r[1])
    );
    println!("without parts alone: runs {}, calls {}", of(|r| r[2]), of(|r| r[3]));
}

/// Prints the results for a crate. Returns the ratios of runs and of calls to both variants of delta debugging.
fn print<S: FaultyCrate>(runs: usize) -> Vec<[f64; 4]> {
    let study = Study::<S>::new(runs, runs as u64 * SEEDS_PER_START);
    println!("{}: sequences of calls reduced by disprove and by delta debugging\n", S::NAME);
    println!("{}", summary(&study));
    println!("{}", by_error(&study));
    println!("The shortest result of each error:");
    for (error, trials) in study.errors() {
        println!("  {error}\n    {:?}", shortest(&trials).calls);
    }
    let ratios = study.trials.iter().map(|trial| {
        let runs = |by| trial.ours.runs as f64 / trial.by(by).runs as f64;
        let calls = |by| trial.ours.calls.len() as f64 / trial.by(by).calls.len() as f64;
        [runs(By::Ddmin), calls(By::Ddmin), runs(By::Rests), calls(By::Rests)]
    });
    ratios.collect()
}

/// Prints the figures beside the paper's: geometric means with 95 % bootstrap intervals, as in the paper.
fn summary<S: FaultyCrate>(study: &Study<S>) -> Table {
    let errors = study.errors();
    let mut table = Table::new(&["", "here", "paper (Hypothesis, SymPy)"]);
    let mut row = |title: &str, here: String, paper: &str| {
        table.row(vec![title.to_owned(), here, paper.to_owned()]);
    };
    row("starts", study.trials.len().to_string(), "2930");
    row("errors", errors.len().to_string(), "33");
    row(
        "calls of a start",
        interval(study.mean(|trial| trial.start.calls.len() as u64), 1),
        "64.5 (63.6-65.4)",
    );
    row(
        "runs / runs of ddmin",
        interval(study.ratio(By::Ddmin, 0, |r| r.runs), 2),
        "20.6 (20.3-21.0)",
    );
    row("... of ddmin without parts alone", interval(study.ratio(By::Rests, 0, |r| r.runs), 2), "");
    row(
        "calls / calls of ddmin",
        interval(study.ratio(By::Ddmin, 0, |r| r.calls.len() as u64), 2),
        "0.83 (0.82-0.84)",
    );
    let rests = study.ratio(By::Rests, 0, |r| r.calls.len() as u64);
    row("... of ddmin without parts alone", interval(rests, 2), "");
    row(
        "arguments + 1 / those of ddmin",
        interval(study.ratio(By::Ddmin, 1, Study::<S>::size), 2),
        "",
    );
    for (title, by) in
        [("ours", By::Ours), ("ddmin", By::Ddmin), ("ddmin without parts", By::Rests)]
    {
        let runs = study.trials.iter().map(|trial| trial.by(by).runs);
        let (mean, worst) = (study.mean(|trial| trial.by(by).runs), runs.max().unwrap_or(0));
        row(&format!("runs of {title}, mean and worst"), format!("{:.0}, {worst}", mean.value), "");
        let calls = study.mean(|trial| trial.by(by).calls.len() as u64);
        row(&format!("calls left by {title}"), interval(calls, 2), "");
        let arguments = study.mean(|trial| Study::<S>::size(trial.by(by)));
        row(&format!("sum of arguments left by {title}"), interval(arguments, 2), "");
        row(
            &format!("{title} as short as any of the error"),
            format!("{:.0} %", study.shortest(by)),
            "",
        );
        let results: usize = errors.values().map(|trials| distinct(trials, by)).sum();
        let each = results as f64 / errors.len().max(1) as f64;
        row(&format!("distinct results of {title} for an error"), format!("{each:.2}"), "");
    }
    let lengths = |trial: &study::Trial<S::Call>| (trial.ours.calls.len(), trial.ddmin.calls.len());
    let count = |is_so: fn((usize, usize)) -> bool| {
        study.trials.iter().filter(|trial| is_so(lengths(trial))).count()
    };
    let (shorter, equal) =
        (count(|(ours, ddmin)| ours < ddmin), count(|(ours, ddmin)| ours == ddmin));
    let longer = study.trials.len() - shorter - equal;
    row("starts with ours shorter, as long, longer", format!("{shorter}, {equal}, {longer}"), "");
    table
}

/// Prints a row for each error, ours beside delta debugging.
fn by_error<S: FaultyCrate>(study: &Study<S>) -> Table {
    let header =
        ["error", "starts", "calls", "runs", "ddmin", "left", "ddmin", "distinct", "ddmin"];
    let mut table = Table::new(&header);
    for (error, trials) in study.errors() {
        let mean = |of: &dyn Fn(&study::Trial<S::Call>) -> u64| {
            let sum: u64 = trials.iter().map(|trial| of(trial)).sum();
            sum as f64 / trials.len() as f64
        };
        table.row(vec![
            error.to_owned(),
            trials.len().to_string(),
            format!("{:.0}", mean(&|trial| trial.start.calls.len() as u64)),
            format!("{:.0}", mean(&|trial| trial.ours.runs)),
            format!("{:.0}", mean(&|trial| trial.ddmin.runs)),
            format!("{:.1}", mean(&|trial| trial.ours.calls.len() as u64)),
            format!("{:.1}", mean(&|trial| trial.ddmin.calls.len() as u64)),
            distinct(&trials, By::Ours).to_string(),
            distinct(&trials, By::Ddmin).to_string(),
        ]);
    }
    table
}

fn interval(Mean { value, low, high }: Mean, digits: usize) -> String {
    format!("{value:.digits$} ({low:.digits$}-{high:.digits$})")
}
