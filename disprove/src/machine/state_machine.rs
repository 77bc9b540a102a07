//! The trait that `#[property]` on an impl block implements.

use super::{StepResult, threads::Call};
use crate::{feedback::Outcome, source::Source};

/// A state machine: the functions of an impl block with `#[property]`.
///
/// Rules are numbered in the order of the block. `Bundles` holds the values that rules returned in this case.
/// `Generators` are those of the arguments with `#[draw(..)]`, which are made once for all cases.
pub trait StateMachine<Bundles, Generators>: Sized {
    /// The weight of each rule.
    const WEIGHTS: &'static [u32];

    /// The rules that are also called on several threads at once.
    const PARALLEL: &'static [u32];

    /// The rules that end the case.
    const ENDS: &'static [u32] = &[];

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

    /// The weight of a rule in this state, if it can be called. With weight 0 it cannot.
    fn weight(_machine: &Self, rule: u32) -> u32 {
        Self::WEIGHTS[rule as usize]
    }

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
