//! A shared hunt: tries what other machines have found, and leaves to them what they reduce.

use super::{Campaign, RunningWorker};
use crate::{
    hunt::{
        Finding, FindingKind, UnreducedFailure,
        property_state::PropertyState,
        sharing::{ALONE_AFTER, Elsewhere, ForeignFailure, Lease, Sharing, may_take_over},
    },
    plural::plural,
    project::database,
    share::{Order, ShareEvent},
};
use disprove::{
    __private::{
        database_in, deaths_in, entry_name, failure_name, is_same_failure,
        protocol::{FailureReply, Job, Task},
    },
    Database, Tree,
};
use serde_json::json;
use std::time::{Duration, Instant};

/// Limits of what one message can add to the time of a property, which decides when it runs next.
const MOST_SECONDS: f64 = 100_000.0;
const MOST_DISCOVERIES: u64 = 100_000;

impl Campaign<'_> {
    /// Hears from other machines, and decides which of them reduces a failure.
    pub(super) fn share(&mut self) {
        let Some(sharing) = &mut self.sharing else { return };
        for news in sharing.link.news() {
            self.hear(news);
        }
        self.ask_for_leases();
        self.stop_duplicates();
        self.take_over();
        self.release_leases();
    }

    fn hear(&mut self, news: ShareEvent) {
        let Some(sharing) = &mut self.sharing else { return };
        let count = self.properties.len();
        match news {
            ShareEvent::Connection { is_up, why } => self.connection_changed(is_up, &why),
            ShareEvent::Hubs(hubs) => sharing.hubs = hubs,
            ShareEvent::Machines(machines) => sharing.machines = machines,
            ShareEvent::Lease { property, fault, is_granted } if property < count => {
                let lease = if is_granted { Lease::Held(None) } else { Lease::Refused };
                if is_granted {
                    let key = &self.properties[property].property.key;
                    let json = json!({ "event": "lease", "property": key, "fault": fault });
                    self.display.event_json(json);
                }
                sharing.leases.insert((property, fault), lease);
            }
            ShareEvent::Failure { property, token, is_reduced, is_death } if property < count => {
                let failure = ForeignFailure { token, is_reduced, is_death };
                sharing.foreign.push_back((property, failure));
            }
            ShareEvent::Turn { property, seconds, discoveries } if property < count => {
                let seconds = Duration::from_secs_f64(seconds.clamp(0.0, MOST_SECONDS));
                let discoveries = discoveries.min(MOST_DISCOVERIES);
                self.properties[property].share.add(seconds, discoveries);
            }
            ShareEvent::LeftOut { count, first } => self.left_out(count, &first),
            _ => {}
        }
    }

    /// Counts entries of the server that were left out, and reports the first.
    fn left_out(&mut self, count: u64, first: &str) {
        let Some(sharing) = &mut self.sharing else { return };
        if std::mem::replace(&mut sharing.left_out, count) > 0 {
            return;
        }
        let message =
            format!("an entry of the server is left out ({first}); others are counted at the end");
        let json = json!({ "event": "share", "left_out": count, "message": message });
        self.display.event(&format!("share: {message}"), json);
    }

    /// Reports a connection that was made or lost, once.
    fn connection_changed(&mut self, is_up: bool, why: &str) {
        let Some(sharing) = &mut self.sharing else { return };
        let before = sharing.connection.map(|(was_up, _)| was_up);
        if before == Some(is_up) {
            return;
        }
        sharing.connection = Some((is_up, Instant::now()));
        if !is_up {
            // Without an answer, this machine reduces what it finds.
            sharing.leases.retain(|_, lease| *lease != Lease::Asked);
        }
        let url = &sharing.url;
        let again = if before.is_some() { " again" } else { "" };
        let message = match is_up {
            true => format!("connected to {url}{again}"),
            false if sharing.link.is_alive() => format!(
                "no connection to {url} ({why}): the hunt continues on this machine, and sends what it finds when the \
                 server is back"
            ),
            false => {
                format!("no longer shared with {url} ({why}): the hunt continues on this machine")
            }
        };
        let json = json!({ "event": "share", "connected": is_up, "message": message });
        self.display.event(&format!("share: {message}"), json);
    }

    /// Gives back the leases that no worker needs.
    fn release_leases(&mut self) {
        let Some(sharing) = &mut self.sharing else { return };
        for (number, fault) in sharing.leases.keys().cloned().collect::<Vec<_>>() {
            let key = (number, fault.clone());
            let Some(Lease::Held(worker)) = sharing.leases.get(&key).copied() else { continue };
            if self.running.iter().any(|running| Some(running.id) == worker) {
                continue;
            }
            let state = &self.properties[number];
            let is_here = |running: &RunningWorker| {
                running.number == number
                    && running.unreduced().iter().any(|failure| fault_of(failure) == fault)
            };
            let is_elsewhere =
                |it: &Elsewhere| it.number == number && fault_of(&it.failure) == fault;
            if state.waiting.iter().any(|failure| fault_of(failure) == fault)
                || sharing.elsewhere.iter().any(is_elsewhere)
                || self.running.iter().any(is_here)
            {
                // Another worker goes on with it.
                sharing.leases.insert(key, Lease::Held(None));
                continue;
            }
            let is_done = state.faults.iter().any(|known| failure_name(known) == fault);
            sharing.leases.remove(&key);
            sharing.link.send(&Order::Release { property: number, fault, is_done });
        }
    }

    /// Asks for the right to reduce what the workers have found.
    fn ask_for_leases(&mut self) {
        let Some(sharing) = &mut self.sharing else { return };
        for running in &self.running {
            let state = &self.properties[running.number];
            for failure in running.unreduced() {
                // Most likely it does not happen again this time either.
                if running.found.is_empty()
                    && state.is_unrepeated(&failure.message, &failure.location)
                {
                    continue;
                }
                let fault = fault_of(failure);
                let key = (running.number, fault.clone());
                match sharing.leases.get(&key) {
                    Some(Lease::Held(None)) => {
                        sharing.leases.insert(key, Lease::Held(Some(running.id)));
                    }
                    None if sharing.is_connected() => sharing.ask(running.number, fault),
                    _ => {}
                }
            }
        }
    }

    /// Stops workers that reduce only what is known, or what others reduce. What they have found is saved.
    fn stop_duplicates(&mut self) {
        let Some(sharing) = &self.sharing else { return };
        let mut at = 0;
        let mut stopped = Vec::new();
        while at < self.running.len() {
            let running = &self.running[at];
            let failures = running.unreduced();
            let is_duplicate = |failure: &&UnreducedFailure| {
                let state = &self.properties[running.number];
                let fault = (failure.message.clone(), failure.location.clone());
                let key = (running.number, failure_name(&fault));
                let is_others = match sharing.leases.get(&key) {
                    Some(Lease::Refused) => true,
                    Some(Lease::Held(Some(id))) => *id != running.id,
                    _ => false,
                };
                failure.saved == Some(true)
                    && (is_others
                        || state.faults.iter().any(|known| is_same_failure(known, &fault)))
            };
            if !failures.is_empty() && failures.iter().all(is_duplicate) {
                stopped.push(self.running.swap_remove(at));
            } else {
                at += 1;
            }
        }
        for running in stopped {
            self.leave_to_others(running);
        }
    }

    fn leave_to_others(&mut self, mut running: RunningWorker) {
        let number = running.number;
        if !self.kill(&mut running) {
            self.handle_exit(running, None);
            return;
        }
        let mut failures: Vec<UnreducedFailure> = running.found.into_values().collect();
        if failures.is_empty() && running.failures.is_empty() {
            failures.extend(running.crash);
        }
        self.failed(number, running.failures, running.report);
        for failure in failures {
            self.wait_for_others(number, failure);
        }
    }

    /// Keeps a failure until another machine has reduced it.
    fn wait_for_others(&mut self, number: usize, failure: UnreducedFailure) {
        let Some(sharing) = &mut self.sharing else { return };
        sharing.elsewhere.push(Elsewhere { number, failure, asked: Instant::now() });
    }

    /// Forgets failures that are reduced now, and reduces those that nobody reduces any more.
    fn take_over(&mut self) {
        let Some(sharing) = &mut self.sharing else { return };
        let is_alone = sharing
            .connection
            .is_some_and(|(is_up, since)| !is_up && since.elapsed() > ALONE_AFTER);
        for mut elsewhere in std::mem::take(&mut sharing.elsewhere) {
            let number = elsewhere.number;
            let state = &mut self.properties[number];
            let failure = &elsewhere.failure;
            let fault = (failure.message.clone(), failure.location.clone());
            if state.faults.iter().any(|known| is_same_failure(known, &fault)) {
                remove_unreduced(state, failure, sharing, number);
                continue;
            }
            let name = failure_name(&fault);
            let key = (number, name.clone());
            let lease = sharing.leases.get(&key).copied();
            if is_alone || lease == Some(Lease::Held(None)) {
                state.waiting.push_back(elsewhere.failure);
                continue;
            }
            if may_take_over(lease, elsewhere.asked.elapsed()) && sharing.is_connected() {
                elsewhere.asked = Instant::now();
                sharing.ask(number, name);
            }
            sharing.elsewhere.push(elsewhere);
        }
    }

    /// The next failure of another machine to try, if few others are tried now.
    pub(super) fn next_foreign(&mut self) -> Option<(usize, ForeignFailure)> {
        let most = (self.jobs / 2).max(1);
        let tried = self.running.iter().filter(|running| running.task == Task::Replay).count();
        let sharing = self.sharing.as_mut()?;
        if tried < most { sharing.foreign.pop_front() } else { None }
    }

    /// The job that tries a failure of another machine.
    pub(super) fn set_up_replay(job: &mut Job, foreign: &ForeignFailure) {
        job.time = Some(job.limit);
        job.inputs = vec![foreign.token.clone()];
    }

    /// Handles a failure of another machine that was tried here. It counts only if it fails here too.
    pub(super) fn replayed(&mut self, mut running: RunningWorker) {
        let number = running.number;
        let Some(foreign) = running.foreign.take() else { return };
        let name = entry_name(&foreign.token);
        let Some(failure) = running.failures.pop() else {
            let passed = running.ended && running.broken.is_none() && running.skipped.is_none();
            let sharing = self.sharing.as_mut().filter(|sharing| passed && !sharing.is_rebuilt);
            if let Some(sharing) = sharing {
                sharing.link.send(&Order::Passed { property: number, name });
            }
            return;
        };
        let FailureReply { message, location, flaky, .. } = failure;
        let fault = (message.clone(), location.clone());
        let state = &self.properties[number];
        if state.faults.iter().any(|known| is_same_failure(known, &fault)) {
            if let Some(sharing) = self.sharing.as_mut().filter(|_| !foreign.is_reduced) {
                sharing.link.send(&Order::Redundant { property: number, name });
            }
            return;
        }
        let saved = self.save_foreign(number, &foreign);
        if foreign.is_reduced {
            let kind = if flaky { FindingKind::Flaky } else { FindingKind::Failure };
            self.found(
                number,
                Finding {
                    property: String::new(),
                    kind,
                    token: foreign.token,
                    replay: String::new(),
                    message,
                    location,
                    saved,
                    report: running.report,
                    is_reduced: true,
                    found_by: "another machine".to_owned(),
                },
            );
            return;
        }
        let failure = UnreducedFailure {
            kind: if foreign.is_death { FindingKind::Death } else { FindingKind::Failure },
            message,
            location,
            inputs: vec![foreign.token],
            seed: running.seed,
            saved: Some(saved),
            ..UnreducedFailure::default()
        };
        self.wait_for_others(number, failure);
    }

    /// Saves a failure of another machine where `cargo test` finds it.
    fn save_foreign(&mut self, number: usize, foreign: &ForeignFailure) -> bool {
        let property = &self.properties[number].property;
        let Ok(tree) = Tree::from_token(&foreign.token) else { return false };
        let folder = database(property);
        if foreign.is_death {
            // First, so that no test run dies of the failure.
            let _ = deaths_in(&folder).save(&property.key, &tree);
        }
        match database_in(folder).save(&property.key, &tree) {
            Ok(()) => true,
            Err(problem) => {
                let key = property.key.clone();
                self.display.warn_shared(&key, &problem.to_string());
                false
            }
        }
    }

    /// Removes the saved input of a crash that did not happen again, unless it is to be kept.
    pub(super) fn remove_saved(&mut self, number: usize, token: &str) {
        remove_saved(&self.properties[number], token, self.sharing.as_mut(), number);
    }

    /// Counts time and discoveries for other machines.
    pub(super) fn count_turn(&mut self, property: usize, seconds: f64, discoveries: u64) {
        if let Some(sharing) = &mut self.sharing {
            sharing.link.send(&Order::Turn { property, seconds, discoveries });
        }
    }

    /// Tells other machines that a failure is reduced.
    pub(super) fn share_finding(&mut self, number: usize, finding: &Finding) {
        if let Some(sharing) = &mut self.sharing
            && finding.is_reduced
            && finding.saved
        {
            let name = entry_name(&finding.token);
            sharing.link.send(&Order::Reduced { property: number, name });
            let fault = failure_name(&(finding.message.clone(), finding.location.clone()));
            sharing.leases.remove(&(number, fault.clone()));
            sharing.link.send(&Order::Release { property: number, fault, is_done: true });
        }
    }

    /// Reports what others still reduce, and sends what is left.
    pub(super) fn end_sharing(&mut self) {
        let Some(sharing) = &mut self.sharing else { return };
        for Elsewhere { number, failure, .. } in std::mem::take(&mut sharing.elsewhere) {
            self.found(number, failure.into_finding("another machine reduces it"));
        }
        self.release_leases();
        let Some(sharing) = self.sharing.take() else { return };
        let mut left_out = sharing.left_out;
        for news in sharing.link.end() {
            if let ShareEvent::LeftOut { count, .. } = news {
                left_out = count;
            }
        }
        if left_out > 0 {
            let entries = plural(left_out as usize, "entry", "entries");
            let message = format!("{entries} of the server cannot be decoded or exceed a limit");
            let json = json!({ "event": "share", "left_out": left_out, "message": message });
            self.display.event(&format!("share: {message}"), json);
        }
    }
}

