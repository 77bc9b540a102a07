//! Strings that match a regular expression.
//!
//! In disprove: a pattern is a generator, or `regex(..)`.
//!
//! ```
//! use proptest::{prelude::*, string::string_regex};
//!
//! let words = string_regex("[a-z]{1,8}").expect("a valid pattern");
//! proptest!(|(word in words, number in "[0-9]+")| {
//!     prop_assert!(word.len() <= 8 && !number.is_empty());
//! });
//! ```

#![allow(clippy::result_large_err, reason = "the error is that of proptest, and rare")]

use crate::{
    drawn::{Drawn, draws},
    strategy::{NewTree, Strategy},
    test_runner::{Reason, TestRunner},
};
use disprove::{Generator, generator::Regex, regex};
use regex_syntax::{
    Parser,
    hir::{Hir, HirKind, Repetition},
};
use std::{cell::RefCell, collections::HashMap, error, fmt, marker::PhantomData, sync::Arc};

/// The most repetitions of `*` and `+`, as in proptest.
const MOST: u32 = 32;

/// Patterns to cache. Programs have fewer, unless they build patterns at run time.
const CACHE_SIZE: usize = 256;

/// Why a pattern is not a strategy. In disprove: a panic with the reason.
#[derive(Debug)]
pub enum Error {
    /// It is not valid.
    RegexSyntax(regex_syntax::Error),
    /// It has parts that are not supported.
    UnsupportedRegex(&'static str),
}

impl fmt::Display for Error {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::RegexSyntax(error) => error.fmt(out),
            Error::UnsupportedRegex(why) => out.write_str(why),
        }
    }
}

impl error::Error for Error {}

impl From<regex_syntax::Error> for Error {
    fn from(error: regex_syntax::Error) -> Error {
        Error::RegexSyntax(error)
    }
}

/// The parameter of `String`: a pattern (default any characters but control characters). In disprove: `text()`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct StringParam(&'static str);

impl From<StringParam> for &'static str {
    fn from(param: StringParam) -> &'static str {
        param.0
    }
}

impl From<&'static str> for StringParam {
    fn from(pattern: &'static str) -> StringParam {
        StringParam(pattern)
    }
}

impl Default for StringParam {
    fn default() -> StringParam {
        StringParam("\\PC*")
    }
}

thread_local! {
    /// A generator of disprove belongs to its thread, but strategies go from one to another.
    static CACHE: RefCell<HashMap<Arc<str>, Regex>> = RefCell::default();
}

/// The generator of a pattern.
fn generator(pattern: &str) -> Result<Regex, Error> {
    let known = CACHE.with_borrow(|cache| cache.get(pattern).cloned());
    match known {
        Some(generator) => Ok(generator),
        None => Ok(compile(pattern, &Parser::new().parse(pattern)?)?),
    }
}

fn compile(pattern: &str, parsed: &Hir) -> Result<Regex, Error> {
    let generator = regex(&bounded(parsed)?.to_string());
    CACHE.with_borrow_mut(|cache| {
        if cache.len() >= CACHE_SIZE {
            cache.clear();
        }
        cache.insert(pattern.into(), generator.clone());
    });
    Ok(generator)
}

/// The same pattern with an upper limit for each repetition.
fn bounded(hir: &Hir) -> Result<Hir, Error> {
    let all = |parts: &[Hir]| parts.iter().map(bounded).collect::<Result<Vec<Hir>, Error>>();
    Ok(match hir.kind() {
        HirKind::Empty | HirKind::Class(_) => hir.clone(),
        HirKind::Literal(literal) if std::str::from_utf8(&literal.0).is_ok() => hir.clone(),
        HirKind::Literal(_) => {
            return Err(Error::UnsupportedRegex("bytes that are not UTF-8 are not supported"));
        }
        HirKind::Look(_) => {
            let why = "anchors/boundaries not supported for string generation";
            return Err(Error::UnsupportedRegex(why));
        }
        HirKind::Capture(capture) => bounded(&capture.sub)?,
        HirKind::Concat(parts) => Hir::concat(all(parts)?),
        HirKind::Alternation(parts) => Hir::alternation(all(parts)?),
        HirKind::Repetition(repetition) => {
            let Repetition { min, max, greedy, ref sub } = *repetition;
            let max = max.unwrap_or(if min <= 1 { MOST } else { min.saturating_mul(2) });
            Hir::repetition(Repetition {
                min,
                max: Some(max),
                greedy,
                sub: Box::new(bounded(sub)?),
            })
        }
    })
}

/// Strings or bytes of a pattern: see [`string_regex`]. In disprove: `regex(..)`.
#[must_use = "strategies do nothing unless used"]
pub struct RegexGeneratorStrategy<T> {
    pattern: Arc<str>,
    parsed: Arc<Hir>,
    value: PhantomData<fn() -> T>,
}

