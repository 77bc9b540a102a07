//! The code under test of the five tests, the same for every library, and correct: all tests pass.
//!
//! `cargo run -p compare` counts the tests and prints the table of COMPARE.md.

pub mod count;
pub mod python;
pub mod section;
pub mod table;

use std::iter;

/// Run-length encoding: each run as its length and its byte.
pub fn encode(bytes: &[u8]) -> Vec<(usize, u8)> {
    bytes.chunk_by(|a, b| a == b).map(|run| (run.len(), run[0])).collect()
}

/// The inverse of the encoding.
pub fn decode(runs: &[(usize, u8)]) -> Vec<u8> {
    runs.iter().flat_map(|&(length, byte)| iter::repeat_n(byte, length)).collect()
}

/// Rotates the bytes so that the one at an index comes first.
///
/// # Panics
/// If there is no such index.
pub fn rotate_to(bytes: &[u8], i: usize) -> Vec<u8> {
    [&bytes[i..], &bytes[..i]].concat()
}

/// The greatest common divisor of two numbers, the first of them the larger, and how many divisions it took.
pub fn euclid(mut a: u32, mut b: u32) -> (u32, u32) {
    let mut steps = 0;
    while b > 0 {
        (a, b) = (b, a % b);
        steps += 1;
    }
    (a, steps)
}

/// A queue of at most `N` bytes in a ring buffer.
#[derive(Debug)]
pub struct Ring<const N: usize> {
    buffer: [u8; N],
    start: usize,
    len: usize,
}

impl<const N: usize> Default for Ring<N> {
    fn default() -> Self {
        Ring { buffer: [0; N], start: 0, len: 0 }
    }
}

#[expect(clippy::len_without_is_empty, reason = "no test asks for it")]
impl<const N: usize> Ring<N> {
    /// Appends a byte.
    ///
    /// # Panics
    /// If the queue is full.
    pub fn push(&mut self, byte: u8) {
        assert!(self.len < N, "the queue is full");
        self.buffer[(self.start + self.len) % N] = byte;
        self.len += 1;
    }

    /// Removes the first byte.
    pub fn pop(&mut self) -> Option<u8> {
        let byte = (self.len > 0).then(|| self.buffer[self.start])?;
        self.start = (self.start + 1) % N;
        self.len -= 1;
        Some(byte)
    }

    /// The number of bytes in the queue.
    pub fn len(&self) -> usize {
        self.len
    }
}

/// Defines the functions over a type `Expr` that each test file declares itself, because the attributes a library needs
/// on the type are counted.
#[macro_export]
macro_rules! expression_functions {
    () => {
        fn eval(expr: &Expr) -> i64 {
            match expr {
                Expr::Num(n) => i64::from(*n),
                Expr::Neg(e) => eval(e).wrapping_neg(),
                Expr::Mul(a, b) => eval(a).wrapping_mul(eval(b)),
            }
        }

        /// Removes double negations, and multiplications by zero and one.
        fn simplify(expr: &Expr) -> Expr {
            match expr {
                Expr::Num(n) => Expr::Num(*n),
                Expr::Neg(e) => match simplify(e) {
                    Expr::Neg(inner) => *inner,
                    other => Expr::Neg(Box::new(other)),
                },
                Expr::Mul(a, b) => match (simplify(a), simplify(b)) {
                    (Expr::Num(0), _) | (_, Expr::Num(0)) => Expr::Num(0),
                    (Expr::Num(1), other) | (other, Expr::Num(1)) => other,
                    (a, b) => Expr::Mul(Box::new(a), Box::new(b)),
                },
            }
        }
    };
}
