//! What a reduction problem is, whatever library is to solve it.

use disprove::Source;
use std::fmt::Debug;

/// What a property says of an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Judgement {
    Holds,
    /// The property is not about such inputs.
    Outside,
    Fails,
}

impl Judgement {
    /// For problems without a precondition.
    pub fn fails_if(fails: bool) -> Judgement {
        if fails { Judgement::Fails } else { Judgement::Holds }
    }
}

/// A property that fails, what its inputs are, and the input it should be reduced to.
pub trait Problem: 'static {
    type Value: Clone + Debug + Send + 'static;
    const NAME: &'static str;

    /// An input, drawn as a user of disprove would.
    fn generate(src: &mut Source) -> Self::Value;

    fn judge(value: &Self::Value) -> Judgement;

    /// How much a reader has to read, in the measure of the problem.
    fn size(value: &Self::Value) -> usize;

    /// Whether nothing is simpler: the form every reduction should end in.
    fn is_minimal(value: &Self::Value) -> bool;
}
