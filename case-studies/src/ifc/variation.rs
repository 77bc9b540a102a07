//! Pairs of machines that differ only in secrets.
//!
//! The second machine is drawn together with the first: each secret is followed by its counterpart. A part of a program
//! that is moved, copied or deleted keeps its secrets in both machines.

use super::{Atom, Entry, Instruction, InstructionSet, Label, Machine};
use disprove::prelude::*;

/// Two things that cannot be told apart.
pub type Twin<T> = (T, T);

/// Two machines that cannot be told apart.
#[derive(Clone, Debug)]
pub struct Pair {
    pub first: Machine,
    pub second: Machine,
}

/// What numbers are drawn for.
#[derive(Clone, Copy, Debug)]
pub struct Scope {
    pub set: InstructionSet,
    /// Whether numbers are often addresses.
    pub smart: bool,
    /// How large things are, 0 to 99.
    pub size: usize,
    /// Cells of the memory.
    pub cells: usize,
    /// Instructions of the program, as far as it is known beforehand.
    pub length: usize,
}

/// Numbers to draw evenly from.
static NUMBERS: [u16; 2_048] = {
    let mut numbers = [0; 2_048];
    let mut n = 0;
    while n < numbers.len() {
        numbers[n] = n as u16;
        n += 1;
    }
    numbers
};

/// A number below `end`, evenly. Ranges of more than 64 numbers prefer small ones; the experiments do not.
pub fn even(src: &mut Source, end: usize) -> usize {
    usize::from(src.draw(sample(&NUMBERS[..end])))
}

/// One of several, by weights that are only known now.
pub fn weighted<T: Copy>(src: &mut Source, choices: &[(usize, T)]) -> T {
    let total = choices.iter().map(|(weight, _)| weight).sum();
    let mut ticket = even(src, total);
    for (weight, choice) in choices {
        if ticket < *weight {
            return *choice;
        }
        ticket -= weight;
    }
    choices[0].1
}

pub fn label(src: &mut Source) -> Label {
    if src.draw(any::<bool>()) { Label::H } else { Label::L }
}

impl Scope {
    pub fn has_code(self) -> bool {
        self.set != InstructionSet::Basic
    }

    /// A number that is deliberately not an address.
    pub fn plain(src: &mut Source) -> i32 {
        src.draw(-10..=10)
    }

    /// The address of a cell, or one too high.
    pub fn data_address(self, src: &mut Source) -> i32 {
        src.draw(0..=self.cells as i32)
    }

    /// The address of an instruction, or one too high.
    pub fn code_address(self, src: &mut Source) -> i32 {
        src.draw(0..=self.length as i32)
    }

    /// A number as values have it.
    pub fn integer(self, src: &mut Source) -> i32 {
        if !self.smart {
            return even(src, 2 * self.size + 1) as i32 - self.size as i32;
        }
        match src.draw(0..if self.has_code() { 3 } else { 2 }) {
            0 => Scope::plain(src),
            1 => self.data_address(src),
            _ => self.code_address(src),
        }
    }

    /// A number in the place of another one, for the second machine: of the same kind, more often than not.
    pub fn another(self, src: &mut Source, value: i32) -> i32 {
        if !self.smart {
            return Scope::plain(src);
        }
        let is_data = (0..self.cells as i32).contains(&value);
        let is_code = self.has_code() && (0..self.length as i32).contains(&value);
        let kinds = 1 + 10 * (i32::from(is_data) + i32::from(is_code));
        match src.draw(0..kinds) {
            0 => Scope::plain(src),
            1..=10 if is_data => src.draw(0..self.cells as i32),
            _ => src.draw(0..self.length as i32),
        }
    }

    /// A labeled number, and what it is in the second machine.
    pub fn atom(self, src: &mut Source, value: impl Fn(Scope, &mut Source) -> i32) -> Twin<Atom> {
        let label = label(src);
        let value = value(self, src);
        self.vary(src, Atom { value, label })
    }

    /// What a labeled number is in the second machine.
    pub fn vary(self, src: &mut Source, atom: Atom) -> Twin<Atom> {
        let value = match atom.label {
            Label::L => atom.value,
            Label::H => self.another(src, atom.value),
        };
        (atom, Atom { value, ..atom })
    }

    /// The same for the entry of a call.
    pub fn vary_call(self, src: &mut Source, address: i32, returns: bool) -> Twin<Entry> {
        let (first, second) = {
            let label = label(src);
            self.vary(src, Atom { value: address, label })
        };
        let entry = |atom: Atom| Entry::Return { address: atom.value, returns, label: atom.label };
        (entry(first), entry(second))
    }
}

/// An instruction that is the same in both machines.
pub fn same(instruction: Instruction) -> Twin<Instruction> {
    (instruction, instruction)
}

/// A push, in both machines.
pub fn push((first, second): Twin<Atom>) -> Twin<Instruction> {
    (Instruction::Push(first), Instruction::Push(second))
}
