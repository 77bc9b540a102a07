//! The main loop of a hunt: starts workers, reads their replies, and reports findings.

mod dashboard;
mod ending;
mod rebuild;
mod sharing;
mod worker_exit;

use super::{
    Arguments, FindingKind, UnreducedFailure,
    dashboard::{Dashboard, Listening},
    property_state::{Counts, PropertyState},
    row::Row,
    sharing::{ForeignFailure, Sharing},
    status_display::StatusDisplay,
    time_share::{Candidate, first_turn, next},
    worker::{Worker, WorkerState},
};
use crate::{
    error::{CommandError, usage},
    plural::plural,
    project::Property,
};
use disprove::__private::{
    TempFolder, derived_seed, hang_limit,
    protocol::{FailureReply, Job, Reply, Task},
};
use rebuild::Rebuild;
use serde_json::json;
use std::{
    collections::BTreeMap,
    sync::atomic::{AtomicBool, Ordering::Relaxed},
    thread,
    time::{Duration, Instant, SystemTime, UNIX_EPOCH},
};

/// How often workers are polled: short against a turn, and cheap.
const POLL_INTERVAL: Duration = Duration::from_millis(20);

pub(super) struct Campaign<'a> {
    arguments: &'a Arguments,
    stop: &'a AtomicBool,
    properties: Vec<PropertyState>,
    running: Vec<RunningWorker>,
    display: StatusDisplay,
    /// Contains the folders of the workers.
    folder: TempFolder,
    jobs: usize,
    seed: u64,
    started: u64,
    start: Instant,
    first_turn: Duration,
    findings: u64,
    /// The command that replays one of the findings.
    replay: Option<String>,
    /// Some property could not be run at all.
    has_unrunnable: bool,
    /// The build that replaces binaries which another build has changed.
    rebuild: Option<Rebuild>,
    /// The link to other hunts, if this one is shared.
    sharing: Option<Sharing>,
}

/// A running worker and its replies so far.
struct RunningWorker {
    /// Its number among all workers of the hunt.
    id: u64,
    worker: Worker,
    number: usize,
    task: Task,
    /// The failure that it reduces.
    crash: Option<UnreducedFailure>,
    /// The failure of another machine that it tries.
    foreign: Option<ForeignFailure>,
    /// The seconds of its turn.
    planned: f64,
    /// How many failures of its property were known when it started.
    known_faults: usize,
    counts: Counts,
    /// Failures that it has found and not reduced yet, by number.
    found: BTreeMap<u64, UnreducedFailure>,
    failures: Vec<FailureReply>,
    report: String,
    ended: bool,
    verdict: String,
    suspects: Option<UnreducedFailure>,
    survived: Option<String>,
    broken: Option<String>,
    skipped: Option<String>,
    seed: u64,
}

