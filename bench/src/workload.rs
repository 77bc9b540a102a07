//! The six workloads: their types, the properties that consume them, and the mean size that makes an engine's time
//! comparable.

use std::hint::black_box;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Bounds shared by all engines.
pub const VEC_MAX: usize = 100;
/// Longest string, in characters.
pub const STRING_MAX: usize = 64;
/// Longest vector before filtering.
pub const FILTER_MAX: usize = 20;
/// Levels of an expression; the last one holds literals only.
pub const EXPR_DEPTH: u32 = 5;

/// What is generated and consumed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Workload {
    /// One `u64`.
    U64,
    /// `Vec<u64>` of 0 to 100 elements, every length equally likely.
    Vec,
    /// String of 0 to 64 characters, every length equally likely.
    Text,
    /// Expression tree of at most five levels, four constructors equally likely.
    Expr,
    /// A struct of eight fields of fixed size.
    Struct8,
    /// `Vec<i32>` of 0 to 20 elements that satisfies [`accept`].
    Filter,
}

impl Workload {
    /// All workloads, in table order.
    pub const ALL: [Workload; 6] = [
        Workload::U64,
        Workload::Vec,
        Workload::Text,
        Workload::Expr,
        Workload::Struct8,
        Workload::Filter,
    ];

    /// The name on the command line and in tables.
    pub fn name(self) -> &'static str {
        match self {
            Workload::U64 => "u64",
            Workload::Vec => "vec",
            Workload::Text => "string",
            Workload::Expr => "expr",
            Workload::Struct8 => "struct8",
            Workload::Filter => "filter",
        }
    }

    /// The workload with this name.
    pub fn named(name: &str) -> Option<Workload> {
        Workload::ALL.into_iter().find(|w| w.name() == name)
    }

    /// The unit of size.
    pub fn unit(self) -> &'static str {
        match self {
            Workload::U64 => "values",
            Workload::Vec | Workload::Filter => "elements",
            Workload::Text => "chars",
            Workload::Expr => "nodes",
            Workload::Struct8 => "fields",
        }
    }

    /// The mean size that follows from the bounds for uniform lengths and constructors. For expressions: m(1) = 1, m(d)
    /// = 1 + 5/4 m(d - 1). For the filter: the mean of 3..=20, because half of all sums are even at every length.
    pub fn expected_size(self) -> f64 {
        match self {
            Workload::U64 => 1.0,
            Workload::Vec => 50.0,
            Workload::Text => 32.0,
            Workload::Expr => 8.2,
            Workload::Struct8 => 8.0,
            Workload::Filter => 11.5,
        }
    }
}

/// An expression tree.
#[derive(Clone, Debug)]
pub enum Expr {
    /// Literal.
    Lit(i32),
    /// Sum.
    Add(Box<Expr>, Box<Expr>),
    /// Product.
    Mul(Box<Expr>, Box<Expr>),
    /// Negation.
    Neg(Box<Expr>),
}

impl Expr {
    /// Reads the literals, so that the optimizer cannot remove their generation.
    fn nodes(&self) -> u64 {
        match self {
            Expr::Lit(n) => {
                black_box(n);
                1
            }
            Expr::Neg(a) => 1 + a.nodes(),
            Expr::Add(a, b) | Expr::Mul(a, b) => 1 + a.nodes() + b.nodes(),
        }
    }

    fn depth(&self) -> u32 {
        match self {
            Expr::Lit(_) => 1,
            Expr::Neg(a) => 1 + a.depth(),
            Expr::Add(a, b) | Expr::Mul(a, b) => 1 + a.depth().max(b.depth()),
        }
    }
}

/// Eight fields of fixed size, so that no engine's default length of strings or vectors affects the result.
#[derive(Clone, Debug, ::bolero::TypeGenerator, disprove::prelude::Arbitrary)]
#[allow(dead_code, reason = "read by `black_box`, and perhaps by what a derive writes")]
pub struct Mixed {
    pub a: bool,
    pub b: u8,
    pub c: i32,
    pub d: u64,
    pub e: f64,
    pub f: char,
    pub g: Option<u16>,
    pub h: (u8, i64),
}

static CASES: AtomicU64 = AtomicU64::new(0);
static UNITS: AtomicU64 = AtomicU64::new(0);

/// Plain load and store: one case runs at a time, so no atomic read-modify-write is needed, though an engine may run
/// its cases on another thread.
#[inline]
fn count(units: u64) {
    CASES.store(CASES.load(Relaxed) + 1, Relaxed);
    UNITS.store(UNITS.load(Relaxed) + units, Relaxed);
}

/// Cases consumed since the last [`reset`], and the sum of their sizes.
pub fn consumed() -> (u64, u64) {
    (CASES.load(Relaxed), UNITS.load(Relaxed))
}

/// Resets the counters.
pub fn reset() {
    CASES.store(0, Relaxed);
    UNITS.store(0, Relaxed);
}

/// The property of [`Workload::U64`]. Like the others it always passes, and hides the value from the optimizer so that
/// it must be generated.
#[inline]
pub fn eat_u64(value: u64) {
    black_box(value);
    count(1);
}

/// The property of [`Workload::Vec`].
#[inline]
pub fn eat_vec(value: &[u64]) {
    black_box(value);
    count(value.len() as u64);
}

/// The property of [`Workload::Text`].
#[inline]
pub fn eat_text(value: &str) {
    black_box(value);
    count(value.chars().count() as u64);
}

/// The property of [`Workload::Expr`].
#[inline]
pub fn eat_expr(value: &Expr) {
    assert!(black_box(value).depth() <= EXPR_DEPTH, "expression too deep");
    count(value.nodes());
}

/// The property of [`Workload::Struct8`].
#[inline]
pub fn eat_mixed(value: &Mixed) {
    black_box(value);
    count(8);
}

/// The condition of [`Workload::Filter`]; true for 3 in 7 of the candidates.
#[inline]
pub fn accept(value: &[i32]) -> bool {
    value.len() >= 3 && value.iter().fold(0_i32, |sum, x| sum.wrapping_add(*x)) & 1 == 0
}

/// The property of [`Workload::Filter`].
#[inline]
pub fn eat_filtered(value: &[i32]) {
    assert!(accept(black_box(value)), "the filter let something through");
    count(value.len() as u64);
}
