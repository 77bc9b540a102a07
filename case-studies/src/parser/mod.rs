//! A parser of expressions with a bug behind a combination: a call of at least four arguments, directly in parentheses
//! that are directly in an argument of another call.
//!
//! Random bytes get nowhere: nearly all of them stop at the first. Each part of the way is a branch that was not taken
//! before, so a search that sees branches can collect them one after the other.

mod expression;
mod grammar;

use disprove::prelude::*;
pub use expression::{Expression, Operator};
pub use grammar::{PLANTED, Parser};

/// Inputs in one piece, up to the length that libFuzzer was given.
pub fn pieces() -> impl Generator<Value = Vec<u8>> {
    bytes().len(0..=64)
}

/// Inputs of single bytes.
pub fn lists() -> impl Generator<Value = Vec<u8>> {
    vec(any::<u8>()).len(0..=64)
}

/// Inputs of any text.
pub fn texts() -> impl Generator<Value = String> {
    text().len(0..=64)
}

/// The property: whatever the input, it is parsed or refused.
pub fn parses(input: &[u8]) {
    // Which of both does not matter here.
    let _ = Parser::with_bug(input).parse();
}

/// Of 20 runs of libFuzzer on an earlier parser like this one, how many failed as planted, after how many executions in
/// the median, and at most.
pub const LIBFUZZER: (u32, u32, u32) = (20, 204_126, 584_342);

#[cfg(test)]
mod tests;
