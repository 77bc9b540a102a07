//! The input that a strategy asks the runner to run next.

use crate::choice::Tree;
use std::rc::Rc;

/// The input to run next.
#[derive(Debug)]
pub(crate) enum Proposal {
    /// A random input.
    Random,
    /// Replays this tree; choices that it lacks are drawn at random.
    Follow(Rc<Tree>),
    /// Replays this tree; choices that it lacks are the simplest ones.
    Conform(Rc<Tree>),
    /// Like `Follow`, and the runner runs it even if it is a repeat.
    Again(Rc<Tree>),
}
