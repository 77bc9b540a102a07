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

/// A problem without a precondition, in a few lines: its input type and name, then the generator, when it fails, the
/// size, and when it is minimal.
macro_rules! problem {
    (
        $(#[$doc:meta])*
        $problem:ident: $value:ty = $name:literal,
        |$src:ident| $generate:expr,
        |$tested:ident| $fails:expr,
        |$sized:ident| $size:expr,
        |$ended:ident| $minimal:expr $(,)?
    ) => {
        $(#[$doc])*
        pub struct $problem;

        impl $crate::reduce::problem::Problem for $problem {
            type Value = $value;
            const NAME: &'static str = $name;

            fn generate($src: &mut disprove::Source) -> $value {
                $generate
            }

            fn judge($tested: &$value) -> $crate::reduce::problem::Judgement {
                $crate::reduce::problem::Judgement::fails_if($fails)
            }

            fn size($sized: &$value) -> usize {
                $size
            }

            fn is_minimal($ended: &$value) -> bool {
                $minimal
            }
        }
    };
}
pub(super) use problem;
