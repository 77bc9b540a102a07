//! Executes flat code.

use super::{
    super::{
        Address, Bug, Ending, Instruction, Module, Stop, Type, Value,
        ending::{DEEPEST, FUEL},
        syntax::{MOST_PAGES, PAGE},
    },
    code::{Op, flatten},
    number,
};
use disprove::trace;

/// Calls a function of a module that was validated.
#[trace]
pub fn invoke(module: &Module, function: usize, arguments: &[Value], bug: Option<Bug>) -> Ending {
    let memory = module.memories.first();
    let mut machine = Machine {
        module,
        code: module.functions.iter().map(flatten).collect(),
        memory: memory.map_or_else(Vec::new, |memory| vec![0; memory.pages as usize * PAGE]),
        globals: vec![0; module.globals.len()],
        stack: arguments.iter().map(word).collect(),
        fuel: FUEL,
        depth: 0,
        bug,
    };
    machine.call(function)?;
    let signature = &module.signatures[module.functions[function].signature as usize];
    match (signature.results.first(), machine.stack.pop()) {
        (Some(of), Some(word)) => Ok(Some(value(*of, word))),
        _ => Ok(None),
    }
}

#[trace]
fn word(value: &Value) -> u64 {
    match value {
        Value::I32(number) => u64::from(*number as u32),
        Value::I64(number) => *number as u64,
        Value::F64(number) => number.to_bits(),
    }
}

#[trace]
fn value(of: Type, word: u64) -> Value {
    match of {
        Type::I32 => Value::I32(word as i32),
        Type::I64 => Value::I64(word as i64),
        Type::F64 => Value::F64(f64::from_bits(word)),
    }
}

/// Where a branch goes, and what it takes along.
#[derive(Clone, Copy, Debug)]
struct Label {
    height: usize,
    results: usize,
    target: usize,
}

struct Machine<'a> {
    module: &'a Module,
    code: Vec<Vec<Op<'a>>>,
    memory: Vec<u8>,
    globals: Vec<u64>,
    stack: Vec<u64>,
    fuel: u32,
    depth: u32,
    bug: Option<Bug>,
}

