//! Proposing the next choices.

mod anneal;
mod climb;
mod enumerate;
mod front;
mod growth;
mod line;
mod list;
mod merit;
mod mutate;
mod neighbour;
mod outline;
mod parallel;
mod pool;
mod proposal;
mod rng;
mod scheduler;
mod seeds;
mod seen;
mod spread;
mod sweep;
mod variety;

pub(crate) use enumerate::{Odometer, count_inputs};
pub(crate) use front::Front;
pub(crate) use growth::Growth;
pub(crate) use list::List;
pub(crate) use outline::{IndexedTree, Outline, integers, offset, value_bits};
pub(crate) use pool::Pool;
pub(crate) use proposal::Proposal;
pub(crate) use scheduler::{REJECTED, Scheduler};
pub(crate) use seen::{AsItIs, Fingerprints, Seen};
pub(crate) use variety::Variety;

use std::fmt;

/// How inputs are looked for.
///
/// All but [`Search::Random`] are guided: they change inputs that were good before, by what cases tell about themselves with
/// [`assume!`](crate::assume), [`target!`](crate::target), [`minimize!`](crate::minimize) and
/// [`observe!`](crate::observe). It is written as in settings: `climb` for [`Search::Climb`].
///
/// ```
/// use disprove::prelude::*;
///
/// let report = check(any::<u64>()).search(Search::Random).run(|n| n.count_ones() <= 64);
/// assert!(report.failures().is_empty());
/// assert_eq!(Search::Random.to_string(), "random");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Search {
    /// Chooses by itself, according to the feedback there is: at random without any, climbing towards a score, changing
    /// inputs whose course through traced code is new, and otherwise from accepted inputs, or those that changed the
    /// history, to others.
    #[default]
    Auto,
    /// At random. A small space is tried completely.
    Random,
    /// Hill climbing towards a target, and towards inputs that are accepted. Nothing worse is gone on from.
    Climb,
    /// Simulated annealing towards a target, in cycles: see [`Check::temperature`](crate::Check::temperature).
    Anneal,
    /// A pool of interesting inputs, changed: those that had the best score so far, or changed the history.
    Pool,
    /// Every structural change of inputs that took a course of their own through code under
    /// [`#[trace]`](macro@crate::trace): of numbers, elements and whole parts, at one place and at all that agree with it.
    /// Where nothing is traced it is the same as [`Search::Pool`].
    Mutate,
}

impl fmt::Display for Search {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Search::Auto => "auto",
            Search::Random => "random",
            Search::Climb => "climb",
            Search::Anneal => "anneal",
            Search::Pool => "pool",
            Search::Mutate => "mutate",
        })
    }
}

/// In which order [`Search::Mutate`] changes the inputs it has kept; for experiments.
///
/// ```
/// use disprove::{Schedule, prelude::*};
///
/// let check = check(any::<u8>()).search(Search::Mutate).schedule(Schedule::Depth);
/// assert!(check.run(|n| n / 2 <= 127).failures().is_empty());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Schedule {
    /// Those that had the fewest turns, and those that show what had the fewest, a few changes each. The changes that did well
    /// before are likely to be first. It found most in most studies.
    #[default]
    Fair,
    /// As in MUTAGEN: all changes of the input whose course left all earlier ones first, the newest before others, from its
    /// outermost parts to the innermost. When nothing new was seen for long, all courses are new again.
    Depth,
    /// The same in the order they came.
    DepthNoFifo,
    /// The same, and no course is ever new again.
    DepthNoReset,
}
