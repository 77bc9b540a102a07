//! How reduction scales with its start: the same problems from constructed inputs of a hundred to a hundred thousand
//! choices.

mod fit;
mod start;

use crate::table::{NONE, Table, figure};
use start::{Measured, Start};

/// Approximate numbers of choices of the starts.
const SIZES: [usize; 4] = [100, 1_000, 10_000, 100_000];

/// Default number of seeds per size.
pub const SEEDS: u64 = 10;

/// Printed below a problem whose largest starts cannot be replayed.
const UNREACHED: &str = "A case ends after 32 thousand draws that no length asks for: larger starts \
                         of this kind cannot be.\n";

/// The problems that have starts.
pub fn names() -> impl Iterator<Item = &'static str> {
    start::ALL.iter().map(|start| start.name)
}

/// Prints the table and the growth.
pub fn run(first_seed: u64, seeds: u64, only: &[String]) {
    for Start { name, from } in start::ALL {
        if !only.is_empty() && !only.iter().any(|wanted| wanted == name) {
            continue;
        }
        let header = [*name, "choices", "minimal", "runs", "worst", "generator", "CPU ms", "seeds"];
        let mut table = Table::new(&header);
        let mut runs = Vec::new();
        let mut cpu = Vec::new();
        for size in SIZES {
            let seeds = first_seed..first_seed + seeds;
            let all: Vec<Option<Measured>> = seeds.map(|seed| from(seed, size)).collect();
            let measured: Vec<&Measured> = all.iter().flatten().collect();
            if measured.is_empty() {
                table.row(vec![size.to_string(), NONE.to_owned()]);
                continue;
            }
            let mean = |of: &dyn Fn(&Measured) -> f64| {
                measured.iter().map(|one| of(one)).sum::<f64>() / measured.len() as f64
            };
            let choices = mean(&|one| one.choices as f64);
            let mean_runs = mean(&|one| one.ending.runs as f64);
            let milliseconds = mean(&|one| one.ending.cpu.as_secs_f64() * 1e3);
            let minimal = mean(&|one| if one.ending.minimal { 100.0 } else { 0.0 });
            eprintln!("{name}: {choices:.0} choices, {mean_runs:.0} runs, {milliseconds:.1} ms");
            runs.push((choices.ln(), mean_runs));
            cpu.push((choices.ln(), milliseconds.max(1e-6).ln()));
            table.row(vec![
                size.to_string(),
                format!("{choices:.0}"),
                format!("{} %", figure(minimal)),
                figure(mean_runs),
                measured.iter().map(|one| one.ending.runs).max().unwrap_or(0).to_string(),
                figure(mean(&|one| one.attempts as f64) / mean_runs.max(1.0)),
                figure(milliseconds),
                measured.len().to_string(),
            ]);
        }
        print!("{table}{}", growth(name, &runs, &cpu));
        println!("{}", if runs.len() < SIZES.len() { UNREACHED } else { "" });
    }
}

fn growth(name: &str, runs: &[(f64, f64)], cpu: &[(f64, f64)]) -> String {
    let (Some(runs), Some(cpu)) = (fit::line(runs), fit::line(cpu)) else {
        return format!("{name}: too few sizes for a fit\n");
    };
    format!(
        "{name}: {:.1} runs more for ten times the choices (R^2 {:.2}); CPU time grows as choices \
         to the {:.2} (R^2 {:.2})\n",
        runs.slope * std::f64::consts::LN_10,
        runs.share,
        cpu.slope,
        cpu.share,
    )
}
