//! The clock of deadlines. Unit tests can replace it with one that only they advance.

/// The current time.
#[cfg(not(test))]
pub(crate) fn now() -> std::time::Instant {
    std::time::Instant::now()
}

#[cfg(test)]
pub(crate) use counted::{CountedClock, now};

#[cfg(test)]
mod counted {
    use std::{
        cell::Cell,
        time::{Duration, Instant},
    };

    thread_local! {
        static TIME: Cell<Option<Instant>> = const { Cell::new(None) };
    }

    /// The current time: that of the counted clock, if this thread has one.
    pub(crate) fn now() -> Instant {
        TIME.get().unwrap_or_else(Instant::now)
    }

    /// While this lives, time passes on this thread only by [`CountedClock::advance`].
    pub(crate) struct CountedClock(());

    impl CountedClock {
        pub(crate) fn start() -> CountedClock {
            TIME.set(Some(Instant::now()));
            CountedClock(())
        }

        pub(crate) fn advance(time: Duration) {
            TIME.set(TIME.get().and_then(|now| now.checked_add(time)));
        }
    }

    impl Drop for CountedClock {
        fn drop(&mut self) {
            TIME.set(None);
        }
    }
}
