//! Summary of the reductions of many seeds.

use super::probe::Ending;
use std::collections::HashSet;

pub struct Summary {
    /// Seeds that led to a failure within the cases allowed.
    pub failed: usize,
    pub mean_size: f64,
    pub worst_size: usize,
    pub mean_first_size: f64,
    /// The share in minimal form, in percent.
    pub minimal: f64,
    pub distinct: usize,
    pub mean_runs: f64,
    pub worst_runs: u64,
    /// Runs of the generator per run of the property.
    pub generated: Option<f64>,
    pub milliseconds: f64,
}

impl Summary {
    /// `None` if no seed led to a failure.
    pub fn of(endings: &[Option<Ending>]) -> Option<Summary> {
        let ends: Vec<&Ending> = endings.iter().flatten().collect();
        if ends.is_empty() {
            return None;
        }
        let mean = |of: &dyn Fn(&Ending) -> f64| {
            ends.iter().map(|end| of(end)).sum::<f64>() / ends.len() as f64
        };
        let mean_runs = mean(&|end| end.runs as f64);
        let generated: Option<u64> = ends.iter().map(|end| end.generated).sum();
        Some(Summary {
            failed: ends.len(),
            mean_size: mean(&|end| end.size as f64),
            worst_size: ends.iter().map(|end| end.size).max().unwrap_or(0),
            mean_first_size: mean(&|end| end.first_size as f64),
            minimal: mean(&|end| if end.minimal { 100.0 } else { 0.0 }),
            distinct: ends.iter().map(|end| &end.shown).collect::<HashSet<_>>().len(),
            mean_runs,
            worst_runs: ends.iter().map(|end| end.runs).max().unwrap_or(0),
            generated: generated.map(|runs| runs as f64 / ends.len() as f64 / mean_runs.max(1.0)),
            milliseconds: mean(&|end| end.cpu.as_secs_f64() * 1e3),
        })
    }
}
