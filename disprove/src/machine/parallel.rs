//! The parallel part of a case: rules that are called on several threads at once.

use super::{
    StepResult,
    call::add_line,
    controlled::{self, is_controlled},
    elements::Elements,
    instance::ErasedMachine,
    interleaving,
    linearizability::{Interval, SequentialModel, is_linearizable},
    steps::{Cases, tear_down},
    threads::{CompletedCall, run},
};
use crate::{
    case::part,
    feedback::{Outcome, without_transcript},
    source::{Source, sample::Lengths},
};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

/// Threads at most: two suffice for most races, and a third reorders what they do.
const THREADS: u32 = 3;

/// Calls on one thread at most.
const CALLS_PER_THREAD: usize = 4;

/// Calls on all threads at most 8, so that all orders can be tried: there are at most 560.
const CALLS: Lengths = Lengths { min: 0, max: 8, explicit: true };

/// The failure message when no order of the calls explains the results.
const NOT_LINEARIZABLE: &str = "no order of these calls gives these results";

const NOT_DETERMINISTIC: &str = "the machine does not do the same again for the same calls: outside of its parallel part \
     it must not depend on anything but its arguments";

/// One call of the parallel part.
struct PlannedCall {
    thread: usize,
    rule: u32,
    /// The source before its arguments are drawn, which happens each time the call is made.
    arguments: Source,
}

impl Cases {
    /// Calls parallel rules of a machine that has made its steps. `beginning` is the source before its start.
    pub(super) fn parallel(
        &self,
        machine: &dyn ErasedMachine,
        beginning: &Source,
        transcribing: bool,
        src: &mut Source,
    ) -> StepResult {
        let recording = src.is_recording();
        let repetitions = self.repetitions.count(is_controlled(), recording);
        let plan = plan(machine, src);
        if plan.iter().all(|call| call.thread == plan[0].thread) {
            return Ok(());
        }
        if is_controlled() {
            controlled::give_back(src);
            if transcribing {
                controlled::plan(lines(&plan, machine));
            }
        }
        let race = Race { cases: self, machine, plan: &plan, beginning, transcribing };
        for repetition in 0..repetitions {
            let raced = catch_unwind(AssertUnwindSafe(|| race.run(repetition)));
            if !matches!(raced, Ok(Ok(()))) {
                if recording {
                    self.repetitions.failed_after(repetition + 1);
                }
                return raced.unwrap_or_else(|panic| resume_unwind(panic));
            }
        }
        Ok(())
    }
}

/// Draws the calls.
fn plan(machine: &dyn ErasedMachine, src: &mut Source) -> Vec<PlannedCall> {
    let rules = machine.parallel_rules();
    let mut plan: Vec<PlannedCall> = Vec::new();
    let mut calls = Elements::begin("parallel calls", &CALLS, src);
    while calls.next(src) {
        let is_free = |thread: u32| {
            plan.iter().filter(|call| call.thread == thread as usize).count() < CALLS_PER_THREAD
        };
        let allows = |rule: u32| machine.allows(rules[rule as usize]);
        let thread = src.enabled_branch(THREADS, None, 0, is_free);
        let rule = thread.and_then(|_| src.enabled_branch(rules.len() as u32, None, 0, allows));
        let (Some(thread), Some(rule)) = (thread, rule) else {
            calls.discard(src);
            break;
        };
        let (rule, arguments) = (rules[rule as usize], src.fork());
        machine.prepare(rule, false, src);
        plan.push(PlannedCall { thread: thread as usize, rule, arguments });
    }
    calls.end(src);
    plan
}

/// The calls, each with its thread.
fn lines(plan: &[PlannedCall], machine: &dyn ErasedMachine) -> Vec<(usize, String)> {
    let line = |call: &PlannedCall| {
        (call.thread, machine.prepare(call.rule, true, &mut call.arguments.fork()).line)
    };
    plan.iter().map(line).collect()
}

