//! Watchers of the cases of a thread: one writes the journal of a worker, another runs each case in its own process.

use super::panic::PanicMessage;
use crate::{feedback::Outcome, source::Source};
use std::{
    cell::RefCell,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicBool, Ordering::Relaxed},
    },
    thread::{self, ThreadId},
};

/// Sees every case of a thread.
pub(crate) trait Watcher {
    /// A case begins; nothing has been drawn.
    fn begin(&mut self, src: &mut Source);

    /// A batch of random cases follows. `begin` and `reached` are still called for each of them.
    fn batch(&mut self, _batch: Batch) {}

    /// The arguments are generated. An outcome replaces the call of the property.
    fn reached(&mut self, src: &mut Source) -> Option<Outcome>;
}

/// Random cases in a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Batch {
    pub(crate) seed: u64,
    /// The number of the first one.
    pub(crate) first: u64,
    /// Cases at most.
    pub(crate) count: u32,
    /// The first case of full size.
    pub(crate) full: u32,
}

/// Cases in a batch at most: the journal has 16 bits for it.
pub(crate) const LONGEST_BATCH: u64 = u16::MAX as u64;

/// Announces a batch of random cases.
pub(crate) fn announce(batch: Batch) {
    WATCHER.with_borrow_mut(|watcher| {
        if let Some(watcher) = watcher {
            watcher.batch(batch);
        }
    });
}

/// Whether any thread has a watcher. Runs without one pay for this check only.
static WATCHED: AtomicBool = AtomicBool::new(false);

/// The watched thread, and the first panic of another thread.
static THREADS: Mutex<Threads> = Mutex::new(Threads { watched: None, panic: None });

struct Threads {
    watched: Option<ThreadId>,
    panic: Option<PanicMessage>,
}

thread_local! {
    static WATCHER: RefCell<Option<Box<dyn Watcher>>> = const { RefCell::new(None) };
}

#[inline(always)]
pub(super) fn is_watched() -> bool {
    WATCHED.load(Relaxed)
}

#[cold]
#[inline(never)]
pub(super) fn begin(src: &mut Source) {
    WATCHER.with_borrow_mut(|watcher| {
        if let Some(watcher) = watcher {
            watcher.begin(src);
        }
    });
}

#[cold]
#[inline(never)]
pub(super) fn reached(src: &mut Source) -> Option<Outcome> {
    WATCHER.with_borrow_mut(|watcher| watcher.as_mut()?.reached(src))
}

/// While this lives, the cases of this thread are watched.
pub(crate) struct Watching(());

/// While this lives, the cases of this thread are not watched: a run inside a case is part of that case.
pub(crate) struct Unwatched(Option<Box<dyn Watcher>>);

impl Watching {
    pub(crate) fn start(watcher: Box<dyn Watcher>) -> Watching {
        let mut threads = THREADS.lock().unwrap_or_else(PoisonError::into_inner);
        *threads = Threads { watched: Some(thread::current().id()), panic: None };
        WATCHER.set(Some(watcher));
        WATCHED.store(true, Relaxed);
        Watching(())
    }
}

impl Drop for Watching {
    fn drop(&mut self) {
        WATCHED.store(false, Relaxed);
        WATCHER.take();
    }
}

impl Unwatched {
    pub(crate) fn start() -> Unwatched {
        Unwatched(if is_watched() { WATCHER.take() } else { None })
    }
}

impl Drop for Unwatched {
    fn drop(&mut self) {
        if let Some(watcher) = self.0.take() {
            WATCHER.set(Some(watcher));
        }
    }
}

/// Keeps a panic outside of cases. On a thread that a case has started, it belongs to that case.
pub(super) fn keep_thread_panic(message: impl FnOnce() -> PanicMessage) {
    if !is_watched() {
        return;
    }
    let mut threads = THREADS.lock().unwrap_or_else(PoisonError::into_inner);
    let is_other = threads.watched.is_some_and(|watched| watched != thread::current().id());
    if is_other && threads.panic.is_none() {
        threads.panic = Some(message());
    }
}

/// The first panic of another thread since the last call.
pub(crate) fn take_thread_panic() -> Option<PanicMessage> {
    THREADS.lock().unwrap_or_else(PoisonError::into_inner).panic.take()
}
