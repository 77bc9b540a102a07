//! Type checking: each instruction pops and pushes values of certain types.

use super::super::{Address, Function, Instruction, Module, Signature, Type, syntax::MOST_PAGES};

/// Whether a module is valid.
pub fn is_valid(module: &Module) -> bool {
    let limits_hold = |pages: u32, most: u32| pages <= most && most <= MOST_PAGES;
    module.signatures.iter().all(|signature| signature.results.len() <= 1)
        && module.memories.len() <= 1
        && module
            .memories
            .iter()
            .all(|memory| limits_hold(memory.pages, memory.most.unwrap_or(MOST_PAGES)))
        && module.functions.iter().all(|function| is_function_valid(module, function))
        && module.exports.iter().all(|index| (*index as usize) < module.functions.len())
}

fn is_function_valid(module: &Module, function: &Function) -> bool {
    let Some(Signature { parameters, results }) =
        module.signatures.get(function.signature as usize)
    else {
        return false;
    };
    let locals = parameters.iter().chain(&function.locals).copied().collect();
    let returns = results.first().copied();
    let scope = Scope { module, locals, labels: vec![results.clone()], returns };
    scope.has_type(&function.body, returns)
}

/// What can be named at some place.
#[derive(Clone, Debug)]
struct Scope<'a> {
    module: &'a Module,
    locals: Vec<Type>,
    /// What branches take along, the outermost block first.
    labels: Vec<Vec<Type>>,
    returns: Option<Type>,
}

/// What an instruction does to the stack. The last one taken is the top.
#[derive(Debug, Default)]
struct Effect {
    takes: Vec<Type>,
    leaves: Vec<Type>,
    /// Nothing after it is executed.
    ends: bool,
}

/// What is known of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Slot {
    Of(Type),
    /// It is in code that is never executed.
    Unknown,
}

/// The types on a stack. Below them there is nothing, or anything where nothing is executed.
#[derive(Debug, Default)]
struct Stack {
    known: Vec<Slot>,
    endless: bool,
}

impl Stack {
    /// The top, if there is one.
    fn take(&mut self) -> Option<Slot> {
        let top = self.known.pop();
        if self.endless { top.or(Some(Slot::Unknown)) } else { top }
    }

    fn take_all(&mut self, types: &[Type]) -> bool {
        types.iter().rev().all(|wanted| match self.take() {
            Some(Slot::Of(found)) => found == *wanted,
            Some(Slot::Unknown) => true,
            None => false,
        })
    }
}

fn turns(takes: &[Type], leaves: &[Type]) -> Effect {
    Effect { takes: takes.to_vec(), leaves: leaves.to_vec(), ends: false }
}

