//! Patterns without the feature `regex`: every use is a compile error that names the feature. For strings as
//! generators, that is the error of the trait `IntoGenerator`.

use super::{Chars, Encoder, Generator, Strings};
use crate::source::Source;
use std::convert::Infallible;

/// A condition that no type meets without the feature `regex`.
#[diagnostic::on_unimplemented(
    message = "a pattern needs the feature `regex` of `disprove`",
    label = "this needs the feature `regex`",
    note = "`regex` is a default feature: remove `default-features = false` from the dependency, or add `features = [\"regex\"]`"
)]
pub trait RegexFeature {}

/// Strings that match a regular expression. Needs the feature `regex`.
#[derive(Clone, Debug)]
pub struct Regex(Infallible);

/// Strings that match a regular expression. Needs the feature `regex`.
pub fn regex(_pattern: &str) -> Regex
where
    for<'a> &'a str: RegexFeature,
{
    unreachable!("no type is a pattern without the feature `regex`")
}

impl Strings {
    /// Restricts the characters. Needs the feature `regex`.
    #[must_use]
    pub fn alphabet(self, _class: &str) -> Strings
    where
        for<'a> &'a str: RegexFeature,
    {
        self
    }
}

impl Chars {
    /// Restricts the characters. Needs the feature `regex`.
    #[must_use]
    pub fn alphabet(self, _class: &str) -> Chars
    where
        for<'a> &'a str: RegexFeature,
    {
        self
    }
}

#[diagnostic::do_not_recommend]
impl Generator for Regex {
    type Value = String;

    fn generate(&self, _src: &mut Source) -> String {
        match self.0 {}
    }

    fn encode_into(&self, _value: &String, _encoder: &mut Encoder) -> bool {
        match self.0 {}
    }
}