impl<T> Clone for RegexGeneratorStrategy<T> {
    fn clone(&self) -> RegexGeneratorStrategy<T> {
        let (pattern, parsed) = (Arc::clone(&self.pattern), Arc::clone(&self.parsed));
        RegexGeneratorStrategy { pattern, parsed, value: PhantomData }
    }
}

impl<T> fmt::Debug for RegexGeneratorStrategy<T> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_tuple("RegexGeneratorStrategy").field(&self.pattern).finish()
    }
}

/// A string that was drawn. In disprove: none is needed.
pub type RegexGeneratorValueTree<T> = Drawn<T>;

impl<T> RegexGeneratorStrategy<T> {
    fn new(pattern: &str, parsed: Hir) -> Result<RegexGeneratorStrategy<T>, Error> {
        compile(pattern, &parsed)?;
        Ok(RegexGeneratorStrategy {
            pattern: pattern.into(),
            parsed: Arc::new(parsed),
            value: PhantomData,
        })
    }

    fn draw(&self, runner: &mut TestRunner) -> String {
        let known = CACHE.with_borrow(|cache| cache.get(&*self.pattern).cloned());
        let generator = match known {
            Some(generator) => Ok(generator),
            None => compile(&self.pattern, &self.parsed),
        };
        runner.draw(&generator.expect("it was compiled before"))
    }
}

draws! {
    [] RegexGeneratorStrategy<String> => String, Drawn<String>: |regex, runner| regex.draw(runner);
    [] RegexGeneratorStrategy<Vec<u8>> => Vec<u8>, Drawn<Vec<u8>>: |regex, runner| {
        regex.draw(runner).into_bytes()
    };
}

/// Strings that match the pattern.
impl Strategy for str {
    type Tree = RegexGeneratorValueTree<String>;
    type Value = String;

    fn new_tree(&self, runner: &mut TestRunner) -> NewTree<Self> {
        self.new_value(runner).map(Drawn)
    }

    fn new_value(&self, runner: &mut TestRunner) -> Result<String, Reason> {
        match generator(self) {
            Ok(generator) => Ok(runner.with(|src| generator.generate(src))),
            Err(error) => panic!("the regex `{self}` is not a strategy: {error}"),
        }
    }
}

/// Types of values that match a pattern, for derived code. In disprove: `regex(..)`.
pub trait StrategyFromRegex: Sized + fmt::Debug {
    /// The strategy.
    type Strategy: Strategy<Value = Self>;

    /// Values that match the pattern.
    fn from_regex(regex: &str) -> Self::Strategy;
}

impl StrategyFromRegex for String {
    type Strategy = RegexGeneratorStrategy<String>;

    fn from_regex(regex: &str) -> RegexGeneratorStrategy<String> {
        string_regex(regex).unwrap_or_else(|error| panic!("the regex `{regex}`: {error}"))
    }
}

impl StrategyFromRegex for Vec<u8> {
    type Strategy = RegexGeneratorStrategy<Vec<u8>>;

    fn from_regex(regex: &str) -> RegexGeneratorStrategy<Vec<u8>> {
        bytes_regex(regex).unwrap_or_else(|error| panic!("the regex `{regex}`: {error}"))
    }
}

/// Strings that match a pattern. In disprove: `regex(..)`.
///
/// ```
/// use proptest::{prelude::*, string::string_regex};
///
/// proptest!(|(text in string_regex("[a-f]{2}").unwrap())| prop_assert_eq!(text.len(), 2));
/// ```
///
/// # Errors
/// If the pattern is not valid or not supported.
pub fn string_regex(regex: &str) -> Result<RegexGeneratorStrategy<String>, Error> {
    RegexGeneratorStrategy::new(regex, Parser::new().parse(regex)?)
}

/// The same for a pattern that is parsed. In disprove: `regex(..)`.
///
/// # Errors
/// If the pattern is not supported.
pub fn string_regex_parsed(expr: &Hir) -> Result<RegexGeneratorStrategy<String>, Error> {
    RegexGeneratorStrategy::new(&expr.to_string(), expr.clone())
}

/// Bytes of strings that match a pattern. In disprove: `regex(..)`, or `bytes()`.
///
/// ```
/// use proptest::{prelude::*, string::bytes_regex};
///
/// proptest!(|(bytes in bytes_regex("[a-f]{2}").unwrap())| prop_assert_eq!(bytes.len(), 2));
/// ```
///
/// # Errors
/// If the pattern is not valid, or if it matches bytes that are not UTF-8.
pub fn bytes_regex(regex: &str) -> Result<RegexGeneratorStrategy<Vec<u8>>, Error> {
    RegexGeneratorStrategy::new(regex, Parser::new().parse(regex)?)
}

/// The same for a pattern that is parsed. In disprove: `regex(..)`, or `bytes()`.
///
/// # Errors
/// If the pattern matches bytes that are not UTF-8.
pub fn bytes_regex_parsed(expr: &Hir) -> Result<RegexGeneratorStrategy<Vec<u8>>, Error> {
    RegexGeneratorStrategy::new(&expr.to_string(), expr.clone())
}
