//! A hunt under way: whose turn it is, what workers say, and what became of those that died.

mod aftermath;

use super::{
    Arguments,
    board::{Board, Row},
    hunted::{Counts, Hunted},
    share::{first_turn, next},
    worker::{Deadly, Failure, Order, Said, State, Task, Worker},
};
use crate::{
    mistake::{Mistake, usage},
    project::Property,
};
use serde_json::json;
use std::{
    env, fs,
    path::PathBuf,
    sync::atomic::{AtomicBool, Ordering::Relaxed},
    thread,
    time::{Duration, Instant, SystemTime, UNIX_EPOCH},
};

/// How often workers are looked at.
const BETWEEN_LOOKS: Duration = Duration::from_millis(20);

/// What is being reduced when the time is up is waited for this long.
const GRACE: Duration = Duration::from_secs(30);

/// A case that hangs is given this part of the usual time, and no less than that, while it is reduced: most of the time
/// of a reduction goes into those that hang as well. To start a process takes a few milliseconds.
const HASTE: u32 = 10;
const LEAST_LIMIT: Duration = Duration::from_secs(1);

/// Seeds of workers lie this far apart: the golden ratio, so that no two runs share their cases.
const APART: u64 = 0x9e37_79b9_7f4a_7c15;

pub(super) struct Session<'a> {
    arguments: &'a Arguments,
    stop: &'a AtomicBool,
    hunted: Vec<Hunted>,
    running: Vec<Running>,
    board: Board,
    /// Folders of workers are made in here.
    folder: PathBuf,
    jobs: usize,
    seed: u64,
    started: u64,
    start: Instant,
    first_turn: Duration,
    findings: u64,
    /// What runs one of them again.
    replay: Option<String>,
    /// Something could not be run at all.
    trouble: bool,
}

/// A worker, and what is known of it.
struct Running {
    worker: Worker,
    number: usize,
    task: Task,
    counts: Counts,
    failures: Vec<Failure>,
    report: String,
    ended: bool,
    verdict: String,
    suspects: Option<Deadly>,
    survived: Option<String>,
    broken: Option<String>,
    skipped: Option<String>,
    seed: u64,
}

