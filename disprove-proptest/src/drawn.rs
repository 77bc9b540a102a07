//! Values that are drawn at once, with a generator of disprove.

use crate::strategy::ValueTree;
use std::fmt::Debug;

/// A value that was drawn.
#[derive(Clone, Copy, Debug)]
pub struct Drawn<T>(pub(crate) T);

impl<T: Clone + Debug> ValueTree for Drawn<T> {
    type Value = T;

    fn current(&self) -> T {
        self.0.clone()
    }
}

/// Implements `Strategy` for types whose values are drawn at once.
macro_rules! draws {
    ($([$($parameters:tt)*] $strategy:ty => $value:ty, $tree:ident $(<$argument:ty>)?: |$this:ident, $runner:ident| $draw:expr;)*) => {$(
        impl<$($parameters)*> $crate::strategy::Strategy for $strategy {
            type Tree = $tree $(<$argument>)?;
            type Value = $value;

            fn new_tree(
                &self,
                runner: &mut $crate::test_runner::TestRunner,
            ) -> $crate::strategy::NewTree<Self> {
                Ok($tree(self.new_value(runner)?))
            }

            fn new_value(
                &self,
                $runner: &mut $crate::test_runner::TestRunner,
            ) -> Result<$value, $crate::test_runner::Reason> {
                let $this = self;
                Ok($draw)
            }
        }
    )*};
}

pub(crate) use draws;
