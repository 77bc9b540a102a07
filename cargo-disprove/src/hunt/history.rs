//! What a worker did before it crashed: its last inputs and its memory. If the crash does not happen again, that is all
//! there is to report.

use std::{
    collections::VecDeque,
    fmt::Write,
    time::{Duration, Instant},
};

/// Inputs to keep.
const INPUTS: usize = 3;
/// Inputs that a report shows.
const VALUES: usize = 8;
/// Measurements to keep. When there are more, every second one is dropped, and the interval doubles.
const MEASUREMENTS: usize = 16;
/// First interval between two measurements: a leak may fill the memory within a second.
const FIRST_INTERVAL: Duration = Duration::from_millis(20);
/// Growth that suggests a leak, in KiB.
const LEAK: u64 = 64 << 10;
/// Characters of a value that a report shows.
const VALUE: usize = 200;
/// Length of the longest bar.
const BAR: u64 = 40;

/// The last inputs of a worker, and its memory over time.
#[derive(Clone, Debug, Default)]
pub(crate) struct History {
    /// As in the journal of the worker.
    inputs: VecDeque<String>,
    /// Replay tokens and values.
    values: Vec<(String, String)>,
    /// The number of a case, and resident memory in KiB.
    memory: Vec<(u64, u64)>,
    interval: Duration,
    last: Option<Instant>,
}

impl History {
    /// Adds an input that the worker has started.
    pub(super) fn add_input(&mut self, input: Option<String>) {
        // A batch of many cases is not one input.
        self.inputs.extend(input.filter(|input| !input.starts_with("b:")));
        while self.inputs.len() > INPUTS {
            self.inputs.pop_front();
        }
    }

    /// Appends the inputs, the last first.
    pub(super) fn append_inputs(&mut self, all: &mut Vec<String>) {
        for input in std::mem::take(&mut self.inputs).into_iter().rev() {
            if !all.contains(&input) {
                all.push(input);
            }
        }
    }

    pub(super) fn add_value(&mut self, token: &str, value: &str) {
        if self.values.len() < VALUES {
            self.values.push((token.to_owned(), value.to_owned()));
        }
    }

    /// Adds the memory of the worker in bytes, if that is due.
    pub(super) fn measure(&mut self, case: u64, memory: u64) {
        let interval = self.interval.max(FIRST_INTERVAL);
        if self.last.is_some_and(|last| last.elapsed() < interval) {
            return;
        }
        self.last = Some(Instant::now());
        self.add_memory(case, memory >> 10);
    }

    fn add_memory(&mut self, case: u64, memory: u64) {
        self.memory.push((case, memory));
        if self.memory.len() > MEASUREMENTS {
            let mut number = 0;
            self.memory.retain(|_| {
                number += 1;
                number % 2 == 1
            });
            self.interval = self.interval.max(FIRST_INTERVAL).saturating_mul(2);
        }
    }

    /// A report of a crash that did not happen again.
    pub(super) fn report(&self, property: &str, message: &str) -> String {
        let mut text = format!("{property}:\n\n");
        for line in message.lines() {
            let _ = writeln!(text, "    {line}");
        }
        if !self.values.is_empty() {
            text += "\nlast inputs of the process, none of which fails alone:\n\n";
        }
        for (token, value) in &self.values {
            let cut: String = value.chars().take(VALUE).collect();
            let dots = if cut.len() < value.len() { " .." } else { "" };
            let _ = writeln!(text, "    {token}  {cut}{dots}");
        }
        let most = self.memory.iter().map(|(_, memory)| *memory).max().unwrap_or(0);
        if most > 0 {
            text += "\nmemory of the process:\n\n";
        }
        for (case, memory) in &self.memory {
            let bar = "#".repeat((memory * BAR / most.max(1)) as usize);
            let _ = writeln!(text, "    case {case:>9}  {:>7} MiB  {bar}", memory >> 10);
        }
        let first = self.memory.first().map_or(0, |(_, memory)| *memory);
        let hint = if most > first + LEAK {
            "memory grows from case to case: the code under test keeps what it allocates, in a static, a cache or a leak"
        } else {
            "state may accumulate across cases: look for statics, caches, threads and files that outlive a case"
        };
        let _ = write!(text, "\n{hint}");
        text
    }
}

#[cfg(test)]
mod tests {
    use super::{History, MEASUREMENTS};

    #[test]
    fn the_curve_covers_the_whole_time() {
        let mut history = History::default();
        for case in 0..1_000 {
            history.add_memory(case, case << 10);
        }
        let memory = &history.memory;
        assert!(memory.len() <= MEASUREMENTS, "{memory:?}");
        assert!(memory[0].0 == 0 && memory.last().is_some_and(|last| last.0 > 800), "{memory:?}");
    }

    #[test]
    fn a_report_shows_inputs_memory_and_a_hint() {
        let mut history = History::default();
        history.add_value("d1:AA", "n: 5");
        history.add_value("d1:BB", "n: 6");
        history.add_memory(1, 10 << 10);
        history.add_memory(90, 100 << 10);
        let text = history.report("a::b", "it died\nonce");
        for part in [
            "a::b:\n\n    it died\n    once\n",
            "    d1:AA  n: 5\n    d1:BB  n: 6\n",
            "    case         1       10 MiB  ####\n    case        90      100 MiB  ########",
            "memory grows",
        ] {
            assert!(text.contains(part), "{text}");
        }
    }
}
