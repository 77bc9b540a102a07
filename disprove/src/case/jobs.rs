//! Random cases on several threads. Their results are merged in the order of the cases, so that the number of threads
//! changes nothing but the time of a run.

use super::{
    CaseOutcome, Input, NoOutcome, OnThread, Printing, Property, Quiet, SizeSchedule,
    batch::{MAX_DUPLICATES, RandomCases},
    printing::{add_hidden_output, is_shown, take_hidden_output},
    random::{LastCase, RandomBatch},
    run::run_input,
};
use crate::{
    feedback::{Recording, ThreadFeedback, has_feedback, put_feedback, take_thread_feedback},
    random::Random,
    source::{Dictionary, Source, StackLimits, sample::DistributionOrder},
};
use std::{
    collections::{BTreeMap, HashMap},
    ops::Range,
    sync::{
        Condvar, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering::Relaxed},
    },
    thread::{self, Builder},
    time::{Duration, Instant},
    vec,
};

/// Threads at most. More would only wait for cores.
const MOST_JOBS: u64 = 256;

/// Time that a thread works between two looks at the shared state: too rare to cost anything.
const CLAIM_TIME: Duration = Duration::from_millis(1);

/// Cases that a thread claims at once, at most.
const LONGEST_CLAIM: u64 = 256;

/// Cases for each thread that may run before an earlier one is over: cases take different times.
const AHEAD: u64 = 64;

/// A case that ran on another thread.
struct ThreadCase {
    /// The generator finished, so that the input is known.
    has_input: bool,
    /// The identity of the input; `None` if it counts as distinct.
    identity: Option<u64>,
    /// `None` for a duplicate, which was not run.
    outcome: Option<Result<CaseOutcome, NoOutcome>>,
    feedback: Option<Box<ThreadFeedback>>,
    /// The body tried to print something that was hidden.
    was_hidden: bool,
}

/// What the threads share.
struct Shared {
    progress: Mutex<Progress>,
    /// There may be cases to claim.
    claimable: Condvar,
    /// A thread has finished cases, or is lost.
    finished: Condvar,
    /// The first case with each input.
    inputs: Mutex<HashMap<u64, u64>>,
    /// Whether duplicates are skipped.
    skips: AtomicBool,
    /// Whether the results of further cases are of no use.
    is_over: AtomicBool,
}

struct Progress {
    /// The next case to claim.
    next: u64,
    /// Cases below this one are needed, unless one before them ends the search.
    end: u64,
    /// Cases below this one are merged.
    merged: u64,
    /// Finished cases by the number of the first.
    finished: BTreeMap<u64, Vec<ThreadCase>>,
    /// A thread ended with a panic that belongs to no case.
    is_lost: bool,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Shared {
    fn new() -> Shared {
        let progress =
            Progress { next: 0, end: 0, merged: 0, finished: BTreeMap::new(), is_lost: false };
        Shared {
            progress: Mutex::new(progress),
            claimable: Condvar::new(),
            finished: Condvar::new(),
            inputs: Mutex::default(),
            skips: AtomicBool::new(true),
            is_over: AtomicBool::new(false),
        }
    }

    /// Waits for cases to run, about `size`. `None` at the end.
    fn claim(&self, size: u64, jobs: u64) -> Option<Range<u64>> {
        let mut progress = lock(&self.progress);
        loop {
            if self.is_over.load(Relaxed) {
                return None;
            }
            let ahead = jobs * AHEAD.max(4 * size);
            let end = progress.end.min(progress.merged.saturating_add(ahead));
            if progress.next < end {
                // The last cases are shared out, so that all threads end at the same time.
                let count = size.min((end - progress.next).div_ceil(jobs));
                let first = progress.next;
                progress.next += count;
                return Some(first..first + count);
            }
            progress = self.claimable.wait(progress).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Whether this case runs: no earlier one has the same input.
    fn takes(&self, identity: u64, case: u64) -> bool {
        let mut inputs = lock(&self.inputs);
        let first = inputs.entry(identity).or_insert(case);
        *first = case.min(*first);
        *first == case
    }
}

/// Reports a thread that ends with a panic.
struct Lost<'a>(&'a Shared);

impl Drop for Lost<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            lock(&self.0.progress).is_lost = true;
            self.0.finished.notify_all();
        }
    }
}

/// The cases of a run, as each thread needs to know them.
#[derive(Clone, Copy)]
struct Plan {
    seed: u64,
    sizes: SizeSchedule,
    order: &'static DistributionOrder,
    dictionary: &'static Dictionary,
    is_shown: bool,
    jobs: u64,
}

impl Plan {
    /// Runs cases on this thread until the end.
    fn run(&self, shared: &Shared, property: &dyn Property) {
        let mut src = Source::with(self.dictionary);
        let mut size = 1;
        while let Some(claimed) = shared.claim(size, self.jobs) {
            let (first, start) = (claimed.start, Instant::now());
            let mut cases = Vec::with_capacity((claimed.end - first) as usize);
            for case in claimed {
                if shared.is_over.load(Relaxed) {
                    return;
                }
                cases.push(self.run_case(case, shared, property, &mut src));
            }
            let is_short = start.elapsed() < CLAIM_TIME;
            size = if is_short { size * 2 } else { size / 2 }.clamp(1, LONGEST_CLAIM);
            lock(&shared.progress).finished.insert(first, cases);
            shared.finished.notify_all();
        }
    }

