//! The intermediate representation: tests of any language, reduced to the flow of values.
//!
//! Front ends only lower. The engine decides what a form of assertion means and what influences what. Code that a front
//! end does not understand becomes [`Kind::Opaque`] with all names in it, so that no influence is lost.

mod assertion;
mod expression;
mod scopes;
mod statement;
mod test;

pub use assertion::{Assertion, Form, Relation};
pub use expression::{Argument, Callee, Expr, Junction, Kind, Pattern, Quantifier, RANGE};
pub use scopes::Scopes;
pub(crate) use scopes::outer;
pub use statement::{Arm, Loop, Place, Stmt, Update};
pub use test::{
    Enumeration, File, Framework, Function, Hidden, Language, Test, Unreadable, Verdict,
};

/// A part of a file, as byte offsets.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Span {
    pub start: u32,
    pub end: u32,
}

impl Span {
    /// The text of the span.
    ///
    /// ```
    /// use disprove_analysis::ir::Span;
    /// assert_eq!(Span { start: 4, end: 7 }.of("let one = 1;"), "one");
    /// ```
    pub fn of(self, text: &str) -> &str {
        text.get(self.start as usize..self.end as usize).unwrap_or_default()
    }
}
