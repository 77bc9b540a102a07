//! The property: a step does not leak secrets.

use super::{Label, Pair, Rules, State, indistinguishable, state::at, step};
use disprove::prelude::*;

/// What a pair says about the rules.
#[cfg(test)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Judgement {
    /// The states after the step cannot be told apart.
    Held,
    /// The pair says nothing: its states differ in public, or one of them is stuck.
    Discarded,
    /// A secret has leaked.
    Violated,
}

/// Decides about a pair.
#[cfg(test)]
pub fn judge((one, other): &Pair, rules: &Rules) -> Judgement {
    if at(&one.program, one.pc.value).is_none() {
        return Judgement::Discarded;
    }
    if !indistinguishable(one, other) {
        return Judgement::Discarded;
    }
    let Some((one_after, other_after)) = stepped(one, other, rules) else {
        return Judgement::Discarded;
    };
    if kept((one, &one_after), (other, &other_after)) {
        Judgement::Held
    } else {
        Judgement::Violated
    }
}

/// The same as a property, whose condition a search can hear.
pub fn holds((one, other): &Pair, rules: &Rules) {
    assume!(at(&one.program, one.pc.value).is_some());
    assume!(indistinguishable(one, other));
    let stepped = stepped(one, other, rules);
    assume!(stepped.is_some());
    let Some((one_after, other_after)) = stepped else {
        return;
    };
    assert!(kept((one, &one_after), (other, &other_after)), "a secret has leaked");
}

#[trace]
fn stepped(one: &State, other: &State, rules: &Rules) -> Option<Pair> {
    match (step(one, rules), step(other, rules)) {
        (Some(one), Some(other)) => Some((one, other)),
        _ => None,
    }
}

/// Whether what is public stays the same, each state given before and after its step. While the program counter is
/// secret the states may go different ways; then each step on its own must leave alone what is public.
#[trace]
fn kept((one, one_after): (&State, &State), (other, other_after): (&State, &State)) -> bool {
    match one.pc.label {
        Label::L => indistinguishable(one_after, other_after),
        Label::H => match (one_after.pc.label, other_after.pc.label) {
            (Label::L, Label::L) => indistinguishable(one_after, other_after),
            (Label::L, Label::H) => indistinguishable(other, other_after),
            (Label::H, _) => indistinguishable(one, one_after),
        },
    }
}
