//! The rules of the machine as data: permitted operations and the resulting labels.

use super::{Instruction, Label};
use disprove::trace;

/// A label that a rule can speak of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Name {
    /// Of the first operand, and so on. Which these are depends on the instruction.
    First,
    Second,
    Third,
    /// Of the program counter.
    Pc,
}

/// The labels that an instruction finds.
#[derive(Clone, Copy, Debug)]
pub struct Values {
    pub operands: [Label; 3],
    pub pc: Label,
}

#[trace]
impl Values {
    /// Labels of the operands there are, and that of the program counter.
    pub fn new<const N: usize>(given: [Label; N], pc: Label) -> Values {
        let mut operands = [Label::L; 3];
        operands[..N].copy_from_slice(&given);
        Values { operands, pc }
    }

    fn of(self, name: Name) -> Label {
        match name {
            Name::First => self.operands[0],
            Name::Second => self.operands[1],
            Name::Third => self.operands[2],
            Name::Pc => self.pc,
        }
    }
}

/// What holds for one kind of instruction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rule {
    /// The first of each pair has to flow to the second, else the machine is stuck.
    pub condition: Vec<(Name, Name)>,
    /// What the label of the result is joined from. Of nothing comes `L`.
    pub result: Vec<Name>,
    /// The same for the new label of the program counter.
    pub pc: Vec<Name>,
}

#[trace]
impl Rule {
    pub fn allows(&self, values: Values) -> bool {
        for (from, to) in &self.condition {
            if !values.of(*from).flows_to(values.of(*to)) {
                return false;
            }
        }
        true
    }

    pub fn result(&self, values: Values) -> Label {
        joined(&self.result, values)
    }

    pub fn pc(&self, values: Values) -> Label {
        joined(&self.pc, values)
    }
}

#[trace]
fn joined(names: &[Name], values: Values) -> Label {
    let mut label = Label::L;
    for name in names {
        label = label.join(values.of(*name));
    }
    label
}

/// The kinds of instructions, in the order of the table.
pub const KINDS: [&str; 8] = ["Call", "Ret", "Nop", "Push", "Add", "Load", "Store", "Halt"];

/// The place of an instruction in the table.
#[trace]
pub fn kind(instruction: Instruction) -> usize {
    match instruction {
        Instruction::Call(_) => 0,
        Instruction::Ret => 1,
        Instruction::Nop => 2,
        Instruction::Push(_) => 3,
        Instruction::Add => 4,
        Instruction::Load => 5,
        Instruction::Store => 6,
        Instruction::Halt => 7,
    }
}

/// A rule for each kind of instruction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rules(pub [Rule; 8]);

impl Rules {
    /// The rules that keep secrets.
    pub fn correct() -> Rules {
        use Name::{First, Pc, Second, Third};
        let rule = |result: &[Name], pc: &[Name]| Rule {
            condition: Vec::new(),
            result: result.to_vec(),
            pc: pc.to_vec(),
        };
        // The pointer and the reason to store are seen in the cell that changes.
        let storing = vec![(First, Third), (Pc, Third)];
        Rules([
            rule(&[Pc], &[First, Pc]),
            rule(&[Second, Pc], &[First]),
            rule(&[], &[Pc]),
            rule(&[], &[Pc]),
            rule(&[First, Second], &[Pc]),
            rule(&[First, Second], &[Pc]),
            Rule { condition: storing, ..rule(&[Pc, First, Second], &[Pc]) },
            rule(&[], &[Pc]),
        ])
    }

    pub fn of(&self, instruction: Instruction) -> &Rule {
        &self.0[kind(instruction)]
    }
}
