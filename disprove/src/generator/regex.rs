//! Strings that match a regular expression.

mod compile;
mod matcher;
mod node;

use super::{Chars, Encoder, Generator, IntoGenerator, Strings};
use crate::{choice::Alphabet, source::Source};
use node::Node;
use std::{cell::RefCell, collections::HashMap, fmt, rc::Rc};

/// Strings that match a regular expression: see [`regex`].
#[derive(Clone)]
pub struct Regex(Rc<Pattern>);

struct Pattern {
    source: Box<str>,
    compiled: Node,
}

/// Strings that match a regular expression as a whole. Needs the default feature `regex`.
///
/// The syntax is that of the `regex` crate, with Unicode. `^` and `$` are allowed at the ends of the pattern and have no
/// effect there. A string literal is a generator without this function: `#[draw("[a-z]+")]`. Most repetitions
/// without an upper limit have up to 64 elements.
///
/// ```
/// use disprove::prelude::*;
///
/// let report = check(regex("[A-Z][a-z]{1,3}|[0-9]+")).run(|s| {
///     assert!(s.len() <= 4 || s.parse::<f64>().is_ok());
/// });
/// assert!(report.failures().is_empty());
/// ```
///
/// # Panics
/// If the pattern is invalid, can never match, or has a word boundary such as `\b`.
#[track_caller]
#[inline]
pub fn regex(pattern: &str) -> Regex {
    match cached(pattern) {
        Ok(regex) => regex,
        Err(problem) => panic!("the regex `{pattern}` {problem}"),
    }
}

/// The characters of a class such as `[a-z0-9]`.
#[track_caller]
#[inline]
fn parse_alphabet(class: &str) -> Alphabet {
    match regex(class).0.compiled.alphabet() {
        Some(alphabet) => alphabet,
        None => panic!(
            "`{class}` is not a class of characters: write one as in a regex, such as `[a-z0-9]`"
        ),
    }
}

impl Strings {
    /// Restricts the characters to a class, written as in a regular expression. Needs the default feature `regex`.
    ///
    /// ```
    /// use disprove::prelude::*;
    ///
    /// let octal = text().alphabet("[0-7]");
    /// assert!(check(octal).run(|s| s.chars().all(|c| c.is_digit(8))).failures().is_empty());
    /// ```
    ///
    /// # Panics
    /// If `class` is not a class of at least one character.
    #[must_use]
    #[track_caller]
    #[inline]
    pub fn alphabet(self, class: &str) -> Strings {
        Strings { alphabet: parse_alphabet(class), ..self }
    }
}

impl Chars {
    /// Restricts the characters to a class, written as in a regular expression. Needs the default feature `regex`.
    ///
    /// ```
    /// use disprove::prelude::*;
    ///
    /// let report = check(chars().alphabet("[a-f0-9]")).run(|c| c.is_ascii_hexdigit());
    /// assert_eq!(report.cases(), 16);
    /// ```
    ///
    /// # Panics
    /// If `class` is not a class of at least one character.
    #[must_use]
    #[track_caller]
    #[inline]
    pub fn alphabet(self, class: &str) -> Chars {
        Chars(parse_alphabet(class))
    }
}

/// Compiled patterns to cache. Programs have fewer, unless they build patterns at run time; those do not repeat.
const CACHE_SIZE: usize = 256;

thread_local! {
    /// A generator that is a function uses its patterns again in every case.
    static CACHE: RefCell<HashMap<Box<str>, Regex>> = RefCell::default();
}

#[inline]
fn cached(pattern: &str) -> Result<Regex, String> {
    CACHE.with_borrow_mut(|cache| {
        if let Some(known) = cache.get(pattern) {
            return Ok(known.clone());
        }
        let compiled = compile::compile(pattern)?;
        let regex = Regex(Rc::new(Pattern { source: pattern.into(), compiled }));
        if cache.len() >= CACHE_SIZE {
            cache.clear();
        }
        cache.insert(pattern.into(), regex.clone());
        Ok(regex)
    })
}

#[diagnostic::do_not_recommend]
impl Generator for Regex {
    type Value = String;

    #[inline]
    fn generate(&self, src: &mut Source) -> String {
        match &self.0.compiled {
            Node::Text(alphabet, lengths) => src.text(alphabet, lengths),
            node => {
                let mut string = String::new();
                node.generate_into(src, &mut string);
                string
            }
        }
    }

    #[inline]
    fn encode_into(&self, value: &String, encoder: &mut Encoder) -> bool {
        matcher::encode(&self.0.compiled, value, encoder)
    }
}

impl fmt::Debug for Regex {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Regex").field(&self.0.source).finish()
    }
}

/// The types of patterns.
macro_rules! patterns {
    ($($string:ty),*) => {$(
        #[diagnostic::do_not_recommend]
        impl IntoGenerator for $string {
            type Value = String;
            type Generator = Regex;

            #[track_caller]
            #[inline]
            fn into_generator(self) -> Regex {
                regex(&self)
            }
        }
    )*};
}

patterns!(&str, &String, String);

#[cfg(test)]
mod tests;
