//! Threads that join the recording of another thread.

use super::{
    children::Handed,
    execution::Trace,
    recorder::with,
    recording::{TraceRecording, is_recording, watch},
};
use std::sync::{Arc, PoisonError, Weak};

/// Lets another thread join the recording of this one.
///
/// A recording covers one thread. Threads that the code under test starts are not recorded unless they join.
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
/// // The function, and each half with its branch: first this thread, then the others in the order of their handles.
/// let (sum, trace) = trace::record(|| quarters(8, 9));
/// assert_eq!((sum, trace.events().len()), (4, 1 + 2 + 2 + 2));
/// assert_eq!(trace::record(|| quarters(8, 9)).1, trace);
/// ```
///
/// * A handle is for one thread. Its events follow those of the thread that made the handle, in the order of the
///   handles, regardless of the thread schedule.
/// * A thread is recorded from [`Handle::enter`] until the result is dropped. Drop it before the recording ends, so
///   join your threads: later events are lost.
/// * Without a recording all of this does nothing.
pub fn adopt() -> Handle {
    let mut to = None;
    if is_recording() {
        with(|recorder| {
            let children = recorder.children.get_or_insert_default();
            to = Some((Arc::downgrade(&children.handed), children.handles));
            children.handles += 1;
        });
    }
    Handle { to }
}

/// The result of [`adopt`]: moved to another thread, it lets that thread join the recording.
///
/// ```
/// use disprove::trace;
///
/// #[trace]
/// fn work() {}
///
/// let (_, trace) = trace::record(|| {
///     let handle = trace::adopt();
///     std::thread::scope(|scope| {
///         scope.spawn(|| {
///             let _on = handle.enter();
///             work();
///         });
///     });
/// });
/// assert_eq!(trace.events().len(), 1);
/// ```
#[derive(Debug)]
#[must_use = "move it to the thread, and call `enter` there"]
pub struct Handle {
    to: Option<(Weak<Handed>, u32)>,
}

impl Handle {
    /// Records this thread until the result is dropped.
    ///
    /// ```
    /// let handle = disprove::trace::adopt();
    /// let _on = handle.enter();
    /// // Without a recording this does nothing.
    /// ```
    pub fn enter(self) -> Joined {
        Joined { on: self.to.map(|(to, number)| (watch(), to, number)) }
    }
}

/// Records its thread until dropped.
///
/// ```
/// # fn work() {}
/// let handle = disprove::trace::adopt();
/// std::thread::spawn(move || {
///     let on = handle.enter();
///     work();
///     drop(on);
///     // This call is not recorded.
///     work();
/// });
/// ```
#[derive(Debug)]
#[must_use = "the thread takes part until this is dropped; write `let _on = ..`"]
pub struct Joined {
    on: Option<(TraceRecording, Weak<Handed>, u32)>,
}

impl Drop for Joined {
    fn drop(&mut self) {
        let Some((recording, to, number)) = self.on.take() else {
            return;
        };
        let mut trace = Trace::default();
        recording.take(&mut trace);
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
    fn threads_join_in_the_order_of_their_handles() {
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
    fn a_panicking_thread_joins_and_a_late_one_is_lost() {
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
    fn other_threads_are_not_recorded() {
        let ((), trace) = record(|| thread::spawn(|| hit(2, 0)).join().unwrap());
        assert!(trace.events().is_empty());
        let _on = adopt().enter();
        hit(2, 0);
    }
}
