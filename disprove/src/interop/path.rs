//! Paths of reduction steps of another library, as choices.
//!
//! Some libraries cannot draw from a `Source`: they take only a seed, and shrink their values themselves. Here, the choices
//! are the shrinking steps. Random cases take no step; only the reducer does.
//!
//! More steps lead to a smaller value, but more choices make a larger case. So all paths have the same number of choices,
//! the unused ones being padding. The last alternative at each step is to stop, so that every step the reducer finds makes
//! the case smaller.

use crate::source::Source;

/// A path that is being followed.
pub(super) struct Path {
    name: &'static str,
    /// Remaining steps.
    left: usize,
}

/// Alternatives at a step, not counting the last one, which ends the path. The reducer tries this many one by one.
pub(super) const ALTERNATIVES: u32 = 16;

impl Path {
    pub(super) fn new(name: &'static str, steps: usize) -> Path {
        Path { name, left: steps }
    }

    /// The next step, or `None` if the path ends here.
    pub(super) fn step(&mut self, src: &mut Source) -> Option<u32> {
        self.left = self.left.checked_sub(1)?;
        let step = src.guided_branch(ALTERNATIVES + 1);
        (step < ALTERNATIVES).then_some(step)
    }

    pub(super) fn finish(self, src: &mut Source) {
        src.pad(self.name, self.left);
    }
}
