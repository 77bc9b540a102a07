//! A test: its generated arguments, its body, and how it reports a failure.

use super::{Pattern, Scopes, Span, Stmt};

/// The language of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Language {
    Rust,
    Python,
}

/// The framework that generates the arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Framework {
    Disprove,
    Proptest,
    QuickCheck,
    TestStrategy,
    Bolero,
    Arbtest,
    Hegel,
    Hypothesis,
    /// A unit test: no generated arguments.
    Unit,
}

/// The meaning of the returned value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// The value means nothing; only assertions fail.
    None,
    /// The value is asserted to be true (also `TestResult::from_bool`, which front ends unwrap).
    ReturnBool,
    /// An `Err` fails the test.
    ReturnResult,
}

/// A helper that tests of the same file call.
#[derive(Clone, Debug, PartialEq)]
pub struct Function {
    /// The name with the enclosing modules or class.
    pub name: String,
    /// The parameters in order.
    pub parameters: Vec<Pattern>,
    pub body: Vec<Stmt>,
    pub span: Span,
}

/// A test.
#[derive(Clone, Debug, PartialEq)]
pub struct Test {
    pub language: Language,
    /// The name with the enclosing modules or classes: `module::name`, `Class.name`.
    pub name: String,
    /// The line of its name, counted from 1.
    pub line: u32,
    pub span: Span,
    pub framework: Framework,
    /// The generated arguments, one name for each leaf of a pattern.
    pub generated: Vec<String>,
    /// The generated arguments that the body can write: `mut x`, `&mut self`.
    pub mutable: Vec<String>,
    /// The argument that values are drawn from by calls (`data`, `tc`). It is also in `generated` where the paper's
    /// rules count it. The engine recognizes draws by the handle's name and [`super::Kind::Draw`].
    pub handle: Option<String>,
    /// All other arguments: fixtures, parameters, `self`.
    pub other: Vec<String>,
    pub body: Vec<Stmt>,
    pub verdict: Verdict,
    /// The whole test must fail (`#[should_panic]`).
    pub should_fail: bool,
    /// The test is a rule or transition of a state machine.
    pub stateful: bool,
}

/// An enum of the file, for methods such as `is_empty_list()` that test for a variant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Enumeration {
    pub name: String,
    pub variants: Vec<String>,
}

/// A place that may hold tests but cannot be parsed, such as a user-defined macro.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hidden {
    pub line: u32,
    /// What it is, as part of a message: "the macro `quickcheck_limit!`".
    pub what: String,
}

/// The result of parsing a file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct File {
    /// Property tests and unit tests, in source order.
    pub tests: Vec<Test>,
    /// Functions and macros that are not tests and contain assertions, or call such functions.
    pub helpers: Vec<Function>,
    /// What the paths of calls mean, in Rust.
    pub scopes: Scopes,
    pub enumerations: Vec<Enumeration>,
    pub hidden: Vec<Hidden>,
}

/// Why a file could not be parsed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unreadable {
    /// The line, counted from 1.
    pub line: u32,
    pub column: u32,
    pub message: String,
}
