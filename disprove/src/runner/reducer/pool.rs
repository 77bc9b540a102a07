//! Threads that ask about several values at once.

use std::{
    collections::VecDeque,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Condvar, Mutex, MutexGuard,
        atomic::{AtomicU64, Ordering::Relaxed},
    },
    thread,
};

/// A question, and values it is yet to be put to.
pub(super) struct Pool<'a, T> {
    interesting: &'a (dyn Fn(&T) -> bool + Sync),
    state: Mutex<State<T>>,
    changed: Condvar,
    /// How often the question was asked.
    runs: AtomicU64,
}

struct State<T> {
    /// Values by their number, the next first.
    waiting: VecDeque<(u64, T)>,
    answered: Vec<Answer<T>>,
    given: u64,
    closed: bool,
}

/// A value that was asked about, and what came of it: the answer, or a panic.
pub(super) struct Answer<T> {
    pub(super) number: u64,
    pub(super) value: T,
    pub(super) interesting: thread::Result<bool>,
}

impl<'a, T> Pool<'a, T> {
    pub(super) fn new(interesting: &'a (dyn Fn(&T) -> bool + Sync)) -> Pool<'a, T> {
        let state =
            State { waiting: VecDeque::new(), answered: Vec::new(), given: 0, closed: false };
        Pool {
            interesting,
            state: Mutex::new(state),
            changed: Condvar::new(),
            runs: AtomicU64::new(0),
        }
    }

    fn state(&self) -> MutexGuard<'_, State<T>> {
        self.state.lock().expect("nothing panics while it is locked")
    }

    fn wait<'g>(&self, state: MutexGuard<'g, State<T>>) -> MutexGuard<'g, State<T>> {
        self.changed.wait(state).expect("nothing panics while it is locked")
    }

    pub(super) fn runs(&self) -> u64 {
        self.runs.load(Relaxed)
    }

    /// Asks on this thread.
    pub(super) fn ask(&self, value: &T) -> bool {
        self.runs.fetch_add(1, Relaxed);
        (self.interesting)(value)
    }

    /// Has a value asked about, and returns its number.
    pub(super) fn give(&self, value: T) -> u64 {
        let mut state = self.state();
        state.given += 1;
        let number = state.given;
        state.waiting.push_back((number, value));
        self.changed.notify_all();
        number
    }

    /// Waits for an answer, which must have been asked for and not taken.
    pub(super) fn take(&self, number: u64) -> Answer<T> {
        let mut state = self.state();
        loop {
            let place = state.answered.iter().position(|answer| answer.number == number);
            if let Some(place) = place {
                return state.answered.swap_remove(place);
            }
            state = self.wait(state);
        }
    }

    /// Forgets a value, unless it is asked about right now.
    pub(super) fn cancel(&self, number: u64) {
        let mut state = self.state();
        state.waiting.retain(|(waiting, _)| *waiting != number);
        state.answered.retain(|answer| answer.number != number);
    }

    /// Forgets all values but those that are asked about right now; their answers are taken by nobody.
    pub(super) fn forget(&self) {
        let mut state = self.state();
        state.waiting.clear();
        state.answered.clear();
    }

    /// What a thread does until the pool is closed.
    pub(super) fn work(&self) {
        let mut state = self.state();
        while !state.closed {
            let Some((number, value)) = state.waiting.pop_front() else {
                state = self.wait(state);
                continue;
            };
            drop(state);
            let interesting = catch_unwind(AssertUnwindSafe(|| self.ask(&value)));
            state = self.state();
            state.answered.push(Answer { number, value, interesting });
            self.changed.notify_all();
        }
    }

    /// Closes the pool when it goes.
    pub(super) fn closing(&self) -> Closing<'_, 'a, T> {
        Closing(self)
    }
}

pub(super) struct Closing<'p, 'a, T>(&'p Pool<'a, T>);

impl<T> Drop for Closing<'_, '_, T> {
    fn drop(&mut self) {
        self.0.state().closed = true;
        self.0.changed.notify_all();
    }
}
