//! A stack machine that tracks information flow.
//!
//! Every value has a label. Values computed from a secret are secret, and so is everything after a jump to a secret
//! address, until the current call returns.

use super::Bug;
use std::fmt;

/// Who may know a value. Public is below secret.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Label {
    /// Public.
    L,
    /// Secret.
    H,
}

use Label::L;

impl Label {
    /// The label of what is made of both.
    pub fn join(self, other: Label) -> Label {
        self.max(other)
    }

    /// Whether what has this label may be written where the other one is.
    pub fn flows_to(self, other: Label) -> bool {
        self <= other
    }
}

/// A number with a label.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Atom {
    pub value: i32,
    pub label: Label,
}

impl Atom {
    pub const ZERO: Atom = Atom { value: 0, label: L };

    #[cfg(test)]
    pub fn new(value: i32, label: Label) -> Atom {
        Atom { value, label }
    }
}

impl fmt::Debug for Atom {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}@{:?}", self.value, self.label)
    }
}

/// What is on the stack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Entry {
    Data(Atom),
    /// Where a call came from, and whether it wants a value.
    Return {
        address: i32,
        returns: bool,
        label: Label,
    },
}

impl Entry {
    pub fn is_data(&self) -> bool {
        matches!(self, Entry::Data(_))
    }
}

/// What the machine can do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Instruction {
    Noop,
    Halt,
    Add,
    Push(Atom),
    Pop,
    Load,
    Store,
    Jump,
    Call {
        arguments: u8,
        returns: bool,
    },
    /// The flag is only read by a machine that is wrong.
    Return {
        returns: bool,
    },
}

/// The kind of an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Opcode {
    Noop,
    Halt,
    Push,
    Pop,
    Add,
    Load,
    Store,
    Jump,
    Call,
    Return,
}

impl Opcode {
    /// Those of [`InstructionSet::Basic`] come first, then those of the larger ones.
    pub const ALL: [Opcode; 10] = [
        Opcode::Noop,
        Opcode::Halt,
        Opcode::Push,
        Opcode::Pop,
        Opcode::Add,
        Opcode::Load,
        Opcode::Store,
        Opcode::Jump,
        Opcode::Call,
        Opcode::Return,
    ];
}

impl Instruction {
    pub fn opcode(self) -> Opcode {
        match self {
            Instruction::Noop => Opcode::Noop,
            Instruction::Halt => Opcode::Halt,
            Instruction::Add => Opcode::Add,
            Instruction::Push(_) => Opcode::Push,
            Instruction::Pop => Opcode::Pop,
            Instruction::Load => Opcode::Load,
            Instruction::Store => Opcode::Store,
            Instruction::Jump => Opcode::Jump,
            Instruction::Call { .. } => Opcode::Call,
            Instruction::Return { .. } => Opcode::Return,
        }
    }
}

/// Which instructions there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InstructionSet {
    /// No jumps and no calls.
    Basic,
    /// No calls. Published with the others, though no table here needs it.
    #[cfg_attr(not(test), expect(dead_code))]
    Jumpy,
    /// All of them.
    Cally,
}

impl InstructionSet {
    pub fn opcodes(self) -> &'static [Opcode] {
        match self {
            InstructionSet::Basic => &Opcode::ALL[..7],
            InstructionSet::Jumpy => &Opcode::ALL[..8],
            InstructionSet::Cally => &Opcode::ALL,
        }
    }
}

/// The state of a machine. The top of the stack is its last entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Machine {
    pub pc: Atom,
    pub memory: Vec<Atom>,
    pub stack: Vec<Entry>,
    pub program: Vec<Instruction>,
}

impl Machine {
    /// The instruction that is next.
    pub fn instruction(&self) -> Option<Instruction> {
        let at = usize::try_from(self.pc.value).ok()?;
        self.program.get(at).copied()
    }

    /// Whether it ended as it should.
    pub fn is_halted(&self) -> bool {
        self.instruction() == Some(Instruction::Halt)
    }

    /// Where the stack has `count` values on top of everything else, the topmost of them is at 0.
    fn top(&self, count: usize) -> Option<[Option<Atom>; 2]> {
        let first = self.stack.len().checked_sub(count)?;
        let values = &self.stack[first..];
        let atom = |entry: &Entry| match entry {
            Entry::Data(atom) => Some(*atom),
            Entry::Return { .. } => None,
        };
        let all = values.iter().all(Entry::is_data);
        let mut from_top = values.iter().rev().filter_map(atom);
        all.then(|| [from_top.next(), from_top.next()])
    }

    /// How many values are on top of the first entry of a call, or of everything.
    pub fn data_on_top(&self) -> usize {
        self.stack.iter().rev().take_while(|entry| entry.is_data()).count()
    }

    /// The cell a pointer points to.
    pub fn cell(&self, pointer: Atom) -> Option<Atom> {
        self.memory.get(usize::try_from(pointer.value).ok()?).copied()
    }

    /// The innermost call: where its entry is, and what it says.
    fn innermost_call(&self) -> Option<(usize, Entry)> {
        let at = self.stack.iter().rposition(|entry| !entry.is_data())?;
        Some((at, self.stack[at]))
    }

