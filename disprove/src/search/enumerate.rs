//! Trying every input of a small space, once each, simplest first.

use crate::{
    choice::Tree,
    execute::{Ended, Subject, execute},
    random::Random,
    source::Source,
};
use std::rc::Rc;

/// Counts through the choices like the wheels of an odometer: the last choice that has a next value
/// takes it, and what follows starts again with the simplest.
#[derive(Debug)]
pub(crate) struct Odometer {
    next: Option<Tree>,
}

impl Odometer {
    pub(crate) fn new() -> Odometer {
        Odometer { next: Some(Tree::default()) }
    }

    /// The choices to begin with; `None` when all are done.
    pub(crate) fn next(&mut self) -> Option<Rc<Tree>> {
        self.next.take().map(Rc::new)
    }

    /// Goes on from what was really drawn.
    pub(crate) fn advance(&mut self, drawn: &Tree) {
        self.next = (0..drawn.len()).rev().find_map(|place| {
            if drawn.is_fixed(place) {
                return None;
            }
            let bounds = drawn.bounds(place);
            let index = bounds.index(&drawn.value(place))?;
            let value = bounds.nth(index + 1)?;
            let mut next = Tree::default();
            next.copy_choices(drawn, 0, place + 1);
            next.set(place, &value);
            Some(next)
        });
    }
}

/// After so many inputs, the share of the space that lies behind says how large it is.
const FIRST_LOOK: u64 = 512;

/// How many inputs the generator can make, if that is at most `limit`. The property is not called.
///
/// A typical generator has a wide choice, which shows in the first case; then this costs one run.
pub(crate) fn count_inputs<S: Subject>(
    subject: &S,
    src: &mut Source,
    limit: u64,
    seed: u64,
) -> Option<u64> {
    src.record(Random::for_case(seed, 0), 100);
    if matches!(execute(subject, src, |_| false), Ended::Broken(_)) {
        return None;
    }
    if too_wide(&src.take_tree(), limit) {
        return None;
    }
    let mut odometer = Odometer::new();
    let (mut inputs, mut looked_at) = (0, 0);
    while let Some(guide) = odometer.next() {
        src.enumerate(guide);
        let ended = execute(subject, src, |_| false);
        let drawn = src.take_tree();
        looked_at += 1;
        if too_wide(&drawn, limit) || looked_at > 4 * limit + FIRST_LOOK {
            return None;
        }
        match ended {
            Ended::Unwanted => inputs += 1,
            Ended::Broken(_) => return None,
            _ => {}
        }
        let expected = looked_at as f64 / share_done(&drawn);
        let hopeless = looked_at == FIRST_LOOK && expected > 4.0 * limit as f64;
        if inputs > limit || hopeless {
            return None;
        }
        odometer.advance(&drawn);
    }
    Some(inputs)
}

/// Whether one choice alone has more values than wanted.
fn too_wide(drawn: &Tree, limit: u64) -> bool {
    (0..drawn.len()).any(|place| {
        !drawn.is_fixed(place)
            && drawn.bounds(place).count().is_none_or(|count| count > u128::from(limit))
    })
}

/// Which part of the space lies behind, if it were equally large everywhere.
fn share_done(drawn: &Tree) -> f64 {
    let (mut share, mut done) = (1.0, 0.0);
    for place in (0..drawn.len()).filter(|place| !drawn.is_fixed(*place)) {
        let bounds = drawn.bounds(place);
        let (Some(count), Some(index)) = (bounds.count(), bounds.index(&drawn.value(place))) else {
            return f64::MIN_POSITIVE;
        };
        share /= count as f64;
        done += index as f64 * share;
    }
    done + share
}
