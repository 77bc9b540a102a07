//! How a machine chooses the rule of its next step.

use super::state_machine::StateMachine;
use crate::source::{Source, sample::Weights};

/// Chooses rules. It is a type parameter of the loop of steps, so that machines with constant weights do not pay for
/// the others.
pub(super) trait RuleChoice: Clone {
    /// Whether a rule can end the case.
    const ENDS: bool;

    /// The number of rules that are called, of so many.
    fn count(&self, rules: usize) -> usize;

    /// Whether a rule can be called now.
    fn allows<M: StateMachine<B, G>, B, G>(&self, state: (&M, &B), rule: u32) -> bool;

    /// The rule of the next step, or `None` if none is allowed. Rules in `left_out` are called only if no other is
    /// allowed.
    fn rule<M: StateMachine<B, G>, B, G>(
        &mut self,
        state: (&M, &B),
        weights: Option<&Weights>,
        left_out: u64,
        src: &mut Source,
    ) -> Option<u32>;
}

/// Draws by constant weights among all rules. If the rule is not allowed, takes the next one that is.
#[derive(Clone, Default)]
pub(super) struct ConstantWeights;

impl RuleChoice for ConstantWeights {
    const ENDS: bool = false;

    fn count(&self, rules: usize) -> usize {
        rules
    }

    #[inline(always)]
    fn allows<M: StateMachine<B, G>, B, G>(&self, (machine, bundles): (&M, &B), rule: u32) -> bool {
        M::allows(machine, bundles, rule)
    }

    #[inline(always)]
    fn rule<M: StateMachine<B, G>, B, G>(
        &mut self,
        (machine, bundles): (&M, &B),
        weights: Option<&Weights>,
        left_out: u64,
        src: &mut Source,
    ) -> Option<u32> {
        let rules = const { M::WEIGHTS.len() as u32 };
        src.enabled_branch(rules, weights, left_out, |rule| M::allows(machine, bundles, rule))
    }
}

/// The factor for the weights of the other rules where a rule ends the case, since an early end leaves the rest of the
/// case unused. Beside three rules, it ends about half of the cases, whose mean length is 25 steps.
const OTHERS: u32 = 10;

/// Draws among the rules that are allowed, by their weights in this state.
#[derive(Clone)]
pub(super) struct StateWeights {
    /// The rules of this test.
    rules: &'static [u32],
    /// The weights in the current state.
    weights: Vec<u32>,
}

impl StateWeights {
    pub(super) fn new(rules: &'static [u32]) -> StateWeights {
        StateWeights { rules, weights: Vec::new() }
    }

    /// Asks for the weights; 0 for rules in `left_out`. False if no rule is left.
    fn ask<M: StateMachine<B, G>, B, G>(
        &mut self,
        (machine, bundles): (&M, &B),
        left_out: u64,
    ) -> bool {
        self.weights.clear();
        self.weights.resize(M::WEIGHTS.len(), 0);
        for rule in self.rules {
            let is_left_out = *rule < 64 && left_out >> rule & 1 == 1;
            if !is_left_out && M::allows(machine, bundles, *rule) {
                let factor = if M::ENDS.is_empty() || M::ENDS.contains(rule) { 1 } else { OTHERS };
                self.weights[*rule as usize] = M::weight(machine, *rule).saturating_mul(factor);
            }
        }
        self.weights.iter().any(|weight| *weight > 0)
    }
}

impl RuleChoice for StateWeights {
    const ENDS: bool = true;

    fn count(&self, _: usize) -> usize {
        self.rules.len()
    }

    fn allows<M: StateMachine<B, G>, B, G>(&self, (machine, bundles): (&M, &B), rule: u32) -> bool {
        self.rules.contains(&rule)
            && M::allows(machine, bundles, rule)
            && M::weight(machine, rule) > 0
    }

    fn rule<M: StateMachine<B, G>, B, G>(
        &mut self,
        state: (&M, &B),
        _: Option<&Weights>,
        left_out: u64,
        src: &mut Source,
    ) -> Option<u32> {
        if !self.ask(state, left_out) && (left_out == 0 || !self.ask(state, 0)) {
            return None;
        }
        Some(src.branch_by_weights(&self.weights))
    }
}