#[trace]
impl Machine<'_> {
    /// The top of the stack, which is there in code that was validated.
    fn pop(&mut self) -> u64 {
        self.stack.pop().unwrap_or_default()
    }

    /// Calls a function whose arguments are on the stack, and leaves its result there.
    fn call(&mut self, index: usize) -> Result<(), Stop> {
        if self.depth == DEEPEST {
            return Err(Stop::Exhausted);
        }
        self.depth += 1;
        let function = &self.module.functions[index];
        let signature = &self.module.signatures[function.signature as usize];
        let base = self.stack.len() - signature.parameters.len();
        let mut locals = self.stack.split_off(base);
        let start = u64::from(self.bug == Some(Bug::LocalStart));
        locals.resize(locals.len() + function.locals.len(), start);
        self.run(index, signature.results.len(), locals)?;
        self.depth -= 1;
        Ok(())
    }

    fn run(&mut self, index: usize, results: usize, mut locals: Vec<u64>) -> Result<(), Stop> {
        let end = self.code[index].len();
        let mut labels = vec![Label { height: self.stack.len(), results, target: end }];
        let mut at = 0;
        while at < end {
            if self.fuel == 0 {
                return Err(Stop::Exhausted);
            }
            self.fuel -= 1;
            let op = self.code[index][at];
            at += 1;
            let height = self.stack.len();
            match op {
                Op::Block { results, end } => {
                    labels.push(Label { height, results, target: end + 1 });
                }
                // The label of a loop is made again whenever it starts.
                Op::Loop => labels.push(Label { height, results: 0, target: at - 1 }),
                Op::If { results, otherwise, end } => {
                    let condition = self.pop() as u32;
                    labels.push(Label { height: height - 1, results, target: end + 1 });
                    if condition == 0 {
                        at = otherwise;
                    }
                }
                Op::Else { end } => at = end,
                Op::End => {
                    labels.pop();
                }
                Op::Plain(Instruction::Br(depth)) => at = self.branch(*depth, &mut labels),
                Op::Plain(Instruction::BrIf(depth)) => {
                    if self.pop() as u32 != 0 {
                        at = self.branch(*depth, &mut labels);
                    }
                }
                Op::Plain(Instruction::Return) => {
                    at = self.branch(labels.len() as u32 - 1, &mut labels);
                }
                Op::Plain(Instruction::LocalGet(local)) => self.stack.push(locals[*local as usize]),
                Op::Plain(Instruction::LocalSet(local)) => locals[*local as usize] = self.pop(),
                Op::Plain(Instruction::LocalTee(local)) => {
                    let word = self.pop();
                    locals[*local as usize] = word;
                    self.stack.push(word);
                }
                Op::Plain(plain) => self.plain(plain)?,
            }
        }
        Ok(())
    }

    /// Leaves blocks, and says where to go on.
    fn branch(&mut self, depth: u32, labels: &mut Vec<Label>) -> usize {
        labels.truncate(labels.len() - depth as usize);
        let Some(label) = labels.pop() else {
            return usize::MAX;
        };
        let kept = self.stack.split_off(self.stack.len() - label.results);
        self.stack.truncate(label.height);
        self.stack.extend(kept);
        label.target
    }

    fn plain(&mut self, instruction: &Instruction) -> Result<(), Stop> {
        match instruction {
            Instruction::Unreachable => return Err(Stop::Trapped),
            Instruction::Drop => {
                self.pop();
            }
            Instruction::Select => {
                let (condition, second, first) = (self.pop() as u32, self.pop(), self.pop());
                self.stack.push(if condition == 0 { second } else { first });
            }
            Instruction::Call(index) => self.call(*index as usize)?,
            Instruction::GlobalGet(index) => self.stack.push(self.globals[*index as usize]),
            Instruction::GlobalSet(index) => self.globals[*index as usize] = self.pop(),
            Instruction::I32Const(number) => self.stack.push(u64::from(*number as u32)),
            Instruction::I64Const(number) => self.stack.push(*number as u64),
            Instruction::F64Const(number) => self.stack.push(number.to_bits()),
            Instruction::I32Eqz => {
                let is_zero = self.pop() as u32 == 0;
                self.stack.push(u64::from(is_zero));
            }
            Instruction::I64Eqz => {
                let is_zero = self.pop() == 0;
                self.stack.push(u64::from(is_zero));
            }
            Instruction::Binary(width, operation) => {
                let (other, one) = (self.pop(), self.pop());
                self.stack.push(number::binary(*width, *operation, one, other, self.bug)?);
            }
            Instruction::Compare(width, comparison) => {
                let (other, one) = (self.pop(), self.pop());
                let holds = number::compare(*width, *comparison, one, other, self.bug);
                self.stack.push(u64::from(holds));
            }
            Instruction::F64Add | Instruction::F64Mul | Instruction::F64Lt => {
                let (other, one) = (f64::from_bits(self.pop()), f64::from_bits(self.pop()));
                self.stack.push(match instruction {
                    Instruction::F64Add => (one + other).to_bits(),
                    Instruction::F64Mul => (one * other).to_bits(),
                    _ => u64::from(one < other),
                });
            }
            Instruction::Convert(conversion) => {
                let word = self.pop();
                self.stack.push(number::convert(*conversion, word)?);
            }
            _ => return self.of_memory(instruction),
        }
        Ok(())
    }

    fn of_memory(&mut self, instruction: &Instruction) -> Result<(), Stop> {
        match instruction {
            Instruction::I32Load(address) => {
                let start = self.pop();
                let word = self.load(start, *address, 4)?;
                self.stack.push(word);
            }
            Instruction::I32Load8S(address) => {
                let start = self.pop();
                let byte = if self.bug == Some(Bug::Load8Address) {
                    let start = i64::from(start as i32) + i64::from(address.offset);
                    let start = u64::try_from(start).map_err(|_| Stop::Trapped)?;
                    self.load(start, Address { offset: 0, ..*address }, 1)?
                } else {
                    self.load(start, *address, 1)?
                };
                self.stack.push(u64::from(i32::from(byte as i8) as u32));
            }
            Instruction::I64Load(address) => {
                let start = self.pop();
                let word = self.load(start, *address, 8)?;
                self.stack.push(word);
            }
            Instruction::I32Store(address) => self.store(*address, 4)?,
            Instruction::I32Store8(address) => self.store(*address, 1)?,
            Instruction::I64Store(address) => self.store(*address, 8)?,
            Instruction::MemorySize => self.stack.push((self.memory.len() / PAGE) as u64),
            Instruction::MemoryGrow => {
                let more = self.pop();
                let before = (self.memory.len() / PAGE) as u64;
                let most = self.module.memories.first().and_then(|memory| memory.most);
                if before + more > u64::from(most.unwrap_or(MOST_PAGES)) {
                    self.stack.push(u64::from(u32::MAX));
                } else {
                    self.memory.resize((before + more) as usize * PAGE, 0);
                    self.stack.push(before);
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// The part of the memory that is meant, if all of it is there.
    fn place(&self, start: u64, address: Address, bytes: usize) -> Result<usize, Stop> {
        let start = start + u64::from(address.offset);
        if start + bytes as u64 > self.memory.len() as u64 {
            return Err(Stop::Trapped);
        }
        Ok(start as usize)
    }

    fn load(&self, start: u64, address: Address, bytes: usize) -> Result<u64, Stop> {
        let place = self.place(start, address, bytes)?;
        let mut word = [0; 8];
        word[..bytes].copy_from_slice(&self.memory[place..place + bytes]);
        Ok(u64::from_le_bytes(word))
    }

    fn store(&mut self, address: Address, bytes: usize) -> Result<(), Stop> {
        let (word, start) = (self.pop(), self.pop());
        let place = self.place(start, address, bytes)?;
        self.memory[place..place + bytes].copy_from_slice(&word.to_le_bytes()[..bytes]);
        Ok(())
    }
}
