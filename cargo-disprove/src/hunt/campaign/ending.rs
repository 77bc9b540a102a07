//! The end of a hunt: saves and reports what is not reduced yet, and prints the summary.

use super::{Campaign, POLL_INTERVAL, RunningWorker};
use crate::{
    hunt::{UnreducedFailure, property_state::PropertyState},
    plural::plural,
};
use disprove::__private::protocol::Task;
use serde_json::json;
use std::{
    sync::atomic::Ordering::Relaxed,
    thread,
    time::{Duration, Instant},
};

/// Extra time to save the inputs of crashes whose workers have just died. A case that hangs is located within a second.
const SAVE_TIME: Duration = Duration::from_secs(3);

/// Why a failure is not reduced.
const ENDED: &str = "the hunt ended first";

impl Campaign<'_> {
    /// Ends the workers, prints the summary, and returns the exit code.
    pub(super) fn end(mut self) -> u8 {
        self.stop_workers();
        self.end_sharing();
        let rows = self.rows(true);
        let executions: u64 = self.properties.iter().map(|state| state.executions).sum();
        let seconds = self.start.elapsed().as_secs_f64();
        let findings = plural(self.findings as usize, "finding", "findings");
        let count = plural(self.properties.len(), "property", "properties");
        let runs = plural(executions as usize, "execution", "executions");
        let mut line = format!("{findings} in {count}, after {runs} in {seconds:.0} s");
        let is_empty = executions == 0 && self.findings == 0 && !self.arguments.minimize;
        let untested = is_empty.then(|| self.why_untested());
        if let Some(why) = &untested {
            line.extend(["\n", why]);
        }
        let json = json!({ "event": "end", "findings": self.findings, "executions": executions, "seconds": seconds, "untested": untested });
        self.display.end(&rows, &line, json);
        self.display.advise(&self.next_steps());
        self.publish(true);
        match () {
            () if self.findings > 0 => 1,
            () if self.has_unrunnable || is_empty => 2,
            () => 0,
        }
    }

    /// Stops all workers, and reports what they found: the end of a hunt loses no failure.
    fn stop_workers(&mut self) {
        let running = std::mem::take(&mut self.running);
        for running in running {
            if running.task == Task::Reduce {
                self.running.push(running);
            } else {
                self.stop_worker(running);
            }
        }
        self.save_waiting();
        for running in std::mem::take(&mut self.running) {
            self.stop_worker(running);
        }
        for number in 0..self.properties.len() {
            for failure in std::mem::take(&mut self.properties[number].waiting) {
                self.cut_off(number, failure);
            }
        }
    }

    /// Kills a worker. Failures that it has not reduced wait to be saved, unless they are, or are reported.
    fn stop_worker(&mut self, mut running: RunningWorker) {
        running.worker.kill();
        running.read_replies(&mut self.properties, &mut self.display);
        if running.ended {
            self.handle_exit(running, None);
            return;
        }
        let number = running.number;
        let state = &mut self.properties[number];
        if running.task == Task::Hunt {
            let worked = running.worker.start.elapsed();
            state.worked += worked;
            self.count_turn(number, worked.as_secs_f64() - running.planned, 0);
        }
        let state = &mut self.properties[number];
        if running.failures.is_empty() && running.found.is_empty() {
            state.waiting.extend(running.crash);
        }
        state.waiting.extend(running.found.into_values());
        self.failed(number, running.failures, running.report);
    }

    /// Starts the reduction of failures that are not saved: it saves them first.
    fn save_waiting(&mut self) {
        let start = Instant::now();
        let is_unsaved = |failure: &UnreducedFailure| failure.saved.is_none();
        while start.elapsed() < SAVE_TIME {
            for number in 0..self.properties.len() {
                let waiting = &mut self.properties[number].waiting;
                if self.running.len() < self.jobs
                    && let Some(at) = waiting.iter().position(is_unsaved)
                {
                    let failure = waiting.remove(at);
                    self.start_worker(number, Task::Reduce, failure, None);
                }
            }
            self.poll();
            let is_waiting = |state: &PropertyState| state.waiting.iter().any(is_unsaved);
            if self.running.iter().all(RunningWorker::has_saved)
                && !self.properties.iter().any(is_waiting)
            {
                return;
            }
            thread::sleep(POLL_INTERVAL);
        }
    }

    /// Reports a failure that the end of the hunt leaves unreduced.
    fn cut_off(&mut self, number: usize, failure: UnreducedFailure) {
        // Whoever ends the hunt by a signal may have sent it to its workers too.
        if !(failure.was_terminated && self.stop.load(Relaxed)) {
            self.found(number, failure.into_finding(ENDED));
        }
    }

    /// Why no case ran, and what to do.
    fn why_untested(&self) -> String {
        let mut reasons = Vec::new();
        for state in &self.properties {
            let Some(why) = &state.retired else { continue };
            reasons.push(format!("{}: {why}", state.property.key));
        }
        let why = match self.arguments.time {
            _ if reasons.len() == self.properties.len() => {
                format!("no property can be hunted ({})", reasons.join("; "))
            }
            _ if self.stop.load(Relaxed) => {
                "a signal ended the hunt before the first case".to_owned()
            }
            Some(time) => format!("no case ended within {time:?}: give the hunt more `--time`"),
            None => "the hunt ended before the first case".to_owned(),
        };
        format!("nothing was tested: {why}")
    }

    /// Commands to run next.
    fn next_steps(&self) -> String {
        let corpus: u64 = self.properties.iter().map(PropertyState::corpus).sum();
        let mut all = Vec::new();
        if let Some(replay) = &self.replay {
            let review = self.arguments.next_command(&["review"]);
            all.push((review, "shows the failures one by one, to keep or drop them"));
            all.push((replay.clone(), "runs one of them again"));
        }
        if corpus > 0 {
            let hunt = format!("cargo disprove hunt{}", self.arguments.selection());
            all.push((hunt, "continues from the saved corpus"));
        }
        steps(&all)
    }
}

impl RunningWorker {
    /// Whether the input that it reduces is saved.
    fn has_saved(&self) -> bool {
        self.crash.iter().chain(self.found.values()).any(|failure| failure.saved.is_some())
    }
}

/// Commands with their descriptions, in two columns.
fn steps(commands: &[(String, &str)]) -> String {
    let width = commands.iter().map(|(command, _)| command.len()).max().unwrap_or(0);
    let line = |(command, what): &(String, &str)| format!("    {command:width$}  {what}");
    commands.iter().map(line).collect::<Vec<_>>().join("\n")
}
