//! The table of structures, and one run of the property with one of them.

#[cfg(feature = "rivals")]
use super::rivals::{crabcheck, proptest, quickcheck};
use super::{
    avl::Avl,
    btree::Tree,
    files::Files,
    heap::Heaps,
    intervals::Intervals,
    lambda::Lambda,
    regex::Match,
    schema::Conforming,
    skip::SkipList,
    structure::{Bug, Structure},
    treap::Treap,
};
use crate::repetition::Repetition;
use disprove::{prelude::*, trace};
use std::cell::RefCell;

/// Whether the search may be tuned on a structure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Half {
    Tune,
    HeldOut,
}

impl Half {
    pub const ALL: [Half; 2] = [Half::Tune, Half::HeldOut];

    pub fn name(self) -> &'static str {
        match self {
            Half::Tune => "tune",
            Half::HeldOut => "held-out",
        }
    }
}

/// Executions and the largest valid input up to there, whenever there is a larger one.
pub type Sizes = Vec<(u64, f64)>;

/// A structure with all types hidden.
#[derive(Clone, Copy)]
pub struct TestedStructure {
    pub name: &'static str,
    pub half: Half,
    pub bugs: &'static [&'static str],
    /// The execution that showed a mistake.
    pub find: fn(Repetition, Bug, bool) -> Option<u64>,
    /// The sizes of valid inputs, without a mistake.
    pub grow: fn(Repetition, bool) -> Sizes,
    /// The same mistakes in proptest, quickcheck and crabcheck, with a seed and a limit.
    #[cfg(feature = "rivals")]
    pub rivals: [fn(Bug, u64, u64) -> Option<u64>; 3],
}

const fn subject<S: Structure>(half: Half) -> TestedStructure {
    TestedStructure {
        name: S::NAME,
        half,
        bugs: S::BUGS,
        find: find::<S>,
        grow: grow::<S>,
        #[cfg(feature = "rivals")]
        rivals: [proptest::<S>, quickcheck::<S>, crabcheck::<S>],
    }
}

/// All structures. The halves were fixed before the search was tuned.
pub const SUBJECTS: [TestedStructure; 10] = [
    subject::<Avl>(Half::Tune),
    subject::<Heaps>(Half::Tune),
    subject::<Lambda>(Half::Tune),
    subject::<Files>(Half::Tune),
    subject::<Intervals>(Half::Tune),
    subject::<Treap>(Half::HeldOut),
    subject::<Tree>(Half::HeldOut),
    subject::<SkipList>(Half::HeldOut),
    subject::<Match>(Half::HeldOut),
    subject::<Conforming>(Half::HeldOut),
];

/// The property. Without traces, a recording of its own hides the probes of the code under test.
fn property<S: Structure>(input: &S, bug: Bug, traced: bool) -> bool {
    if traced {
        assume!(input.is_valid());
        return input.holds(bug);
    }
    let (valid, _) = trace::record(|| input.is_valid());
    assume!(valid);
    trace::record(|| input.holds(bug)).0
}

fn find<S: Structure>(repetition: Repetition, bug: Bug, traced: bool) -> Option<u64> {
    let found = repetition.run(any::<S>(), |input: S| property(&input, bug, traced));
    found.map(|found| found.at)
}

fn grow<S: Structure>(repetition: Repetition, traced: bool) -> Sizes {
    let state = RefCell::new((0_u64, Sizes::new()));
    let found = repetition.run(any::<S>(), |input: S| {
        let (executions, sizes) = &mut *state.borrow_mut();
        *executions += 1;
        if trace::record(|| input.is_valid()).0 {
            let size = trace::record(|| input.size()).0 as f64;
            if sizes.last().is_none_or(|(_, largest)| size > *largest) {
                sizes.push((*executions, size));
            }
        }
        property(&input, Bug(None), traced)
    });
    assert!(found.is_none(), "{}: the correct operations fail", S::NAME);
    state.into_inner().1
}
