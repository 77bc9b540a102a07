//! The oracle: runs proposals for the reducer.

use crate::choice::Tree;
use std::rc::Rc;

/// Result of running a proposal.
#[derive(Debug)]
pub(crate) enum Attempt {
    /// The property did not run: the generator rejected the proposal, or the reducer refused the drawn tree.
    Unwanted,
    /// The property passed, rejected the drawn tree, or failed in another way.
    Passed(Tree),
    /// The property still fails with the drawn tree.
    Failed(Tree),
}

/// Size of the content that fills gaps at random, in percent of the largest: collections of a few elements.
pub(crate) const FILL_SIZE: u32 = 5;

/// Runs proposals.
pub(crate) trait Oracle {
    /// Draws a value along the guide, and runs the property if `wanted` accepts the drawn tree. Missing choices
    /// are the simplest, or come from the random stream of this number.
    fn attempt(
        &mut self,
        guide: Rc<Tree>,
        fill: Option<u64>,
        wanted: &mut dyn FnMut(&Tree) -> bool,
    ) -> Attempt;

    /// Whether the property draws in its body. If so, the tree that `wanted` judges is incomplete.
    fn draws(&self) -> bool {
        false
    }

    /// Number of proposals that can run at once.
    fn parallelism(&self) -> usize {
        1
    }

    /// Announces the next proposals, in order, assuming that none of them fails. Called only if
    /// [`parallelism`](Oracle::parallelism) is above 1.
    fn prefetch(&mut self, _guides: Vec<Rc<Tree>>) {}
}
