//! How often a run looks at the clock.

use std::time::{Duration, Instant};

/// Batches of cases between two looks at the clock.
pub(super) struct Pace {
    deadline: Option<Instant>,
    batch: u64,
    /// The time of the last look, and the executions until then.
    last: (Instant, u64),
}

/// Time between two looks: often enough to end on time, too rare to cost anything.
const LOOK_INTERVAL: Duration = Duration::from_millis(5);

impl Pace {
    pub(super) fn new(start: Instant, time: Option<Duration>) -> Pace {
        Pace { deadline: time.and_then(|time| start.checked_add(time)), batch: 1, last: (start, 0) }
    }

    /// Whether the time is over. Never without a limit.
    #[inline]
    pub(super) fn is_over(&mut self, executions: u64) -> bool {
        let Some(deadline) = self.deadline else { return false };
        let now = Instant::now();
        let (before, done) = (self.last.0, executions - self.last.1);
        self.batch = if now - before < LOOK_INTERVAL { done * 2 } else { done / 2 }.max(1);
        self.last = (now, executions);
        now >= deadline
    }

    /// Cases to run before the next look.
    pub(super) fn batch(&self, most: u64) -> u64 {
        if self.deadline.is_some() { most.min(self.batch) } else { most }
    }
}
