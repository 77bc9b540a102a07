//! The state of the machine. Generators are derived from the types at size 3, as in the published experiments: lists
//! have at most three elements, and numbers lie between -3 and 3.

use disprove::prelude::*;

/// Who may see a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Arbitrary)]
pub enum Label {
    /// Everybody.
    L,
    /// Nobody: it is a secret.
    H,
}

#[trace]
impl Label {
    /// The label of what was made of two things. Branches instead of a comparison, as a trace tells them apart.
    pub fn join(self, other: Label) -> Label {
        match (self, other) {
            (Label::L, Label::L) => Label::L,
            (Label::L, Label::H) => Label::H,
            (Label::H, _) => Label::H,
        }
    }

    /// Whether what has this label may be put where the other label is.
    pub fn flows_to(self, other: Label) -> bool {
        match (self, other) {
            (Label::L, _) => true,
            (Label::H, Label::H) => true,
            (Label::H, Label::L) => false,
        }
    }
}

/// A number and who may see it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Arbitrary)]
pub struct Atom {
    #[draw(-3..=3)]
    pub value: i64,
    pub label: Label,
}

/// A place on the stack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Arbitrary)]
pub enum Cell {
    /// A number to compute with.
    Data(Atom),
    /// Where a call returns to.
    Return(Atom),
}

/// What the machine can do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Arbitrary)]
pub enum Instruction {
    Nop,
    Push(#[draw(-3..=3)] i64),
    /// Calls the address on top of the stack, with this number of arguments below it.
    Call(#[draw(-3..=3)] i64),
    Ret,
    Add,
    Load,
    Store,
    Halt,
}

/// The machine between two steps.
#[derive(Clone, Debug, PartialEq, Eq, Arbitrary)]
pub struct State {
    #[draw(vec(any()).len(0..=3))]
    pub program: Vec<Instruction>,
    #[draw(vec(any()).len(0..=3))]
    pub memory: Vec<Atom>,
    /// The top comes first.
    #[draw(vec(any()).len(0..=3))]
    pub stack: Vec<Cell>,
    pub pc: Atom,
}

/// Two states that are to agree in public.
pub type Pair = (State, State);

/// The element at a place that may be anything.
#[trace]
pub fn at<T: Copy>(list: &[T], place: i64) -> Option<T> {
    if place < 0 {
        return None;
    }
    let element = list.get(place as usize)?;
    Some(*element)
}
