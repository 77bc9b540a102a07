//! One reduction: what is asked, what is known, what is best so far, and when it is over.

use super::{command::Question, journal::Journal, output::Output, progress::Progress};
use std::{
    io,
    sync::{
        Mutex, MutexGuard,
        atomic::{AtomicBool, Ordering::Relaxed},
    },
    time::{Duration, Instant},
};

#[derive(Debug)]
pub(super) struct Session<'a> {
    pub(super) question: Question,
    pub(super) output: Output,
    pub(super) limits: Limits,
    pub(super) stop: &'a AtomicBool,
    state: Mutex<State>,
}

/// What ends a reduction early.
#[derive(Debug)]
pub(super) struct Limits {
    pub(super) runs: Option<u64>,
    pub(super) time: Option<Duration>,
    pub(super) start: Instant,
    /// Commands at the same time.
    pub(super) jobs: usize,
}

#[derive(Debug)]
struct State {
    journal: Journal,
    progress: Progress,
    best: Vec<u8>,
    /// How often the command ran, and how often its answer was known.
    runs: u64,
    cached: u64,
    error: Option<io::Error>,
}

/// Why a reduction ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum End {
    Runs,
    Time,
    Stopped,
    Error,
}

impl<'a> Session<'a> {
    pub(super) fn new(
        question: Question,
        output: Output,
        journal: Journal,
        limits: Limits,
        stop: &'a AtomicBool,
        start: Vec<u8>,
    ) -> Session<'a> {
        let state = State {
            journal,
            progress: Progress::new(),
            best: start,
            runs: 0,
            cached: 0,
            error: None,
        };
        Session { question, output, limits, stop, state: Mutex::new(state) }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().expect("nothing panics while it is locked")
    }

    /// Whether the command calls a candidate interesting; false, once the reduction is over.
    pub(super) fn ask(&self, candidate: &[u8]) -> bool {
        let known = self.state().journal.answer(candidate);
        if let Some(answer) = known {
            self.state().cached += 1;
            return answer;
        }
        if self.over().is_some() {
            return false;
        }
        self.state().runs += 1;
        let run = self.question.ask(candidate, false, self.stop);
        if self.stop.load(Relaxed) {
            // It may have been killed.
            return false;
        }
        let mut state = self.state();
        let answer = run.map(|run| run.ending.is_interesting());
        let kept = answer.and_then(|answer| state.journal.keep(candidate, answer).map(|()| answer));
        kept.unwrap_or_else(|error| {
            state.error.get_or_insert(error);
            false
        })
    }

    /// A smaller candidate is interesting.
    pub(super) fn improve(&self, candidate: Vec<u8>) {
        let mut state = self.state();
        let line = format!(
            "{} bytes, {} lines after {} runs",
            candidate.len(),
            line_count(&candidate),
            state.runs
        );
        if let Err(error) = self.output.write(&candidate) {
            state.error.get_or_insert(error);
        }
        state.best = candidate;
        state.progress.improved(&line);
    }

    pub(super) fn best(&self) -> Vec<u8> {
        self.state().best.clone()
    }

    pub(super) fn best_length(&self) -> usize {
        self.state().best.len()
    }

    /// Whether nothing more may be asked.
    pub(super) fn over(&self) -> Option<End> {
        let state = self.state();
        let limits = &self.limits;
        match () {
            () if state.error.is_some() => Some(End::Error),
            () if self.stop.load(Relaxed) => Some(End::Stopped),
            () if limits.runs.is_some_and(|runs| state.runs >= runs) => Some(End::Runs),
            () if limits.time.is_some_and(|time| limits.start.elapsed() >= time) => Some(End::Time),
            () => None,
        }
    }

    /// The runs of the command, and the answers that were known.
    pub(super) fn counts(&self) -> (u64, u64) {
        let state = self.state();
        (state.runs, state.cached)
    }

    /// Counts a run that was made elsewhere.
    pub(super) fn count_run(&self) {
        self.state().runs += 1;
    }

    pub(super) fn end_progress(&self) {
        self.state().progress.end();
    }

    pub(super) fn take_error(&self) -> Option<io::Error> {
        self.state().error.take()
    }
}

/// Lines of a text, the last one with or without an end.
pub(super) fn line_count(text: &[u8]) -> usize {
    text.split_inclusive(|byte| *byte == b'\n').count()
}
