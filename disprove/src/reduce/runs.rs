//! Deleting runs of elements, whose ends are found by bisection.

use super::{reducer::Reducer, siblings::Group};

/// Elements of the shortest collection handled: windows of all sizes cost less in shorter ones.
const MIN_ELEMENTS: usize = 32;

/// How many times longer than the mean run so far the next one is assumed to be. A wrong guess costs one run of the
/// property for each doubling. (`cargo test -p disprove --lib -- classes::numbers` shows the effect.)
const OPTIMISM: usize = 8;

/// Elements in a row that cannot be deleted before the rest is left to the windows of `delete_spans`.
const MAX_KEPT: usize = 4;

impl Reducer<'_> {
    /// Deletes everything between the elements that matter, from the back: each of them is found in a logarithmic number
    /// of runs. (Hypothesis deletes with an adaptive search as well: `find_integer`.)
    pub(super) fn delete_runs(&mut self) {
        self.each_group(&mut |reducer, group| {
            let members = group.members(&reducer.best);
            if members.len() >= MIN_ELEMENTS && !reducer.is_fixed_length(&members) {
                let found = reducer.successes();
                reducer.move_sum_to_last(&members);
                // If it worked, the last elements are needed, and windows find how many.
                if reducer.successes() == found {
                    reducer.delete_between(group);
                }
            }
        });
    }

    fn delete_between(&mut self, group: Group) {
        let mut end = group.members(&self.best).len();
        let (mut rounds, mut deleted, mut kept) = (0, 0, 0);
        let mut width = end;
        while end > 0 && kept < MAX_KEPT {
            let before = deleted;
            // The longest run known to be needed in part begins at `low`.
            let mut low = None;
            while end > low.map_or(0, |low| low + 1) {
                let start = match low {
                    Some(low) => end - (end - low) / 2,
                    None => end.saturating_sub(width),
                };
                let found = self.successes();
                let window = self.window(start..end, group.members(&self.best).len());
                self.delete(group, window);
                if self.successes() == found {
                    low = Some(start);
                    continue;
                }
                // A deletion may take more elements with it.
                let left = group.members(&self.best).len();
                deleted += end - start;
                end = start.min(left);
                width *= 2;
            }
            end = end.saturating_sub(1);
            rounds += 1;
            kept = if deleted > before { 0 } else { kept + 1 };
            width = (OPTIMISM * deleted / rounds).max(1);
        }
    }
}