    fn run_case(
        &self,
        case: u64,
        shared: &Shared,
        property: &dyn Property,
        src: &mut Source,
    ) -> ThreadCase {
        let draws = property.draws();
        src.restart(Random::for_case(self.seed, case), self.sizes.size(case, self.order));
        let (mut has_input, mut identity) = (draws, None);
        let outcome = run_input(property, Input::Drawn, src, &mut |src, _| {
            (has_input, identity) = (true, src.identity());
            match identity {
                Some(input) if !draws && shared.skips.load(Relaxed) => shared.takes(input, case),
                _ => true,
            }
        });
        if draws {
            identity = src.identity();
        }
        let outcome = match outcome {
            Err(NoOutcome::Skipped) => None,
            outcome => Some(outcome),
        };
        let feedback = take_thread_feedback().map(Box::new);
        ThreadCase { has_input, identity, outcome, feedback, was_hidden: take_hidden_output() }
    }
}

/// The threads of a run.
pub(crate) struct Jobs<'a> {
    shared: &'a Shared,
    threads: u64,
    /// Finished cases that are not merged yet.
    cases: vec::IntoIter<ThreadCase>,
    is_started: bool,
}

impl Jobs<'_> {
    /// Starts threads that run cases of `random`, and calls `merge`. `prepare` is called on each thread.
    pub(crate) fn start<T>(
        jobs: u64,
        random: &mut RandomCases,
        on_thread: &OnThread<'_>,
        prepare: &(dyn Fn() + Sync),
        merge: impl FnOnce(&mut RandomCases, &mut Jobs<'_>) -> T,
    ) -> T {
        let stack = StackLimits::of_this_thread();
        let jobs = jobs.min(MOST_JOBS);
        let RandomCases { seed, sizes, order, dictionary, .. } = *random;
        let plan = Plan { seed, sizes, order, dictionary, is_shown: is_shown(), jobs };
        let shared = &Shared::new();
        let run = || {
            let _lost = Lost(shared);
            let _stack = StackLimits::like(stack);
            let _recording = Recording::start(false);
            let _quiet = Quiet::start();
            let _printing = Printing::start(plan.is_shown);
            prepare();
            on_thread(&mut |property| plan.run(shared, property));
        };
        thread::scope(|scope| {
            let cases = Vec::new().into_iter();
            let mut threads = Jobs { shared, threads: 0, cases, is_started: false };
            for _ in 0..jobs {
                let builder = match stack.large_stack() {
                    Some(bytes) => Builder::new().stack_size(bytes),
                    None => Builder::new(),
                };
                let name = thread::current().name().unwrap_or_default().to_owned();
                // Those that the system can start suffice.
                if builder.name(name).spawn_scoped(scope, run).is_err() {
                    break;
                }
                threads.threads += 1;
            }
            merge(random, &mut threads)
        })
    }

    /// The result of a case. `wanted` cases are needed from here on, unless one ends the search.
    fn next(&mut self, case: u64, wanted: u64) -> ThreadCase {
        if let Some(next) = self.cases.next() {
            return next;
        }
        let mut progress = lock(&self.shared.progress);
        if !self.is_started {
            self.is_started = true;
            progress.next = case;
        }
        (progress.end, progress.merged) = (case.saturating_add(wanted), case);
        self.shared.claimable.notify_all();
        loop {
            if let Some(cases) = progress.finished.remove(&case) {
                self.cases = cases.into_iter();
                return self.cases.next().expect("a thread finishes at least one case");
            }
            assert!(
                !progress.is_lost,
                "a thread of `jobs` has ended: the generator panicked when it was made again; `jobs = 1` shows where"
            );
            progress = self.shared.finished.wait(progress).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

impl Drop for Jobs<'_> {
    fn drop(&mut self) {
        // Threads look at the flag while they hold the lock, or are woken after it.
        let progress = lock(&self.shared.progress);
        self.shared.is_over.store(true, Relaxed);
        drop(progress);
        self.shared.claimable.notify_all();
    }
}

impl RandomCases {
    /// Runs cases like `run`, on other threads.
    pub(crate) fn run_on(
        &mut self,
        jobs: &mut Jobs<'_>,
        property: &dyn Property,
        limit: u64,
    ) -> RandomBatch {
        if jobs.threads == 0 {
            return self.run(property, limit);
        }
        (self.passed, self.repeated, self.limit) = (0, 0, limit);
        let last = self.merge(jobs, property);
        RandomBatch { passed: self.passed, repeated: self.repeated, last }
    }

    fn merge(&mut self, jobs: &mut Jobs<'_>, property: &dyn Property) -> Option<LastCase> {
        let draws = property.draws();
        loop {
            let case = self.next;
            let done = jobs.next(case, self.limit - self.passed);
            self.next += 1;
            self.is_new = true;
            if done.has_input && self.seen.is_open() {
                self.is_new = self.seen.add(done.identity);
                jobs.shared.skips.store(self.seen.is_open(), Relaxed);
            }
            if !draws && !self.is_new && self.duplicates < MAX_DUPLICATES {
                self.duplicates += 1;
                continue;
            }
            self.duplicates = 0;
            let outcome = if let Some(outcome) = done.outcome {
                add_hidden_output(done.was_hidden);
                if let Some(feedback) = done.feedback {
                    put_feedback(*feedback);
                }
                outcome
            } else {
                // The thread took it for a duplicate that is skipped.
                let size = self.sizes.size(case, self.order);
                self.src.restart(Random::for_case(self.seed, case), size);
                run_input(property, Input::Drawn, &mut self.src, &mut |_, _| true)
            };
            if !matches!(outcome, Ok(CaseOutcome::Passed)) || has_feedback() {
                return Some(LastCase { outcome, is_new: self.is_new });
            }
            self.passed += 1;
            self.repeated += u64::from(!self.is_new);
            if self.passed == self.limit {
                return None;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::MOST_JOBS;
    use crate::humanize::assert_said;

    #[test]
    fn there_are_at_most_as_many_threads_as_the_page_says() {
        assert_said("reference/settings.md", &format!("at most {MOST_JOBS}; see"));
    }
}
