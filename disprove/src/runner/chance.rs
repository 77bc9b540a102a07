//! Random cases, one after the other.

use crate::{
    case::{Batch, Ended, Subject, announce, execute},
    random::Random,
    search::Growth,
    search::Seen,
    source::Source,
};
use std::time::{Duration, Instant};

/// Repeats in a row before one is run all the same: then the space is small or the generator lopsided.
const REPEATS: u32 = 100;

/// The smallest size of what a guided search has drawn: from less there is little to go on.
const SMALLEST: u64 = 25;

/// Random cases, one after the other.
pub(super) struct Chance {
    src: Source,
    seen: Seen,
    growth: Growth,
    /// The number of the next case.
    case: u64,
    /// Cases in a row that were seen before.
    repeats: u32,
}

impl Chance {
    pub(super) fn new(growth: Growth) -> Chance {
        Chance { src: Source::new(), seen: Seen::new(), growth, case: 0, repeats: 0 }
    }

    /// So many cases at most are next, for those who want to know before.
    pub(super) fn announce(&self, seed: u64, most: u64) {
        let (full, count) = (self.growth.full() as u32, most as u32);
        announce(Batch { seed, first: self.case, count, full });
    }

    /// The number of the last case, and how large it could become.
    pub(super) fn last(&self) -> (u64, u32) {
        let case = self.case - 1;
        (case, self.growth.size(case))
    }

    /// What a case of a guided search is made of, where its guide says nothing: chance, and any size.
    pub(super) fn fill(&mut self, seed: u64) -> (Random, u32) {
        let mut random = Random::for_case(seed, self.case);
        self.case += 1;
        let size = SMALLEST + ((random.word() >> 32) * (101 - SMALLEST) >> 32);
        (random, size as u32)
    }

    /// Runs cases until so many have passed, or one ends otherwise. Says how many passed, how many of
    /// them were repeats, and how the last ended and whether it was new. This is the loop in which a
    /// passing property spends its time: nothing is done in it that can be done outside.
    #[inline(never)]
    pub(super) fn pass<S: Subject>(
        &mut self,
        subject: &S,
        seed: u64,
        most: u64,
    ) -> (u64, u64, Option<(Ended, bool)>) {
        let Chance { src, seen, growth, .. } = self;
        // Out of memory and into registers, for the length of the loop.
        let (growth, mut case, mut repeats) = (*growth, self.case, self.repeats);
        let (mut passed, mut repeated) = (0, 0);
        let ended = loop {
            src.restart(Random::for_case(seed, case), growth.size(case));
            case += 1;
            let mut new = true;
            let ended = execute(subject, src, |src| {
                if !S::DRAWS && seen.is_open() {
                    new = seen.is_new(src);
                }
                new || repeats >= REPEATS
            });
            if S::DRAWS && seen.is_open() {
                new = seen.is_new(src);
            }
            match ended {
                Ended::Passed => {
                    passed += 1;
                    repeated += u64::from(!new);
                    repeats = 0;
                    if passed == most {
                        break None;
                    }
                }
                Ended::Unwanted => repeats += 1,
                ended => {
                    repeats = 0;
                    break Some((ended, new));
                }
            }
        };
        (self.case, self.repeats) = (case, repeats);
        (passed, repeated, ended)
    }
}

/// How many cases fit between two looks at the clock.
#[derive(Debug)]
pub(super) struct Pace {
    deadline: Option<Instant>,
    batch: u64,
    /// When it was looked at last, and how many executions there were.
    last: (Instant, u64),
}

/// A look at the clock this often costs nothing, and a run ends in time as people see it.
const BETWEEN_LOOKS: Duration = Duration::from_millis(5);

impl Pace {
    pub(super) fn new(start: Instant, time: Option<Duration>) -> Pace {
        Pace { deadline: time.and_then(|time| start.checked_add(time)), batch: 1, last: (start, 0) }
    }

    /// Whether the time is used up. Never, if there is no limit.
    #[inline]
    pub(super) fn is_over(&mut self, executions: u64) -> bool {
        let Some(deadline) = self.deadline else { return false };
        let now = Instant::now();
        let (before, done) = (self.last.0, executions - self.last.1);
        self.batch = if now - before < BETWEEN_LOOKS { done * 2 } else { done / 2 }.max(1);
        self.last = (now, executions);
        now >= deadline
    }

    /// So many of these before the next look.
    pub(super) fn batch(&self, most: u64) -> u64 {
        if self.deadline.is_some() { most.min(self.batch) } else { most }
    }
}
