//! Handwritten generators of indistinguishable pairs: the upper bound for the comparison.

use super::{Atom, Cell, Instruction, Label, Pair, State};
use disprove::prelude::*;

/// Two states that differ in secrets only, about to execute something that has what it needs.
pub fn smart(src: &mut Source) -> Pair {
    let pc = atom(src);
    let memory = src.draw(vec(atom).len(2));
    let stack = src.draw(vec(cell).len(4));
    let instruction = instruction(src, &stack);
    let one = State { program: vec![instruction; 2], memory, stack, pc };
    let other = State {
        program: one.program.clone(),
        memory: one.memory.iter().map(|cell| varied(src, *cell)).collect(),
        stack: varied_stack(src, &one),
        pc: varied(src, pc),
    };
    (one, other)
}

/// Addresses of the two cells and of the two instructions.
fn value(src: &mut Source) -> i64 {
    src.draw(0..=1)
}

fn atom(src: &mut Source) -> Atom {
    Atom { value: value(src), label: src.draw(any::<Label>()) }
}

fn cell(src: &mut Source) -> Cell {
    if src.draw(0..14) < 10 { Cell::Data(atom(src)) } else { Cell::Return(atom(src)) }
}

fn instruction(src: &mut Source, stack: &[Cell]) -> Instruction {
    let numbers = stack.iter().take_while(|cell| matches!(cell, Cell::Data(_))).count();
    let calls = numbers < stack.len();
    let mut choices = vec![(1, 0), (10, 1), (10, 2)];
    for (possible, choice) in [(calls, 3), (numbers >= 2, 4), (numbers >= 1, 5), (numbers >= 2, 6)]
    {
        if possible {
            choices.push((10, choice));
        }
    }
    let tickets = choices.iter().map(|(weight, _)| weight).sum();
    let mut ticket = src.draw(0..tickets);
    let mut chosen = 0;
    for (weight, choice) in choices {
        if ticket < weight {
            chosen = choice;
            break;
        }
        ticket -= weight;
    }
    match chosen {
        0 => Instruction::Nop,
        1 => Instruction::Push(value(src)),
        2 => Instruction::Call(src.draw(0..=numbers.saturating_sub(1)) as i64),
        3 => Instruction::Ret,
        4 => Instruction::Add,
        5 => Instruction::Load,
        _ => Instruction::Store,
    }
}

/// Another secret in the place of a secret.
fn varied(src: &mut Source, atom: Atom) -> Atom {
    match atom.label {
        Label::L => atom,
        Label::H => Atom { value: value(src), ..atom },
    }
}

fn varied_cell(src: &mut Source, cell: Cell) -> Cell {
    match cell {
        Cell::Data(atom) => Cell::Data(varied(src, atom)),
        Cell::Return(atom) => Cell::Return(varied(src, atom)),
    }
}

/// Above the first public return the stack of secret code may be anything; from there on only secrets differ.
fn varied_stack(src: &mut Source, state: &State) -> Vec<Cell> {
    let mut stack = Vec::new();
    let mut is_secret = state.pc.label == Label::H;
    if is_secret && src.draw(any::<bool>()) {
        stack.push(Cell::Data(atom(src)));
    }
    for cell in &state.stack {
        is_secret &= !matches!(cell, Cell::Return(Atom { label: Label::L, .. }));
        stack.push(match cell {
            Cell::Data(_) if is_secret => Cell::Data(atom(src)),
            cell => varied_cell(src, *cell),
        });
    }
    stack
}
