//! Reduction by the steps of another library.
//!
//! Some libraries cannot be made to draw from a `Source`: all they take is a seed, and their values
//! know by themselves how to get smaller. Which steps they take is then what is chosen. Chance takes
//! none; only the reducer does.
//!
//! More steps make a smaller value, but more choices make a larger case. So all paths have the same number
//! of choices: what a path does not use is padding. And no step at all is the last alternative at each
//! step, so that every step the reducer finds makes the case smaller.

use crate::source::Source;

/// A path under way.
pub(super) struct Path {
    name: &'static str,
    /// Steps that may still be taken.
    left: usize,
}

/// Alternatives at a step, besides the last one, which is the end. As many as the reducer tries at each
/// branch one by one.
pub(super) const ALTERNATIVES: u32 = 16;

impl Path {
    pub(super) fn new(name: &'static str, steps: usize) -> Path {
        Path { name, left: steps }
    }

    /// The next step, or none if the path ends here.
    pub(super) fn step(&mut self, src: &mut Source) -> Option<u32> {
        self.left = self.left.checked_sub(1)?;
        let step = src.guided_branch(ALTERNATIVES + 1);
        (step < ALTERNATIVES).then_some(step)
    }

    pub(super) fn finish(self, src: &mut Source) {
        src.pad(self.name, self.left);
    }
}
