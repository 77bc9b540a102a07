//! Published YAML parsers, in versions with reported failures.
//!
//! They are not traced, because that needs a compiler that instruments other crates. Our searches therefore see only
//! passes and failures here, beside libFuzzer, whose compiler flags apply to all crates.

mod readers;

use crate::{
    Options,
    contest::{Contender, Contest, hold},
    findings::Findings,
    rival::{FuzzTarget, Rival},
};
use disprove::prelude::*;
pub use readers::LONGEST;
use readers::{END, HEXADECIMAL, TAG};

/// Executions of every search and tool.
const LIMIT: u64 = 200_000;

/// crabcheck needs tens of microseconds for each execution, and more for longer courses.
const CRABCHECK_LIMIT: u64 = 50_000;

/// What can be typed, and ends of lines.
pub fn texts() -> impl Generator<Value = String> {
    text().alphabet("[ -~\n]").len(0..=LONGEST)
}

/// The failures by name, and the functions that fail.
pub const READERS: [(&str, fn(&[u8])); 3] =
    [(TAG, readers::tag), (END, readers::end), (HEXADECIMAL, readers::lines)];

/// Every failure with all who look for it.
pub fn contests() -> Vec<Contest> {
    let contest = |(name, run): (&'static str, fn(&[u8]))| {
        let ours = |search| {
            Contender::ours(search, LIMIT, move |repetition| {
                repetition.run(texts(), |input: String| run(input.as_bytes()))
            })
        };
        let target = FuzzTarget { name, longest: LONGEST };
        let other = |rival| {
            let limit = if rival == Rival::Crabcheck { CRABCHECK_LIMIT } else { LIMIT };
            Contender::other(rival, limit, target)
        };
        let searches = [Search::Random, Search::Mutate, Search::Auto].map(ours);
        let rivals = [Rival::LibFuzzer, Rival::Crabcheck, Rival::Proptest, Rival::Quickcheck];
        let contenders = searches.into_iter().chain(rivals.map(other)).collect();
        Contest { name, published: &[], contenders }
    };
    READERS.map(contest).into()
}

/// Runs the study.
pub fn study(options: &Options) -> Findings {
    let title = "Known failures of readers of YAML, within 200,000 executions";
    let mut findings = hold(options, title, &contests(), 20);
    findings.tables[0].remark(
        "Inputs are up to 32 characters of ASCII; libFuzzer makes any bytes, and crabcheck has 50,000 executions. The first two are panics of libyaml-safer \
         0.1.1, the third is a text that yaml-rust 0.4.3 writes as a number. Nothing is traced here.",
    );
    findings
}

#[cfg(test)]
mod tests;