/// The planned calls, and how to make machines for them.
struct Race<'a> {
    cases: &'a Cases,
    machine: &'a dyn ErasedMachine,
    plan: &'a [PlannedCall],
    beginning: &'a Source,
    transcribing: bool,
}

impl Race<'_> {
    /// Makes the calls once, on a new machine.
    fn run(&self, repetition: u64) -> StepResult {
        let machine = self.cases.repeat_steps(self.machine, self.beginning);
        let mut machine = machine.map_err(|_| Outcome::fail(NOT_DETERMINISTIC))?;
        let calls = self.plan.iter().map(|call| {
            let arguments = &mut call.arguments.fork();
            (call.thread, machine.prepare(call.rule, self.transcribing, arguments))
        });
        let delays = repetition.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let calls = run(calls.collect(), THREADS as usize, delays);
        let result = catch_unwind(AssertUnwindSafe(|| self.judge(&mut *machine, calls)));
        tear_down(result, &mut *machine, self.transcribing)
    }

    /// Fails if a call panicked, if the calls are not linearizable, or if an invariant does not hold.
    fn judge(&self, machine: &mut dyn ErasedMachine, mut calls: Vec<CompletedCall>) -> StepResult {
        let panicked = calls.iter().enumerate().filter_map(|(number, call)| {
            let caught = call.response.as_ref().err()?;
            Some((caught.order(), number))
        });
        // Those after the first may be its consequences, such as poisoned locks.
        if let Some((_, first)) = panicked.min() {
            self.transcribe(&calls);
            if let Err(caught) = calls.swap_remove(first).response {
                caught.resume();
            }
        }
        let intervals: Vec<Interval> = calls.iter().map(|call| call.interval).collect();
        let mut sequential = Sequential { race: self, calls: &calls, machine: None };
        if !is_linearizable(&intervals, &mut sequential) {
            self.transcribe(&calls);
            return Err(Outcome::fail(NOT_LINEARIZABLE));
        }
        let checked = catch_unwind(AssertUnwindSafe(|| {
            without_transcript(|| machine.check_invariants(false))
        }));
        match checked {
            Ok(Ok(())) => return Ok(()),
            // Check again, so that the line of the invariant follows those of the threads.
            _ if self.transcribing => {
                self.transcribe(&calls);
                machine.check_invariants(true)?;
            }
            _ => {}
        }
        checked.unwrap_or_else(|panic| resume_unwind(panic))
    }

    fn transcribe(&self, calls: &[CompletedCall]) {
        if self.transcribing {
            interleaving::lines(calls).into_iter().for_each(add_line);
        }
    }
}

/// The same calls on a machine of the same type, one after the other.
struct Sequential<'a> {
    race: &'a Race<'a>,
    calls: &'a [CompletedCall],
    machine: Option<Box<dyn ErasedMachine + 'a>>,
}

impl SequentialModel for Sequential<'_> {
    fn restart(&mut self) {
        let Race { cases, machine, beginning, .. } = self.race;
        self.machine = cases.repeat_steps(*machine, beginning).ok();
    }

    fn gives_the_same(&mut self, call: usize) -> bool {
        let Some(machine) = &self.machine else { return false };
        let PlannedCall { rule, arguments, .. } = &self.race.plan[call];
        let sequential = machine.prepare(*rule, false, &mut arguments.fork());
        // Calls that panic in this order did not happen in this order.
        let response = part(|| without_transcript(sequential.make));
        match (&response, &self.calls[call].response) {
            (Ok(sequential), Ok(response)) => sequential.is_same(&**response),
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{CALLS, THREADS};

    #[test]
    fn the_book_has_the_numbers_of_threads_and_calls() {
        let said = format!(
            "at most {THREADS} threads make at most {} calls altogether; no setting changes these limits",
            CALLS.max
        );
        crate::humanize::assert_said("guides/async-and-threads.md", &said);
    }
}
