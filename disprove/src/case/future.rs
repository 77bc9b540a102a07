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

/// Unparks the waiting thread.
struct Unpark {
    thread: Thread,
    is_woken: AtomicBool,
}

impl Wake for Unpark {
    fn wake(self: Arc<Self>) {
        self.is_woken.store(true, SeqCst);
        self.thread.unpark();
    }
}

/// Runs a future to its end on this thread.
///
/// # Panics
/// If nothing can wake the future: it would wait forever.
pub fn block_on<F: Future>(future: F) -> F::Output {
    let mut future = pin!(future);
    let unpark = Arc::new(Unpark { thread: thread::current(), is_woken: AtomicBool::new(false) });
    let waker = Waker::from(unpark.clone());
    let mut context = Context::from_waker(&waker);
    loop {
        if let Poll::Ready(output) = future.as_mut().poll(&mut context) {
            return output;
        }
        while !unpark.is_woken.swap(false, SeqCst) {
            // This loop and its waker hold two references; anything else that could wake it holds another one. The
            // count is read before the flag, because the last holder may set the flag and let go.
            let is_held = Arc::strong_count(&unpark) > 2;
            fence(Acquire);
            if is_held {
                thread::park();
            } else if !unpark.is_woken.load(SeqCst) {
                panic!(
                    "the property waits for an event that nothing can trigger; if it needs a runtime, \
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
    fn panics_if_nothing_can_wake_the_future() {
        let panic = catch_unwind(|| block_on(pending::<()>())).expect_err("it cannot end");
        let message = panic.downcast_ref::<&str>().expect("a text");
        assert!(message.contains("nothing can trigger"), "{message}");
    }
}
