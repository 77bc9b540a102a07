//! Evaluates a module along its structure. Each block has a separate stack, because no block can access values below
//! its own.

use super::{
    super::{
        Address, Conversion, Ending, Instruction, Module, Stop, Value, Width,
        ending::{DEEPEST, FUEL},
        syntax::{MOST_PAGES, PAGE},
    },
    arithmetic,
};

/// Calls a function of a valid module.
pub fn invoke(module: &Module, function: usize, arguments: &[Value]) -> Ending {
    let pages = module.memories.first().map_or(0, |memory| memory.pages as usize);
    let globals = module.globals.iter().map(|global| Value::zero(global.content)).collect();
    let mut store = Store { module, memory: vec![0; pages * PAGE], globals, fuel: FUEL, depth: 0 };
    store.call(function, arguments.to_vec())
}

/// How a body ended. Whoever a value is for knows whether it wants one.
enum Exit {
    /// At its end.
    End(Option<Value>),
    /// A branch to this enclosing block.
    Branch(u32, Option<Value>),
    Return(Option<Value>),
}

struct Store<'a> {
    module: &'a Module,
    memory: Vec<u8>,
    globals: Vec<Value>,
    fuel: u32,
    depth: u32,
}

/// The values of a block.
#[derive(Default)]
struct Stack(Vec<Value>);

impl Stack {
    fn any(&mut self) -> Value {
        self.0.pop().expect("a valid module finds what it needs")
    }

    fn i32(&mut self) -> i32 {
        let Value::I32(number) = self.any() else {
            unreachable!("a valid module finds an i32 here");
        };
        number
    }

    fn i64(&mut self) -> i64 {
        let Value::I64(number) = self.any() else {
            unreachable!("a valid module finds an i64 here");
        };
        number
    }

    fn f64(&mut self) -> f64 {
        let Value::F64(number) = self.any() else {
            unreachable!("a valid module finds an f64 here");
        };
        number
    }

    fn integer(&mut self, width: Width) -> i128 {
        match width {
            Width::W32 => i128::from(self.i32()),
            Width::W64 => i128::from(self.i64()),
        }
    }

    fn push(&mut self, value: Value) {
        self.0.push(value);
    }

    fn push_bool(&mut self, holds: bool) {
        self.push(Value::I32(i32::from(holds)));
    }
}

