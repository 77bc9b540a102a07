//! The state of a reduction: the interestingness test, cached answers, the best candidate, and limits.

use super::{
    answer_cache::AnswerCache, interestingness::InterestingnessTest, output::Output,
    progress::Progress,
};
use std::{
    io,
    sync::{
        Mutex, MutexGuard,
        atomic::{AtomicBool, Ordering::Relaxed},
    },
    time::{Duration, Instant},
};

#[derive(Debug)]
pub(super) struct Reduction<'a> {
    pub(super) test: InterestingnessTest,
    pub(super) output: Output,
    pub(super) limits: ReductionLimits,
    pub(super) stop: &'a AtomicBool,
    state: Mutex<State>,
}

/// Limits that stop a reduction early.
#[derive(Debug)]
pub(super) struct ReductionLimits {
    pub(super) runs: Option<u64>,
    pub(super) time: Option<Duration>,
    pub(super) start: Instant,
    /// Commands run in parallel.
    pub(super) jobs: usize,
}

#[derive(Debug)]
struct State {
    cache: AnswerCache,
    progress: Progress,
    best: Vec<u8>,
    /// The output of the earlier run that this one resumes, until a candidate is smaller.
    earlier: Option<Vec<u8>>,
    /// Runs of the command, and cached answers used.
    runs: u64,
    cached: u64,
    error: Option<io::Error>,
}

/// Why a reduction stopped early.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum StopReason {
    Runs,
    Time,
    Stopped,
    Error,
}

impl<'a> Reduction<'a> {
    pub(super) fn new(
        test: InterestingnessTest,
        output: Output,
        cache: AnswerCache,
        limits: ReductionLimits,
        stop: &'a AtomicBool,
        start: Vec<u8>,
        earlier: Option<Vec<u8>>,
    ) -> Reduction<'a> {
        let state = State {
            cache,
            progress: Progress::new(),
            best: start,
            earlier,
            runs: 0,
            cached: 0,
            error: None,
        };
        Reduction { test, output, limits, stop, state: Mutex::new(state) }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().expect("not poisoned")
    }

    /// Whether a candidate is interesting; false once the reduction has stopped.
    pub(super) fn is_interesting(&self, candidate: &[u8]) -> bool {
        let mut state = self.state();
        if let Some(answer) = state.cache.answer(candidate) {
            state.cached += 1;
            return answer;
        }
        if self.reason(&state).is_some() {
            return false;
        }
        // Counted under the same lock, so that parallel runs do not exceed the limit.
        state.runs += 1;
        drop(state);
        let run = self.test.run(candidate, false, self.stop);
        if self.stop.load(Relaxed) {
            // The command may have been killed.
            return false;
        }
        let mut state = self.state();
        let answer = run.map(|run| run.ending.is_interesting());
        let stored =
            answer.and_then(|answer| state.cache.insert(candidate, answer).map(|()| answer));
        stored.unwrap_or_else(|error| {
            state.error.get_or_insert(error);
            false
        })
    }

    /// Records a smaller interesting candidate.
    pub(super) fn improve(&self, candidate: Vec<u8>) {
        let mut state = self.state();
        if state.earlier.as_ref().is_some_and(|earlier| earlier.len() <= candidate.len()) {
            state.best = candidate;
            return;
        }
        state.earlier = None;
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

    /// What the output has: the best candidate, or a smaller one of the earlier run.
    pub(super) fn result(&self) -> Vec<u8> {
        let state = self.state();
        state.earlier.as_ref().unwrap_or(&state.best).clone()
    }

    pub(super) fn best_length(&self) -> usize {
        self.state().best.len()
    }

    /// Why the reduction has stopped, if it has.
    pub(super) fn stopped(&self) -> Option<StopReason> {
        self.reason(&self.state())
    }

    fn reason(&self, state: &State) -> Option<StopReason> {
        let limits = &self.limits;
        match () {
            () if state.error.is_some() => Some(StopReason::Error),
            () if self.stop.load(Relaxed) => Some(StopReason::Stopped),
            () if limits.runs.is_some_and(|runs| state.runs >= runs) => Some(StopReason::Runs),
            () if limits.time.is_some_and(|time| limits.start.elapsed() >= time) => {
                Some(StopReason::Time)
            }
            () => None,
        }
    }

    /// Runs of the command, and cached answers used.
    pub(super) fn counts(&self) -> (u64, u64) {
        let state = self.state();
        (state.runs, state.cached)
    }

    /// Counts a run made elsewhere.
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

/// Lines of a text, with or without a line break at the end.
pub(super) fn line_count(text: &[u8]) -> usize {
    text.split_inclusive(|byte| *byte == b'\n').count()
}
