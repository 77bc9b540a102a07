//! What a case said about itself.

use std::any::Any;

/// Something given to `observe!`.
pub(crate) type Observed = Box<dyn Any>;

/// What the verbs of one case said, for the statistics of the run and for whoever steers it.
#[derive(Debug, Default)]
pub(crate) struct Feedback {
    /// By `label!`.
    pub(crate) labels: Vec<String>,
    /// By `target!` and `minimise!`; the larger the better.
    pub(crate) scores: Vec<(&'static str, f64)>,
    /// By `cover!`.
    pub(crate) covers: Vec<Covered>,
    /// By `observe!`.
    pub(crate) observed: Vec<Observed>,
    /// By the `assume!` that rejected the case.
    pub(crate) missed: Option<BranchDistance>,
    /// By `restart!`.
    pub(crate) restart: bool,
}

/// How far a rejected case was from being accepted. More conditions passed is nearer, and then a smaller distance.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct BranchDistance {
    /// How many different `assume!` held before the one that did not.
    pub(crate) level: u32,
    /// How far that one was from holding; more than 0.
    pub(crate) distance: f64,
}

/// Whether a case belongs to those of which there must be enough.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Covered {
    pub(crate) name: &'static str,
    pub(crate) hit: bool,
    /// How many cases in a hundred must.
    pub(crate) percent: f64,
}

/// What the run that is reported did, step by step.
#[derive(Debug, Default)]
pub(crate) struct Transcript {
    /// By `note!`.
    pub(crate) notes: Vec<String>,
    pub(crate) steps: Vec<Step>,
}

/// Something a property did that belongs to its input.
///
/// ```
/// use disprove::prelude::*;
///
/// let report = check(any::<u8>()).run(|n| n < 10);
/// assert!(report.failures()[0].steps().is_empty());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Step {
    /// A value was drawn in the body of a property.
    Drew {
        /// The variable it went into, or what was drawn.
        name: &'static str,
        /// Its text.
        value: String,
    },
    /// A state machine was called.
    Called {
        /// The call, as Rust.
        line: String,
    },
}

/// Whether two names of scores or shares are the same. Nearly always they are one text at one address; and a comparison
/// of contents is slow for the empty name, which has an address where no memory is.
#[inline]
pub(crate) fn is_same_name(a: &str, b: &str) -> bool {
    a.len() == b.len() && (a.as_ptr().addr() == b.as_ptr().addr() || a.is_empty() || a == b)
}
