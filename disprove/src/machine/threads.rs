//! Calls on threads of their own.

use super::history::Interval;
use crate::case::{Caught, part};
use std::{
    any::Any,
    fmt::Debug,
    sync::atomic::{AtomicU64, AtomicUsize, Ordering::SeqCst},
    thread,
};
#[cfg(feature = "shuttle")]
use {super::controlled::is_controlled, crate::case::caught};

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
    let clock = &AtomicU64::new(0);
    #[cfg(feature = "shuttle")]
    let mut all = if is_controlled() {
        take_turns(machine, lanes, clock)
    } else {
        race(machine, lanes, clock, delays)
    };
    #[cfg(not(feature = "shuttle"))]
    let mut all = race(machine, lanes, clock, delays);
    all.sort_by_key(|done| done.call);
    all
}

/// The calls of one thread, with their numbers.
type Lane<M> = Vec<(usize, Call<M>)>;

/// Makes one call; `catch` is where a panic of it ends.
fn made<M>(
    machine: &M,
    (number, call): (usize, Call<M>),
    thread: usize,
    clock: &AtomicU64,
    catch: impl FnOnce(&mut dyn FnMut() -> Box<dyn Answer>) -> Result<Box<dyn Answer>, Caught>,
) -> Done {
    let began = clock.fetch_add(1, SeqCst);
    let mut make = Some(call.make);
    let answer = catch(&mut || make.take().expect("it is made once")(machine));
    let ended = clock.fetch_add(1, SeqCst);
    Done { call: number, thread, line: call.line, when: Interval { began, ended }, answer }
}

/// Threads of the operating system.
fn race<M: Sync>(machine: &M, lanes: Vec<Lane<M>>, clock: &AtomicU64, delays: u64) -> Vec<Done> {
    let waiting = &AtomicUsize::new(lanes.len());
    thread::scope(|scope| {
        let start = |(thread, lane): (usize, Lane<M>)| {
            scope.spawn(move || {
                meet(waiting);
                let call = |call: (usize, Call<M>)| {
                    dawdle(delays.rotate_left(call.0 as u32 * 7) & 63);
                    made(machine, call, thread, clock, |body| part(body))
                };
                lane.into_iter().map(call).collect::<Vec<Done>>()
            })
        };
        let running: Vec<_> = lanes.into_iter().enumerate().map(start).collect();
        let done = running.into_iter().flat_map(|thread| thread.join().expect("panics are caught"));
        done.collect()
    })
}

/// Threads of shuttle, which all run on this one.
#[cfg(feature = "shuttle")]
fn take_turns<M: Sync>(machine: &M, lanes: Vec<Lane<M>>, clock: &AtomicU64) -> Vec<Done> {
    shuttle::thread::scope(|scope| {
        let start = |(thread, lane): (usize, Lane<M>)| {
            scope.spawn(move || {
                let call = |call| made(machine, call, thread, clock, |body| caught(body));
                lane.into_iter().map(call).collect::<Vec<Done>>()
            })
        };
        let running: Vec<_> = lanes.into_iter().enumerate().map(start).collect();
        let done = running.into_iter().flat_map(|thread| thread.join().expect("panics are caught"));
        done.collect()
    })
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
