//! Threads that take part in the recording of another.

use super::{
    course::Trace,
    recorder::{Watch, is_watching, watch, with},
};
use crate::argsort::argsort;
use std::{
    mem,
    sync::{Arc, Mutex, PoisonError, Weak},
};

/// What the threads of a recording have handed over, each with its number.
type Handed = Mutex<Vec<(u32, Trace)>>;

/// The threads of a recording.
#[derive(Debug, Default)]
pub(super) struct Children {
    handed: Arc<Handed>,
    /// How many handles there are.
    handles: u32,
}

impl Children {
    /// What was handed over so far, in the order of the handles. What comes later finds nobody.
    pub(super) fn joined(self) -> Vec<Trace> {
        let mut handed =
            mem::take(&mut *self.handed.lock().unwrap_or_else(PoisonError::into_inner));
        let order = argsort(handed.len(), &|a, b| handed[a].0.cmp(&handed[b].0));
        order.into_iter().map(|index| mem::take(&mut handed[index].1)).collect()
    }
}

/// A place in the recording of this thread, for another thread.
///
/// Threads that code under test starts are strangers: what they do is not recorded, unless they take part.
///
/// ```
/// use disprove::trace;
/// use std::thread;
///
/// #[trace]
/// fn half(n: u32) -> u32 {
///     if n % 2 == 0 { n / 2 } else { (n - 1) / 2 }
/// }
///
/// #[trace]
/// fn quarters(a: u32, b: u32) -> u32 {
///     let (first, second) = (trace::adopt(), trace::adopt());
///     let one = thread::spawn(move || {
///         let _on = first.enter();
///         half(a)
///     });
///     let other = thread::spawn(move || {
///         let _on = second.enter();
///         half(b)
///     });
///     half(one.join().unwrap() + other.join().unwrap())
/// }
///
/// // The function, and each half with its branch: here, and then by the threads in the order of their handles.
/// let (sum, course) = trace::record(|| quarters(8, 9));
/// assert_eq!((sum, course.events().len()), (4, 1 + 2 + 2 + 2));
/// assert_eq!(trace::record(|| quarters(8, 9)).1, course);
/// ```
///
/// * A handle is for one thread. Its events come after those of the thread that made the handle, in the order in which
///   the handles were made, however the threads take turns.
/// * A thread takes part from [`Handle::enter`] until what that returns is dropped. It must be dropped before the
///   recording ends, so join your threads: what is handed over later is lost.
/// * Where nobody records, all of this does nothing.
pub fn adopt() -> Handle {
    let mut to = None;
    if is_watching() {
        with(|recorder| {
            let children = recorder.children.get_or_insert_default();
            to = Some((Arc::downgrade(&children.handed), children.handles));
            children.handles += 1;
        });
    }
    Handle { to }
}

/// What [`adopt`] returns: moved to another thread, it lets that take part.
///
/// ```
/// use disprove::trace;
///
/// #[trace]
/// fn work() {}
///
/// let (_, course) = trace::record(|| {
///     let handle = trace::adopt();
///     std::thread::scope(|scope| {
///         scope.spawn(|| {
///             let _on = handle.enter();
///             work();
///         });
///     });
/// });
/// assert_eq!(course.events().len(), 1);
/// ```
#[derive(Debug)]
#[must_use = "move it to the thread, and call `enter` there"]
pub struct Handle {
    to: Option<(Weak<Handed>, u32)>,
}

impl Handle {
    /// From now on this thread takes part, until the result is dropped.
    ///
    /// ```
    /// let handle = disprove::trace::adopt();
    /// let _on = handle.enter();
    /// // Nobody records here, so this does nothing.
    /// ```
    pub fn enter(self) -> Joined {
        Joined { on: self.to.map(|(to, number)| (watch(), to, number)) }
    }
}

/// While there is one, its thread takes part in the recording of another.
///
/// ```
/// # fn work() {}
/// let handle = disprove::trace::adopt();
/// std::thread::spawn(move || {
///     let on = handle.enter();
///     work();
///     drop(on);
///     // What follows is not recorded.
///     work();
/// });
/// ```
#[derive(Debug)]
#[must_use = "the thread takes part until this is dropped; write `let _on = ..`"]
pub struct Joined {
    on: Option<(Watch, Weak<Handed>, u32)>,
}

impl Drop for Joined {
    fn drop(&mut self) {
        let Some((watch, to, number)) = self.on.take() else {
            return;
        };
        let mut trace = Trace::default();
        watch.take(&mut trace);
        if let Some(to) = to.upgrade() {
            to.lock().unwrap_or_else(PoisonError::into_inner).push((number, trace));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::adopt;
    use crate::trace::{expanded::hit, record};
    use std::thread;

    #[test]
    fn threads_are_joined_in_the_order_of_their_handles() {
        let run = || {
            let handles = [adopt(), adopt(), adopt()];
            let numbered = handles.into_iter().zip([10, 20, 30]);
            let mut threads: Vec<_> = numbered
                .map(|(handle, number)| {
                    thread::spawn(move || {
                        let _on = handle.enter();
                        hit(number, 0);
                        let inner = adopt();
                        let inner = thread::spawn(move || {
                            let _on = inner.enter();
                            hit(number, 1);
                        });
                        inner.join().unwrap();
                        hit(number, 2);
                    })
                })
                .collect();
            hit(2, 0);
            while let Some(last) = threads.pop() {
                last.join().unwrap();
            }
            hit(4, 0);
        };
        let expected = [2, 4, 10, 14, 12, 20, 24, 22, 30, 34, 32];
        assert_eq!(record(run).1.events(), expected);
    }

    #[test]
    fn who_panics_hands_over_and_who_is_late_finds_nobody() {
        let (late, trace) = record(|| {
            let (panics, late) = (adopt(), adopt());
            let panicked = thread::spawn(move || {
                let _on = panics.enter();
                hit(6, 0);
                std::panic::resume_unwind(Box::new(()));
            });
            assert!(panicked.join().is_err());
            late
        });
        assert_eq!(trace.events(), [6]);
        let ((), next) = record(|| {
            let _on = late.enter();
            hit(8, 0);
        });
        assert!(next.events().is_empty());
    }

    #[test]
    fn strangers_are_not_recorded() {
        let ((), trace) = record(|| thread::spawn(|| hit(2, 0)).join().unwrap());
        assert!(trace.events().is_empty());
        let _on = adopt().enter();
        hit(2, 0);
    }
}
