//! The definition of a reduction problem, independent of libraries.

use disprove::Source;
use std::fmt::Debug;

/// The verdict of a property on an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Judgement {
    Holds,
    /// The input violates the precondition.
    Outside,
    Fails,
}

impl Judgement {
    /// The verdict of a problem without a precondition.
    pub fn fails_if(fails: bool) -> Judgement {
        if fails { Judgement::Fails } else { Judgement::Holds }
    }
}

/// A failing property, its inputs, and the minimal input.
pub trait Problem: 'static {
    type Value: Clone + Debug + Send + 'static;
    const NAME: &'static str;

    /// Draws an input as a user of disprove would.
    fn generate(src: &mut Source) -> Self::Value;

    fn judge(value: &Self::Value) -> Judgement;

    /// The size of an input, in the measure of the problem.
    fn size(value: &Self::Value) -> usize;

    /// Whether the input is minimal: the form in which every reduction should end.
    fn is_minimal(value: &Self::Value) -> bool;
}
