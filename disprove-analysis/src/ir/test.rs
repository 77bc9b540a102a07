//! A test: its generated arguments, its body, and how it says that something is wrong.

use super::{Pattern, Span, Stmt};

/// What a file is written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Language {
    Rust,
    Python,
}

/// Who generates the arguments.
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
    /// No arguments are generated: a unit test.
    Unit,
}

/// What the end of a body means.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// Only an assertion fails it.
    None,
    /// The value is asserted to be true (also `TestResult::from_bool`, which front ends unwrap).
    ReturnBool,
    /// An `Err` fails it.
    ReturnResult,
}

/// A test, or a helper that tests of the same file call.
#[derive(Clone, Debug, PartialEq)]
pub struct Function {
    /// With the names of the modules or the class around it.
    pub name: String,
    /// In their order.
    pub parameters: Vec<Pattern>,
    pub body: Vec<Stmt>,
    pub span: Span,
}

/// A test.
#[derive(Clone, Debug, PartialEq)]
pub struct Test {
    pub language: Language,
    /// With the names of the modules or classes around it: `module::name`, `Class.name`.
    pub name: String,
    /// Where its name stands: lines from 1.
    pub line: u32,
    pub span: Span,
    pub framework: Framework,
    /// The generated arguments, one name for each leaf of a pattern.
    pub generated: Vec<String>,
    /// Those of them that the body can write: `mut x`, `&mut self`.
    pub mutable: Vec<String>,
    /// The argument that values are drawn from by calls (`data`, `tc`), also among `generated` where the
    /// paper's rules count it; the engine knows the draws by the name of the handle and [`super::Kind::Draw`].
    pub handle: Option<String>,
    /// All other arguments: fixtures, parameters, `self`.
    pub other: Vec<String>,
    pub body: Vec<Stmt>,
    pub verdict: Verdict,
    /// The whole of it has to fail (`#[should_panic]`).
    pub should_fail: bool,
    /// Transitions of a machine, rules, and the like.
    pub stateful: bool,
}

/// An enumeration of the file, for methods such as `is_empty_list()` that tell which variant it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Enumeration {
    pub name: String,
    pub variants: Vec<String>,
}

/// A place where tests may be that cannot be read: a macro of the user, for one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hidden {
    pub line: u32,
    /// What it is, for a sentence: "the macro `quickcheck_limit!`".
    pub what: String,
}

/// What a front end finds in a file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct File {
    /// Property tests and unit tests, in the order of the text.
    pub tests: Vec<Test>,
    /// Functions that are no tests and hold assertions, or call such functions; and macros alike.
    pub helpers: Vec<Function>,
    pub enumerations: Vec<Enumeration>,
    pub hidden: Vec<Hidden>,
}

/// Why a file was not read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unreadable {
    /// From 1.
    pub line: u32,
    pub column: u32,
    pub message: String,
}
