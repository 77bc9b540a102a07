//! Validates modules.

use super::{
    super::{
        Address, Bug, Function, Instruction, Module, Signature, Type, Width, syntax::MOST_PAGES,
    },
    frames::{Frames, Invalid},
};
use disprove::trace;

/// Whether all of a module is as it should be.
#[trace]
pub fn validate(module: &Module, bug: Option<Bug>) -> Result<(), Invalid> {
    for signature in &module.signatures {
        if signature.results.len() > 1 {
            return Err(Invalid::ManyResults);
        }
    }
    if module.memories.len() > 1 && bug != Some(Bug::MemoryCount) {
        return Err(Invalid::ManyMemories);
    }
    for memory in &module.memories {
        if memory.pages > MOST_PAGES {
            return Err(Invalid::MemorySize);
        }
        if let Some(most) = memory.most {
            if most > MOST_PAGES {
                return Err(Invalid::MemorySize);
            }
            if most < memory.pages {
                return Err(Invalid::MemorySize);
            }
        }
    }
    for function in &module.functions {
        validate_function(module, function, bug)?;
    }
    for export in &module.exports {
        if *export as usize >= module.functions.len() && bug != Some(Bug::FunctionIndex) {
            return Err(Invalid::UnknownFunction);
        }
    }
    Ok(())
}

#[trace]
fn signature(module: &Module, index: u32) -> Result<&Signature, Invalid> {
    match module.signatures.get(index as usize) {
        Some(signature) => Ok(signature),
        None => Err(Invalid::UnknownSignature),
    }
}

#[trace]
fn validate_function(
    module: &Module,
    function: &Function,
    bug: Option<Bug>,
) -> Result<(), Invalid> {
    let signature = signature(module, function.signature)?;
    let result = signature.results.first().copied();
    let mut locals = signature.parameters.clone();
    locals.extend(&function.locals);
    let mut validator = Validator { module, locals, frames: Frames::default(), bug };
    validator.frames.open(result, result);
    validator.sequence(&function.body)?;
    if bug == Some(Bug::FunctionType) {
        validator.frames.abandon();
        return Ok(());
    }
    validator.close()?;
    Ok(())
}

struct Validator<'a> {
    module: &'a Module,
    locals: Vec<Type>,
    frames: Frames,
    bug: Option<Bug>,
}

