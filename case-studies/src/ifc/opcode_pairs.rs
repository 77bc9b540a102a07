//! A history for the machine: pairs of consecutive instructions, on secrets or not.

use super::{Entry, Label, Machine, Opcode};
use disprove::prelude::*;

/// Two instructions in a row, and for each whether the pc and the top of the stack were secret afterwards.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Trace {
    pairs: Vec<u16>,
    last: u16,
}

/// What one instruction can look like: its kind, the label of the pc, and of the top of the stack if there is one.
const LOOKS: usize = Opcode::ALL.len() * 2 * 3;

impl Trace {
    /// Takes a step in.
    pub fn push(&mut self, after: &Machine, opcode: Opcode) {
        let pc = u16::from(after.pc.label == Label::H);
        let top = match after.stack.last() {
            None | Some(Entry::Return { .. }) => 0,
            Some(Entry::Data(atom)) => 1 + u16::from(atom.label == Label::H),
        };
        let look = (opcode as u16 * 2 + pc) * 3 + top;
        self.pairs.push(self.last * LOOKS as u16 + look);
        self.last = look;
    }

    #[cfg(test)]
    pub fn len(&self) -> usize {
        self.pairs.len()
    }
}

/// All pairs that were ever seen.
#[derive(Clone, Debug)]
pub struct OpcodePairs(Vec<bool>);

impl Default for OpcodePairs {
    fn default() -> Self {
        OpcodePairs(vec![false; LOOKS * LOOKS])
    }
}

impl History for OpcodePairs {
    type Observation = Trace;

    fn update(&mut self, trace: &Trace) -> bool {
        let mut new = false;
        for pair in &trace.pairs {
            new |= !std::mem::replace(&mut self.0[usize::from(*pair)], true);
        }
        new
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ifc::{Atom, Instruction, utility::run_and};

    fn trace(program: &[Instruction]) -> Trace {
        let (pc, memory, stack) = (Atom::ZERO, Vec::new(), Vec::new());
        let mut machine = Machine { pc, memory, stack, program: program.to_vec() };
        let mut trace = Trace::default();
        run_and(&mut machine, None, |machine, opcode| trace.push(machine, opcode));
        trace
    }

    #[test]
    fn a_pair_is_news_once_and_a_secret_is_news_again() {
        let mut history = OpcodePairs::default();
        let push = |label| Instruction::Push(Atom::new(0, label));
        assert!(history.update(&trace(&[push(Label::L), Instruction::Noop])));
        assert!(!history.update(&trace(&[push(Label::L), Instruction::Noop])));
        assert!(!history.update(&trace(&[push(Label::L)])));
        assert!(history.update(&trace(&[push(Label::H), Instruction::Noop])));
        assert_eq!(trace(&[push(Label::H), Instruction::Noop]).len(), 2);
    }
}
