//! One case of a state machine: its start, its steps, its end.

use super::{Ended, checking, parallel::PATIENCE};
use crate::{
    case::quietly,
    feedback::{Outcome, is_transcribing, without_transcript},
    source::{
        Source,
        sample::{Lengths, Weights},
    },
};
use std::{
    any::type_name,
    cell::Cell,
    marker::PhantomData,
    panic::{AssertUnwindSafe, catch_unwind, resume_unwind},
    thread,
};

/// How many steps a case has at most, if nothing is said.
const USUAL_STEPS: usize = 50;

thread_local! {
    /// How many steps the cases on this thread have at most.
    static STEPS: Cell<usize> = const { Cell::new(USUAL_STEPS) };
}

/// While this lives, the cases on this thread have at most so many steps.
#[derive(Debug)]
pub(crate) struct Steps {
    before: usize,
}

impl Steps {
    pub(crate) fn at_most(steps: Option<u64>) -> Steps {
        let steps = steps.map_or(USUAL_STEPS, |steps| usize::try_from(steps).unwrap_or(usize::MAX));
        Steps { before: STEPS.replace(steps) }
    }
}

impl Drop for Steps {
    fn drop(&mut self) {
        STEPS.set(self.before);
    }
}

/// With fewer rules there is nothing worth leaving out.
const SWARM_RULES: usize = 3;

/// Half of the cases leave some rules out, of 2^64. Over 60 seeds, twelve pushes without a pop or a clear were
/// found after 21 executions instead of 13,000, two counters past their resets after 1,078 instead of 4,025; a
/// chain that needs nearly all rules took 125 instead of 86.
const SWARM: u64 = 1 << 63;

/// An impl block with `#[property]`, as closures over the generators of its arguments.
///
/// The number of its rules is known when it is compiled: what follows from it need not be found out at each step.
pub struct Machine<M, B, Make, Initial, Allows, Step, Check, const RULES: usize> {
    /// `None` if all are alike.
    weights: Option<Weights>,
    make: Make,
    initial: Initial,
    allows: Allows,
    step: Step,
    check: Check,
    /// How often a parallel case is repeated once it failed.
    pub(super) patience: Cell<u64>,
    types: PhantomData<fn(M, B)>,
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
    /// `weights` has one for each rule.
    pub fn new(
        weights: &[u32; RULES],
        make: Make,
        initial: Initial,
        allows: Allows,
        step: Step,
        check: Check,
    ) -> Self {
        let even = weights.iter().all(|weight| *weight == weights[0]);
        Machine {
            weights: (!even).then(|| Weights::new(weights, &vec![false; weights.len()])),
            make,
            initial,
            allows,
            step,
            check,
            patience: Cell::new(PATIENCE),
            types: PhantomData,
        }
    }

    /// Runs one case.
    pub fn case(&self, src: &mut Source) -> Outcome {
        self.whole(src, |_, _, _, _| Ok(()))
    }

    /// A case with something after its steps.
    #[inline(always)]
    pub(super) fn whole(
        &self,
        src: &mut Source,
        after: impl FnOnce(&mut M, &mut B, bool, &mut Source) -> Ended,
    ) -> Outcome {
        let telling = is_transcribing();
        let mut machine = match (self.make)(telling, src) {
            Ok(machine) => machine,
            Err(outcome) => return outcome,
        };
        let mut bundles = B::default();
        // The machine outlives a panic of its steps: if its `Drop` panics as well, that is one panic
        // after the other, and not the end of the process.
        let ended = catch_unwind(AssertUnwindSafe(|| {
            self.live(&mut machine, &mut bundles, telling, src)?;
            after(&mut machine, &mut bundles, telling, src)
        }));
        match torn_down(ended, machine, bundles, telling) {
            Ok(()) => Outcome::pass(),
            Err(outcome) => outcome,
        }
    }

    /// Each step is an element of a collection, so that it can be taken out, moved and copied. Both ways of
    /// drawing one share a loop: a closure that is called in one place is made part of it.
    #[inline]
    fn live(&self, machine: &mut M, bundles: &mut B, telling: bool, src: &mut Source) -> Ended {
        (self.initial)(machine, telling, src)?;
        (self.check)(machine, telling)?;
        // A machine that can do nothing has not been tested.
        if (0..RULES as u32).all(|rule| !(self.allows)(machine, bundles, rule)) {
            return Err(Outcome::reject());
        }
        let swarm = Self::swarm(src);
        let lengths = Lengths { min: 0, max: STEPS.get(), explicit: true };
        let (mut items, mut steps) = (None, 0);
        if src.is_recording() {
            items = Some(src.begin_items(type_name::<M>(), &lengths));
        } else {
            steps = src.length(&lengths);
            src.enter_level();
        }
        loop {
            match &mut items {
                None if steps == 0 => break src.leave_level(),
                None => steps -= 1,
                Some(items) => {
                    if !src.next_item(items) {
                        break;
                    }
                }
            }
            let weights = self.weights.as_ref();
            let rule = src.enabled_branch(RULES as u32, weights, swarm, |r| {
                (self.allows)(machine, bundles, r)
            });
            match (rule, &mut items) {
                (Some(rule), _) => (self.step)(machine, bundles, rule, telling, src)?,
                (None, None) => break src.leave_level(),
                (None, Some(items)) => {
                    src.discard_item(items);
                    break src.stop_items(items);
                }
            }
            (self.check)(machine, telling)?;
        }
        Ok(())
    }

