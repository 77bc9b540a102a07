//! Feedback over all runs so far.

/// A state over the whole history of a run: what was observed before decides what is interesting now.
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
pub trait History {
    /// What `observe!` is given.
    type Observation: 'static;

    /// Takes an observation in. True if the state changed: then the input was interesting.
    fn update(&mut self, observation: &Self::Observation) -> bool;
}
