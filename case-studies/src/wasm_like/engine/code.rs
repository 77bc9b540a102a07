//! Flat code: blocks become jump targets.

use super::super::{Function, Instruction};
use disprove::trace;

/// One thing to do.
#[derive(Clone, Copy, Debug)]
pub enum Op<'a> {
    /// Anything without a body.
    Plain(&'a Instruction),
    /// A block begins; branches to it go behind its end.
    Block { results: usize, end: usize },
    /// A loop begins; branches to it come back here.
    Loop,
    /// A conditional begins: without its condition it goes on at `otherwise`.
    If { results: usize, otherwise: usize, end: usize },
    /// The first branch of a conditional is done and goes on at its end.
    Else { end: usize },
    /// The innermost block ends.
    End,
}

/// The code of a function.
#[trace]
pub fn flatten(function: &Function) -> Vec<Op<'_>> {
    let mut code = Vec::new();
    append(&function.body, &mut code);
    code
}

#[trace]
fn append<'a>(body: &'a [Instruction], code: &mut Vec<Op<'a>>) {
    for instruction in body {
        match instruction {
            Instruction::Block(result, body) => {
                let start = code.len();
                code.push(Op::End);
                append(body, code);
                let results = usize::from(result.is_some());
                code[start] = Op::Block { results, end: code.len() };
                code.push(Op::End);
            }
            Instruction::Loop(_, body) => {
                code.push(Op::Loop);
                append(body, code);
                code.push(Op::End);
            }
            Instruction::If(result, then, otherwise) => {
                let start = code.len();
                code.push(Op::End);
                append(then, code);
                let between = code.len();
                code.push(Op::End);
                append(otherwise, code);
                let (results, end) = (usize::from(result.is_some()), code.len());
                code[start] = Op::If { results, otherwise: between + 1, end };
                code[between] = Op::Else { end };
                code.push(Op::End);
            }
            plain => code.push(Op::Plain(plain)),
        }
    }
}
