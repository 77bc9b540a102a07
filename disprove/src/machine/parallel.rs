//! Machines whose rules are also called on several threads at once.

use super::{
    Ended, Machine,
    controlled::{self, is_controlled},
    history::{Interval, Model, is_explained},
    interleaving,
    script::tell_line,
    steps::torn_down,
    threads::{Call, Done, run},
};
use crate::{
    case::part,
    feedback::{Outcome, without_transcript},
    source::{Source, sample::Lengths},
};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

/// Threads at most; a race of two is enough for most mistakes, and a third reorders what they do.
const THREADS: u32 = 3;

/// Calls on one thread at most, and on all of them: so many that all orders can be tried.
const PER_THREAD: usize = 4;
const CALLS: Lengths = Lengths { min: 0, max: 8, explicit: true };

/// How often a case is run while failures are searched for, ...
const REPETITIONS: u64 = 10;
/// ... and while one is recorded, reduced and told: a race that was lost once must be lost again, ...
pub(super) const PATIENCE: u64 = 200;
/// ... for which so many times the repetitions that it took the last time are enough.
const ENOUGH: u64 = 20;

/// Under shuttle the same turns are taken again; each repetition takes others.
const CONTROLLED_REPETITIONS: u64 = 20;

/// What is said where no order of the calls explains the results.
const UNEXPLAINED: &str = "no order of these calls gives these results";

const NOT_THE_SAME: &str = "the machine does not do the same again for the same calls: outside of its parallel part \
     it must not depend on anything but its arguments";

/// One call of the parallel part.
struct Planned {
    thread: usize,
    rule: u32,
    /// Where its arguments are drawn from, as often as the call is made.
    arguments: Source,
}

impl<M, B, Make, Initial, Allows, Step, Check, const RULES: usize>
    Machine<M, B, Make, Initial, Allows, Step, Check, RULES>
where
    B: Default,
    Make: Fn(bool, &mut Source) -> Result<M, Outcome>,
    Initial: Fn(&mut M, bool, &mut Source) -> Ended,
    Allows: Fn(&M, &B, u32) -> bool,
    Step: Fn(&mut M, &mut B, u32, bool, &mut Source) -> Ended,
    Check: Fn(&mut M, bool) -> Ended,
{
    /// Runs one case: some steps, then calls of the given rules on several threads.
    pub fn parallel_case(
        &self,
        rules: &[u32],
        prepare: impl Fn(&B, u32, bool, &mut Source) -> Call<M>,
        src: &mut Source,
    ) -> Outcome
    where
        M: Sync,
    {
        let before = src.fork();
        self.whole(src, |machine, bundles, telling, src| {
            let watched = src.is_recording();
            let repetitions = match (is_controlled(), watched) {
                (true, _) => CONTROLLED_REPETITIONS,
                (false, true) => self.patience.get(),
                (false, false) => REPETITIONS,
            };
            let plan = self.plan(rules, &prepare, machine, bundles, src);
            if plan.iter().all(|call| call.thread == plan[0].thread) {
                return Ok(());
            }
            if is_controlled() {
                controlled::give_back(src);
                if telling {
                    controlled::plan(lines(&plan, &prepare, bundles));
                }
            }
            for repetition in 0..repetitions {
                let raced = catch_unwind(AssertUnwindSafe(|| {
                    self.race(&plan, &prepare, telling, &before, repetition)
                }));
                if !matches!(raced, Ok(Ok(()))) {
                    if watched {
                        let enough = (repetition + 1) * ENOUGH;
                        self.patience.set(enough.clamp(2 * REPETITIONS, PATIENCE));
                    }
                    return raced.unwrap_or_else(|panic| resume_unwind(panic));
                }
            }
            Ok(())
        })
    }

    /// Draws the calls.
    fn plan(
        &self,
        rules: &[u32],
        prepare: &impl Fn(&B, u32, bool, &mut Source) -> Call<M>,
        machine: &M,
        bundles: &B,
        src: &mut Source,
    ) -> Vec<Planned> {
        let mut plan: Vec<Planned> = Vec::new();
        let mut call = |src: &mut Source| {
            let is_free = |thread: u32| {
                plan.iter().filter(|call| call.thread == thread as usize).count() < PER_THREAD
            };
            let thread = src.enabled_branch(THREADS, None, 0, is_free)?;
            let allows = |rule: u32| self.allows(machine, bundles, rules[rule as usize]);
            let rule = rules[src.enabled_branch(rules.len() as u32, None, 0, allows)? as usize];
            let arguments = src.fork();
            prepare(bundles, rule, false, src);
            plan.push(Planned { thread: thread as usize, rule, arguments });
            Some(())
        };
        if src.is_recording() {
            let mut items = src.begin_items("parallel calls", &CALLS);
            while src.next_item(&mut items) {
                if call(src).is_none() {
                    src.discard_item(&mut items);
                    src.stop_items(&items);
                    break;
                }
            }
        } else {
            let count = src.length(&CALLS);
            src.enter_level();
            for _ in 0..count {
                if call(src).is_none() {
                    break;
                }
            }
            src.leave_level();
        }
        plan
    }

    /// Makes the calls once, on a machine of its own.
    fn race(
        &self,
        plan: &[Planned],
        prepare: &impl Fn(&B, u32, bool, &mut Source) -> Call<M>,
        telling: bool,
        before: &Source,
        repetition: u64,
    ) -> Ended
    where
        M: Sync,
    {
        let (mut machine, bundles) = self.again(before).map_err(|_| Outcome::fail(NOT_THE_SAME))?;
        let calls = plan.iter().map(|call| {
            let prepared = prepare(&bundles, call.rule, telling, &mut call.arguments.fork());
            (call.thread, prepared)
        });
        let delays = repetition.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let done = run(&machine, calls.collect(), THREADS as usize, delays);
        let ended = catch_unwind(AssertUnwindSafe(|| {
            self.explain(&mut machine, done, plan, prepare, telling, before)
        }));
        torn_down(ended, machine, bundles, telling)
    }

    /// Sees whether what was returned can be explained.
    fn explain(
        &self,
        machine: &mut M,
        mut done: Vec<Done>,
        plan: &[Planned],
        prepare: &impl Fn(&B, u32, bool, &mut Source) -> Call<M>,
        telling: bool,
        before: &Source,
    ) -> Ended {
        let panicked = done.iter().enumerate().filter_map(|(call, done)| {
            let caught = done.answer.as_ref().err()?;
            Some((caught.order(), call))
        });
        // Those after the first may be its consequences, such as locks that were poisoned.
        if let Some((_, first)) = panicked.min() {
            if telling {
                interleaving::lines(&done).into_iter().for_each(tell_line);
            }
            if let Err(caught) = done.swap_remove(first).answer {
                caught.resume();
            }
        }
        let intervals: Vec<Interval> = done.iter().map(|done| done.when).collect();
        let mut alone = Alone { whole: self, plan, prepare, before, done: &done, state: None };
        let tell = || {
            if telling {
                interleaving::lines(&done).into_iter().for_each(tell_line);
            }
        };
        if !is_explained(&intervals, &mut alone) {
            tell();
            return Err(Outcome::fail(UNEXPLAINED));
        }
        let checked =
            catch_unwind(AssertUnwindSafe(|| without_transcript(|| self.check(machine, false))));
        match checked {
            Ok(Ok(())) => return Ok(()),
            // Once more, for the line of the invariant to stand behind those of the threads.
            _ if telling => {
                tell();
                self.check(machine, true)?;
            }
            _ => {}
        }
        checked.unwrap_or_else(|panic| resume_unwind(panic))
    }
}

