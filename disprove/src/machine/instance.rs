//! A machine during one case, without its types.

use super::{
    StepResult, elements::Elements, rule_choice::RuleChoice, state_machine::StateMachine,
    threads::Call,
};
use crate::{
    feedback::Outcome,
    source::{
        Source,
        sample::{Lengths, Weights},
    },
};
use std::any::type_name;

/// A machine during one case. The library compiles what calls it once, for all types of machines.
pub(super) trait ErasedMachine {
    /// The weight of each rule.
    fn weights(&self) -> &'static [u32];

    /// The rules that are also called on several threads at once.
    fn parallel_rules(&self) -> &'static [u32];

    /// Makes the machine. It comes before all that follows.
    fn start(&mut self, transcribing: bool, src: &mut Source) -> StepResult;

    /// Calls the initial functions, then the invariants.
    fn initialize(&mut self, transcribing: bool, src: &mut Source) -> StepResult;

    /// Whether a rule can be called now.
    fn allows(&self, rule: u32) -> bool;

    /// Makes steps, `lengths` says how many. Rules in `left_out` are called only if no other is allowed. Returns
    /// whether a rule ended the case.
    ///
    /// This loop is compiled for each machine: with a virtual call for each step, random cases take half as much
    /// time again. Random and recorded cases share it, so that the compiler inlines the rules.
    fn steps(
        &mut self,
        lengths: &Lengths,
        weights: Option<&Weights>,
        left_out: u64,
        transcribing: bool,
        src: &mut Source,
    ) -> Result<bool, Outcome>;

    /// Calls the invariants.
    fn check_invariants(&mut self, transcribing: bool) -> StepResult;

    /// Draws the arguments of a parallel rule.
    fn prepare(&self, rule: u32, transcribing: bool, src: &mut Source) -> Call<'_>;

    /// Drops the bundles, then the machine.
    fn drop_state(&mut self);

    /// Another machine of the same type, not started yet.
    fn fresh(&self) -> Box<dyn ErasedMachine + '_>;
}

/// A machine with the values of its bundles. The fields are dropped in this order.
pub(super) struct Instance<'g, M, B, G, C> {
    bundles: B,
    /// `None` before the start and after the end.
    machine: Option<M>,
    generators: &'g G,
    choice: C,
}

impl<'g, M, B: Default, G, C> Instance<'g, M, B, G, C> {
    pub(super) fn new(generators: &'g G, choice: C) -> Self {
        Instance { bundles: B::default(), machine: None, generators, choice }
    }
}

const STARTED: &str = "the machine is between its start and its end";

impl<M, B, G, C> ErasedMachine for Instance<'_, M, B, G, C>
where
    M: StateMachine<B, G>,
    B: Default,
    C: RuleChoice,
{
    fn weights(&self) -> &'static [u32] {
        M::WEIGHTS
    }

    fn parallel_rules(&self) -> &'static [u32] {
        M::PARALLEL
    }

    fn start(&mut self, transcribing: bool, src: &mut Source) -> StepResult {
        self.machine = Some(M::start(self.generators, transcribing, src)?);
        Ok(())
    }

    fn initialize(&mut self, transcribing: bool, src: &mut Source) -> StepResult {
        let machine = self.machine.as_mut().expect(STARTED);
        M::initialize(machine, self.generators, transcribing, src)?;
        M::check_invariants(machine, transcribing)
    }

    fn allows(&self, rule: u32) -> bool {
        self.choice.allows((self.machine.as_ref().expect(STARTED), &self.bundles), rule)
    }

    fn steps(
        &mut self,
        lengths: &Lengths,
        weights: Option<&Weights>,
        left_out: u64,
        transcribing: bool,
        src: &mut Source,
    ) -> Result<bool, Outcome> {
        let Instance { bundles, machine, generators, choice } = self;
        let machine = machine.as_mut().expect(STARTED);
        let mut steps = Elements::begin(type_name::<M>(), lengths, src);
        while steps.next(src) {
            let Some(rule) = choice.rule((&*machine, &*bundles), weights, left_out, src) else {
                steps.discard(src);
                break;
            };
            M::step(machine, bundles, generators, rule, transcribing, src)?;
            M::check_invariants(machine, transcribing)?;
            if C::ENDS && M::ENDS.contains(&rule) {
                steps.stop(src);
                steps.end(src);
                return Ok(true);
            }
        }
        steps.end(src);
        Ok(false)
    }

    fn check_invariants(&mut self, transcribing: bool) -> StepResult {
        M::check_invariants(self.machine.as_mut().expect(STARTED), transcribing)
    }

    fn prepare(&self, rule: u32, transcribing: bool, src: &mut Source) -> Call<'_> {
        let machine = self.machine.as_ref().expect(STARTED);
        M::prepare(machine, &self.bundles, self.generators, rule, transcribing, src)
    }

    fn drop_state(&mut self) {
        self.bundles = B::default();
        self.machine = None;
    }

    fn fresh(&self) -> Box<dyn ErasedMachine + '_> {
        Box::new(Instance::<M, B, G, C>::new(self.generators, self.choice.clone()))
    }
}
