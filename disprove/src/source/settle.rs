//! A choice of which not everything is open.

use super::{Source, sample::Weights, watch::WATCHED};

impl Source {
    /// One of several alternatives; if it is not open, the next one that is, and after the last the first.
    /// `None` if none is.
    ///
    /// What was settled for is recorded instead of what was drawn. So a part of a case keeps its meaning when
    /// others are taken out before it, after which more may be open.
    #[inline(always)]
    pub(crate) fn open_branch(
        &mut self,
        count: u32,
        weights: Option<&Weights>,
        mut is_open: impl FnMut(u32) -> bool,
    ) -> Option<u32> {
        let drawn = match weights {
            None => self.branch(count, 0),
            Some(weights) => self.weighted_branch(weights, 0, 0),
        };
        if is_open(drawn) {
            return Some(drawn);
        }
        let settled = (drawn + 1..count).chain(0..drawn).find(|branch| is_open(*branch))?;
        if self.is_watched() {
            self.settle(settled);
        }
        Some(settled)
    }

    #[cold]
    #[inline(never)]
    fn settle(&mut self, branch: u32) {
        let watch = self.watch.as_mut().expect(WATCHED);
        let drawn = watch.tree.choices.last_mut().expect("the branch was recorded");
        drawn.value = u64::from(branch);
    }
}
