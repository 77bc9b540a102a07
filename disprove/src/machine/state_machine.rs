//! The trait that `#[property]` on an impl block implements, and the same trait without its types.

use super::{StepResult, elements::Elements, threads::Call};
use crate::{
    feedback::Outcome,
    source::{
        Source,
        sample::{Lengths, Weights},
    },
};
use std::any::type_name;

/// A state machine: the functions of an impl block with `#[property]`.
///
/// Rules are numbered in the order of the block. `Bundles` holds the values that rules returned in this case.
/// `Generators` are those of the arguments with `#[draw(..)]`, which are made once for all cases.
pub trait StateMachine<Bundles, Generators>: Sized {
    /// The weight of each rule.
    const WEIGHTS: &'static [u32];

    /// The rules that are also called on several threads at once.
    const PARALLEL: &'static [u32];

    /// Makes the machine.
    ///
    /// # Errors
    /// The outcome of the case, if a constructor failed.
    fn start(
        generators: &Generators,
        transcribing: bool,
        src: &mut Source,
    ) -> Result<Self, Outcome>;

    /// Calls the `#[initial]` functions that take `&mut self`.
    ///
    /// # Errors
    /// The outcome of the case, if one of them ended it.
    fn initialize(
        machine: &mut Self,
        generators: &Generators,
        transcribing: bool,
        src: &mut Source,
    ) -> StepResult;

    /// Whether a rule can be called now.
    fn allows(machine: &Self, bundles: &Bundles, rule: u32) -> bool;

    /// Draws the arguments of a rule and calls it.
    ///
    /// # Errors
    /// The outcome of the case, if the rule ended it.
    fn step(
        machine: &mut Self,
        bundles: &mut Bundles,
        generators: &Generators,
        rule: u32,
        transcribing: bool,
        src: &mut Source,
    ) -> StepResult;

    /// Calls the invariants.
    ///
    /// # Errors
    /// The outcome of the first that does not hold.
    fn check_invariants(machine: &mut Self, transcribing: bool) -> StepResult;

    /// Draws the arguments of a parallel rule, for another thread to call it.
    fn prepare<'m>(
        machine: &'m Self,
        bundles: &Bundles,
        generators: &Generators,
        rule: u32,
        transcribing: bool,
        src: &mut Source,
    ) -> Call<'m>;
}

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

    /// Makes steps, `lengths` says how many. Rules in `left_out` are called only if no other is allowed.
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
    ) -> StepResult;

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
pub(super) struct Instance<'g, M, B, G> {
    bundles: B,
    /// `None` before the start and after the end.
    machine: Option<M>,
    generators: &'g G,
}

impl<'g, M, B: Default, G> Instance<'g, M, B, G> {
    pub(super) fn new(generators: &'g G) -> Self {
        Instance { bundles: B::default(), machine: None, generators }
    }
}

const STARTED: &str = "the machine is between its start and its end";

impl<M: StateMachine<B, G>, B: Default, G> ErasedMachine for Instance<'_, M, B, G> {
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
        M::allows(self.machine.as_ref().expect(STARTED), &self.bundles, rule)
    }

    fn steps(
        &mut self,
        lengths: &Lengths,
        weights: Option<&Weights>,
        left_out: u64,
        transcribing: bool,
        src: &mut Source,
    ) -> StepResult {
        let Instance { bundles, machine, generators } = self;
        let machine = machine.as_mut().expect(STARTED);
        let rules = const { M::WEIGHTS.len() as u32 };
        let mut steps = Elements::begin(type_name::<M>(), lengths, src);
        while steps.next(src) {
            let allows = |rule| M::allows(machine, bundles, rule);
            let Some(rule) = src.enabled_branch(rules, weights, left_out, allows) else {
                steps.discard(src);
                break;
            };
            M::step(machine, bundles, generators, rule, transcribing, src)?;
            M::check_invariants(machine, transcribing)?;
        }
        steps.end(src);
        Ok(())
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
        Box::new(Instance::<M, B, G>::new(self.generators))
    }
}
