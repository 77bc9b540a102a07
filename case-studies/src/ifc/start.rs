//! Initial states of the machine.

use super::{
    Atom, Entry, InstructionSet, Machine,
    variation::{Pair, Scope, even},
};
use disprove::prelude::*;

/// Where machines start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Start {
    /// The memory is all zeros, the stack is empty.
    Initial,
    /// Memory and stack hold anything.
    QuasiInitial,
}

/// How large a machine is.
pub fn scope(src: &mut Source, set: InstructionSet, smart: bool) -> Scope {
    let length = src.draw(20..=50);
    // The experiments count up from 0 to 99 and start again; that is the same as evenly.
    let size = even(src, 100);
    let cells = even(src, size + 1);
    Scope { set, smart, size, cells, length }
}

impl Start {
    /// Two machines without programs.
    pub fn draw(self, src: &mut Source, scope: Scope) -> Pair {
        let (memories, stacks) = match self {
            Start::Initial => {
                let memory = vec![Atom::ZERO; scope.cells];
                ((memory.clone(), memory), (Vec::new(), Vec::new()))
            }
            Start::QuasiInitial => {
                let cell = |src: &mut Source| scope.atom(src, Scope::integer);
                let memories = src.draw(vec(cell).len(scope.cells)).into_iter().unzip();
                let depth = even(src, scope.size + 1);
                let entry = |src: &mut Source| entry(src, scope);
                let stacks = src.draw(vec(entry).len(depth)).into_iter().unzip();
                (memories, stacks)
            }
        };
        let machine =
            |memory, stack| Machine { pc: Atom::ZERO, memory, stack, program: Vec::new() };
        Pair { first: machine(memories.0, stacks.0), second: machine(memories.1, stacks.1) }
    }
}

/// What the stack of a machine may hold at the start.
fn entry(src: &mut Source, scope: Scope) -> (Entry, Entry) {
    if scope.set == InstructionSet::Cally && src.draw(0..6) == 5 {
        let address = scope.code_address(src);
        let returns = src.draw(any());
        return scope.vary_call(src, address, returns);
    }
    let kinds = if scope.has_code() { 6 } else { 5 };
    let (first, second) = scope.atom(src, |scope, src| match src.draw(0..kinds) {
        0 => Scope::plain(src),
        1..=4 => scope.data_address(src),
        _ => scope.code_address(src),
    });
    (Entry::Data(first), Entry::Data(second))
}
