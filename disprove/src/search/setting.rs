//! The settings `search` and `schedule`.

use std::fmt;

/// How a run searches for failing inputs.
///
/// All but [`Search::Random`] are guided: they change earlier inputs, according to the feedback of
/// [`assume!`](crate::assume), [`target!`](crate::target), [`minimize!`](crate::minimize),
/// [`observe!`](crate::observe) and [`#[trace]`](macro@crate::trace). Settings spell it in lower case: `climb` for
/// [`Search::Climb`].
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
    /// Chooses by the available feedback (default):
    ///
    /// * without any: [`Random`](Search::Random);
    /// * a score: [`Climb`](Search::Climb);
    /// * new coverage: [`Mutate`](Search::Mutate);
    /// * a history: [`Pool`](Search::Pool);
    /// * many rejected inputs: changes of inputs that were accepted or nearly accepted.
    #[default]
    Auto,
    /// Random inputs. A small input space is enumerated completely.
    Random,
    /// Hill climbing towards a target and towards accepted inputs. Never accepts a worse input.
    Climb,
    /// Simulated annealing towards a target, in cycles: see [`Check::temperature`](crate::Check::temperature).
    Anneal,
    /// Changes the inputs of a pool: those with the best score so far, and those that changed the history.
    Pool,
    /// Makes every structure-preserving mutation of inputs with new coverage, of [`#[trace]`](macro@crate::trace) or of the
    /// compiler under `cargo disprove`: of numbers, elements and subtrees, at one place and at all places equal to it.
    /// Without coverage it is the same as [`Search::Pool`].
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

/// The order in which [`Search::Mutate`] mutates the inputs of its queue; for experiments.
///
/// ```
/// # #[cfg(feature = "research")] {
/// use disprove::{Schedule, prelude::*};
///
/// let check = check(any::<u8>()).search(Search::Mutate).schedule(Schedule::Depth);
/// assert!(check.run(|n| n / 2 <= 127).failures().is_empty());
/// # }
/// ```
#[allow(rustdoc::private_doc_tests, reason = "it is public with the feature `research`")]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Schedule {
    /// Alternates between the input and the coverage feature that got the fewest mutations (default). Kinds of mutations
    /// that succeeded before are likely to be first.
    #[default]
    Fair,
    /// As in MUTAGEN: makes all mutations of the input whose path left all earlier ones first, the newest input first,
    /// from its outermost subtrees to the innermost. After a long time without novelty it forgets all paths.
    #[cfg(feature = "research")]
    Depth,
    /// [`Schedule::Depth`] in the order in which the inputs were found.
    #[cfg(feature = "research")]
    DepthNoFifo,
    /// [`Schedule::Depth`] that never forgets a path.
    #[cfg(feature = "research")]
    DepthNoReset,
}
