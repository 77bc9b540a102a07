//! Expressions, reduced to what carries values.

use super::{Assertion, Relation, Span, Stmt};

/// An expression and its position.
#[derive(Clone, Debug, PartialEq)]
pub struct Expr {
    pub kind: Kind,
    pub span: Span,
}

/// `and`, `or`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Junction {
    And,
    Or,
}

/// `all`, `any`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Quantifier {
    All,
    Any,
}

/// The constructor name of ranges.
pub const RANGE: &str = "..";

/// The callee of a call.
#[derive(Clone, Debug, PartialEq)]
pub enum Callee {
    /// A function by its name or path as written, without generic arguments: `decode`, `Vec::from`, `math.isclose`
    /// where the function does not bind `math`.
    Function(String),
    /// A method of a value: `x.len()`. In Python also `x.f()` with a bound `x`.
    Method(String, Box<Expr>),
    /// A macro that is not an assertion, by its name without `!`: `vec`, `format`.
    Macro(String),
    /// A called value: a closure, `make()(x)`.
    Value(Box<Expr>),
}

/// The kinds of expressions.
#[derive(Clone, Debug, PartialEq)]
pub enum Kind {
    Literal,
    /// A name without a path. The engine decides whether it is bound; unbound names are constants.
    Name(String),
    /// A path of several names, which is never bound: `Tag::A`, `f32::MAX`. Python's `module.NAME` with an unbound root
    /// is a `Field`.
    Path(String),
    /// `.field`, `.0`.
    Field(Box<Expr>, String),
    /// `[index]`.
    Index(Box<Expr>, Box<Expr>),
    /// A reference, `*x`, `x as T`, parentheses, `await`, `unsafe { x }`: the same value.
    Same(Box<Expr>),
    /// `&mut x`: the same value, which can be written through the reference.
    Borrow(Box<Expr>),
    /// A transparent constructor of one value by its name: `Some`, `Ok`, `Err`, `Box::new`, `Wrapping`, a newtype.
    /// [`RANGE`] groups the ends of a range.
    Wrap(String, Box<Expr>),
    /// Tuples, lists, sets, dictionaries, struct literals, with their elements.
    Group(Vec<Expr>),
    /// A conversion between containers: `list(x)`, `x.iter().collect()`, `x.to_vec()`.
    Conv(Box<Expr>),
    Call {
        callee: Callee,
        arguments: Vec<Argument>,
    },
    /// A value drawn inside the body from a handle: `data.draw(s)`, `tc.draw(s)`, `u.arbitrary()?`. Its parts are the
    /// arguments of the draw.
    Draw(Vec<Expr>),
    /// Arithmetic, bit operations, and unary `!` or `-`, with the operator.
    Operation(&'static str, Vec<Expr>),
    Compare(Relation, Box<Expr>, Box<Expr>),
    Junction(Junction, Vec<Expr>),
    Not(Box<Expr>),
    /// `x in c`.
    In(Box<Expr>, Box<Expr>),
    /// `if c { a } else { b }` as a value.
    If(Box<Expr>, Box<Expr>, Box<Expr>),
    /// `match` as a value: arms are pattern, guard, value.
    Match(Box<Expr>, Vec<(Pattern, Option<Expr>, Expr)>),
    /// `all(body for pattern in source)`, `source.iter().all(|pattern| body)`.
    Quantified {
        quantifier: Quantifier,
        pattern: Pattern,
        source: Box<Expr>,
        body: Box<Expr>,
    },
    /// `[element for pattern in source if condition]`.
    Comprehension {
        pattern: Pattern,
        source: Box<Expr>,
        condition: Option<Box<Expr>>,
        element: Box<Expr>,
    },
    Lambda {
        parameters: Vec<Pattern>,
        body: Vec<Stmt>,
        value: Option<Box<Expr>>,
    },
    /// A block as a value.
    Block(Vec<Stmt>, Box<Expr>),
    /// `format!`, f-strings, `"..".format(..)`: the template without names, and the inserted values.
    Text(String, Vec<Expr>),
    /// `matches!(value, pattern if guard)`; also `let pattern = value` after another condition, whose names stay in
    /// scope.
    Matches {
        value: Box<Expr>,
        pattern: Pattern,
        guard: Option<Box<Expr>>,
        binds: bool,
    },
    /// An assertion in the place of a value, as in a closure of one expression.
    Assertion(Box<Assertion>),
    /// An expression that is not understood, with all names in it.
    Opaque(Vec<String>),
}

/// An argument of a call.
#[derive(Clone, Debug, PartialEq)]
pub struct Argument {
    pub value: Expr,
    /// A Python keyword.
    pub keyword: Option<String>,
    /// Passed as `&mut`.
    pub mutable: bool,
}

/// A pattern that takes a value apart.
#[derive(Clone, Debug, PartialEq)]
pub enum Pattern {
    Wild,
    /// A name; `mutable` for `mut x` and `ref mut x`.
    Name {
        name: String,
        mutable: bool,
    },
    /// A tuple, a slice, a struct or a variant with its parts, and the variant's name as written, if any.
    Parts(Option<String>, Vec<Pattern>),
    /// `..`, `rest @ ..`, `*rest`: any number of parts.
    Rest(Box<Pattern>),
    /// `A | B`.
    Either(Vec<Pattern>),
    /// `name @ pattern`.
    At(String, Box<Pattern>),
    /// A literal, a constant, a range of literals or a unit variant, as written.
    Constant(String),
}

impl Expr {
    /// An expression at a position.
    pub fn new(kind: Kind, span: Span) -> Expr {
        Expr { kind, span }
    }
}

impl Pattern {
    /// All names that the pattern binds, from left to right, each once.
    ///
    /// ```
    /// use disprove_analysis::ir::Pattern;
    /// let name = |name: &str| Pattern::Name { name: name.to_owned(), mutable: false };
    /// let pair = Pattern::Parts(None, vec![name("a"), Pattern::Wild, name("b")]);
    /// assert_eq!(pair.names(), ["a", "b"]);
    /// ```
    pub fn names(&self) -> Vec<&str> {
        let mut names = Vec::new();
        self.collect(&mut names);
        names
    }

    fn collect<'a>(&'a self, names: &mut Vec<&'a str>) {
        let mut add = |name: &'a str| {
            if !names.contains(&name) {
                names.push(name);
            }
        };
        match self {
            Pattern::Wild | Pattern::Constant(_) => {}
            Pattern::Name { name, .. } => add(name),
            Pattern::Rest(inner) => inner.collect(names),
            Pattern::At(name, inner) => {
                add(name);
                inner.collect(names);
            }
            Pattern::Parts(_, all) | Pattern::Either(all) => {
                for inner in all {
                    inner.collect(names);
                }
            }
        }
    }
}