/// The calls, each with its thread.
fn lines<M, B>(
    plan: &[Planned],
    prepare: &impl Fn(&B, u32, bool, &mut Source) -> Call<M>,
    bundles: &B,
) -> Vec<(usize, String)> {
    let line = |call: &Planned| {
        (call.thread, prepare(bundles, call.rule, true, &mut call.arguments.fork()).line)
    };
    plan.iter().map(line).collect()
}

/// The same machine, called by one thread.
struct Alone<'a, W, M, B, P> {
    whole: &'a W,
    plan: &'a [Planned],
    prepare: &'a P,
    before: &'a Source,
    done: &'a [Done],
    state: Option<(M, B)>,
}

impl<M, B, Make, Initial, Allows, Step, Check, P, const RULES: usize> Model
    for Alone<'_, Machine<M, B, Make, Initial, Allows, Step, Check, RULES>, M, B, P>
where
    B: Default,
    Make: Fn(bool, &mut Source) -> Result<M, Outcome>,
    Initial: Fn(&mut M, bool, &mut Source) -> Ended,
    Allows: Fn(&M, &B, u32) -> bool,
    Step: Fn(&mut M, &mut B, u32, bool, &mut Source) -> Ended,
    Check: Fn(&mut M, bool) -> Ended,
    P: Fn(&B, u32, bool, &mut Source) -> Call<M>,
{
    fn restart(&mut self) {
        self.state = self.whole.again(self.before).ok();
    }

    fn gives_the_same(&mut self, call: usize) -> bool {
        let (Some((machine, bundles)), Planned { rule, arguments, .. }) =
            (&self.state, &self.plan[call])
        else {
            return false;
        };
        let call_alone = (self.prepare)(bundles, *rule, false, &mut arguments.fork());
        // What panics after calls in this order did not happen in this order.
        let answer = part(|| without_transcript(|| (call_alone.make)(machine)));
        match (&answer, &self.done[call].answer) {
            (Ok(alone), Ok(answer)) => alone.is_same(&**answer),
            _ => false,
        }
    }
}
