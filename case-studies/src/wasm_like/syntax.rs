//! Programs. Generators are derived from the types, so almost no generated program is valid. Counts are at most 10, the
//! size of the published experiments.

use disprove::prelude::*;

/// The type of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Arbitrary)]
pub enum Type {
    I32,
    I64,
    F64,
}

/// How wide an integer is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Arbitrary)]
pub enum Width {
    W32,
    W64,
}

impl Width {
    pub fn of_type(self) -> Type {
        match self {
            Width::W32 => Type::I32,
            Width::W64 => Type::I64,
        }
    }
}

/// What two integers are computed to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Arbitrary)]
pub enum Operation {
    Add,
    Sub,
    Mul,
    DivS,
    DivU,
    And,
    Or,
    Xor,
    Shl,
    ShrS,
    ShrU,
}

/// What two integers are compared by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Arbitrary)]
pub enum Comparison {
    Eq,
    Ne,
    LtS,
    LtU,
    GtS,
    GtU,
}

/// How one type becomes another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Arbitrary)]
pub enum Conversion {
    I32WrapI64,
    I64ExtendI32S,
    I64ExtendI32U,
    F64ConvertI32S,
    I32TruncF64S,
}

impl Conversion {
    /// From which type to which.
    pub fn types(self) -> (Type, Type) {
        match self {
            Conversion::I32WrapI64 => (Type::I64, Type::I32),
            Conversion::I64ExtendI32S => (Type::I32, Type::I64),
            Conversion::I64ExtendI32U => (Type::I32, Type::I64),
            Conversion::F64ConvertI32S => (Type::I32, Type::F64),
            Conversion::I32TruncF64S => (Type::F64, Type::I32),
        }
    }
}

/// Which part of the memory is meant: added to the address on the stack, and promised to be a multiple of a power of two.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Arbitrary)]
pub struct Address {
    #[draw(0..=10)]
    pub offset: u32,
    #[draw(0..=10)]
    pub alignment: u32,
}

/// What a machine does. Indices count from 0; those of branches count from the innermost block.
#[derive(Clone, Debug, PartialEq, Arbitrary)]
pub enum Instruction {
    Nop,
    Unreachable,
    Drop,
    Select,
    I32Const(i32),
    I64Const(i64),
    F64Const(f64),
    I32Eqz,
    I64Eqz,
    Binary(Width, Operation),
    Compare(Width, Comparison),
    F64Add,
    F64Mul,
    F64Lt,
    Convert(Conversion),
    LocalGet(#[draw(0..=10)] u32),
    LocalSet(#[draw(0..=10)] u32),
    LocalTee(#[draw(0..=10)] u32),
    GlobalGet(#[draw(0..=10)] u32),
    GlobalSet(#[draw(0..=10)] u32),
    I32Load(Address),
    I32Load8S(Address),
    I64Load(Address),
    I32Store(Address),
    I32Store8(Address),
    I64Store(Address),
    MemorySize,
    MemoryGrow,
    Block(Option<Type>, Vec<Instruction>),
    Loop(Option<Type>, Vec<Instruction>),
    If(Option<Type>, Vec<Instruction>, Vec<Instruction>),
    Br(#[draw(0..=10)] u32),
    BrIf(#[draw(0..=10)] u32),
    Return,
    Call(#[draw(0..=10)] u32),
}

/// What a function takes and returns. More than one result is not allowed.
#[derive(Clone, Debug, PartialEq, Eq, Arbitrary)]
pub struct Signature {
    pub parameters: Vec<Type>,
    pub results: Vec<Type>,
}

/// A function. Parameters are its first locals.
#[derive(Clone, Debug, PartialEq, Arbitrary)]
pub struct Function {
    /// The index of its signature.
    #[draw(0..=10)]
    pub signature: u32,
    pub locals: Vec<Type>,
    pub body: Vec<Instruction>,
}

/// How many pages a memory has, and may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Arbitrary)]
pub struct Memory {
    #[draw(0..=10)]
    pub pages: u32,
    #[draw(option(0..=10))]
    pub most: Option<u32>,
}

/// A variable of a module, which starts at zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Arbitrary)]
pub struct Global {
    pub content: Type,
    pub mutable: bool,
}

/// A program.
#[derive(Clone, Debug, Default, PartialEq, Arbitrary)]
pub struct Module {
    pub signatures: Vec<Signature>,
    pub functions: Vec<Function>,
    pub memories: Vec<Memory>,
    pub globals: Vec<Global>,
    /// The functions that can be called from outside.
    #[draw(vec(0..=10))]
    pub exports: Vec<u32>,
}

/// Bytes of a page. Real ones are larger; small ones make the end of the memory easier to reach and cheap to clear.
pub const PAGE: usize = 1_024;
/// No memory grows beyond this, so that no test needs much of it.
pub const MOST_PAGES: u32 = 16;
