//! Calls on threads of their own.

use super::history::Interval;
use crate::execute::{Caught, part};
use std::{
    any::Any,
    fmt::Debug,
    sync::atomic::{AtomicU64, AtomicUsize, Ordering::SeqCst},
    thread,
};

/// What a call returned.
pub trait Answer: Any + Debug + Send {
    /// Whether another call returned the same.
    fn is_same(&self, other: &dyn Answer) -> bool;
}

impl<R: PartialEq + Debug + Send + 'static> Answer for R {
    fn is_same(&self, other: &dyn Answer) -> bool {
        (other as &dyn Any).downcast_ref() == Some(self)
    }
}

/// A call with its arguments.
pub struct Call<M> {
    /// As the script shows it; empty if nothing is told.
    pub(super) line: String,
    pub(super) make: Box<dyn FnOnce(&M) -> Box<dyn Answer> + Send>,
}

impl<M> Call<M> {
    /// A call.
    pub fn new<R>(line: String, make: impl FnOnce(&M) -> R + Send + 'static) -> Call<M>
    where
        R: PartialEq + Debug + Send + 'static,
    {
        Call { line, make: Box::new(move |machine| Box::new(make(machine))) }
    }
}

/// A call that ended.
pub(super) struct Done {
    /// Its number in the program.
    pub(super) call: usize,
    pub(super) thread: usize,
    pub(super) line: String,
    pub(super) when: Interval,
    pub(super) answer: Result<Box<dyn Answer>, Caught>,
}

/// After so many looks whether the others are there, a thread lets them run: there may be fewer processors.
const LOOKS: u32 = 10_000;

/// Makes calls, each on its thread, all threads at once. `delays` says how long a thread dawdles before a call.
pub(super) fn run<M: Sync>(
    machine: &M,
    calls: Vec<(usize, Call<M>)>,
    threads: usize,
    delays: u64,
) -> Vec<Done> {
    let mut lanes: Vec<Vec<(usize, Call<M>)>> = (0..threads).map(|_| Vec::new()).collect();
    for (number, (thread, call)) in calls.into_iter().enumerate() {
        lanes[thread].push((number, call));
    }
    lanes.retain(|lane| !lane.is_empty());
    let (clock, waiting) = (&AtomicU64::new(0), &AtomicUsize::new(lanes.len()));
    let mut all: Vec<Done> = thread::scope(|scope| {
        let running: Vec<_> = lanes
            .into_iter()
            .enumerate()
            .map(|(thread, lane)| {
                scope.spawn(move || {
                    meet(waiting);
                    let call = |(number, call): (usize, Call<M>)| {
                        dawdle(delays.rotate_left(number as u32 * 7) & 63);
                        let began = clock.fetch_add(1, SeqCst);
                        let answer = part(|| (call.make)(machine));
                        let ended = clock.fetch_add(1, SeqCst);
                        let when = Interval { began, ended };
                        Done { call: number, thread, line: call.line, when, answer }
                    };
                    lane.into_iter().map(call).collect::<Vec<Done>>()
                })
            })
            .collect();
        let done = running.into_iter().flat_map(|thread| thread.join().expect("panics are caught"));
        done.collect()
    });
    all.sort_by_key(|done| done.call);
    all
}

/// Waits until all threads are here. Sleeping threads would wake up one after the other, and never meet.
fn meet(waiting: &AtomicUsize) {
    waiting.fetch_sub(1, SeqCst);
    let mut looks = 0;
    while waiting.load(SeqCst) > 0 {
        looks += 1;
        if looks > LOOKS {
            thread::yield_now();
        }
        std::hint::spin_loop();
    }
}

fn dawdle(rounds: u64) {
    for _ in 0..rounds {
        std::hint::spin_loop();
    }
}