#[trace]
impl Validator<'_> {
    fn has(&self, bug: Bug) -> bool {
        self.bug == Some(bug)
    }

    fn sequence(&mut self, body: &[Instruction]) -> Result<(), Invalid> {
        for instruction in body {
            self.instruction(instruction)?;
        }
        Ok(())
    }

    fn close(&mut self) -> Result<Option<Type>, Invalid> {
        self.frames.close(self.has(Bug::StackBelow))
    }

    fn block(
        &mut self,
        label: Option<Type>,
        result: Option<Type>,
        body: &[Instruction],
    ) -> Result<Option<Type>, Invalid> {
        self.frames.open(label, result);
        self.sequence(body)?;
        self.close()
    }

    /// Takes some values and leaves another one.
    fn turns(&mut self, taken: &[Type], left: Type) -> Result<(), Invalid> {
        for of in taken.iter().rev() {
            self.frames.pop(*of)?;
        }
        self.frames.push(left);
        Ok(())
    }

    fn local(&self, index: u32) -> Result<Type, Invalid> {
        match self.locals.get(index as usize) {
            Some(of) => Ok(*of),
            None => Err(Invalid::UnknownLocal),
        }
    }

    fn memory(&self) -> Result<(), Invalid> {
        if self.module.memories.is_empty() && !self.has(Bug::MemoryIndex) {
            return Err(Invalid::UnknownMemory);
        }
        Ok(())
    }

    /// The memory is used at an address that is promised to be a multiple of at most `bytes`.
    fn access(&self, address: Address, bytes: u64) -> Result<(), Invalid> {
        self.memory()?;
        match 1u64.checked_shl(address.alignment) {
            Some(promised) if promised <= bytes => Ok(()),
            _ => Err(Invalid::Alignment),
        }
    }

    fn leave(&mut self, needed: Option<Type>) -> Result<(), Invalid> {
        if let Some(of) = needed {
            self.frames.pop(of)?;
        }
        Ok(())
    }

    fn instruction(&mut self, instruction: &Instruction) -> Result<(), Invalid> {
        match instruction {
            Instruction::Nop => Ok(()),
            Instruction::Unreachable => {
                self.frames.stop();
                Ok(())
            }
            Instruction::Drop => self.frames.pop_any().map(drop),
            Instruction::Select => self.select(),
            Instruction::Block(..) | Instruction::Loop(..) | Instruction::If(..) => {
                self.structured(instruction)
            }
            Instruction::Br(_) | Instruction::BrIf(_) | Instruction::Return => {
                self.branch(instruction)
            }
            Instruction::Call(index) => self.call(*index),
            Instruction::LocalGet(index) => {
                let of = self.local(*index)?;
                self.frames.push(of);
                Ok(())
            }
            Instruction::LocalSet(index) => {
                let of = self.local(*index)?;
                self.frames.pop(of)
            }
            Instruction::LocalTee(index) => {
                let of = self.local(*index)?;
                self.turns(&[of], of)
            }
            Instruction::GlobalGet(_) | Instruction::GlobalSet(_) => self.global(instruction),
            Instruction::I32Load(_)
            | Instruction::I32Load8S(_)
            | Instruction::I64Load(_)
            | Instruction::I32Store(_)
            | Instruction::I32Store8(_)
            | Instruction::I64Store(_)
            | Instruction::MemorySize
            | Instruction::MemoryGrow => self.of_memory(instruction),
            _ => self.of_numbers(instruction),
        }
    }

    fn select(&mut self) -> Result<(), Invalid> {
        self.frames.pop(Type::I32)?;
        let second = self.frames.pop_any()?;
        let first = self.frames.pop_any()?;
        match (first, second) {
            (Some(first), Some(second)) if first != second => return Err(Invalid::TypeMismatch),
            (Some(_), _) => self.frames.push_any(first),
            (None, _) => self.frames.push_any(second),
        }
        Ok(())
    }

    fn structured(&mut self, instruction: &Instruction) -> Result<(), Invalid> {
        let result = match instruction {
            Instruction::Block(result, body) => self.block(*result, *result, body)?,
            // A branch to a loop starts it again, which needs nothing.
            Instruction::Loop(result, body) => self.block(None, *result, body)?,
            Instruction::If(result, then, otherwise) => {
                self.frames.pop(Type::I32)?;
                self.block(*result, *result, then)?;
                self.frames.open(*result, *result);
                self.sequence(otherwise)?;
                if self.has(Bug::ElseBranch) {
                    self.frames.abandon();
                    *result
                } else {
                    self.close()?
                }
            }
            _ => None,
        };
        if let Some(of) = result {
            self.frames.push(of);
        }
        Ok(())
    }

    fn branch(&mut self, instruction: &Instruction) -> Result<(), Invalid> {
        match instruction {
            Instruction::BrIf(depth) => {
                self.frames.pop(Type::I32)?;
                let needed = self.frames.label(*depth)?;
                self.leave(needed)?;
                if let Some(of) = needed {
                    self.frames.push(of);
                }
                return Ok(());
            }
            Instruction::Br(depth) => {
                let needed = self.frames.label(*depth)?;
                self.leave(needed)?;
            }
            _ => {
                let needed = self.frames.outermost()?;
                self.leave(needed)?;
            }
        }
        self.frames.stop();
        Ok(())
    }

    fn call(&mut self, index: u32) -> Result<(), Invalid> {
        let module = self.module;
        let Some(function) = module.functions.get(index as usize) else {
            return Err(Invalid::UnknownFunction);
        };
        let signature = signature(module, function.signature)?;
        for of in signature.parameters.iter().rev() {
            self.frames.pop(*of)?;
        }
        if let Some(of) = signature.results.first() {
            self.frames.push(*of);
        }
        Ok(())
    }

    fn global(&mut self, instruction: &Instruction) -> Result<(), Invalid> {
        let (Instruction::GlobalGet(index) | Instruction::GlobalSet(index)) = instruction else {
            return Ok(());
        };
        let Some(global) = self.module.globals.get(*index as usize) else {
            return Err(Invalid::UnknownGlobal);
        };
        if let Instruction::GlobalGet(_) = instruction {
            self.frames.push(global.content);
            return Ok(());
        }
        if !global.mutable {
            return Err(Invalid::ImmutableGlobal);
        }
        self.frames.pop(global.content)
    }

    fn of_memory(&mut self, instruction: &Instruction) -> Result<(), Invalid> {
        match instruction {
            Instruction::I32Load(address) => {
                if self.has(Bug::LoadAlignment) {
                    self.memory()?;
                } else {
                    self.access(*address, 4)?;
                }
                self.turns(&[Type::I32], Type::I32)
            }
            Instruction::I32Load8S(address) => {
                self.access(*address, 1)?;
                self.turns(&[Type::I32], Type::I32)
            }
            Instruction::I64Load(address) => {
                self.access(*address, 8)?;
                self.turns(&[Type::I32], Type::I64)
            }
            Instruction::I32Store(address) => {
                self.access(*address, 4)?;
                self.frames.pop(Type::I32)?;
                self.frames.pop(Type::I32)
            }
            Instruction::I32Store8(address) => {
                self.access(*address, 1)?;
                self.frames.pop(Type::I32)?;
                self.frames.pop(Type::I32)
            }
            Instruction::I64Store(address) => {
                self.access(*address, 8)?;
                self.frames.pop(Type::I64)?;
                self.frames.pop(Type::I32)
            }
            Instruction::MemorySize => {
                self.memory()?;
                self.turns(&[], Type::I32)
            }
            _ => {
                self.memory()?;
                self.turns(&[Type::I32], Type::I32)
            }
        }
    }

    fn of_numbers(&mut self, instruction: &Instruction) -> Result<(), Invalid> {
        match instruction {
            Instruction::I32Const(_) => self.turns(&[], Type::I32),
            Instruction::I64Const(_) if self.has(Bug::I64Const) => self.turns(&[], Type::I32),
            Instruction::I64Const(_) => self.turns(&[], Type::I64),
            Instruction::F64Const(_) => self.turns(&[], Type::F64),
            Instruction::I32Eqz => self.turns(&[Type::I32], Type::I32),
            Instruction::I64Eqz if self.has(Bug::I64Eqz) => self.turns(&[Type::I32], Type::I32),
            Instruction::I64Eqz => self.turns(&[Type::I64], Type::I32),
            Instruction::Binary(Width::W32, _) if self.has(Bug::I32Binary) => {
                self.turns(&[Type::I64; 2], Type::I64)
            }
            Instruction::Binary(width, _) => {
                let of = width.of_type();
                self.turns(&[of, of], of)
            }
            Instruction::Compare(width, _) => {
                let of = width.of_type();
                self.turns(&[of, of], Type::I32)
            }
            Instruction::F64Add | Instruction::F64Mul => self.turns(&[Type::F64; 2], Type::F64),
            Instruction::F64Lt => self.turns(&[Type::F64; 2], Type::I32),
            Instruction::Convert(conversion) => {
                let (from, to) = conversion.types();
                self.turns(&[from], to)
            }
            _ => Ok(()),
        }
    }
}