impl<'a> Campaign<'a> {
    pub(super) fn new(
        found: Vec<Property>,
        arguments: &'a Arguments,
        stop: &'a AtomicBool,
        listening: Option<Listening>,
    ) -> Result<Campaign<'a>, CommandError> {
        let folder = TempFolder::new("hunt").map_err(|why| usage(why.to_string()))?;
        let cores = thread::available_parallelism().map_or(1, usize::from);
        let jobs = arguments.jobs.map_or(cores, usize::from);
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let mut seed = arguments.seed.unwrap_or(now.as_nanos() as u64);
        if let Some((shard, _)) = arguments.shard {
            seed = derived_seed(seed, shard as u64);
        }
        Ok(Campaign {
            arguments,
            stop,
            first_turn: first_turn(arguments.time, found.len(), jobs),
            sharing: Sharing::start(arguments, &found)?,
            properties: found.into_iter().map(PropertyState::new).collect(),
            running: Vec::new(),
            display: StatusDisplay::new(
                arguments.json,
                listening.map(Dashboard::start).transpose()?,
            ),
            folder,
            jobs,
            seed,
            started: 0,
            start: Instant::now(),
            findings: 0,
            replay: None,
            has_unrunnable: false,
            rebuild: None,
        })
    }

    pub(super) fn run(mut self) -> u8 {
        let (count, jobs) = (self.properties.len(), self.jobs);
        let json = json!({
            "event": "start",
            "format": 1,
            "tool": env!("CARGO_PKG_VERSION"),
            "properties": count,
            "jobs": jobs,
            // A string, since not every reader of JSON has 64 bits.
            "seed": self.seed.to_string(),
        });
        let until = if self.arguments.time.is_some() { "" } else { ", until Ctrl-C" };
        let line = format!(
            "hunting {} with {}{until}",
            plural(count, "property", "properties"),
            plural(jobs, "process", "processes")
        );
        self.display.event(&line, json);
        if let Some(url) = self.display.dashboard().map(|dashboard| dashboard.url().to_owned()) {
            let json = json!({ "event": "serve", "url": url });
            self.display.event(&format!("dashboard: {url}"), json);
        }
        loop {
            if !self.is_stopped() {
                self.start_workers();
            }
            self.poll();
            self.share();
            self.end_outdated_turns();
            if self.running.is_empty() && (self.is_over() || !self.has_work()) || self.is_stopped()
            {
                break;
            }
            if self.display.is_due() {
                let rows = self.rows(false);
                let head = self.head();
                self.display.show(&rows, &head);
            }
            self.publish(false);
            thread::sleep(POLL_INTERVAL);
        }
        self.end()
    }

    fn is_stopped(&self) -> bool {
        self.stop.load(Relaxed)
            || self.has_enough()
            || self.arguments.time.is_some_and(|time| {
                self.start.elapsed() >= time.saturating_add(self.arguments.grace)
            })
    }

    /// Whether the time is up or the limit of findings is reached.
    fn is_over(&self) -> bool {
        self.left() == Some(Duration::ZERO) || self.has_enough()
    }

    fn has_enough(&self) -> bool {
        self.arguments.findings.is_some_and(|most| self.findings >= most)
    }

    fn left(&self) -> Option<Duration> {
        self.arguments.time.map(|time| time.saturating_sub(self.start.elapsed()))
    }

    fn has_work(&self) -> bool {
        self.properties.iter().any(|state| state.retired.is_none() || !state.waiting.is_empty())
    }

    /// Starts workers until all jobs are in use.
    fn start_workers(&mut self) {
        while self.running.len() < self.jobs && !self.is_rebuilding() {
            // Crashes are reduced first, even when the time is up: they may not recur.
            let waiting = self.properties.iter().position(|state| !state.waiting.is_empty());
            if let Some(number) = waiting {
                let crash =
                    self.properties[number].waiting.pop_front().expect("the queue is not empty");
                self.start_worker(number, Task::Reduce, Some(crash), None);
                continue;
            }
            if self.is_over() {
                return;
            }
            if let Some((number, foreign)) = self.next_foreign() {
                self.start_worker(number, Task::Replay, None, Some(foreign));
                continue;
            }
            let minimize = self.arguments.minimize;
            let mut candidates = Vec::new();
            for (number, state) in self.properties.iter().enumerate() {
                let mut share = state.share.clone();
                let mut busy = false;
                for running in self.running.iter().filter(|running| running.number == number) {
                    share.add(running.worker.start.elapsed().max(self.first_turn), 0);
                    busy = true;
                }
                // One worker tries the saved failures before others start.
                let alone = busy && (minimize || !state.tried_known);
                if state.retired.is_none() && !alone {
                    let known_faults = self.known_faults(number);
                    candidates.push(Candidate { number, share, known_faults });
                }
            }
            let offset = self.sharing.as_ref().map_or(0, |sharing| sharing.offset);
            let length = candidates.len().max(1);
            candidates.rotate_left(offset % length);
            let Some(number) = next(&candidates) else { return };
            let task = if minimize { Task::Minimize } else { Task::Hunt };
            self.start_worker(number, task, None, None);
        }
    }

    fn start_worker(
        &mut self,
        number: usize,
        task: Task,
        crash: Option<UnreducedFailure>,
        foreign: Option<ForeignFailure>,
    ) {
        if !self.properties[number].property.binary.is_current() {
            self.properties[number].waiting.extend(crash);
            self.start_rebuild(number);
            return;
        }
        let left = self.left();
        let limit = self.arguments.limits.case_time;
        let first_turn = self.first_turn;
        let known_faults = self.known_faults(number);
        let state = &mut self.properties[number];
        let folder = self.folder.path().join(self.started.to_string());
        let mut seed = derived_seed(self.seed, self.started);
        self.started += 1;
        let mut job = Job {
            time: Some(Duration::from_secs(3_600)),
            limit,
            memory: self.arguments.limits.memory << 20,
            ..Job::new(&folder, task, &state.property.key)
        };
        if let Some(crash) = &crash {
            if crash.is_slow {
                job.limit = hang_limit(limit);
            }
            seed = crash.seed;
            job.crashed_at = crash.case;
            job.inputs.clone_from(&crash.inputs);
        } else {
            job.faults.clone_from(&state.faults);
            if let Some(sharing) = &self.sharing {
                for failure in sharing.elsewhere_of(number) {
                    job.faults.push((failure.message.clone(), failure.location.clone()));
                }
            }
        }
        let mut planned = 0.0;
        if let Some(foreign) = &foreign {
            Campaign::set_up_replay(&mut job, foreign);
        }
        if task == Task::Hunt {
            let turn = state.share.next_turn(first_turn);
            job.time = Some(turn.min(left.unwrap_or(turn)).max(Duration::from_millis(50)));
            job.known = !state.tried_known;
            job.corpus = true;
            planned = job.time.unwrap_or_default().as_secs_f64();
        }
        job.seed = Some(seed);
        let started = Worker::start(&state.property, &job);
        if task == Task::Hunt && started.is_ok() {
            self.count_turn(number, planned, 0);
        }
        match started {
            Ok(worker) => self.running.push(RunningWorker {
                id: self.started,
                worker,
                number,
                task,
                crash,
                foreign,
                planned,
                known_faults,
                counts: Counts::default(),
                found: BTreeMap::new(),
                failures: Vec::new(),
                report: String::new(),
                ended: false,
                verdict: String::new(),
                suspects: None,
                survived: None,
                broken: None,
                skipped: None,
                seed,
            }),
            Err(why) => self.failed_start(number, &format!("cannot start its process: {why}")),
        }
    }

    /// Reads the replies of all workers, and handles those that have exited.
    fn poll(&mut self) {
        let mut at = 0;
        while at < self.running.len() {
            let state = self.running[at].worker.poll();
            self.running[at].read_replies(&mut self.properties, &mut self.display);
            match state {
                // The rest of the test does not matter.
                Ok(WorkerState::Running) if self.running[at].ended => {
                    let running = self.running.swap_remove(at);
                    self.handle_exit(running, None);
                }
                Ok(WorkerState::Running) => at += 1,
                Ok(WorkerState::Exited(death)) => {
                    let running = self.running.swap_remove(at);
                    self.handle_exit(running, Some(death));
                }
                Err(why) => {
                    let running = self.running.swap_remove(at);
                    self.failed_start(running.number, &format!("cannot watch its process: {why}"));
                }
            }
        }
    }

    /// The number of failures of a property that are known, here or on other machines.
    fn known_faults(&self, number: usize) -> usize {
        let elsewhere = self.sharing.as_ref().map_or(0, |sharing| sharing.failures_of(number));
        self.properties[number].findings() + elsewhere
    }

    /// Ends the turns of workers that do not know a failure which another worker or machine has found since: they would
    /// find it again.
    fn end_outdated_turns(&mut self) {
        let mut at = 0;
        while at < self.running.len() {
            let running = &self.running[at];
            if running.task == Task::Hunt
                && running.found.is_empty()
                && self.known_faults(running.number) > running.known_faults
            {
                let running = self.running.swap_remove(at);
                self.end_turn(running);
            } else {
                at += 1;
            }
        }
    }

    fn rows(&mut self, over: bool) -> Vec<Row> {
        let elapsed = self.start.elapsed();
        let mut rows = Vec::new();
        for (number, state) in self.properties.iter_mut().enumerate() {
            let mut workers = Vec::new();
            let mut reducing = false;
            for running in self.running.iter().filter(|running| running.number == number) {
                if running.task == Task::Reduce
                    || running.worker.start.elapsed() > running.worker.time
                {
                    reducing = true;
                }
                if running.task == Task::Hunt {
                    workers.push(&running.worker);
                }
            }
            rows.push(state.row(&workers, reducing, over, elapsed));
        }
        rows
    }

    fn head(&self) -> String {
        let elapsed = self.start.elapsed().as_secs();
        let of = self.arguments.time.map(|time| format!(" of {} s", time.as_secs()));
        let findings = plural(self.findings as usize, "finding", "findings");
        format!("{elapsed} s{}, {findings}; Ctrl-C to stop", of.unwrap_or_default())
    }
}

