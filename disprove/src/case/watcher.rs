//! Watching the cases of a thread from outside of the run: to write down which one is under way, or to run them in
//! another process.

use super::hook::Said;
use crate::{feedback::Outcome, source::Source};
use std::{
    cell::RefCell,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicBool, Ordering::Relaxed},
    },
    thread::{self, ThreadId},
};

/// Somebody who is told of every case of a thread.
pub(crate) trait Watcher {
    /// A case begins; nothing was drawn yet.
    fn begin(&mut self, src: &mut Source);

    /// Random cases follow, which are told of one by one all the same.
    fn batch(&mut self, _batch: Batch) {}

    /// The arguments were generated. An outcome takes the place of a call of the property.
    fn reached(&mut self, src: &mut Source) -> Option<Outcome>;
}

/// Random cases in a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Batch {
    pub(crate) seed: u64,
    /// The number of the first one.
    pub(crate) first: u64,
    /// At most so many.
    pub(crate) count: u32,
    /// The case from which on none is larger than the one before.
    pub(crate) full: u32,
}

/// The longest batch.
pub(crate) const LONGEST_BATCH: u64 = u16::MAX as u64;

/// Tells of random cases that follow.
pub(crate) fn announce(batch: Batch) {
    WATCHER.with_borrow_mut(|watcher| {
        if let Some(watcher) = watcher {
            watcher.batch(batch);
        }
    });
}

/// Whether there is a watcher on any thread: a look at this is all that other runs pay.
static WATCHED: AtomicBool = AtomicBool::new(false);

/// The thread whose cases are watched, and what a panic of another one said.
static OTHERS: Mutex<Others> = Mutex::new(Others { own: None, said: None });

struct Others {
    own: Option<ThreadId>,
    said: Option<Said>,
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

/// While this lives, the cases of this thread are watched, or those of a run inside of one are not.
#[derive(Debug)]
pub(crate) struct Watching(());

/// Whoever watched before goes on when this ends.
pub(crate) struct Aside(Option<Box<dyn Watcher>>);

impl Watching {
    pub(crate) fn start(watcher: Box<dyn Watcher>) -> Watching {
        let mut others = OTHERS.lock().unwrap_or_else(PoisonError::into_inner);
        *others = Others { own: Some(thread::current().id()), said: None };
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

impl Aside {
    /// A run inside of a case is nothing to be watched.
    pub(crate) fn put() -> Aside {
        Aside(if is_watched() { WATCHER.take() } else { None })
    }
}

impl Drop for Aside {
    fn drop(&mut self) {
        if let Some(watcher) = self.0.take() {
            WATCHER.set(Some(watcher));
        }
    }
}

/// A panic that no run sees. If it is on a thread that a case has started, it belongs to that case.
pub(super) fn overhear(said: impl FnOnce() -> Said) {
    if !is_watched() {
        return;
    }
    let mut others = OTHERS.lock().unwrap_or_else(PoisonError::into_inner);
    if others.own.is_some_and(|own| own != thread::current().id()) && others.said.is_none() {
        others.said = Some(said());
    }
}

/// What a panic of another thread said since the last time.
pub(crate) fn take_overheard() -> Option<Said> {
    OTHERS.lock().unwrap_or_else(PoisonError::into_inner).said.take()
}
