//! Program generators that do not simulate the machine: naive, weighted, and sequences.

use super::{
    Instruction, InstructionSet, Opcode, Start,
    variation::{Scope, Twin, push, same},
};
use disprove::prelude::*;

/// How programs are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Programs {
    /// Every kind of instruction alike.
    Naive,
    /// Mostly pushes.
    Weighted,
    /// Weighted, with short sequences that go together. The first one drawn is the last of the program.
    Sequence,
    /// The same, drawn from the first instruction to the last. Not in the experiments: there a sequence that is drawn again
    /// comes first in the program and moves all others.
    Forward,
    /// Instruction by instruction, each fit for the state it is executed in, with this number of look-ahead steps.
    ByExecution(u32),
}

/// Short sequences of instructions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Block {
    Single,
    Add,
    Load,
    Store,
    Jump,
    Call,
}

/// Draws programs of one kind.
#[derive(Clone, Debug)]
pub struct Programmer {
    opcodes: Boxed<'static, Opcode>,
    blocks: Boxed<'static, Block>,
    programs: Programs,
}

/// Kinds of instructions by weight; those without one of their own have 40.
macro_rules! opcodes {
    ($push:literal, $halt:literal $(, $other:ident)*) => {
        one_of![
            40 => just(Opcode::Noop),
            $halt => just(Opcode::Halt),
            $push => just(Opcode::Push),
            40 => just(Opcode::Pop),
            40 => just(Opcode::Add),
            40 => just(Opcode::Load),
            40 => just(Opcode::Store),
            $(40 => just(Opcode::$other),)*
        ]
        .boxed()
    };
}

impl Programmer {
    pub fn new(programs: Programs, set: InstructionSet, start: Start) -> Programmer {
        use InstructionSet::{Basic, Cally, Jumpy};
        use Start::{Initial, QuasiInitial};
        let opcodes = match (programs, set, start) {
            (Programs::Naive, ..) => sample(set.opcodes()).boxed(),
            (Programs::Weighted, Basic, Initial) => opcodes!(400, 70),
            (Programs::Weighted, Basic, QuasiInitial) => opcodes!(200, 70),
            (Programs::Weighted, Jumpy, Initial) => opcodes!(400, 70, Jump),
            (Programs::Weighted, Jumpy, QuasiInitial) => opcodes!(200, 70, Jump),
            (Programs::Weighted, Cally, Initial) => opcodes!(400, 70, Jump, Call, Return),
            (Programs::Weighted, Cally, QuasiInitial) => opcodes!(200, 70, Jump, Call, Return),
            // In sequences, calls and returns only come together.
            (_, Basic, Initial) => opcodes!(400, 120),
            (_, Basic, QuasiInitial) => opcodes!(200, 120),
            (_, Jumpy | Cally, Initial) => opcodes!(400, 120, Jump),
            (_, Jumpy | Cally, QuasiInitial) => opcodes!(200, 120, Jump),
        };
        let single = || just(Block::Single);
        let [add, load, store, jump, call] =
            [Block::Add, Block::Load, Block::Store, Block::Jump, Block::Call].map(just);
        let blocks = match set {
            Basic => one_of![10 => single(), 1 => add, 1 => load, 1 => store].boxed(),
            Jumpy => one_of![10 => single(), 1 => add, 1 => load, 1 => store, 1 => jump].boxed(),
            Cally => one_of![10 => single(), 1 => add, 1 => load, 1 => store, 1 => jump, 1 => call]
                .boxed(),
        };
        Programmer { opcodes, blocks, programs }
    }

    /// A single instruction.
    pub fn instruction(&self, src: &mut Source, scope: Scope) -> Twin<Instruction> {
        same(match src.draw(self.opcodes.by_ref()) {
            Opcode::Push => return push(scope.atom(src, Scope::integer)),
            Opcode::Noop => Instruction::Noop,
            Opcode::Halt => Instruction::Halt,
            Opcode::Pop => Instruction::Pop,
            Opcode::Add => Instruction::Add,
            Opcode::Load => Instruction::Load,
            Opcode::Store => Instruction::Store,
            Opcode::Jump => Instruction::Jump,
            Opcode::Call => {
                Instruction::Call { arguments: src.draw(0..=2), returns: src.draw(any()) }
            }
            Opcode::Return => Instruction::Return { returns: src.draw(any()) },
        })
    }

    /// As many instructions as the scope says, one by one.
    pub fn list(&self, src: &mut Source, scope: Scope) -> Vec<Twin<Instruction>> {
        let instruction = |src: &mut Source| self.instruction(src, scope);
        src.draw(vec(instruction).len(scope.length))
    }

    /// At least as many instructions as wanted, in sequences.
    pub fn sequences(
        &self,
        src: &mut Source,
        scope: Scope,
        wanted: usize,
    ) -> Vec<Twin<Instruction>> {
        let mut blocks = Vec::new();
        let mut count = 0;
        while count < wanted {
            let left = wanted - count;
            // What is drawn for a sequence is one part of the case, so that it can be left out or copied as a whole.
            let block = src.draw(|src: &mut Source| self.block(src, scope, left));
            count += block.len();
            blocks.push(block);
        }
        if self.programs != Programs::Forward {
            blocks.reverse();
        }
        blocks.concat()
    }

    /// One sequence, where `left` instructions are missing.
    fn block(&self, src: &mut Source, scope: Scope, left: usize) -> Vec<Twin<Instruction>> {
        let plain = |src: &mut Source| push(scope.atom(src, |_, src| Scope::plain(src)));
        let cell = |src: &mut Source| push(scope.atom(src, Scope::data_address));
        let code = |src: &mut Source| push(scope.atom(src, Scope::code_address));
        match src.draw(self.blocks.by_ref()) {
            Block::Single => vec![src.draw(|src: &mut Source| self.instruction(src, scope))],
            Block::Add => vec![src.draw(plain), src.draw(plain), same(Instruction::Add)],
            Block::Load => vec![src.draw(cell), same(Instruction::Load)],
            Block::Store => vec![src.draw(plain), src.draw(cell), same(Instruction::Store)],
            Block::Jump => vec![src.draw(code), same(Instruction::Jump)],
            Block::Call => {
                let target = src.draw(code);
                let (arguments, returns) = src.draw((0..=2, any()));
                let length = src.draw(0..=left / 2);
                let mut block = vec![target, same(Instruction::Call { arguments, returns })];
                block.extend(self.sequences(src, scope, length));
                block.push(same(Instruction::Return { returns }));
                block
            }
        }
    }
}
