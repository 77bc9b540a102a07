//! One case of a state machine: its start, its steps, its end.

use super::{Ended, checking};
use crate::{
    feedback::Outcome,
    source::{
        Source,
        sample::{Lengths, Weights},
    },
};
use std::{
    any::type_name,
    marker::PhantomData,
    panic::{AssertUnwindSafe, catch_unwind, resume_unwind},
};

/// How many steps a case has at most, if nothing is said.
const STEPS: usize = 50;

/// With fewer rules there is nothing worth leaving out.
const SWARM_RULES: u32 = 3;

/// How often some rules are left out, of 2^64.
const SWARM: u64 = 1 << 62;

/// An impl block with `#[property]`, as closures over the generators of its arguments.
pub struct Machine<M, B, Make, Initial, Allows, Step, Check> {
    /// How many rules there are.
    rules: u32,
    /// `None` if all are alike.
    weights: Option<Weights>,
    steps: Lengths,
    make: Make,
    initial: Initial,
    allows: Allows,
    step: Step,
    check: Check,
    types: PhantomData<fn(M, B)>,
}

impl<M, B, Make, Initial, Allows, Step, Check> Machine<M, B, Make, Initial, Allows, Step, Check>
where
    B: Default,
    Make: Fn(&mut Source) -> Result<M, Outcome>,
    Initial: Fn(&mut M, &mut Source) -> Ended,
    Allows: Fn(&M, &B, u32) -> bool,
    Step: Fn(&mut M, &mut B, u32, &mut Source) -> Ended,
    Check: Fn(&mut M) -> Ended,
{
    /// `weights` has one for each rule.
    pub fn new(
        weights: &[u32],
        make: Make,
        initial: Initial,
        allows: Allows,
        step: Step,
        check: Check,
    ) -> Self {
        let even = weights.iter().all(|weight| *weight == weights[0]);
        Machine {
            rules: weights.len() as u32,
            weights: (!even).then(|| Weights::new(weights, &vec![false; weights.len()])),
            steps: Lengths { min: 0, max: STEPS, explicit: true },
            make,
            initial,
            allows,
            step,
            check,
            types: PhantomData,
        }
    }

    /// How many steps a case has at most.
    #[must_use]
    pub fn steps(mut self, steps: usize) -> Self {
        self.steps.max = steps;
        self
    }

    /// Runs one case.
    pub fn case(&self, src: &mut Source) -> Outcome {
        let mut machine = match (self.make)(src) {
            Ok(machine) => machine,
            Err(outcome) => return outcome,
        };
        let mut bundles = B::default();
        // The machine outlives a panic of its steps: if its `Drop` panics as well, that is one panic
        // after the other, and not the end of the process.
        let ended = catch_unwind(AssertUnwindSafe(|| self.live(&mut machine, &mut bundles, src)));
        let dropped = catch_unwind(AssertUnwindSafe(|| {
            checking("drop(machine);", || {
                drop(bundles);
                drop(machine);
            })
        }));
        match (ended, dropped) {
            (Ok(Ok(())), Err(panic)) | (Err(panic), _) => resume_unwind(panic),
            (Ok(Ok(())), _) => Outcome::pass(),
            (Ok(Err(outcome)), _) => outcome,
        }
    }

    #[inline]
    fn live(&self, machine: &mut M, bundles: &mut B, src: &mut Source) -> Ended {
        (self.initial)(machine, src)?;
        (self.check)(machine)?;
        let swarm = self.swarm(src);
        if src.is_watched() {
            return self.watched(machine, bundles, swarm, src);
        }
        let steps = src.length(&self.steps);
        src.enter_level();
        for _ in 0..steps {
            if !self.step(machine, bundles, swarm, src)? {
                break;
            }
        }
        src.leave_level();
        Ok(())
    }

    /// Each step is an element of a collection, so that it can be taken out, moved and copied.
    #[cold]
    #[inline(never)]
    fn watched(&self, machine: &mut M, bundles: &mut B, swarm: u64, src: &mut Source) -> Ended {
        let mut items = src.begin_items(type_name::<M>(), &self.steps);
        while src.next_item(&mut items) {
            if !self.step(machine, bundles, swarm, src)? {
                src.discard_item(&mut items);
                src.stop_items(&items);
                break;
            }
        }
        Ok(())
    }

    /// The rules left out of this case, a bit each. What one rule undoes another cannot build up; without the
    /// one, states are reached that are rare otherwise.
    fn swarm(&self, src: &mut Source) -> u64 {
        if self.rules < SWARM_RULES || !src.coin(SWARM) {
            return 0;
        }
        let all = u64::MAX >> (64 - self.rules.min(63));
        src.offset(0, all, 0, false)
    }

    /// One step. False if no rule is allowed.
    #[inline(always)]
    fn step(
        &self,
        machine: &mut M,
        bundles: &mut B,
        swarm: u64,
        src: &mut Source,
    ) -> Result<bool, Outcome> {
        let weights = self.weights.as_ref();
        let rule = if swarm == 0 {
            src.open_branch(self.rules, weights, |rule| (self.allows)(machine, bundles, rule))
        } else {
            self.swarm_rule(machine, bundles, swarm, src)
        };
        let Some(rule) = rule else { return Ok(false) };
        (self.step)(machine, bundles, rule, src)?;
        (self.check)(machine)?;
        Ok(true)
    }

    /// A rule that is allowed and was not left out; where there is none, one that was.
    #[inline(never)]
    fn swarm_rule(&self, machine: &M, bundles: &B, swarm: u64, src: &mut Source) -> Option<u32> {
        let allows = |rule: u32| (self.allows)(machine, bundles, rule);
        let is_in = |rule: u32| swarm.checked_shr(rule).is_none_or(|left_out| left_out & 1 == 0);
        let some = (0..self.rules).any(|rule| is_in(rule) && allows(rule));
        src.open_branch(self.rules, self.weights.as_ref(), |rule| {
            (!some || is_in(rule)) && allows(rule)
        })
    }
}
