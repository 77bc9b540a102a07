//! What becomes of a worker that is gone: its findings, or the case that it took with it.

use super::{Running, Session};
use crate::hunt::{
    Finding, Kind,
    worker::{Deadly, Failure, Task},
};
use disprove::__private::{Death, death};
use serde_json::json;
use std::time::Duration;

/// What a test exits with that was run to its end: perhaps nothing is wrong but that its answers are lost.
const SILENT: [Option<i32>; 2] = [Some(0), Some(101)];

/// Test binaries with many tests begin with more MiB of address space than these.
const SPARSE: u64 = 256;

/// So many processes in a row that do not start, and a property is given up.
const REFUSALS: u32 = 3;

/// A process that dies of what is known counts as one that has worked for so long.
const REPEATED: Duration = Duration::from_secs(1);

impl Session<'_> {
    /// A worker has said all that it had to say, or is gone with the case that was under way.
    pub(super) fn gone(&mut self, mut running: Running, how: Option<Death>) {
        let worked = running.worker.start.elapsed();
        let number = running.number;
        let news = running.counts.news() + running.failures.len() as u64;
        let hunted = &mut self.hunted[number];
        if running.task == Task::Hunt {
            hunted.share.add(worked, news);
            hunted.worked += worked;
            hunted.tried_known = true;
        }
        if let Some(why) = running.skipped.take() {
            hunted.retired = Some(why);
        } else if let Some(why) = running.broken.take() {
            hunted.retired = Some("broken".to_owned());
            let finding = Finding { kind: Kind::Broken, message: why, ..Finding::default() };
            self.found(number, finding);
        } else if let (Some(how), false) = (how, running.ended) {
            self.died(running, how);
        } else {
            self.ended(running);
        }
    }

    fn ended(&mut self, running: Running) {
        let number = running.number;
        let hunted = &mut self.hunted[number];
        hunted.refusals = 0;
        match (&running.task, &*running.verdict) {
            (Task::Hunt, "Exhausted") => {
                hunted.retired = Some("all inputs tried".to_owned());
            }
            (Task::Hunt, "GaveUp") => {
                let key = hunted.property.key.clone();
                let hint = "hardly any of its inputs can be used: what it assumes is too rare";
                self.board.warn(&key, hint);
            }
            (Task::Minimise, _) => hunted.retired = Some("minimised".to_owned()),
            _ => {}
        }
        if let (Task::Reduce(deadly), true) = (&running.task, running.failures.is_empty()) {
            let message = format!(
                "{}\nit did not happen again when the same input was run by itself",
                deadly.message
            );
            let token = running.survived.unwrap_or_default();
            let saved = !token.is_empty();
            let location = deadly.location.clone();
            self.found(
                number,
                Finding {
                    kind: Kind::Flaky,
                    token,
                    message,
                    location,
                    saved,
                    ..Finding::default()
                },
            );
            return;
        }
        self.failed(number, running.failures, running.report);
    }

    /// A worker has told these failures.
    fn failed(&mut self, number: usize, failures: Vec<Failure>, mut report: String) {
        for failure in failures {
            let Failure { token, message, location, flaky, saved } = failure;
            let kind = if flaky { Kind::Flaky } else { Kind::Failure };
            let report = std::mem::take(&mut report);
            self.found(
                number,
                Finding { property: String::new(), kind, token, message, location, saved, report },
            );
        }
    }

    /// A process is dead, and the case under way is to blame.
    fn died(&mut self, running: Running, how: Death) {
        let number = running.number;
        let silent = matches!(how, Death::Ended(status) if SILENT.contains(&status.code()));
        if silent && let Err(why) = running.worker.is_heard() {
            // It may have ended as it should. What it could still say counts.
            let folder = self.folder.display();
            let why = format!("its process cannot write to {folder}: {why}; is the disk full?");
            self.failed(number, running.failures, running.report);
            if let Task::Reduce(deadly) = running.task {
                self.unreduced(number, deadly, &why);
            }
            self.refused(number, &why);
            return;
        }
        let (case, input) = running.worker.last_case();
        let (message, location) = if let Some(deadly) = &running.suspects {
            (deadly.message.clone(), deadly.location.clone())
        } else {
            let (message, location) = death(how, &running.worker.printed());
            (message, location.unwrap_or_default())
        };
        if let Task::Reduce(deadly) = running.task {
            // The process that reduces runs nothing but the generator itself.
            self.unreduced(number, deadly, &message);
            return;
        }
        if case == 0 && running.suspects.is_none() {
            // Less than a process has by itself, and it does not come to say what is wrong.
            let memory = self.arguments.limits.memory;
            let hint = match memory {
                1..SPARSE => format!("\nwith --memory {memory} it may have too little"),
                _ => String::new(),
            };
            self.refused(
                number,
                &format!("its process did not come to its first case: {message}{hint}"),
            );
            return;
        }
        let hunted = &mut self.hunted[number];
        hunted.refusals = 0;
        hunted.count_untold(case, &running.counts);
        let first_line = format!("{}{location}", message.lines().next().unwrap_or_default());
        if hunted.deaths.contains(&first_line) {
            // It had its turn, however short it was: otherwise it would be the next one, again and again.
            hunted.share.add(REPEATED, 0);
            return;
        }
        hunted.deaths.push(first_line);
        let inputs = match (running.suspects, input) {
            (Some(deadly), _) => deadly.inputs,
            (None, Some(input)) => vec![input],
            (None, None) => {
                let message = format!(
                    "{message}\nits input is not known: the generator had drawn nothing yet"
                );
                self.found(
                    number,
                    Finding { kind: Kind::Death, message, location, ..Finding::default() },
                );
                return;
            }
        };
        let key = hunted.property.key.clone();
        let line = message.lines().next().unwrap_or_default().to_owned();
        let json = json!({ "event": "death", "property": key, "message": message });
        let is_slow = matches!(how, Death::TimedOut(_));
        let seed = running.seed;
        hunted.waiting.push_back(Deadly { message, location, inputs, case, seed, is_slow });
        self.board.event(&format!("{key}: {line}; reducing"), json);
    }

    /// What killed a process is reported as it is.
    fn unreduced(&mut self, number: usize, deadly: Deadly, why: &str) {
        let message = format!("{}\nit could not be reduced: {why}", deadly.message);
        let token = deadly.inputs.into_iter().find(|input| input.starts_with("d1:"));
        let token = token.unwrap_or_default();
        let location = deadly.location;
        let kind = Kind::Death;
        self.found(number, Finding { kind, token, message, location, ..Finding::default() });
    }

    fn found(&mut self, number: usize, mut finding: Finding) {
        let hunted = &mut self.hunted[number];
        finding.property.clone_from(&hunted.property.key);
        let fault = (finding.message.clone(), finding.location.clone());
        if hunted.faults.contains(&fault) {
            return;
        }
        hunted.faults.push(fault);
        self.findings += 1;
        if self.replay.is_none() && !finding.token.is_empty() {
            // Where it is kept, its property is known.
            let of = if finding.saved { String::new() } else { format!(" {}", finding.property) };
            self.replay = Some(format!(" {}{of}", finding.token));
        }
        self.board.found(&finding);
    }

    /// A worker did not get to its first case.
    pub(super) fn refused(&mut self, number: usize, why: &str) {
        let hunted = &mut self.hunted[number];
        hunted.refusals += 1;
        hunted.share.add(Duration::from_secs(1), 0);
        if hunted.refusals >= REFUSALS {
            hunted.retired = Some("cannot be run".to_owned());
            self.trouble = true;
        }
        let key = hunted.property.key.clone();
        self.board.warn(&key, why);
    }
}
