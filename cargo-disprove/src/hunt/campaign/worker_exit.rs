//! Handles workers that have exited: their findings, or the case that crashed them.

use super::{Campaign, RunningWorker};
use crate::hunt::{Finding, FindingKind, UnreducedFailure};
use disprove::__private::{
    AbnormalExit, crash_message, entry_name, is_same_failure,
    protocol::{FailureReply, Task},
    why_unreported,
};
use std::time::Duration;

/// Consecutive failed starts after which a property is given up: one may be a coincidence.
const MAX_FAILED_STARTS: u32 = 3;

/// The state of a property whose process does not start, or has another version of the protocol.
const CANNOT_RUN: &str = "cannot be run";

/// Time charged for a worker that died of a known crash or failed to start, however short it was. Otherwise its
/// property would be the next again and again.
const FAILED_TURN: Duration = Duration::from_secs(1);

impl Campaign<'_> {
    /// Handles a worker that has replied completely, or died.
    pub(super) fn handle_exit(&mut self, mut running: RunningWorker, how: Option<AbnormalExit>) {
        let number = running.number;
        if running.task == Task::Replay {
            self.replayed(running);
            return;
        }
        if running.task == Task::Hunt {
            self.count_worked(&running);
        }
        let state = &mut self.properties[number];
        if let Some(why) = running.skipped.take() {
            state.retired = Some(why);
        } else if let (Some(why), true) = (&running.broken, running.worker.is_refused()) {
            state.retired = Some(CANNOT_RUN.to_owned());
            self.has_unrunnable = true;
            let (key, why) = (state.property.key.clone(), why.clone());
            self.display.warn_shared(&key, &why);
            self.unreduced(running, &why);
        } else if let Some(why) = running.broken.take() {
            state.retired = Some("broken".to_owned());
            let finding = Finding { kind: FindingKind::Broken, message: why, ..Finding::default() };
            self.found(number, finding);
        } else if let (Some(how), false) = (how, running.ended) {
            self.died(running, how);
        } else {
            self.ended(running);
        }
    }

    /// Kills a worker, and counts its turn. False if it had replied completely: then its exit is to be handled.
    pub(super) fn kill(&mut self, running: &mut RunningWorker) -> bool {
        running.worker.kill();
        running.read_replies(&mut self.properties, &mut self.display);
        if !running.ended && running.task == Task::Hunt {
            self.count_worked(running);
        }
        !running.ended
    }

    /// Adds the time and the discoveries of a turn to those of its property.
    fn count_worked(&mut self, running: &RunningWorker) {
        let worked = running.worker.start.elapsed();
        let state = &mut self.properties[running.number];
        let discoveries = state.add_turn(worked, &running.counts, &running.failures);
        self.count_turn(running.number, worked.as_secs_f64() - running.planned, discoveries);
    }

    /// Ends the turn of a worker.
    pub(super) fn end_turn(&mut self, mut running: RunningWorker) {
        let number = running.number;
        if !self.kill(&mut running) {
            self.handle_exit(running, None);
            return;
        }
        // What it found at the last moment is reduced by another one.
        self.properties[number].waiting.extend(running.found.into_values());
        self.failed(number, running.failures, running.report);
    }

    fn ended(&mut self, running: RunningWorker) {
        let number = running.number;
        let state = &mut self.properties[number];
        state.failed_starts = 0;
        match (running.task, &*running.verdict) {
            (Task::Hunt, "Exhausted") => {
                state.retired = Some("all inputs tried".to_owned());
            }
            (Task::Hunt, "GaveUp") if running.counts.are_mostly_rejected() => {
                let key = state.property.key.clone();
                let hint = "nearly all of its inputs are rejected: its assumptions rarely hold";
                self.display.warn(&key, hint);
            }
            (Task::Minimize, _) => state.retired = Some("minimized".to_owned()),
            _ => {}
        }
        let is_empty = running.failures.is_empty() && running.found.is_empty();
        if let (Some(crash), true) = (&running.crash, is_empty) {
            self.not_repeated(number, crash, running.survived.unwrap_or_default());
            return;
        }
        self.failed(number, running.failures, running.report);
        // The generator panicked when it made their inputs again.
        for failure in running.found.into_values() {
            let why = "the generator does not produce its input again";
            self.found(number, failure.into_finding(why));
        }
    }

    /// Reports a crash that did not happen again, unless one like it is known.
    fn not_repeated(&mut self, number: usize, crash: &UnreducedFailure, token: String) {
        let finding = not_repeated(crash, token.clone(), &self.properties[number].property.key);
        if !self.found(number, finding) && crash.saved == Some(true) {
            self.remove_saved(number, &token);
        }
        let state = &mut self.properties[number];
        // Otherwise a repeatable one is known.
        if state.is_unrepeated(&crash.message, &crash.location) {
            let death = death(&crash.message, &crash.location);
            state.deaths.retain(|known| *known != death);
        }
    }

    /// Reports the failures of a worker.
    pub(super) fn failed(&mut self, number: usize, failures: Vec<FailureReply>, report: String) {
        for finding in findings(failures, report) {
            self.found(number, finding);
        }
    }

    /// Handles the death of a process during a case.
    fn died(&mut self, mut running: RunningWorker, how: AbnormalExit) {
        let number = running.number;
        if let Some(why) = why_unreported(how, &running.worker.printed()) {
            // The replies that arrived count.
            self.unreduced(running, &why);
            self.failed_start(number, &why);
            return;
        }
        let (case, input) = running.worker.last_case();
        let (message, location) = if let Some(crash) = &running.suspects {
            (crash.message.clone(), crash.location.clone())
        } else {
            let (message, location) = crash_message(how, &running.worker.printed());
            (message, location.unwrap_or_default())
        };
        if case == 0
            && running.suspects.is_none()
            && !self.properties[number].property.binary.is_current()
        {
            // The system did not find the binary, or found it half-written.
            let waiting = &mut self.properties[number].waiting;
            waiting.extend(running.crash.into_iter().chain(running.found.into_values()));
            self.failed(number, running.failures, running.report);
            self.start_rebuild(number);
            return;
        }
        if running.crash.is_some() {
            // A worker that reduces runs only the generator itself.
            self.unreduced(running, &message);
            return;
        }
        // What it had found before is reduced with each case in its own process.
        self.properties[number].waiting.extend(running.found.into_values());
        self.failed(number, running.failures, running.report);
        if case == 0 && running.suspects.is_none() {
            self.failed_start(
                number,
                &format!("its process did not reach the first case: {message}"),
            );
            return;
        }
        let state = &mut self.properties[number];
        state.failed_starts = 0;
        state.count_unreported(case, &running.counts);
        let death = death(&message, &location);
        let is_known = state.deaths.contains(&death);
        if is_known || state.is_unrepeated(&message, &location) {
            state.share.add(FAILED_TURN, 0);
        }
        if is_known {
            return;
        }
        state.deaths.push(death);
        let mut inputs = match (running.suspects, input) {
            (Some(crash), _) => crash.inputs,
            (None, Some(input)) => vec![input],
            (None, None) => {
                let message =
                    format!("{message}\nits input is unknown: the generator had drawn nothing yet");
                self.found(
                    number,
                    Finding { kind: FindingKind::Death, message, location, ..Finding::default() },
                );
                return;
            }
        };
        let is_slow = matches!(how, AbnormalExit::TimedOut(_));
        let mut history = std::mem::take(&mut running.worker.history);
        if !is_slow {
            // If the last input does not fail alone, one before it may.
            history.append_inputs(&mut inputs);
        }
        let seed = running.seed;
        state.waiting.push_back(UnreducedFailure {
            kind: FindingKind::Death,
            message,
            location,
            inputs,
            case,
            seed,
            is_slow,
            history,
            was_terminated: was_terminated(how),
            ..UnreducedFailure::default()
        });
    }

    /// Reports what a worker did not reduce.
    fn unreduced(&mut self, running: RunningWorker, why: &str) {
        let number = running.number;
        let mut all: Vec<UnreducedFailure> = running.found.into_values().collect();
        if all.is_empty() && running.failures.is_empty() {
            all.extend(running.crash);
        }
        self.failed(number, running.failures, running.report);
        for failure in all {
            self.found(number, failure.into_finding(why));
        }
    }

    /// Reports a finding, unless it is known. Whether it is new.
    pub(super) fn found(&mut self, number: usize, mut finding: Finding) -> bool {
        let state = &mut self.properties[number];
        finding.property.clone_from(&state.property.key);
        let is_unrepeated = finding.kind == FindingKind::Flaky && !finding.is_reduced;
        // What was not tried alone tells no more than a crash that did not happen again.
        let is_untried = finding.kind == FindingKind::Death && !finding.is_reduced;
        let fault = (finding.message.clone(), finding.location.clone());
        if state.faults.iter().any(|known| is_same_failure(known, &fault))
            || (is_unrepeated || is_untried) && state.is_unrepeated(&fault.0, &fault.1)
        {
            return false;
        }
        let known = if is_unrepeated { &mut state.unrepeated } else { &mut state.faults };
        known.push(fault);
        state.count_finding(&finding.found_by);
        if finding.is_reduced || is_unrepeated {
            state.kept.insert(entry_name(&finding.token));
        }
        self.share_finding(number, &finding);
        self.findings += 1;
        let replay = ["replay", &finding.token, &finding.property];
        if self.replay.is_none() && !finding.token.is_empty() {
            // A saved failure is found without the name of its property.
            let needed = if finding.saved { &replay[..2] } else { &replay };
            self.replay = Some(self.arguments.next_command(needed));
        }
        finding.replay = self.arguments.next_command(&replay);
        self.display.found(&finding);
        true
    }

    /// Counts a worker that did not reach its first case.
    pub(super) fn failed_start(&mut self, number: usize, why: &str) {
        let state = &mut self.properties[number];
        state.failed_starts += 1;
        state.share.add(FAILED_TURN, 0);
        if state.failed_starts >= MAX_FAILED_STARTS {
            state.retired = Some(CANNOT_RUN.to_owned());
            self.has_unrunnable = true;
        }
        let key = state.property.key.clone();
        self.display.warn(&key, why);
    }
}

