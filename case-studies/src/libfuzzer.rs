//! libFuzzer with the mutator of the library, beside libFuzzer alone and the library's own search.

use crate::{
    Options,
    contest::{Contender, Contest, hold},
    findings::Findings,
    ladder, parser,
    repetition::{Found, Repetition},
    rival::{FuzzTarget, Rival},
    yaml,
};
use disprove::prelude::*;

/// Executions of everybody.
const LIMIT: u64 = 1_000_000;

type Run = fn(Repetition) -> Option<Found>;

/// Every problem with all who look for its failure.
pub fn contests() -> Vec<Contest> {
    let mut all = Vec::new();
    for (number, ladder) in ladder::LADDERS.into_iter().enumerate() {
        let run: Run = match number {
            0 => |repetition| ladder::run_ladder(repetition, 0),
            1 => |repetition| ladder::run_ladder(repetition, 1),
            2 => |repetition| ladder::run_ladder(repetition, 2),
            3 => |repetition| ladder::run_ladder(repetition, 3),
            _ => |repetition| ladder::run_ladder(repetition, 4),
        };
        all.push(contest(ladder.name, ladder.inputs.longest(), run));
    }
    all.push(contest("expressions", parser::LONGEST, |repetition| {
        repetition.run(parser::pieces(), |input: Vec<u8>| parser::parses(&input))
    }));
    for (name, run) in yaml::READERS {
        let ours = move |repetition: Repetition| {
            repetition.run(yaml::texts(), |input: String| run(input.as_bytes()))
        };
        all.push(contest(name, yaml::LONGEST, ours));
    }
    all
}

fn contest(
    name: &'static str,
    longest: usize,
    ours: impl Fn(Repetition) -> Option<Found> + Copy + Sync + 'static,
) -> Contest {
    let target = FuzzTarget { name, longest };
    let contenders = vec![
        Contender::other(Rival::Structured, LIMIT, target),
        Contender::other(Rival::LibFuzzer, LIMIT, target),
        Contender::ours(Search::Mutate, LIMIT, ours),
        Contender::ours(Search::Auto, LIMIT, ours),
    ];
    Contest { name, published: &[], contenders }
}

/// Runs the study.
pub fn study(options: &Options) -> Findings {
    let title = "libFuzzer with our mutator, within 1,000,000 executions";
    let mut findings = hold(options, title, &contests(), 20);
    findings.tables[0].remark(
        "libFuzzer alone makes bytes. With our mutator it makes the inputs of the properties: byte strings of up to 64, for FUZZ lists of up to 8, and \
         for YAML texts of up to 32 characters. Both see the coverage and the comparisons of the code under test. Our searches see `#[trace]`, which YAML \
         does not have: there they see only passes and failures, and `cargo disprove hunt` would see more.",
    );
    findings
}