impl<'a> Session<'a> {
    pub(super) fn new(
        found: Vec<Property>,
        arguments: &'a Arguments,
        stop: &'a AtomicBool,
    ) -> Result<Session<'a>, Mistake> {
        let folder = env::temp_dir().join(format!("disprove-hunt-{}", std::process::id()));
        fs::create_dir_all(&folder)
            .map_err(|why| usage(format!("{} cannot be made: {why}", folder.display())))?;
        let cores = thread::available_parallelism().map_or(1, usize::from);
        let jobs = arguments.jobs.map_or(cores, usize::from);
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Ok(Session {
            arguments,
            stop,
            first_turn: first_turn(arguments.time, found.len(), jobs),
            hunted: found.into_iter().map(Hunted::new).collect(),
            running: Vec::new(),
            board: Board::new(arguments.json),
            folder,
            jobs,
            seed: arguments.seed.unwrap_or(now.as_nanos() as u64),
            started: 0,
            start: Instant::now(),
            findings: 0,
            replay: None,
            trouble: false,
        })
    }

    pub(super) fn run(mut self) -> u8 {
        let (count, jobs) = (self.hunted.len(), self.jobs);
        let json =
            json!({ "event": "start", "properties": count, "jobs": jobs, "seed": self.seed });
        let until = if self.arguments.time.is_some() { "" } else { ", until Ctrl-C" };
        let line = format!(
            "hunting {} with {}{until}",
            plural(count, "property", "properties"),
            plural(jobs, "process", "processes")
        );
        self.board.event(&line, json);
        loop {
            if !self.is_stopped() {
                self.employ();
            }
            self.look();
            if self.running.is_empty() && (self.is_over() || !self.has_work()) || self.is_stopped()
            {
                break;
            }
            if self.board.is_due() {
                let rows = self.rows(false);
                let head = self.head();
                self.board.show(&rows, &head);
            }
            thread::sleep(BETWEEN_LOOKS);
        }
        self.end()
    }

    fn is_stopped(&self) -> bool {
        self.stop.load(Relaxed)
            || self.has_enough()
            || self.arguments.time.is_some_and(|time| self.start.elapsed() >= time + GRACE)
    }

    /// Whether the time is up, or enough was found.
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
        self.hunted.iter().any(|hunted| hunted.retired.is_none() || !hunted.waiting.is_empty())
    }

    /// Gives every free place something to do.
    fn employ(&mut self) {
        while self.running.len() < self.jobs {
            // What killed a process is reduced first, also when the time is up: it may not come again.
            let waiting = self.hunted.iter().position(|hunted| !hunted.waiting.is_empty());
            if let Some(number) = waiting {
                let deadly = self.hunted[number].waiting.pop_front().expect("something waits");
                self.start_worker(number, Task::Reduce(deadly));
                continue;
            }
            if self.is_over() {
                return;
            }
            let minimise = self.arguments.minimise;
            let mut candidates = Vec::new();
            for (number, hunted) in self.hunted.iter().enumerate() {
                let mut under_way = Duration::ZERO;
                let mut busy = false;
                for running in self.running.iter().filter(|running| running.number == number) {
                    under_way += running.worker.start.elapsed().max(self.first_turn);
                    busy = true;
                }
                // Known failures are tried by one worker before there are others.
                let alone = busy && (minimise || !hunted.tried_known);
                if hunted.retired.is_none() && !alone {
                    candidates.push((number, &hunted.share, under_way));
                }
            }
            let Some(number) = next(candidates.into_iter()) else { return };
            self.start_worker(number, if minimise { Task::Minimise } else { Task::Hunt });
        }
    }

    fn start_worker(&mut self, number: usize, task: Task) {
        let left = self.left();
        let limit = self.arguments.limits.case_time;
        let first_turn = self.first_turn;
        let hunted = &mut self.hunted[number];
        let mut order = Order {
            task,
            seed: self.seed.wrapping_add(self.started.wrapping_mul(APART)),
            time: Duration::from_secs(3_600),
            limit,
            memory: self.arguments.limits.memory,
            known: false,
            faults: hunted.faults.clone(),
        };
        match &order.task {
            Task::Hunt => {
                let turn = hunted.share.next_turn(first_turn);
                order.time = turn.min(left.unwrap_or(turn)).max(Duration::from_millis(50));
                order.known = !hunted.tried_known;
            }
            Task::Reduce(deadly) => {
                if deadly.is_slow {
                    order.limit = (limit / HASTE).max(LEAST_LIMIT).min(limit);
                }
                order.seed = deadly.seed;
                order.faults.clear();
            }
            Task::Minimise | Task::Replay(_) | Task::List => {}
        }
        let folder = self.folder.join(self.started.to_string());
        self.started += 1;
        match Worker::start(&hunted.property, &order, folder) {
            Ok(worker) => self.running.push(Running {
                worker,
                number,
                task: order.task,
                counts: Counts::default(),
                failures: Vec::new(),
                report: String::new(),
                ended: false,
                verdict: String::new(),
                suspects: None,
                survived: None,
                broken: None,
                skipped: None,
                seed: order.seed,
            }),
            Err(why) => self.refused(number, &format!("its process cannot be started: {why}")),
        }
    }

    /// Listens to all workers, and sees which of them are gone.
    fn look(&mut self) {
        let mut at = 0;
        while at < self.running.len() {
            let state = self.running[at].worker.look();
            self.listen(at);
            match state {
                // What the test does beyond the property is of no interest.
                Ok(State::Working) if self.running[at].ended => {
                    let running = self.running.swap_remove(at);
                    self.gone(running, None);
                }
                Ok(State::Working) => at += 1,
                Ok(State::Gone(death)) => {
                    let running = self.running.swap_remove(at);
                    self.gone(running, Some(death));
                }
                Err(why) => {
                    let running = self.running.swap_remove(at);
                    self.refused(running.number, &format!("its process cannot be watched: {why}"));
                }
            }
        }
    }

    fn listen(&mut self, at: usize) {
        let running = &mut self.running[at];
        for said in running.worker.hear() {
            match said {
                // Its cases are no new ones.
                Said::Progress { .. } if running.task != Task::Hunt => {}
                Said::Progress { .. } => {
                    self.hunted[running.number].count(&mut running.counts, &said);
                }
                Said::Failure(failure) => running.failures.push(failure),
                Said::Report(report) => running.report = report,
                Said::Survived(token) => running.survived = Some(token),
                Said::Suspects(deadly) => running.suspects = Some(deadly),
                Said::Broken(why) => running.broken = Some(why),
                Said::Skipped(why) => running.skipped = Some(why),
                Said::Warned(warning) => {
                    let key = &self.hunted[running.number].property.key;
                    self.board.warn(key, &warning);
                }
                Said::Property(_) => {}
                Said::Verdict(verdict) => running.verdict = verdict,
                Said::End => running.ended = true,
            }
        }
    }

    fn rows(&mut self, over: bool) -> Vec<Row> {
        let mut rows = Vec::new();
        for (number, hunted) in self.hunted.iter_mut().enumerate() {
            let mut workers = Vec::new();
            let mut reducing = false;
            for running in self.running.iter().filter(|running| running.number == number) {
                if matches!(running.task, Task::Reduce(_))
                    || running.worker.start.elapsed() > running.worker.time
                {
                    reducing = true;
                }
                if running.task == Task::Hunt {
                    workers.push(&running.worker);
                }
            }
            rows.push(hunted.row(&workers, reducing, over));
        }
        rows
    }

    fn head(&self) -> String {
        let elapsed = self.start.elapsed().as_secs();
        let of = self.arguments.time.map(|time| format!(" of {} s", time.as_secs()));
        let findings = plural(self.findings as usize, "finding", "findings");
        format!("{elapsed} s{}, {findings}; Ctrl-C ends", of.unwrap_or_default())
    }

    /// What there is to do now.
    fn next_steps(&self) -> String {
        let corpus: u64 = self.hunted.iter().map(Hunted::corpus).sum();
        let mut all = Vec::new();
        let call = |what: &str, rest: &str| {
            format!("cargo disprove {what}{}", self.arguments.flags.repeated() + rest)
        };
        if let Some(replay) = &self.replay {
            all.push((call("review", ""), "shows the failures one by one, to be kept or dropped"));
            all.push((call("replay", replay), "runs one of them again"));
        }
        if corpus > 0 {
            all.push((call("hunt", ""), "goes on from the inputs that were interesting"));
        }
        steps(&all)
    }

    /// Says what it all came to, and what the process exits with.
    fn end(mut self) -> u8 {
        self.running.clear();
        let _ = fs::remove_dir_all(&self.folder);
        let rows = self.rows(true);
        let executions: u64 = self.hunted.iter().map(|hunted| hunted.executions).sum();
        let seconds = self.start.elapsed().as_secs_f64();
        let findings = plural(self.findings as usize, "finding", "findings");
        let count = plural(self.hunted.len(), "property", "properties");
        let line =
            format!("{findings} in {count}, after {executions} executions in {seconds:.0} s");
        let json = json!({ "event": "end", "findings": self.findings, "executions": executions, "seconds": seconds });
        self.board.end(&rows, &line, json);
        self.board.advise(&self.next_steps());
        match () {
            () if self.findings > 0 => 1,
            () if self.trouble => 2,
            () => 0,
        }
    }
}

/// Commands with what they do, one below the other.
fn steps(commands: &[(String, &str)]) -> String {
    let width = commands.iter().map(|(command, _)| command.len()).max().unwrap_or(0);
    let line = |(command, what): &(String, &str)| format!("    {command:width$}  {what}");
    commands.iter().map(line).collect::<Vec<_>>().join("\n")
}

fn plural(count: usize, one: &str, many: &str) -> String {
    if count == 1 { format!("1 {one}") } else { format!("{count} {many}") }
}
