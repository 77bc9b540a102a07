//! The engine's result for a test.

use crate::{ir::Framework, label::Label};

/// The rule set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mode {
    /// The paper's rules to the letter: influence is a set of names. For comparison with its figures.
    Paper,
    /// Influence is a set of values, so that a label does not depend on which intermediate results have a name.
    Refined,
}

impl Mode {
    /// The name on the command line.
    ///
    /// ```
    /// use disprove_analysis::engine::Mode;
    /// assert_eq!(Mode::Refined.name(), "refined");
    /// ```
    pub fn name(self) -> &'static str {
        match self {
            Mode::Paper => "paper",
            Mode::Refined => "refined",
        }
    }
}

/// A test with its assertions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judged {
    pub test: String,
    /// The line, counted from 1.
    pub line: u32,
    pub framework: Framework,
    /// The assertions in the order of the walk.
    pub assertions: Vec<JudgedAssertion>,
    /// The test calls code with generated values but asserts nothing about them: it checks that nothing crashes.
    pub implicit_only: bool,
    pub stateful: bool,
}

/// An assertion with its categories.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JudgedAssertion {
    /// Line and column, counted from 1.
    pub line: u32,
    pub column: u32,
    pub text: String,
    /// The labels of its atoms, sorted, each once.
    pub labels: Vec<Label>,
    /// Its own tags and those of its atoms, sorted, each once.
    pub tags: Vec<Tag>,
    pub atoms: Vec<Atom>,
}

/// One comparison, or a claim that cannot be split further.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Atom {
    pub text: String,
    pub label: Outcome,
    pub tags: Vec<Tag>,
    /// What influences either side, by name or by text, sorted.
    pub left: Vec<String>,
    pub right: Vec<String>,
    pub rule: Rule,
}

/// The result for an atom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    Label(Label),
    /// No generated value influences it: it belongs to a unit test.
    NotProperty,
    Uncategorised,
    /// The paper's tool does not recognize it as an assertion, or it is hidden in a function of another file.
    NotDetected,
}

impl Outcome {
    /// The name in JSON output.
    ///
    /// ```
    /// use disprove_analysis::engine::Outcome;
    /// assert_eq!(Outcome::NotProperty.name(), "not_property");
    /// ```
    pub fn name(self) -> &'static str {
        match self {
            Outcome::Label(label) => label.name(),
            Outcome::NotProperty => "not_property",
            Outcome::Uncategorised => "uncategorised",
            Outcome::NotDetected => "not_detected",
        }
    }
}

/// A tag of an atom or an assertion.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Tag {
    /// A value is asserted to be true, and nothing more is known about it.
    Truthy,
    /// Both sides are generated and share no influence.
    Independent,
    /// The negation of its category: not contained, not of the type.
    Negated,
    /// One of several arms.
    Conditional,
    /// Found in a function of the same file that the test calls.
    Helper,
    /// In a function or macro outside the file.
    Opaque,
    /// Only a function's name says that it compares.
    ByName,
    /// In a rule or transition of a state machine.
    Stateful,
}

impl Tag {
    /// The name in JSON output.
    ///
    /// ```
    /// use disprove_analysis::engine::Tag;
    /// assert_eq!(Tag::ByName.name(), "by-name");
    /// ```
    pub fn name(self) -> &'static str {
        match self {
            Tag::Truthy => "truthy",
            Tag::Independent => "independent",
            Tag::Negated => "negated",
            Tag::Conditional => "conditional",
            Tag::Helper => "helper",
            Tag::Opaque => "opaque",
            Tag::ByName => "by-name",
            Tag::Stateful => "stateful",
        }
    }
}

/// The rows of the table that maps atoms to labels, in order of precedence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Rule {
    NoInfluence,
    Refusal,
    Type,
    Membership,
    Bounds,
    Nonequality,
    ConstantSide,
    Argument,
    Subset,
    SharedSource,
    NothingShared,
    Truth,
    /// Not a row: the asserted condition is hidden.
    Unseen,
}

impl Rule {
    /// The number of the row, counted from 1; 0 if there is none.
    ///
    /// ```
    /// use disprove_analysis::engine::Rule;
    /// assert_eq!(Rule::Argument.row(), 8);
    /// ```
    pub fn row(self) -> u8 {
        match self {
            Rule::Unseen => 0,
            row => row as u8 + 1,
        }
    }

    /// The description printed by `--explain`.
    ///
    /// ```
    /// use disprove_analysis::engine::Rule;
    /// assert_eq!(Rule::NoInfluence.text(), "no generated value influences it");
    /// ```
    pub fn text(self) -> &'static str {
        match self {
            Rule::NoInfluence => "no generated value influences it",
            Rule::Refusal => "a call with generated values must fail",
            Rule::Type => "the type or variant of a generated value is checked",
            Rule::Membership => "one value must contain another",
            Rule::Bounds => "the order of two values is checked",
            Rule::Nonequality => "two values must differ",
            Rule::ConstantSide => "one side of an equality is constant",
            Rule::Argument => "one side is a generated argument, and the other derives from it",
            Rule::Subset => "every influence of one side influences the other too",
            Rule::SharedSource => "both sides derive from one argument along different paths",
            Rule::NothingShared => "both sides are generated and share no influence",
            Rule::Truth => "a value must be true",
            Rule::Unseen => "the asserted condition is hidden",
        }
    }
}