/// Shows that a process died, and that the input is being reduced.
fn announce(crash: &UnreducedFailure, key: &str, display: &mut StatusDisplay) {
    let line = crash.message.lines().next().unwrap_or_default();
    let json = json!({ "event": "death", "property": key, "message": crash.message });
    display.event(&format!("{key}: {line}; reducing"), json);
}

impl RunningWorker {
    /// Reads its replies since the last call.
    fn read_replies(&mut self, properties: &mut [PropertyState], display: &mut StatusDisplay) {
        let state = &mut properties[self.number];
        for reply in self.worker.replies() {
            match reply {
                // Cases of a reduction do not count.
                Reply::Progress { .. } if self.task != Task::Hunt => {}
                Reply::Progress { .. } => state.count(&mut self.counts, &reply),
                Reply::Covered { all, sites } if self.task == Task::Hunt => state.cover(all, sites),
                Reply::Found { number, input, message, location, saved } => {
                    let is_crash = self.crash.is_some();
                    let failure = UnreducedFailure {
                        kind: if is_crash { FindingKind::Death } else { FindingKind::Failure },
                        message,
                        location,
                        inputs: Some(input).filter(|input| !input.is_empty()).into_iter().collect(),
                        seed: self.seed,
                        saved: saved.then_some(true),
                        ..UnreducedFailure::default()
                    };
                    self.found.insert(number, failure);
                }
                Reply::Failure(mut failure) => {
                    self.found.remove(&failure.number);
                    if self.task != Task::Hunt {
                        // The search that found it was that of another process.
                        failure.found_by.clear();
                    }
                    self.failures.push(failure);
                }
                Reply::Suspect { token, saved, value } => {
                    if let Some(crash) = &mut self.crash {
                        // Not before: what is announced must survive a kill of this process.
                        if crash.saved.is_none()
                            && !state.is_unrepeated(&crash.message, &crash.location)
                        {
                            announce(crash, &state.property.key, display);
                        }
                        crash.history.add_value(&token, &value);
                        crash.inputs = vec![token];
                        crash.saved = Some(saved);
                    }
                }
                Reply::Report(report) => self.report = report,
                Reply::Annotation(command) => display.annotate(&command),
                Reply::Survived(token) => self.survived = Some(token),
                Reply::Suspects { message, location, inputs } => {
                    let suspects =
                        UnreducedFailure { message, location, inputs, ..Default::default() };
                    self.suspects = Some(suspects);
                }
                Reply::Broken(why) => self.broken = Some(why),
                Reply::Skipped(why) => self.skipped = Some(why),
                Reply::Warned(warning) => display.warn_shared(&state.property.key, &warning),
                Reply::Verdict(verdict) => self.verdict = verdict,
                Reply::End => self.ended = true,
                _ => {}
            }
        }
    }
}
