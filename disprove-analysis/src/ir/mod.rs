//! Tests of any language, as far as the flow of values goes.
//!
//! Front ends only lower: what a form of an assertion means, and what influences what, is decided by the engine. What a
//! front end does not understand becomes [`Kind::Opaque`] with all names in it, so that no influence is lost.

mod assertion;
mod expression;
mod statement;
mod test;

pub use assertion::{Assertion, Form, Relation};
pub use expression::{Argument, Callee, Expr, Junction, Kind, Pattern, Quantifier, RANGE};
pub use statement::{Arm, Loop, Place, Stmt, Update};
pub use test::{
    Enumeration, File, Framework, Function, Hidden, Language, Test, Unreadable, Verdict,
};

/// A part of a file: bytes from its beginning.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Span {
    pub start: u32,
    pub end: u32,
}

impl Span {
    /// The part of a text.
    ///
    /// ```
    /// use disprove_analysis::ir::Span;
    /// assert_eq!(Span { start: 4, end: 7 }.of("let one = 1;"), "one");
    /// ```
    pub fn of(self, text: &str) -> &str {
        text.get(self.start as usize..self.end as usize).unwrap_or_default()
    }
}
