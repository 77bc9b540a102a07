//! Feedback over all runs so far.

mod best;
mod buckets;
mod union;

pub use best::Best;
pub use buckets::Buckets;
pub use union::Union;

use super::Observed;

/// A state over the whole history of a run: what was observed before decides what is interesting now.
/// Inputs that changed it are kept, and further ones are made from them.
///
/// The usual ones are there already, in [`history`](crate::history): the best so far, everything so far, and how often
/// each thing happened. If `update` panics, the run ends with a panic that says so.
///
/// ```
/// use disprove::prelude::*;
/// use std::collections::HashSet;
///
/// #[derive(Default)]
/// struct Lengths(HashSet<usize>);
///
/// impl History for Lengths {
///     type Observation = usize;
///
///     fn update(&mut self, length: &usize) -> bool {
///         self.0.insert(*length)
///     }
/// }
///
/// let report = check(vec(any::<u8>())).history(Lengths::default()).run(|bytes| {
///     observe!(bytes.len());
/// });
/// assert!(report.failures().is_empty());
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a history",
    label = "expected a type that implements `History`",
    note = "say what it observes, and what an observation changes: `impl History for {Self} {{ .. }}`"
)]
pub trait History {
    /// What `observe!` is given.
    type Observation: 'static;

    /// Takes an observation in. True if the state changed: then the input was interesting.
    fn update(&mut self, observation: &Self::Observation) -> bool;
}

/// What tells a history of the observations that are meant for it.
/// It answers whether the observation changed the history.
pub(crate) fn erase<H: History + 'static>(mut history: H) -> ErasedHistory {
    Box::new(move |observed| match observed.downcast_ref::<H::Observation>() {
        Some(observation) => history.update(observation),
        None => false,
    })
}

/// See [`hearing`].
pub(crate) type ErasedHistory = Box<dyn FnMut(&Observed) -> bool>;
