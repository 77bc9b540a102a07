//! disprove: only the seed, the number of cases and the explanation are set.

use super::{
    probe::{self, Ending},
    problem::{Judgement, Problem},
};
use disprove::prelude::*;

/// Enough for every problem to fail with nearly every seed.
const CASES: u64 = 200_000;

/// The reduction of the first failure this seed leads to.
pub fn run<P: Problem>(seed: u64) -> Option<Ending> {
    probe::start();
    let generator = |src: &mut Source| {
        probe::generated();
        P::generate(src)
    };
    let check = check(generator).name(P::NAME).seed(seed).cases(CASES).max_failures(1);
    let report =
        check.explain(false).database(Db::none()).run(|value| match probe::judge::<P>(&value) {
            Judgement::Holds => Outcome::pass(),
            Judgement::Outside => Outcome::reject(),
            Judgement::Fails => Outcome::fail("it fails"),
        });
    report.failures().first().map(|failure| probe::end::<P>(failure.value()))
}
