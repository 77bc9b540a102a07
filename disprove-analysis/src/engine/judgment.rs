//! What the engine says about a test.

use crate::{ir::Framework, label::Label};

/// Which rules are followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mode {
    /// Those of the paper to the letter: influence is a set of names. For comparison with its figures.
    Paper,
    /// Influence is a set of values, so that a label does not depend on which intermediate results have a name.
    Refined,
}

impl Mode {
    /// As it is written on the command line.
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
    /// From 1.
    pub line: u32,
    pub framework: Framework,
    /// In the order in which they are met.
    pub assertions: Vec<JudgedAssertion>,
    /// Nothing is asserted about generated values, but code is called with them: the test says that it does not crash.
    pub implicit_only: bool,
    pub stateful: bool,
}

/// An assertion with its categories.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JudgedAssertion {
    /// Lines and columns from 1.
    pub line: u32,
    pub column: u32,
    pub text: String,
    /// The labels of its atoms: sorted, each once.
    pub labels: Vec<Label>,
    /// Its own and those of its atoms: sorted, each once.
    pub tags: Vec<Tag>,
    pub atoms: Vec<Atom>,
}

/// One comparison, or whatever cannot be split further.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Atom {
    pub text: String,
    pub label: Outcome,
    pub tags: Vec<Tag>,
    /// What influences either side, by name or by text; sorted.
    pub left: Vec<String>,
    pub right: Vec<String>,
    pub rule: Rule,
}

/// What became of an atom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    Label(Label),
    /// No generated value has an influence: it belongs to a unit test.
    NotProperty,
    Uncategorised,
    /// The paper's tool does not see it as an assertion, or it is hidden in a function of another file.
    NotDetected,
}

impl Outcome {
    /// As it is written in JSON.
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

/// A remark about an atom or an assertion.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Tag {
    /// A value is asserted to be true, and nothing more is known about it.
    Truthy,
    /// Both sides are generated, from nothing in common.
    Independent,
    /// The opposite of what its category says: not contained, not of the type.
    Negated,
    /// One of several arms.
    Conditional,
    /// Found in a function of the same file that the test calls.
    Helper,
    /// In a function or macro that is not in the file.
    Opaque,
    /// Only the name of a function says that it compares.
    ByName,
    /// A rule or a transition of a machine.
    Stateful,
}

impl Tag {
    /// As it is written in JSON.
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

/// The rows of the table from atoms to labels, in the order in which they are tried.
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
    /// Not a row: what is asserted cannot be seen.
    Unseen,
}

impl Rule {
    /// The number of the row, from 1; 0 for none.
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

    /// What it says, for `--explain`.
    ///
    /// ```
    /// use disprove_analysis::engine::Rule;
    /// assert_eq!(Rule::NoInfluence.text(), "no generated value influences it");
    /// ```
    pub fn text(self) -> &'static str {
        match self {
            Rule::NoInfluence => "no generated value influences it",
            Rule::Refusal => "generated values have to be refused",
            Rule::Type => "the type or variant of a generated value is checked",
            Rule::Membership => "something is contained in something else",
            Rule::Bounds => "the order of two values is checked",
            Rule::Nonequality => "two values have to differ",
            Rule::ConstantSide => "one side of an equality is constant",
            Rule::Argument => "one side is a generated argument, and the other is made of it",
            Rule::Subset => "all that influences one side influences the other",
            Rule::SharedSource => "both sides come from one argument by ways of their own",
            Rule::NothingShared => "both sides are generated, from nothing in common",
            Rule::Truth => "a value has to be true",
            Rule::Unseen => "what is asserted cannot be seen",
        }
    }
}