impl Scope<'_> {
    /// Whether instructions that start with nothing leave this and nothing else.
    fn has_type(&self, body: &[Instruction], result: Option<Type>) -> bool {
        let mut stack = Stack::default();
        body.iter().all(|instruction| self.follows(&mut stack, instruction))
            && stack.take_all(result.as_slice())
            && stack.known.is_empty()
    }

    /// Whether the instruction may come next.
    fn follows(&self, stack: &mut Stack, instruction: &Instruction) -> bool {
        match instruction {
            Instruction::Drop => stack.take().is_some(),
            Instruction::Select => {
                let (true, Some(one), Some(other)) =
                    (stack.take_all(&[Type::I32]), stack.take(), stack.take())
                else {
                    return false;
                };
                stack.known.push(if one == Slot::Unknown { other } else { one });
                one == other || [one, other].contains(&Slot::Unknown)
            }
            _ => {
                let Some(effect) = self.effect(instruction) else {
                    return false;
                };
                let fits = stack.take_all(&effect.takes);
                if effect.ends {
                    *stack = Stack { known: Vec::new(), endless: true };
                }
                stack.known.extend(effect.leaves.into_iter().map(Slot::Of));
                fits
            }
        }
    }

    /// Whether a block with such a label is valid by itself.
    fn block(&self, label: Option<Type>, result: Option<Type>, body: &[Instruction]) -> bool {
        let mut inner = self.clone();
        inner.labels.push(label.into_iter().collect());
        inner.has_type(body, result)
    }

    /// The types that a branch to this enclosing block takes.
    fn label(&self, depth: u32) -> Option<&[Type]> {
        self.labels.iter().rev().nth(depth as usize).map(Vec::as_slice)
    }

    /// A memory access of this number of bytes, whose alignment is not larger.
    fn access(&self, address: Address, bytes: u32, effect: Effect) -> Option<Effect> {
        let fits = address.alignment < 32 && 1 << address.alignment <= bytes;
        (fits && !self.module.memories.is_empty()).then_some(effect)
    }

    fn effect(&self, instruction: &Instruction) -> Option<Effect> {
        use Type::{F64, I32, I64};
        Some(match instruction {
            Instruction::Nop => Effect::default(),
            Instruction::Unreachable => Effect { ends: true, ..Effect::default() },
            Instruction::I32Const(_) => turns(&[], &[I32]),
            Instruction::I64Const(_) => turns(&[], &[I64]),
            Instruction::F64Const(_) => turns(&[], &[F64]),
            Instruction::I32Eqz => turns(&[I32], &[I32]),
            Instruction::I64Eqz => turns(&[I64], &[I32]),
            Instruction::Binary(width, _) => turns(&[width.of_type(); 2], &[width.of_type()]),
            Instruction::Compare(width, _) => turns(&[width.of_type(); 2], &[I32]),
            Instruction::F64Add | Instruction::F64Mul => turns(&[F64, F64], &[F64]),
            Instruction::F64Lt => turns(&[F64, F64], &[I32]),
            Instruction::Convert(conversion) => {
                let (from, to) = conversion.types();
                turns(&[from], &[to])
            }
            Instruction::LocalGet(index) => turns(&[], &[*self.locals.get(*index as usize)?]),
            Instruction::LocalSet(index) => turns(&[*self.locals.get(*index as usize)?], &[]),
            Instruction::LocalTee(index) => {
                let of = *self.locals.get(*index as usize)?;
                turns(&[of], &[of])
            }
            Instruction::GlobalGet(index) => {
                turns(&[], &[self.module.globals.get(*index as usize)?.content])
            }
            Instruction::GlobalSet(index) => {
                let global = self.module.globals.get(*index as usize)?;
                global.mutable.then(|| turns(&[global.content], &[]))?
            }
            Instruction::I32Load(address) => self.access(*address, 4, turns(&[I32], &[I32]))?,
            Instruction::I32Load8S(address) => self.access(*address, 1, turns(&[I32], &[I32]))?,
            Instruction::I64Load(address) => self.access(*address, 8, turns(&[I32], &[I64]))?,
            Instruction::I32Store(address) => self.access(*address, 4, turns(&[I32, I32], &[]))?,
            Instruction::I32Store8(address) => self.access(*address, 1, turns(&[I32, I32], &[]))?,
            Instruction::I64Store(address) => self.access(*address, 8, turns(&[I32, I64], &[]))?,
            Instruction::MemorySize | Instruction::MemoryGrow => {
                self.module.memories.first()?;
                let grows = *instruction == Instruction::MemoryGrow;
                turns(if grows { &[I32] } else { &[] }, &[I32])
            }
            Instruction::Block(result, body) => {
                self.block(*result, *result, body).then(|| turns(&[], result.as_slice()))?
            }
            Instruction::Loop(result, body) => {
                self.block(None, *result, body).then(|| turns(&[], result.as_slice()))?
            }
            Instruction::If(result, then, otherwise) => {
                let both = [then, otherwise];
                let valid = both.iter().all(|body| self.block(*result, *result, body));
                valid.then(|| turns(&[I32], result.as_slice()))?
            }
            Instruction::Br(depth) => Effect { ends: true, ..turns(self.label(*depth)?, &[]) },
            Instruction::BrIf(depth) => {
                let label = self.label(*depth)?;
                turns(&[label, &[I32]].concat(), label)
            }
            Instruction::Return => Effect { ends: true, ..turns(self.returns.as_slice(), &[]) },
            Instruction::Call(index) => {
                let function = self.module.functions.get(*index as usize)?;
                let signature = self.module.signatures.get(function.signature as usize)?;
                turns(&signature.parameters, &signature.results)
            }
            Instruction::Drop | Instruction::Select => return None,
        })
    }
}