/// What crashes that look the same have in common: the place and the first line of the message.
fn death(message: &str, location: &str) -> String {
    format!("{}{location}", message.lines().next().unwrap_or_default())
}

/// The findings of a worker. Its report is about all of them, and the first one has it.
fn findings(failures: Vec<FailureReply>, mut report: String) -> Vec<Finding> {
    let mut all = Vec::new();
    for failure in failures {
        let FailureReply { number: _, token, message, location, flaky, saved, found_by } = failure;
        all.push(Finding {
            property: String::new(),
            kind: if flaky { FindingKind::Flaky } else { FindingKind::Failure },
            token,
            replay: String::new(),
            message,
            location,
            saved,
            report: std::mem::take(&mut report),
            is_reduced: true,
            found_by,
        });
    }
    all
}

/// The finding for a crash that did not happen again when its input ran alone; the token is empty if that is unknown.
fn not_repeated(crash: &UnreducedFailure, token: String, key: &str) -> Finding {
    let message =
        format!("{}\nit did not happen again when the same input ran alone", crash.message);
    Finding {
        kind: FindingKind::Flaky,
        // It was also saved before it ran, unless that failed.
        saved: !token.is_empty() && crash.saved != Some(false),
        token,
        location: crash.location.clone(),
        report: crash.history.report(key, &message),
        message,
        ..Finding::default()
    }
}

