//! disprove, with only seed, number of cases and explanation set.

use super::{
    probe::{self, Ending},
    problem::{Judgement, Problem},
};
use disprove::prelude::*;
use std::{
    any::Any,
    fmt::{self, Debug, Formatter},
};

/// Cases that suffice for nearly every seed to fail on every problem.
const CASES: u64 = 200_000;

/// A value of any problem: the library is compiled once for all of them, to keep the build short.
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

/// The reduction of the first failure with this seed.
pub fn run<P: Problem>(seed: u64) -> Option<Ending> {
    let asked = Asked {
        name: P::NAME,
        generate: |src| Input::of::<P>(P::generate(src)),
        judge: |input| probe::judge::<P>(known::<P>(&*input.value)),
        end: |input| probe::end::<P>(known::<P>(&*input.value)),
    };
    asked.reduced(seed)
}

/// A problem with its input type erased.
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
