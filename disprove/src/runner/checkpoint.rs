//! Saves the smallest input so far during a reduction, which may be interrupted or never return.

use super::engine::Engine;
use crate::{case::Cause, choice::Tree};
use std::time::{Duration, Instant};

/// Time between two saves: an interruption loses at most this much, and saving costs next to nothing.
const SAVE_INTERVAL: Duration = Duration::from_millis(100);

/// The database entry of a reduction under way.
///
/// Improvements 1, 2, 4, 8, ... are saved at once, so that a fast reduction writes few files. Any other is saved
/// before the next run of the property once the interval is over.
pub(super) struct Checkpoint {
    /// The number of the failure.
    number: usize,
    saved: Tree,
    improvements: u64,
    /// The smallest input is not saved.
    is_behind: bool,
    last: Instant,
}

impl Checkpoint {
    /// The start of the reduction is saved already.
    pub(super) fn new(number: usize, saved: Tree) -> Checkpoint {
        Checkpoint { number, saved, improvements: 0, is_behind: false, last: Instant::now() }
    }

    /// A smaller input fails.
    pub(super) fn improved(&mut self, engine: &mut Engine<'_>, best: &Tree, cause: &Cause) {
        self.improvements += 1;
        self.is_behind = true;
        if self.improvements.is_power_of_two() {
            self.save(engine, best, cause);
        }
    }

    /// Called before each run of the property.
    pub(super) fn save_if_due(&mut self, engine: &mut Engine<'_>, best: &Tree, cause: &Cause) {
        if self.is_behind && self.last.elapsed() >= SAVE_INTERVAL {
            self.save(engine, best, cause);
        }
    }

    fn save(&mut self, engine: &mut Engine<'_>, best: &Tree, cause: &Cause) {
        self.is_behind = false;
        // If this fails, the old entry is still there.
        if engine.save_failure(self.number, cause, best) {
            let old = std::mem::replace(&mut self.saved, best.clone());
            engine.remove_replaced(&old, best);
        }
        self.last = Instant::now();
    }

    /// The current entry.
    pub(super) fn into_saved(self) -> Tree {
        self.saved
    }
}
