//! A family of mutations: those of one kind at one node, numbered, so that none has to be made before it runs.

use super::shape::Node;

/// Mutations that share a node and a kind. A number below `range` stands for each of them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Family {
    pub(super) node: Node,
    pub(super) kind: FamilyKind,
    /// Applied to all counterparts of the node too.
    pub(super) paired: bool,
    pub(super) status: Status,
    /// What the kind needs beside the node: see [`FamilyKind`].
    pub(super) first: u32,
    pub(super) second: u32,
    /// The numbers there are, and how many of them run: all, or a random part.
    pub(super) range: u32,
    pub(super) count: u32,
    /// How many have run.
    pub(super) used: u32,
    /// Families of one place are neighbors, and wait together.
    pub(super) place: u32,
    /// The weight of each of its mutations.
    pub(super) weight: u64,
}

/// Whether the mutations of a family run in this round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Status {
    Ready,
    /// In the next round.
    Later,
    /// When nothing else is left.
    Last,
}

/// The kinds of families.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FamilyKind {
    /// Sets a choice to each of its other values, or to the promising ones.
    Set,
    /// Sets an integer to its minimum plus the number.
    Nth,
    /// Redraws a choice.
    Draw,
    /// Replaces the symbol of a string at position `first`.
    ReplaceSymbol,
    /// Inserts a symbol into a string before position `first`.
    InsertSymbol,
    /// Duplicates several symbols from position `first` on.
    Twice,
    /// Removes or duplicates the symbol at position `first`, or cuts the string there.
    Symbol,
    /// Inserts at position `first` of a string one of its words, which begin at `second` in the table.
    Word,
    /// Deletes a part of a string: cuts from `first` on in the table.
    CutString,
    /// Writes bytes over a sequence: entry `first` of the table.
    Bytes,
    /// Sets a choice to the other operand of a comparison: values from `first` on in the table.
    Match,
    /// Sets a choice, and the choice `first` without its counterparts.
    SetTwo,
    /// Replaces a span by a copy of another one: candidates from `first` on in the table.
    Put,
    /// Swaps a span with one after it: candidates from `first` on in the table.
    Swap,
    Delete,
    Repeat,
    Insert,
    /// Inserts before an element a copy of element `first`, with each variant.
    Variant,
    /// Deletes `first` elements, from this one on.
    Cut,
}

impl FamilyKind {
    /// Whether the outcome of one mutation says something about the others at its place.
    pub(super) fn waits(self) -> bool {
        !matches!(
            self,
            FamilyKind::Match | FamilyKind::Bytes | FamilyKind::Cut | FamilyKind::CutString
        )
    }
}

impl Family {
    /// Mutations that have not run.
    pub(super) fn left(&self) -> u32 {
        self.count - self.used
    }

    /// The weight of all its mutations that can run in this round.
    pub(super) fn total(&self) -> u64 {
        if self.status == Status::Ready { self.weight * u64::from(self.left()) } else { 0 }
    }
}
