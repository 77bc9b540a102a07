//! A handwritten generator of well-typed functions.

use super::{Address, Comparison, Conversion, Instruction, Operation, Stub, Type, Width};
use disprove::prelude::*;

/// A function that may be run, and what it is called with.
pub fn typed(src: &mut Source) -> Stub {
    let locals = src.draw(vec(any::<Type>()).len(0..=3));
    let mut writer = Writer {
        locals: Stub::PARAMETERS.iter().chain(&locals).copied().collect(),
        labels: vec![Some(Type::I32)],
    };
    let mut body = writer.statements(src, 3);
    body.extend(writer.expression(src, Type::I32, 3));
    Stub { locals, body, first: src.draw(any()), second: src.draw(any()) }
}

struct Writer {
    locals: Vec<Type>,
    /// What branches take along, the outermost block first.
    labels: Vec<Option<Type>>,
}

impl Writer {
    /// Code that leaves nothing on the stack.
    fn statements(&mut self, src: &mut Source, depth: u32) -> Vec<Instruction> {
        let mut code = Vec::new();
        for _ in 0..src.draw(0..=2) {
            code.extend(self.statement(src, depth));
        }
        code
    }

    fn statement(&mut self, src: &mut Source, depth: u32) -> Vec<Instruction> {
        let deeper = depth.saturating_sub(1);
        match src.draw(0..if depth == 0 { 3 } else { 9 }) {
            0 => vec![Instruction::Nop],
            1 => {
                let (local, of) = self.any_local(src);
                then(self.expression(src, of, deeper), Instruction::LocalSet(local))
            }
            2 => {
                let of = src.draw(any());
                then(self.expression(src, of, deeper), Instruction::Drop)
            }
            3 => {
                let address = self.address(src, deeper);
                let (of, bytes, store): (_, _, fn(Address) -> Instruction) = match src.draw(0..3) {
                    0 => (Type::I32, 4, Instruction::I32Store),
                    1 => (Type::I32, 1, Instruction::I32Store8),
                    _ => (Type::I64, 8, Instruction::I64Store),
                };
                let value = self.expression(src, of, deeper);
                then([address, value].concat(), store(place(src, bytes)))
            }
            4 => {
                let body = self.inside(None, |writer| writer.statements(src, deeper));
                vec![Instruction::Block(None, body)]
            }
            5 => {
                let condition = self.expression(src, Type::I32, deeper);
                let first = self.inside(None, |writer| writer.statements(src, deeper));
                let second = self.inside(None, |writer| writer.statements(src, deeper));
                then(condition, Instruction::If(None, first, second))
            }
            6 => {
                let body = self.inside(None, |writer| {
                    let again = writer.expression(src, Type::I32, deeper);
                    let again = then(again, Instruction::BrIf(0));
                    [writer.statements(src, deeper), again].concat()
                });
                vec![Instruction::Loop(None, body)]
            }
            7 => self.branch(src, deeper),
            _ => {
                let condition = self.expression(src, Type::I32, deeper);
                let value = self.expression(src, Type::I32, deeper);
                let first = then(value, Instruction::Return);
                then(condition, Instruction::If(None, first, Vec::new()))
            }
        }
    }

    /// A branch to any block, if something holds.
    fn branch(&mut self, src: &mut Source, depth: u32) -> Vec<Instruction> {
        let target = src.draw(0..self.labels.len());
        let label = self.labels[self.labels.len() - 1 - target];
        let mut code = label.map_or_else(Vec::new, |of| self.expression(src, of, depth));
        code.extend(self.expression(src, Type::I32, depth));
        code.push(Instruction::BrIf(target as u32));
        code.extend(label.map(|_| Instruction::Drop));
        code
    }

    /// Code within one more block.
    fn inside<T>(&mut self, label: Option<Type>, write: impl FnOnce(&mut Writer) -> T) -> T {
        self.labels.push(label);
        let written = write(self);
        self.labels.pop();
        written
    }

    fn any_local(&self, src: &mut Source) -> (u32, Type) {
        let index = src.draw(0..self.locals.len());
        (index as u32, self.locals[index])
    }

    /// A number that is often an address.
    fn address(&mut self, src: &mut Source, depth: u32) -> Vec<Instruction> {
        match src.draw(0..4) {
            0 => self.expression(src, Type::I32, depth),
            1 => vec![Instruction::I32Const(src.draw(-16..=-1))],
            _ => vec![Instruction::I32Const(src.draw(0..=1_040))],
        }
    }