/// Removes the saved input of a failure that is reduced now.
fn remove_unreduced(
    state: &PropertyState,
    failure: &UnreducedFailure,
    sharing: &mut Sharing,
    number: usize,
) {
    for token in failure.inputs.iter().filter(|input| input.starts_with("d1:")) {
        if failure.saved == Some(true) {
            remove_saved(state, token, Some(sharing), number);
        }
    }
}

/// Removes a saved input, unless it is to be kept.
fn remove_saved(state: &PropertyState, token: &str, sharing: Option<&mut Sharing>, number: usize) {
    let property = &state.property;
    let name = entry_name(token);
    let Ok(tree) = Tree::from_token(token) else { return };
    if state.kept.contains(&name) {
        return;
    }
    let folder = database(property);
    // If this fails, the next test run removes it.
    let _ = deaths_in(&folder).remove(&property.key, &tree);
    let _ = database_in(folder).remove(&property.key, &tree);
    if let Some(sharing) = sharing {
        sharing.link.send(&Order::Redundant { property: number, name });
    }
}

/// The name of a failure, by which hubs know that they have found the same.
fn fault_of(failure: &UnreducedFailure) -> String {
    failure_name(&(failure.message.clone(), failure.location.clone()))
}

impl RunningWorker {
    /// What it reduces, or will reduce.
    fn unreduced(&self) -> Vec<&UnreducedFailure> {
        let mut all: Vec<&UnreducedFailure> = self.found.values().collect();
        if all.is_empty() && self.failures.is_empty() {
            all.extend(&self.crash);
        }
        all
    }
}
