//! Keeps the smallest input so far while a reduction goes on: it may be interrupted, or never return.

use super::keeper::Keeper;
use crate::choice::Tree;
use std::time::{Duration, Instant};

/// What is lost at most by an interruption, and rare enough to cost nothing.
const BETWEEN_SAVES: Duration = Duration::from_millis(100);

/// What of a reduction is kept already.
///
/// The first improvement is saved, the second, the fourth and so on, so that a reduction in no time writes few
/// files; and every one that was not saved for a while, before the property is run again.
#[derive(Debug)]
pub(super) struct Progress {
    saved: Tree,
    improvements: u64,
    /// There was one that is not saved.
    is_behind: bool,
    last: Instant,
}

impl Progress {
    /// The start of the reduction is kept already.
    pub(super) fn from(saved: Tree) -> Progress {
        Progress { saved, improvements: 0, is_behind: false, last: Instant::now() }
    }

    /// A smaller input fails.
    pub(super) fn improved(&mut self, keeper: &mut Keeper<'_>, best: &Tree) {
        self.improvements += 1;
        self.is_behind = true;
        if self.improvements.is_power_of_two() {
            self.save(keeper, best);
        }
    }

    /// The property is about to be run.
    pub(super) fn look(&mut self, keeper: &mut Keeper<'_>, best: &Tree) {
        if self.is_behind && self.last.elapsed() >= BETWEEN_SAVES {
            self.save(keeper, best);
        }
    }

    fn save(&mut self, keeper: &mut Keeper<'_>, best: &Tree) {
        self.is_behind = false;
        // The old one is still there if this fails.
        if keeper.save(best) {
            let old = std::mem::replace(&mut self.saved, best.clone());
            keeper.replaced(&old, best);
        }
        self.last = Instant::now();
    }

    /// What is kept now.
    pub(super) fn into_saved(self) -> Tree {
        self.saved
    }
}
