//! Whether two states look the same to an observer who sees no secrets.

use super::{Atom, Cell, Label, State};
use disprove::trace;

/// Whether the states cannot be told apart.
#[trace]
pub fn indistinguishable(one: &State, other: &State) -> bool {
    if one.program != other.program {
        return false;
    }
    if !memories(&one.memory, &other.memory) {
        return false;
    }
    if !atoms(one.pc, other.pc) {
        return false;
    }
    match one.pc.label {
        Label::L => stacks(&one.stack, &other.stack),
        Label::H => stacks(cropped(&one.stack), cropped(&other.stack)),
    }
}

#[trace]
fn atoms(one: Atom, other: Atom) -> bool {
    match (one.label, other.label) {
        (Label::L, Label::L) if one.value == other.value => true,
        (Label::L, Label::L) => false,
        (Label::H, Label::H) => true,
        (Label::L, Label::H) => false,
        (Label::H, Label::L) => false,
    }
}

#[trace]
fn memories(one: &[Atom], other: &[Atom]) -> bool {
    let mut place = 0;
    loop {
        match (one.get(place), other.get(place)) {
            (None, None) => return true,
            (Some(x), Some(y)) => {
                if !atoms(*x, *y) {
                    return false;
                }
            }
            _ => return false,
        }
        place += 1;
    }
}

#[trace]
fn stacks(one: &[Cell], other: &[Cell]) -> bool {
    let mut place = 0;
    loop {
        let same = match (one.get(place), other.get(place)) {
            (None, None) => return true,
            (Some(Cell::Data(x)), Some(Cell::Data(y))) => atoms(*x, *y),
            (Some(Cell::Return(x)), Some(Cell::Return(y))) => atoms(*x, *y),
            _ => return false,
        };
        if !same {
            return false;
        }
        place += 1;
    }
}

/// The part of a stack that a public observer will see once secret code has returned.
#[trace]
fn cropped(stack: &[Cell]) -> &[Cell] {
    let mut rest = stack;
    while let [top, below @ ..] = rest {
        match top {
            Cell::Return(Atom { label: Label::L, .. }) => return rest,
            Cell::Return(_) => rest = below,
            Cell::Data(_) => rest = below,
        }
    }
    rest
}
