//! Every generator: random, recorded, replayed and encoded values are the same; whatever is done to a
//! tree, replaying it gives a value the generator could have made, or a clean rejection.

mod budget;
mod collections;
mod combinators;
pub(crate) mod mutilation;
mod numbers;
mod round_trip;
pub(crate) mod table;
mod texts;
mod types;

use super::{Fill, Refused, Source};
use crate::{choice::Tree, random::Random};
use std::{
    panic::{AssertUnwindSafe, catch_unwind, resume_unwind},
    rc::Rc,
};
use table::{Made, Specimen};

/// Sources that are used again and again, as the runner does: nothing of a case may show in the next.
struct Bench {
    plain: Source,
    watching: Source,
}

/// What became of a case.
pub(crate) type Ending<T> = Result<T, Refused>;

impl Bench {
    fn new() -> Bench {
        Bench { plain: Source::new(), watching: Source::recording() }
    }

    /// In random mode; the value and what tells the case apart.
    fn random(&mut self, specimen: &Specimen, seed: u64, size: u32) -> (Ending<Made>, Option<u64>) {
        self.plain.restart(Random::for_case(seed, 0), size);
        let made = run(&mut self.plain, |src| specimen.make(src));
        (made, self.plain.identity())
    }

    /// The same case, recorded.
    fn record(
        &mut self,
        specimen: &Specimen,
        seed: u64,
        size: u32,
    ) -> (Ending<Made>, Option<u64>, Tree) {
        self.watching.record(Random::for_case(seed, 0), size);
        let made = run(&mut self.watching, |src| specimen.make(src));
        (made, self.watching.identity(), self.watching.take_tree())
    }

    /// With other chance and another size than any recording had: nothing may depend on them.
    fn replay(&mut self, specimen: &Specimen, guide: Tree, fill: Fill) -> (Ending<Made>, Tree) {
        self.watching.replay(Rc::new(guide), fill, Random::for_case(0x5eed, 1), 100);
        let made = run(&mut self.watching, |src| specimen.make(src));
        (made, self.watching.take_tree())
    }

    /// The choices of a recorded value, as its generator writes them.
    fn encode(&mut self, specimen: &Specimen, seed: u64, size: u32) -> Ending<Option<Tree>> {
        self.watching.record(Random::for_case(seed, 0), size);
        run(&mut self.watching, |src| specimen.encoded(src))
    }
}

/// A refusal is an ending; every other panic goes on.
pub(crate) fn run<T>(src: &mut Source, body: impl FnOnce(&mut Source) -> T) -> Ending<T> {
    catch_unwind(AssertUnwindSafe(|| body(src))).map_err(|payload| {
        match payload.downcast_ref::<Refused>() {
            Some(refused) => *refused,
            None => resume_unwind(payload),
        }
    })
}

/// Whether both trees have the same choices under the same bounds, but for discarded attempts.
fn same_choices(a: &Tree, b: &Tree) -> bool {
    let (a, b) = (a.flattened(), b.flattened());
    a.compare(&b).is_eq() && (0..a.len()).all(|i| a.bounds(i) == b.bounds(i))
}

/// Whether both trees have the same choices in the same spans.
fn same_tree(a: &Tree, b: &Tree) -> bool {
    a.spans == b.spans && a.compare(b).is_eq()
}
