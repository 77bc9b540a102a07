//! Runs the future of an async property on this thread.

use std::{
    pin::pin,
    sync::{
        Arc,
        atomic::{
            AtomicBool,
            Ordering::{Acquire, SeqCst},
            fence,
        },
    },
    task::{Context, Poll, Wake, Waker},
    thread::{self, Thread},
};

/// Unparks the thread that waits.
struct Alarm {
    thread: Thread,
    rung: AtomicBool,
}

impl Wake for Alarm {
    fn wake(self: Arc<Self>) {
        self.rung.store(true, SeqCst);
        self.thread.unpark();
    }
}

/// The output of a future.
///
/// # Panics
/// If nothing can wake it any more: it would wait for ever.
pub fn block_on<F: Future>(future: F) -> F::Output {
    let mut future = pin!(future);
    let alarm = Arc::new(Alarm { thread: thread::current(), rung: AtomicBool::new(false) });
    let waker = Waker::from(alarm.clone());
    let mut context = Context::from_waker(&waker);
    loop {
        if let Poll::Ready(output) = future.as_mut().poll(&mut context) {
            return output;
        }
        while !alarm.rung.swap(false, SeqCst) {
            // The alarm itself and the waker of this loop; everything else that could ring it holds one more.
            // It is looked at before the bell, which may be rung by the last one that lets go.
            let is_held = Arc::strong_count(&alarm) > 2;
            fence(Acquire);
            if is_held {
                thread::park();
            } else if !alarm.rung.load(SeqCst) {
                panic!(
                    "the property waits for something that nothing will ever do: if it needs a runtime, \
                     write `#[property(runtime = \"tokio\")]`"
                );
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{
        future::{pending, poll_fn, ready},
        panic::catch_unwind,
        sync::mpsc,
    };

    #[test]
    fn a_future_that_is_ready_is_not_waited_for() {
        assert_eq!(block_on(ready(7)), 7);
        assert_eq!(block_on(async { ready(3).await + ready(4).await }), 7);
    }

    #[test]
    fn a_future_may_wake_itself() {
        let mut left = 1_000;
        let counted = poll_fn(|context| {
            left -= 1;
            context.waker().wake_by_ref();
            if left == 0 { Poll::Ready(left) } else { Poll::Pending }
        });
        assert_eq!(block_on(counted), 0);
    }

    #[test]
    fn another_thread_may_wake_it() {
        for _ in 0..100 {
            let (send, receive) = mpsc::channel::<Waker>();
            let ringer = thread::spawn(move || receive.recv().expect("a waker").wake());
            let mut polled = false;
            let woken = poll_fn(|context| {
                if polled {
                    return Poll::Ready(());
                }
                polled = true;
                send.send(context.waker().clone()).expect("the thread listens");
                Poll::Pending
            });
            block_on(woken);
            ringer.join().expect("it rang");
        }
    }

    #[test]
    fn what_nothing_can_wake_is_not_waited_for() {
        let panic = catch_unwind(|| block_on(pending::<()>())).expect_err("it cannot end");
        let message = panic.downcast_ref::<&str>().expect("a text");
        assert!(message.contains("nothing will ever do"), "{message}");
    }
}