impl Store<'_> {
    fn call(&mut self, index: usize, arguments: Vec<Value>) -> Ending {
        if self.depth == DEEPEST {
            return Err(Stop::Exhausted);
        }
        self.depth += 1;
        let function = &self.module.functions[index];
        let mut locals = arguments;
        locals.extend(function.locals.iter().map(|of| Value::zero(*of)));
        let (Exit::End(value) | Exit::Branch(_, value) | Exit::Return(value)) =
            self.body(&function.body, &mut locals)?;
        self.depth -= 1;
        let results = &self.module.signatures[function.signature as usize].results;
        Ok(value.filter(|_| !results.is_empty()))
    }

    fn body(&mut self, body: &[Instruction], locals: &mut [Value]) -> Result<Exit, Stop> {
        let mut stack = Stack::default();
        for instruction in body {
            self.fuel = self.fuel.checked_sub(1).ok_or(Stop::Exhausted)?;
            if let Some(exit) = self.instruction(instruction, &mut stack, locals)? {
                return Ok(exit);
            }
        }
        Ok(Exit::End(stack.0.pop()))
    }

    /// Runs a block. What it leaves goes on the stack, unless the block around it is left as well.
    fn block(
        &mut self,
        wants_value: bool,
        body: &[Instruction],
        stack: &mut Stack,
        locals: &mut [Value],
    ) -> Result<Option<Exit>, Stop> {
        match self.body(body, locals)? {
            Exit::End(value) | Exit::Branch(0, value) => {
                stack.0.extend(value.filter(|_| wants_value));
                Ok(None)
            }
            Exit::Branch(depth, value) => Ok(Some(Exit::Branch(depth - 1, value))),
            returned @ Exit::Return(_) => Ok(Some(returned)),
        }
    }

    fn repeat(
        &mut self,
        wants_value: bool,
        body: &[Instruction],
        stack: &mut Stack,
        locals: &mut [Value],
    ) -> Result<Option<Exit>, Stop> {
        loop {
            self.fuel = self.fuel.checked_sub(1).ok_or(Stop::Exhausted)?;
            match self.body(body, locals)? {
                Exit::Branch(0, _) => {}
                Exit::Branch(depth, value) => return Ok(Some(Exit::Branch(depth - 1, value))),
                Exit::End(value) => {
                    stack.0.extend(value.filter(|_| wants_value));
                    return Ok(None);
                }
                returned @ Exit::Return(_) => return Ok(Some(returned)),
            }
        }
    }

    fn instruction(
        &mut self,
        instruction: &Instruction,
        stack: &mut Stack,
        locals: &mut [Value],
    ) -> Result<Option<Exit>, Stop> {
        match instruction {
            Instruction::Unreachable => return Err(Stop::Trapped),
            Instruction::Drop => drop(stack.any()),
            Instruction::Select => {
                let (condition, second, first) = (stack.i32(), stack.any(), stack.any());
                stack.push(if condition != 0 { first } else { second });
            }
            Instruction::Block(result, body) => {
                return self.block(result.is_some(), body, stack, locals);
            }
            Instruction::Loop(result, body) => {
                return self.repeat(result.is_some(), body, stack, locals);
            }
            Instruction::If(result, then, otherwise) => {
                let body = if stack.i32() != 0 { then } else { otherwise };
                return self.block(result.is_some(), body, stack, locals);
            }
            Instruction::Br(depth) => return Ok(Some(Exit::Branch(*depth, stack.0.pop()))),
            Instruction::BrIf(depth) => {
                if stack.i32() != 0 {
                    return Ok(Some(Exit::Branch(*depth, stack.0.pop())));
                }
            }
            Instruction::Return => return Ok(Some(Exit::Return(stack.0.pop()))),
            Instruction::Call(index) => {
                let callee = &self.module.functions[*index as usize];
                let signature = &self.module.signatures[callee.signature as usize];
                let first = stack.0.len() - signature.parameters.len();
                let arguments = stack.0.split_off(first);
                let value = self.call(*index as usize, arguments)?;
                stack.0.extend(value);
            }
            Instruction::LocalGet(index) => stack.push(locals[*index as usize]),
            Instruction::LocalSet(index) => locals[*index as usize] = stack.any(),
            Instruction::LocalTee(index) => {
                locals[*index as usize] = *stack.0.last().expect("a valid module has a value here");
            }
            Instruction::GlobalGet(index) => stack.push(self.globals[*index as usize]),
            Instruction::GlobalSet(index) => self.globals[*index as usize] = stack.any(),
            _ => {
                compute(instruction, stack)?;
                self.remember(instruction, stack)?;
            }
        }
        Ok(None)
    }

    /// Instructions that use the memory.
    fn remember(&mut self, instruction: &Instruction, stack: &mut Stack) -> Result<(), Stop> {
        match instruction {
            Instruction::I32Load(address) => {
                let bytes = self.bytes(stack.i32(), *address)?;
                stack.push(Value::I32(i32::from_le_bytes(*bytes)));
            }
            Instruction::I32Load8S(address) => {
                let [byte] = *self.bytes(stack.i32(), *address)?;
                stack.push(Value::I32(i32::from(byte as i8)));
            }
            Instruction::I64Load(address) => {
                let bytes = self.bytes(stack.i32(), *address)?;
                stack.push(Value::I64(i64::from_le_bytes(*bytes)));
            }
            Instruction::I32Store(address) => {
                let (number, start) = (stack.i32(), stack.i32());
                *self.bytes(start, *address)? = number.to_le_bytes();
            }
            Instruction::I32Store8(address) => {
                let (number, start) = (stack.i32(), stack.i32());
                *self.bytes(start, *address)? = [number as u8];
            }
            Instruction::I64Store(address) => {
                let (number, start) = (stack.i64(), stack.i32());
                *self.bytes(start, *address)? = number.to_le_bytes();
            }
            Instruction::MemorySize => stack.push(Value::I32(self.pages() as i32)),
            Instruction::MemoryGrow => {
                let more = stack.i32() as u32;
                let most = self.module.memories[0].most.unwrap_or(MOST_PAGES);
                let (before, room) = (self.pages(), most - self.pages());
                stack.push(Value::I32(if more <= room { before as i32 } else { -1 }));
                if more <= room {
                    self.memory.resize((before + more) as usize * PAGE, 0);
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn pages(&self) -> u32 {
        (self.memory.len() / PAGE) as u32
    }

    /// The bytes at an address.
    fn bytes<const N: usize>(
        &mut self,
        start: i32,
        address: Address,
    ) -> Result<&mut [u8; N], Stop> {
        let start = start as u32 as usize + address.offset as usize;
        let rest = self.memory.get_mut(start..).ok_or(Stop::Trapped)?;
        rest.first_chunk_mut().ok_or(Stop::Trapped)
    }
}

/// Instructions that only use the stack.
fn compute(instruction: &Instruction, stack: &mut Stack) -> Result<(), Stop> {
    match instruction {
        Instruction::I32Const(number) => stack.push(Value::I32(*number)),
        Instruction::I64Const(number) => stack.push(Value::I64(*number)),
        Instruction::F64Const(number) => stack.push(Value::F64(*number)),
        Instruction::I32Eqz => {
            let number = stack.i32();
            stack.push_bool(number == 0);
        }
        Instruction::I64Eqz => {
            let number = stack.i64();
            stack.push_bool(number == 0);
        }
        Instruction::Binary(width, operation) => {
            let (other, one) = (stack.integer(*width), stack.integer(*width));
            stack.push(match width {
                Width::W32 => Value::I32(arithmetic::binary(*operation, 32, one, other)? as i32),
                Width::W64 => Value::I64(arithmetic::binary(*operation, 64, one, other)? as i64),
            });
        }
        Instruction::Compare(width, comparison) => {
            let (other, one) = (stack.integer(*width), stack.integer(*width));
            let bits = if *width == Width::W32 { 32 } else { 64 };
            stack.push_bool(arithmetic::compare(*comparison, bits, one, other));
        }
        Instruction::F64Add => {
            let (other, one) = (stack.f64(), stack.f64());
            stack.push(Value::F64(one + other));
        }
        Instruction::F64Mul => {
            let (other, one) = (stack.f64(), stack.f64());
            stack.push(Value::F64(one * other));
        }
        Instruction::F64Lt => {
            let (other, one) = (stack.f64(), stack.f64());
            stack.push_bool(one < other);
        }
        Instruction::Convert(conversion) => {
            let converted = match conversion {
                Conversion::I32WrapI64 => Value::I32(stack.i64() as i32),
                Conversion::I64ExtendI32S => Value::I64(i64::from(stack.i32())),
                Conversion::I64ExtendI32U => Value::I64(i64::from(stack.i32() as u32)),
                Conversion::F64ConvertI32S => Value::F64(f64::from(stack.i32())),
                Conversion::I32TruncF64S => {
                    let number = stack.f64();
                    let cut = number as i32;
                    // What does not fit is not less than one away from what it was cut to.
                    if (number - f64::from(cut)).abs() < 1.0 {
                        Value::I32(cut)
                    } else {
                        return Err(Stop::Trapped);
                    }
                }
            };
            stack.push(converted);
        }
        _ => {}
    }
    Ok(())
}
