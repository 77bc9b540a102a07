//! A thread pool that tests several values at once.

use std::{
    collections::VecDeque,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Condvar, Mutex, MutexGuard,
        atomic::{AtomicU64, Ordering::Relaxed},
    },
    thread,
};

/// The predicate, and a queue of values to call it with.
pub(super) struct ThreadPool<'a, T> {
    interesting: &'a (dyn Fn(&T) -> bool + Sync),
    state: Mutex<PoolState<T>>,
    changed: Condvar,
    /// Calls of the predicate.
    runs: AtomicU64,
}

struct PoolState<T> {
    /// Numbered values, the next one first.
    waiting: VecDeque<(u64, T)>,
    answered: Vec<TestedValue<T>>,
    submitted: u64,
    closed: bool,
}

/// A tested value, and what the predicate returned or panicked with.
pub(super) struct TestedValue<T> {
    pub(super) number: u64,
    pub(super) value: T,
    pub(super) interesting: thread::Result<bool>,
}

impl<'a, T> ThreadPool<'a, T> {
    pub(super) fn new(interesting: &'a (dyn Fn(&T) -> bool + Sync)) -> ThreadPool<'a, T> {
        let state = PoolState {
            waiting: VecDeque::new(),
            answered: Vec::new(),
            submitted: 0,
            closed: false,
        };
        ThreadPool {
            interesting,
            state: Mutex::new(state),
            changed: Condvar::new(),
            runs: AtomicU64::new(0),
        }
    }

    fn state(&self) -> MutexGuard<'_, PoolState<T>> {
        self.state.lock().expect("no panic while the lock is held")
    }

    fn wait<'g>(&self, state: MutexGuard<'g, PoolState<T>>) -> MutexGuard<'g, PoolState<T>> {
        self.changed.wait(state).expect("no panic while the lock is held")
    }

    pub(super) fn runs(&self) -> u64 {
        self.runs.load(Relaxed)
    }

    /// Calls the predicate on this thread.
    pub(super) fn ask(&self, value: &T) -> bool {
        self.runs.fetch_add(1, Relaxed);
        (self.interesting)(value)
    }

    /// Queues a value, and returns its number.
    pub(super) fn submit(&self, value: T) -> u64 {
        let mut state = self.state();
        state.submitted += 1;
        let number = state.submitted;
        state.waiting.push_back((number, value));
        self.changed.notify_all();
        number
    }

    /// Waits for the answer about a submitted value, and removes it from the pool.
    pub(super) fn take(&self, number: u64) -> TestedValue<T> {
        let mut state = self.state();
        loop {
            let position = state.answered.iter().position(|answer| answer.number == number);
            if let Some(position) = position {
                return state.answered.swap_remove(position);
            }
            state = self.wait(state);
        }
    }

    /// Removes a value, unless a thread is testing it.
    pub(super) fn cancel(&self, number: u64) {
        let mut state = self.state();
        state.waiting.retain(|(waiting, _)| *waiting != number);
        state.answered.retain(|answer| answer.number != number);
    }

    /// Removes all values except those a thread is testing; nobody takes the answers to these.
    pub(super) fn clear(&self) {
        let mut state = self.state();
        state.waiting.clear();
        state.answered.clear();
    }

    /// Tests queued values until the pool is closed: the body of each thread.
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
            state.answered.push(TestedValue { number, value, interesting });
            self.changed.notify_all();
        }
    }

    /// A guard that closes the pool when dropped.
    pub(super) fn closing(&self) -> CloseOnDrop<'_, 'a, T> {
        CloseOnDrop(self)
    }
}

pub(super) struct CloseOnDrop<'p, 'a, T>(&'p ThreadPool<'a, T>);

impl<T> Drop for CloseOnDrop<'_, '_, T> {
    fn drop(&mut self) {
        self.0.state().closed = true;
        self.0.changed.notify_all();
    }
}