/// Whether a process died of a signal that asks programs to end.
fn was_terminated(how: AbnormalExit) -> bool {
    #[cfg(unix)]
    if let AbnormalExit::Ended(status) = how
        && let Some(signal) = std::os::unix::process::ExitStatusExt::signal(&status)
    {
        use rustix::process::Signal;
        return [Signal::HUP, Signal::INT, Signal::TERM].iter().any(|it| it.as_raw() == signal);
    }
    false
}

#[cfg(test)]
mod tests {
    use super::{FailureReply, FindingKind, UnreducedFailure, findings, not_repeated};

    #[test]
    fn the_first_finding_of_a_worker_has_its_report() {
        let failure = |flaky| FailureReply { flaky, ..FailureReply::default() };
        let all = findings(vec![failure(false), failure(true)], "two failures".to_owned());
        let parts: Vec<_> = all.iter().map(|it| (it.kind, &*it.report, it.is_reduced)).collect();
        let expected =
            [(FindingKind::Failure, "two failures", true), (FindingKind::Flaky, "", true)];
        assert_eq!(parts, expected);
    }

    #[test]
    fn a_crash_that_does_not_happen_again_is_saved_if_possible() {
        let cases = [(Some(true), "d1:A", true), (Some(false), "d1:A", false), (None, "", false)];
        for (was_saved, token, saved) in cases {
            let crash = UnreducedFailure { saved: was_saved, ..UnreducedFailure::default() };
            let finding = not_repeated(&crash, token.to_owned(), "p::f");
            assert_eq!((finding.saved, &*finding.token), (saved, token));
            assert_eq!((finding.kind, finding.is_reduced), (FindingKind::Flaky, false));
        }
    }
}
