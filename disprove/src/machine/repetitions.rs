//! How often a case with parallel rules is run.

use std::cell::Cell;

/// Times that a case is run during the search.
const SEARCH_REPETITIONS: u64 = 10;

/// Times at most that a failing case is run while it is recorded, reduced and reported: the same race must be lost
/// again. `parallel_machines.rs` fails if this is too low for the races in it.
const MOST_REPETITIONS: u64 = 200;

/// After a failure, later cases are repeated this many times as often as it took.
const MARGIN: u64 = 20;

/// Times that a case is run under shuttle, which repeats a schedule exactly; each repetition has another schedule.
const CONTROLLED_REPETITIONS: u64 = 20;

/// How often a recorded case is run, adapted to how often the last failure took.
pub(super) struct Repetitions(Cell<u64>);

impl Default for Repetitions {
    fn default() -> Self {
        Repetitions(Cell::new(MOST_REPETITIONS))
    }
}

impl Repetitions {
    /// How often to run a case.
    pub(super) fn count(&self, is_controlled: bool, is_recorded: bool) -> u64 {
        match (is_controlled, is_recorded) {
            (true, _) => CONTROLLED_REPETITIONS,
            (false, true) => self.0.get(),
            (false, false) => SEARCH_REPETITIONS,
        }
    }

    /// A case failed in this repetition.
    pub(super) fn failed_after(&self, runs: u64) {
        self.0.set((runs * MARGIN).clamp(2 * SEARCH_REPETITIONS, MOST_REPETITIONS));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_case_with_threads_runs_several_times() {
        for (is_controlled, is_recorded) in [(false, false), (false, true), (true, false)] {
            assert!(Repetitions::default().count(is_controlled, is_recorded) > 1);
        }
    }
}