    /// Another machine that has made the steps which the first made with a source that started like this one.
    pub(super) fn again(&self, src: &Source) -> Result<(M, B), Outcome> {
        without_transcript(|| {
            let mut src = src.fork();
            let mut machine = (self.make)(false, &mut src)?;
            let mut bundles = B::default();
            self.live(&mut machine, &mut bundles, false, &mut src)?;
            Ok((machine, bundles))
        })
    }

    /// Whether a rule can be called now.
    pub(super) fn allows(&self, machine: &M, bundles: &B, rule: u32) -> bool {
        (self.allows)(machine, bundles, rule)
    }

    /// Checks the invariants.
    pub(super) fn check(&self, machine: &mut M, telling: bool) -> Ended {
        (self.check)(machine, telling)
    }

    /// The rules left out of this case, a bit each. What one rule undoes another cannot build up; without the
    /// one, states are reached that are rare otherwise.
    fn swarm(src: &mut Source) -> u64 {
        if RULES < SWARM_RULES || !src.boolean(SWARM) {
            return 0;
        }
        let all = u64::MAX >> (64 - RULES.min(63));
        src.offset(0, all, 0, false)
    }
}

/// Drops a machine after its steps, and says how the case ended: by what happened first.
pub(super) fn torn_down<M, B>(
    ended: thread::Result<Ended>,
    machine: M,
    bundles: B,
    telling: bool,
) -> Ended {
    let ended = match ended {
        Ok(ended) => ended,
        Err(panic) => {
            // What a destructor says now must not hide where the first panic was.
            let _ = quietly(|| drop((bundles, machine)));
            resume_unwind(panic)
        }
    };
    let dropped = catch_unwind(AssertUnwindSafe(|| {
        checking(telling && ended.is_ok(), "drop(machine);", || {
            drop(bundles);
            drop(machine);
            Ok(())
        })
    }));
    match (ended, dropped) {
        (Ok(()), Err(panic)) => resume_unwind(panic),
        (ended, _) => ended,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{generator::any, random::Random};

    /// Counts up to five, adds what it draws, and keeps what happened.
    #[derive(Debug, Default, PartialEq)]
    struct Log(Vec<(u32, u8)>);

    /// What happened in the case of a source, and whether its steps were few enough.
    fn happened(src: &mut Source, steps: usize) -> Vec<(u32, u8)> {
        let seen = std::cell::RefCell::new(Vec::new());
        let machine = Machine::new(
            &[1, 2, 1, 1],
            |_, _| Ok(Log::default()),
            |_, _, _| Ok(()),
            |log: &Log, (): &(), rule| rule != 2 && log.0.len() < 20,
            |log: &mut Log, (): &mut (), rule, _, src: &mut Source| {
                log.0.push((rule, src.draw(any::<u8>())));
                Ok(())
            },
            |log: &mut Log, _| {
                seen.replace(log.0.clone());
                Ok(())
            },
        );
        let _steps = Steps::at_most(Some(steps as u64));
        assert_eq!(machine.case(src), Outcome::pass());
        seen.take()
    }

    #[test]
    fn recorded_cases_are_those_of_chance() {
        let (mut plain, mut watching) = (Source::new(), Source::recording());
        let mut lengths = Vec::new();
        for case in 0..200 {
            plain.restart(Random::for_case(3, case), 100);
            watching.record(Random::for_case(3, case), 100);
            let steps = happened(&mut plain, 30);
            assert_eq!(happened(&mut watching, 30), steps);
            assert!(steps.iter().all(|(rule, _)| *rule != 2), "{steps:?}");
            lengths.push(steps.len());
        }
        assert!(lengths.contains(&0) && lengths.contains(&20), "{lengths:?}");
        assert!(lengths.iter().all(|length| *length <= 20), "no rule is allowed then");
    }

    #[test]
    fn some_cases_leave_rules_out() {
        let mut src = Source::new();
        let mut without_the_first = 0;
        for case in 0..200 {
            src.restart(Random::for_case(4, case), 100);
            let steps = happened(&mut src, 50);
            let misses = steps.len() == 20 && steps.iter().all(|(rule, _)| *rule != 0);
            without_the_first += usize::from(misses);
        }
        assert!((10..100).contains(&without_the_first), "{without_the_first}");
    }
}