    /// Whether there is a next step.
    pub fn can_step(&self, bug: Option<Bug>) -> bool {
        self.instruction().is_some_and(|next| self.can_do(next, bug))
    }

    /// Whether an instruction could be done if it were next.
    pub fn can_do(&self, instruction: Instruction, bug: Option<Bug>) -> bool {
        match instruction {
            Instruction::Noop | Instruction::Push(_) => true,
            Instruction::Halt => false,
            Instruction::Add => self.top(2).is_some(),
            Instruction::Pop if bug == Some(Bug::Pop) => !self.stack.is_empty(),
            Instruction::Pop | Instruction::Jump => self.top(1).is_some(),
            Instruction::Load => {
                matches!(self.top(1), Some([Some(pointer), _]) if self.cell(pointer).is_some())
            }
            Instruction::Store => match self.top(2) {
                Some([Some(pointer), _]) => self.may_store(pointer, bug),
                _ => false,
            },
            Instruction::Call { arguments, .. } => self.top(usize::from(arguments) + 1).is_some(),
            Instruction::Return { returns: own } => match self.innermost_call() {
                Some((at, Entry::Return { returns, .. })) => {
                    let wanted = if bug == Some(Bug::ReturnB) { own } else { returns };
                    !wanted || at + 1 < self.stack.len()
                }
                _ => false,
            },
        }
    }

    /// Whether the labels allow to write where a pointer points to.
    pub fn may_store(&self, pointer: Atom, bug: Option<Bug>) -> bool {
        self.cell(pointer).is_some_and(|cell| {
            (bug == Some(Bug::StoreB) || pointer.label.flows_to(cell.label))
                && (bug == Some(Bug::StoreE) || self.pc.label.flows_to(cell.label))
        })
    }

    fn pop(&mut self) -> Option<Atom> {
        match self.stack.pop()? {
            Entry::Data(atom) => Some(atom),
            Entry::Return { .. } => None,
        }
    }

    fn push(&mut self, value: i32, label: Label) {
        self.stack.push(Entry::Data(Atom { value, label }));
    }

    /// Does the next instruction, and says which kind it was; `None` if the machine has come to its end, good or bad.
    pub fn step(&mut self, bug: Option<Bug>) -> Option<Opcode> {
        let instruction = self.instruction().filter(|next| self.can_do(*next, bug))?;
        let here = self.pc;
        self.pc.value += 1;
        match instruction {
            Instruction::Noop | Instruction::Halt => {}
            Instruction::Add => {
                let (x, y) = (self.pop()?, self.pop()?);
                let label = if bug == Some(Bug::Add) { L } else { x.label.join(y.label) };
                // Programs can double a number at most a few times, but nothing forbids more.
                self.push(x.value.wrapping_add(y.value), label);
            }
            Instruction::Push(atom) => {
                self.push(atom.value, if bug == Some(Bug::Push) { L } else { atom.label });
            }
            Instruction::Pop => {
                self.stack.pop();
            }
            Instruction::Load => {
                let pointer = self.pop()?;
                let cell = self.cell(pointer)?;
                let forgotten = bug == Some(Bug::Load);
                let label = if forgotten { cell.label } else { cell.label.join(pointer.label) };
                self.push(cell.value, label);
            }
            Instruction::Store => {
                let (pointer, atom) = (self.pop()?, self.pop()?);
                let label = match bug {
                    Some(Bug::StoreA) => here.label.join(atom.label),
                    Some(Bug::StoreC) => L,
                    Some(Bug::StoreD) => pointer.label.join(atom.label),
                    _ => here.label.join(pointer.label).join(atom.label),
                };
                self.memory[pointer.value as usize] = Atom { value: atom.value, label };
            }
            Instruction::Jump => {
                let target = self.pop()?;
                let label = match bug {
                    Some(Bug::JumpA) => here.label,
                    Some(Bug::JumpB) => target.label,
                    _ => here.label.join(target.label),
                };
                self.pc = Atom { value: target.value, label };
            }
            Instruction::Call { arguments, returns } => {
                let target = self.pop()?;
                let below = self.stack.len() - usize::from(arguments);
                let address = here.value + 1;
                self.stack.insert(below, Entry::Return { address, returns, label: here.label });
                let label = match bug {
                    Some(Bug::CallLowers) => target.label,
                    Some(Bug::CallKeeps) => here.label,
                    _ => here.label.join(target.label),
                };
                self.pc = Atom { value: target.value, label };
            }
            Instruction::Return { returns: own } => {
                let (at, entry) = self.innermost_call()?;
                let Entry::Return { address, returns, label } = entry else { return None };
                let wanted = if bug == Some(Bug::ReturnB) { own } else { returns };
                let kept = if wanted { Some(self.pop()?) } else { None };
                self.stack.truncate(at);
                if let Some(kept) = kept {
                    let forgotten = bug == Some(Bug::ReturnA);
                    let label = if forgotten { kept.label } else { kept.label.join(here.label) };
                    self.push(kept.value, label);
                }
                self.pc = Atom { value: address, label };
            }
        }
        Some(instruction.opcode())
    }
}

#[cfg(test)]
mod tests;
