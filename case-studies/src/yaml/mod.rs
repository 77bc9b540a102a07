//! Published readers of YAML, in versions with failures that their users have told of.
//!
//! They are not traced: that would take a compiler that puts probes into other crates. So searches of ours see nothing but
//! what passes and what fails here, and stand beside libFuzzer, whose compiler flags go into all crates.

mod subjects;

use crate::{
    Options,
    contest::{Contender, Contest, hold},
    findings::Findings,
    rival::{Rival, Subject},
};
use disprove::prelude::*;
use subjects::{END, HEXADECIMAL, LONGEST, TAG};

/// Executions of every search and tool.
const LIMIT: u64 = 200_000;

/// crabcheck needs tens of microseconds for each execution, and more for longer courses.
const CRABCHECK_LIMIT: u64 = 50_000;

/// What can be typed, and ends of lines.
fn texts() -> impl Generator<Value = String> {
    text().alphabet("[ -~\n]").len(0..=LONGEST)
}

/// Every failure with all who look for it.
pub fn contests() -> Vec<Contest> {
    let contest = |(name, run): (&'static str, fn(&[u8]))| {
        let ours = |search| {
            Contender::ours(search, LIMIT, move |hunt| {
                hunt.run(texts(), |input: String| run(input.as_bytes()))
            })
        };
        let subject = Subject { name, longest: LONGEST };
        let other = |rival| {
            let limit = if rival == Rival::Crabcheck { CRABCHECK_LIMIT } else { LIMIT };
            Contender::other(rival, limit, subject)
        };
        let searches = [Search::Random, Search::Mutate, Search::Auto].map(ours);
        let rivals = [Rival::LibFuzzer, Rival::Crabcheck, Rival::Proptest, Rival::Quickcheck];
        let contenders = searches.into_iter().chain(rivals.map(other)).collect();
        Contest { name, published: &[], contenders }
    };
    [(TAG, subjects::tag as fn(&[u8])), (END, subjects::end), (HEXADECIMAL, subjects::lines)]
        .map(contest)
        .into()
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
