//! disprove: only the seed, the number of cases and the explanation are set.

use super::{
    probe::{self, Ending},
    problem::{Judgement, Problem},
};
use disprove::prelude::*;
use std::{
    any::Any,
    fmt::{self, Debug, Formatter},
};

/// Enough for every problem to fail with nearly every seed.
const CASES: u64 = 200_000;

/// A value of any problem: the library is compiled once for all of them, or
/// this program would take minutes to build.
struct Input {
    value: Box<dyn Any>,
    show: fn(&dyn Any, &mut Formatter<'_>) -> fmt::Result,
}

impl Input {
    fn of<P: Problem>(value: P::Value) -> Input {
        let show = |value: &dyn Any, out: &mut Formatter<'_>| known::<P>(value).fmt(out);
        Input { value: Box::new(value), show }
    }
}

impl Debug for Input {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        (self.show)(&*self.value, out)
    }
}

fn known<P: Problem>(value: &dyn Any) -> &P::Value {
    value.downcast_ref().expect("only this problem made values")
}

/// The reduction of the first failure this seed leads to.
pub fn run<P: Problem>(seed: u64) -> Option<Ending> {
    let asked = Asked {
        name: P::NAME,
        generate: |src| Input::of::<P>(P::generate(src)),
        judge: |input| probe::judge::<P>(known::<P>(&*input.value)),
        end: |input| probe::end::<P>(known::<P>(&*input.value)),
    };
    asked.reduced(seed)
}

/// What a problem says of its inputs.
struct Asked {
    name: &'static str,
    generate: fn(&mut Source) -> Input,
    judge: fn(&Input) -> Judgement,
    end: fn(&Input) -> Ending,
}

impl Asked {
    fn reduced(&self, seed: u64) -> Option<Ending> {
        probe::start();
        let generator = |src: &mut Source| {
            probe::generated();
            (self.generate)(src)
        };
        let check = check(generator).name(self.name).seed(seed).cases(CASES).max_failures(1);
        let check = check.explain(false).database(Db::none());
        let report = check.run(|input| match (self.judge)(&input) {
            Judgement::Holds => Outcome::pass(),
            Judgement::Outside => Outcome::reject(),
            Judgement::Fails => Outcome::fail("it fails"),
        });
        report.failures().first().map(|failure| (self.end)(failure.value()))
    }
}
