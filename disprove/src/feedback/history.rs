//! Histories: user-defined feedback over all cases of a run.

mod best;
mod buckets;
mod union;

pub use best::Best;
pub use buckets::Buckets;
pub use union::Union;

use super::ErasedObservation;

/// State over the whole history of a run, which decides what is interesting. The search keeps inputs that changed the
/// state, and mutates them.
///
/// The module [`history`](crate::history) has ready-made ones: [`Best`], [`Union`] and [`Buckets`]. If `update`
/// panics, the run ends with a panic that names the history.
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
    note = "implement `History` for it: `impl History for {Self} {{ .. }}`"
)]
pub trait History {
    /// The type of the values given to `observe!`.
    type Observation: 'static;

    /// Updates the state with an observation. Returns true if the state changed, which makes the input interesting.
    fn update(&mut self, observation: &Self::Observation) -> bool;
}

/// Hides the type of a history. Observations of other types do not change it.
pub fn erase<H: History + 'static>(mut history: H) -> ErasedHistory {
    Box::new(move |observed| match observed.downcast_ref::<H::Observation>() {
        Some(observation) => history.update(observation),
        None => false,
    })
}

/// A history as a function: whether the observation changed its state.
pub type ErasedHistory = Box<dyn FnMut(&ErasedObservation) -> bool>;
