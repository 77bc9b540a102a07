//! Calls on several threads at once.

use super::linearizability::Interval;
use crate::case::{Caught, part};
use std::{
    any::Any,
    fmt::Debug,
    sync::atomic::{AtomicU64, AtomicUsize, Ordering::SeqCst},
    thread,
};
#[cfg(feature = "shuttle")]
use {super::controlled::is_controlled, crate::case::caught};

/// What a parallel call returned.
pub trait Response: Any + Debug + Send {
    /// Whether another call returned the same.
    fn is_same(&self, other: &dyn Response) -> bool;

    /// The value, for a comparison.
    fn as_any(&self) -> &dyn Any;
}

impl<R: PartialEq + Debug + Send + 'static> Response for R {
    fn is_same(&self, other: &dyn Response) -> bool {
        other.as_any().downcast_ref() == Some(self)
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// A call of a parallel rule, with its arguments.
pub struct Call<'m> {
    /// Its line in the transcript; empty if nothing is transcribed.
    pub(super) line: String,
    pub(super) make: Box<dyn FnOnce() -> Box<dyn Response> + Send + 'm>,
}

impl<'m> Call<'m> {
    /// A call of `make` on a machine.
    pub fn new<M: Sync, R>(
        line: String,
        machine: &'m M,
        make: impl FnOnce(&M) -> R + Send + 'm,
    ) -> Call<'m>
    where
        R: PartialEq + Debug + Send + 'static,
    {
        Call { line, make: Box::new(move || Box::new(make(machine))) }
    }
}

/// A call that returned or panicked.
pub(super) struct CompletedCall {
    /// Its number in the plan.
    pub(super) number: usize,
    pub(super) thread: usize,
    pub(super) line: String,
    pub(super) interval: Interval,
    pub(super) response: Result<Box<dyn Response>, Caught>,
}

/// Times that a thread checks whether the others have started before it yields, since there may be fewer processors
/// than threads. A few microseconds: starting a thread takes longer.
const SPINS: u32 = 10_000;

/// The calls of one thread, with their numbers in the plan.
type Lane<'m> = Vec<(usize, Call<'m>)>;

/// Makes calls, each on its thread, all threads at once. `delays` varies how long a thread waits before a call.
pub(super) fn run(
    calls: Vec<(usize, Call<'_>)>,
    threads: usize,
    delays: u64,
) -> Vec<CompletedCall> {
    let mut lanes: Vec<Lane<'_>> = (0..threads).map(|_| Vec::new()).collect();
    for (number, (thread, call)) in calls.into_iter().enumerate() {
        lanes[thread].push((number, call));
    }
    lanes.retain(|lane| !lane.is_empty());
    let clock = &AtomicU64::new(0);
    #[cfg(feature = "shuttle")]
    let mut all =
        if is_controlled() { run_controlled(lanes, clock) } else { race(lanes, clock, delays) };
    #[cfg(not(feature = "shuttle"))]
    let mut all = race(lanes, clock, delays);
    all.sort_by_key(|call| call.number);
    all
}

/// Makes one call; `catch` catches its panic.
fn complete(
    (number, call): (usize, Call<'_>),
    thread: usize,
    clock: &AtomicU64,
    catch: impl FnOnce(&mut dyn FnMut() -> Box<dyn Response>) -> Result<Box<dyn Response>, Caught>,
) -> CompletedCall {
    let began = clock.fetch_add(1, SeqCst);
    let mut make = Some(call.make);
    let response = catch(&mut || make.take().expect("it is made once")());
    let ended = clock.fetch_add(1, SeqCst);
    let interval = Interval { began, ended };
    CompletedCall { number, thread, line: call.line, interval, response }
}

/// Runs lanes on threads of the operating system.
fn race(lanes: Vec<Lane<'_>>, clock: &AtomicU64, delays: u64) -> Vec<CompletedCall> {
    let waiting = &AtomicUsize::new(lanes.len());
    thread::scope(|scope| {
        let start = |(thread, lane)| {
            let lane: Lane<'_> = lane;
            scope.spawn(move || {
                wait_for_all(waiting);
                let call = |call: (usize, Call<'_>)| {
                    spin(delays.rotate_left(call.0 as u32 * 7) & 63);
                    complete(call, thread, clock, |body| part(body))
                };
                lane.into_iter().map(call).collect::<Vec<CompletedCall>>()
            })
        };
        let running: Vec<_> = lanes.into_iter().enumerate().map(start).collect();
        let calls =
            running.into_iter().flat_map(|thread| thread.join().expect("panics are caught"));
        calls.collect()
    })
}

/// Runs lanes on threads of shuttle, which all run on this thread.
#[cfg(feature = "shuttle")]
fn run_controlled(lanes: Vec<Lane<'_>>, clock: &AtomicU64) -> Vec<CompletedCall> {
    shuttle::thread::scope(|scope| {
        let start = |(thread, lane)| {
            let lane: Lane<'_> = lane;
            scope.spawn(move || {
                let call = |call| complete(call, thread, clock, |body| caught(body));
                lane.into_iter().map(call).collect::<Vec<CompletedCall>>()
            })
        };
        let running: Vec<_> = lanes.into_iter().enumerate().map(start).collect();
        let calls =
            running.into_iter().flat_map(|thread| thread.join().expect("panics are caught"));
        calls.collect()
    })
}

/// Waits until all threads are here. They spin, because sleeping threads would wake up one after the other.
fn wait_for_all(waiting: &AtomicUsize) {
    waiting.fetch_sub(1, SeqCst);
    let mut spins = 0;
    while waiting.load(SeqCst) > 0 {
        spins += 1;
        if spins > SPINS {
            thread::yield_now();
        }
        std::hint::spin_loop();
    }
}

fn spin(rounds: u64) {
    for _ in 0..rounds {
        std::hint::spin_loop();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls_of_one_thread_follow_each_other() {
        let calls = (0..3).map(|n| (0, Call::new(String::new(), &0_u8, move |_| n)));
        let calls = run(calls.collect(), 3, 0);
        let times = calls.iter().map(|call| (call.interval.began, call.interval.ended));
        assert_eq!(times.collect::<Vec<_>>(), [(0, 1), (2, 3), (4, 5)]);
    }
}
