//! An expression parser with a bug behind a combination: a call of at least four arguments, directly in parentheses
//! that are directly in an argument of another call.
//!
//! Nearly all random byte strings fail at the first byte. Each step towards the bug covers a new branch, so a
//! coverage-guided search can take one after the other.

mod coverage;
mod expression;
mod grammar;

use crate::{
    Options,
    contest::{Contender, Contest, hold},
    findings::Findings,
    rival::{FuzzTarget, Rival},
};
pub use coverage::{drawn, plot};
use disprove::prelude::*;
pub use expression::{Expression, Operator};
use grammar::Parser;

/// Executions of every search, and of libFuzzer: more than that needs in most runs.
const LIMIT: u64 = 1_000_000;

/// The longest input in bytes.
pub const LONGEST: usize = 64;

/// Inputs in one piece.
pub fn pieces() -> impl Generator<Value = Vec<u8>> {
    bytes().len(0..=LONGEST)
}

/// Inputs of single bytes.
pub fn lists() -> impl Generator<Value = Vec<u8>> {
    vec(any::<u8>()).len(0..=LONGEST)
}

/// Expressions as they are written, their variables given values.
pub fn written() -> impl Generator<Value = String> {
    any::<Expression>().map(|expression| with_variables(expression).to_string())
}

fn with_variables(expression: Expression) -> Expression {
    ["a", "b", "c", "d"].into_iter().fold(expression, |body, name| {
        Expression::Let(name.to_owned(), Box::new(Expression::Number(1)), Box::new(body))
    })
}

/// The property: whatever the input, it is parsed or refused.
pub fn parses(input: &[u8]) {
    // Which of both does not matter here.
    let _ = Parser::with_bug(input).parse();
}

/// Bytes, with libFuzzer beside, and expressions.
pub fn contests() -> Vec<Contest> {
    let searches = [Search::Random, Search::Mutate, Search::Auto];
    let piece = |search| {
        Contender::ours(search, LIMIT, |repetition| {
            repetition.run(pieces(), |input: Vec<u8>| parses(&input))
        })
    };
    let list = |search| {
        Contender::ours(search, LIMIT, |repetition| {
            repetition.run(lists(), |input: Vec<u8>| parses(&input))
        })
        .with("list")
    };
    let expressions = |search| {
        Contender::ours(search, LIMIT, |repetition| {
            repetition.run(written(), |input: String| parses(input.as_bytes()))
        })
    };
    let target = FuzzTarget { name: "expressions", longest: LONGEST };
    let libfuzzer = Contender::other(Rival::LibFuzzer, LIMIT, target);
    vec![
        Contest {
            name: "bytes",
            published: &[(
                "libFuzzer on another parser like this one (measured before)",
                "20/20 204,126 - - 584,342",
            )],
            contenders: [searches.map(piece).into(), vec![list(Search::Mutate), libfuzzer]]
                .into_iter()
                .flatten()
                .collect(),
        },
        Contest {
            name: "expressions",
            published: &[],
            contenders: searches.map(expressions).into(),
        },
    ]
}

/// Runs the study.
pub fn study(options: &Options) -> Findings {
    let title = "A call that is parsed wrongly, within 500,000 executions";
    let mut findings = hold(options, title, &contests(), 20);
    findings.tables[0].remark(
        "Bytes are up to 64, of any kind, in one piece, or where it says so a list. Expressions come from a derived generator, which knows the grammar.",
    );
    findings
}

#[cfg(test)]
mod tests;
