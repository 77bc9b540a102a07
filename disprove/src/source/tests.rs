//! Tests of every generator: random, recorded, replayed and encoded values are equal, and a replay of any edited tree
//! gives a valid value or a rejection.

mod budget;
mod collections;
mod combinators;
mod following;
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

/// Sources that are reused for many cases, as the runner does: no case may affect the next.
struct Bench {
    plain: Source,
    recording: Source,
}

/// The result of a case.
pub(crate) type Ending<T> = Result<T, Refused>;

impl Bench {
    fn new() -> Bench {
        Bench { plain: Source::new(), recording: Source::recording() }
    }

    /// Runs a case in random mode. Returns its value and identity.
    fn random(&mut self, specimen: &Specimen, seed: u64, size: u32) -> (Ending<Made>, Option<u64>) {
        self.plain.restart(Random::for_case(seed, 0), size);
        let made = run(&mut self.plain, |src| specimen.make(src));
        (made, self.plain.identity())
    }

    /// Records the same case.
    fn record(
        &mut self,
        specimen: &Specimen,
        seed: u64,
        size: u32,
    ) -> (Ending<Made>, Option<u64>, Tree) {
        self.recording.record(Random::for_case(seed, 0), size);
        let made = run(&mut self.recording, |src| specimen.make(src));
        (made, self.recording.identity(), self.recording.take_tree())
    }

    /// Replays a tree, with another random stream and size than any recording: nothing may depend on them.
    fn replay(&mut self, specimen: &Specimen, guide: Tree, fill: Fill) -> (Ending<Made>, Tree) {
        self.recording.replay(Rc::new(guide), fill, Random::for_case(0x5eed, 1), 100);
        let made = run(&mut self.recording, |src| specimen.make(src));
        (made, self.recording.take_tree())
    }

    /// The choices of a recorded value, as its generator encodes them.
    fn encode(&mut self, specimen: &Specimen, seed: u64, size: u32) -> Ending<Option<Tree>> {
        self.recording.record(Random::for_case(seed, 0), size);
        run(&mut self.recording, |src| specimen.encoded(src))
    }
}

/// Catches a rejection; every other panic continues.
pub(crate) fn run<T>(src: &mut Source, body: impl FnOnce(&mut Source) -> T) -> Ending<T> {
    catch_unwind(AssertUnwindSafe(|| body(src))).map_err(|payload| {
        match payload.downcast_ref::<Refused>() {
            Some(refused) => *refused,
            None => resume_unwind(payload),
        }
    })
}

/// Whether both trees have the same choices under the same bounds, apart from discarded attempts.
fn same_choices(a: &Tree, b: &Tree) -> bool {
    let (a, b) = (a.flattened(), b.flattened());
    a.compare(&b).is_eq() && (0..a.len()).all(|i| a.bounds(i) == b.bounds(i))
}

/// Whether both trees have the same choices in the same spans.
fn same_tree(a: &Tree, b: &Tree) -> bool {
    a.spans == b.spans && a.compare(b).is_eq()
}
