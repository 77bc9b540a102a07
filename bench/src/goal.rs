//! Goals for the figures of `throughput`, and whether they are met.

use crate::engine::Role;
use crate::table::{NONE, Table, cell, times};
use crate::throughput::{Comparison, Line};
use crate::workload::Workload;

/// Maximum cost of recording every choice, relative to the random mode.
const RECORDING: f64 = 5.0;

/// Maximum time relative to handwritten code. A single integer and a struct of eight fields have no goal: there the
/// fixed cost of a case (seed, guard, limits) dominates. Vectors pay for biased integers.
fn of_bare(workload: Workload) -> Option<f64> {
    match workload {
        Workload::Vec => Some(2.5),
        Workload::Text | Workload::Expr | Workload::Filter => Some(2.0),
        Workload::U64 | Workload::Struct8 => None,
    }
}

/// A ratio and its maximum, by time and by instructions.
struct Goal {
    title: String,
    time: Option<f64>,
    instructions: Option<f64>,
    most: Option<f64>,
}

impl Goal {
    fn new(title: String, ours: Option<&Line>, other: Option<&Line>, most: Option<f64>) -> Goal {
        let ratio = |figure: fn(&Line) -> Option<f64>| Some(figure(ours?)? / figure(other?)?);
        Goal {
            title,
            time: ratio(|line| line.nanos),
            instructions: ratio(|line| line.instructions),
            most,
        }
    }

    /// Time decides; instructions are shown because they vary less.
    fn met(&self) -> &'static str {
        match (self.time, self.most) {
            (_, None) => "no goal",
            (None, _) => "not measured",
            (Some(ratio), Some(most)) if ratio <= most => "yes",
            _ => "no",
        }
    }
}

/// Prints the goals of all measured workloads.
pub fn print(comparisons: &[Comparison]) {
    let mut table = Table::new(&["goal", "by CPU time", "by instructions", "at most", "met"]);
    for comparison in comparisons {
        for goal in goals(comparison) {
            table.row(vec![
                goal.title.clone(),
                cell(goal.time, times),
                cell(goal.instructions, times),
                cell(goal.most, times),
                goal.met().to_owned(),
            ]);
        }
    }
    println!("{table}");
}

fn goals(comparison: &Comparison) -> [Goal; 3] {
    let name = comparison.workload.name();
    let ours = comparison.role(Role::Ours);
    let rival = comparison.fastest_rival();
    let rival_name = rival.map_or(NONE, |line| line.engine.name);
    let bare = comparison.role(Role::Bare);
    let recording = comparison.role(Role::Recording);
    [
        Goal::new(format!("{name}: ours / fastest rival ({rival_name})"), ours, rival, Some(1.0)),
        Goal::new(format!("{name}: ours / bare"), ours, bare, of_bare(comparison.workload)),
        Goal::new(format!("{name}: recording / random"), recording, ours, Some(RECORDING)),
    ]
}