    /// Code that leaves one value of a type on the stack.
    fn expression(&mut self, src: &mut Source, of: Type, depth: u32) -> Vec<Instruction> {
        if depth == 0 || src.draw(0..4) == 0 {
            return vec![self.leaf(src, of)];
        }
        let deeper = depth - 1;
        match src.draw(0..5) {
            0 => {
                let (first, second) =
                    (self.expression(src, of, deeper), self.expression(src, of, deeper));
                let condition = self.expression(src, Type::I32, deeper);
                then([first, second, condition].concat(), Instruction::Select)
            }
            1 => {
                let condition = self.expression(src, Type::I32, deeper);
                let first = self.inside(Some(of), |writer| writer.body(src, of, deeper));
                let second = self.inside(Some(of), |writer| writer.body(src, of, deeper));
                then(condition, Instruction::If(Some(of), first, second))
            }
            2 => {
                let body = self.inside(Some(of), |writer| writer.body(src, of, deeper));
                vec![Instruction::Block(Some(of), body)]
            }
            _ => self.operation(src, of, deeper),
        }
    }

    fn body(&mut self, src: &mut Source, of: Type, depth: u32) -> Vec<Instruction> {
        let mut body = self.statements(src, depth);
        body.extend(self.expression(src, of, depth));
        body
    }

    fn leaf(&self, src: &mut Source, of: Type) -> Instruction {
        let local = self.locals.iter().rposition(|local| *local == of);
        match local {
            Some(local) if src.draw(any()) => Instruction::LocalGet(local as u32),
            _ => match of {
                Type::I32 => Instruction::I32Const(src.draw(any())),
                Type::I64 => Instruction::I64Const(src.draw(any())),
                Type::F64 => Instruction::F64Const(src.draw(any())),
            },
        }
    }

    fn operation(&mut self, src: &mut Source, of: Type, depth: u32) -> Vec<Instruction> {
        let two = |writer: &mut Writer, src: &mut Source, of| {
            [writer.expression(src, of, depth), writer.expression(src, of, depth)].concat()
        };
        let width = if of == Type::I32 { Width::W32 } else { Width::W64 };
        match (of, src.draw(0..4)) {
            (Type::F64, 0 | 1) => then(two(self, src, of), Instruction::F64Add),
            (Type::F64, 2) => then(two(self, src, of), Instruction::F64Mul),
            (Type::F64, _) => {
                let number = self.expression(src, Type::I32, depth);
                then(number, Instruction::Convert(Conversion::F64ConvertI32S))
            }
            (_, 0 | 1) => {
                let operation: Operation = src.draw(any());
                then(two(self, src, of), Instruction::Binary(width, operation))
            }
            (Type::I64, 2) => {
                let conversion =
                    src.draw(sample(&[Conversion::I64ExtendI32S, Conversion::I64ExtendI32U]));
                then(self.expression(src, Type::I32, depth), Instruction::Convert(conversion))
            }
            (Type::I64, _) => {
                let address = self.address(src, depth);
                then(address, Instruction::I64Load(place(src, 8)))
            }
            (Type::I32, 2) => {
                let width: Width = src.draw(any());
                let comparison: Comparison = src.draw(any());
                then(two(self, src, width.of_type()), Instruction::Compare(width, comparison))
            }
            (Type::I32, _) => self.other_i32(src, depth),
        }
    }

    fn other_i32(&mut self, src: &mut Source, depth: u32) -> Vec<Instruction> {
        let from = |writer: &mut Writer, src: &mut Source, of, last| {
            then(writer.expression(src, of, depth), last)
        };
        match src.draw(0..10) {
            0 => from(self, src, Type::I32, Instruction::I32Eqz),
            1 => from(self, src, Type::I64, Instruction::I64Eqz),
            2 => from(self, src, Type::I64, Instruction::Convert(Conversion::I32WrapI64)),
            3 => from(self, src, Type::F64, Instruction::Convert(Conversion::I32TruncF64S)),
            4 => vec![Instruction::MemorySize],
            5 => vec![Instruction::I32Const(src.draw(0..=2)), Instruction::MemoryGrow],
            6 => {
                let [one, other] = [(); 2].map(|()| self.expression(src, Type::F64, depth));
                then([one, other].concat(), Instruction::F64Lt)
            }
            7 => {
                let arguments = [
                    self.expression(src, Type::I32, depth),
                    self.expression(src, Type::F64, depth),
                ];
                then(arguments.concat(), Instruction::Call(0))
            }
            8 => then(self.address(src, depth), Instruction::I32Load(place(src, 4))),
            _ => then(self.address(src, depth), Instruction::I32Load8S(place(src, 1))),
        }
    }
}

/// Code, and one thing more.
fn then(mut code: Vec<Instruction>, last: Instruction) -> Vec<Instruction> {
    code.push(last);
    code
}

/// An address for this number of bytes, with a valid alignment.
fn place(src: &mut Source, bytes: u32) -> Address {
    Address { offset: src.draw(0..=10), alignment: src.draw(0..=bytes.ilog2()) }
}
