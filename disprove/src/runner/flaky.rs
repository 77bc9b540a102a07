//! Failures that do not always fail: how often they do, and inputs as small as possible that do so about as often.

use super::reduction::{Reducer, Smallest};
use crate::{
    case::{Ended, Subject},
    choice::Tree,
    reduce::ReductionEnd,
    statistics::FailureRate,
};
use std::time::Instant;

/// So often a flaky input is run to tell how often it fails. What fails every second time then does so 6 to 14
/// times in 96 of 100 cases; what fails in one run of ten, at least twice in 61.
const REPEATS: u64 = 20;

impl Smallest {
    /// The time is up.
    pub(super) fn is_late(&self) -> bool {
        self.until.is_some_and(|until| Instant::now() >= until)
    }

    /// Sees whether the same choices made the same input as the last time. What a property draws itself
    /// depends on how far it gets.
    pub(super) fn compare<S: Subject>(&mut self, before: &mut Option<Tree>, now: Tree) {
        let differs = before.as_ref().is_some_and(|before| before.compare(&now).is_ne());
        self.differs |= differs && !S::DRAWS;
        *before = Some(now);
    }
}

impl<S: Subject> Reducer<'_, S> {
    /// Finds out how often it fails, and reduces it if that is often enough.
    pub(super) fn flaky(&mut self, smallest: &mut Smallest, original: &Tree) {
        let is_reduced = smallest.tree.compare(original).is_ne();
        let reduced = is_reduced.then(|| (smallest.tree.clone(), self.rate_of(smallest)));
        smallest.tree = original.clone();
        let mut rate = self.rate_of(smallest);
        // Until it was seen to be flaky, one failure was enough to go on from a smaller one.
        if let Some((tree, of_reduced)) = reduced
            && of_reduced.is_half_of(rate)
        {
            (smallest.tree, rate) = (tree, of_reduced);
        } else {
            smallest.ended = ReductionEnd::Skipped;
        }
        smallest.rate = rate;
        if !rate.is_reducible() || smallest.is_late() {
            return;
        }
        let start = smallest.tree.clone();
        if self.keeper.save(&start) {
            self.keeper.replaced(&smallest.saved, &start);
        }
        while !rate.is_known() && !smallest.is_late() {
            self.run_again(smallest, &mut rate, &mut None);
        }
        self.make_smaller(smallest, Some(rate));
        if smallest.tree.compare(&start).is_ne() {
            let (before, now) = (smallest.rate, self.rate_of(smallest));
            if now.failed > 0 {
                smallest.rate = now;
            } else {
                // Something beside the input has changed. This one is known to fail at times.
                (smallest.tree, smallest.rate) = (start, before);
            }
        }
    }

    /// How often the input fails.
    fn rate_of(&mut self, smallest: &mut Smallest) -> FailureRate {
        let (mut rate, mut drawn) = (FailureRate::default(), None);
        while rate.runs < REPEATS && !(rate.runs > 0 && smallest.is_late()) {
            self.run_again(smallest, &mut rate, &mut drawn);
        }
        rate
    }

    /// Runs the input once more. What it says when it fails is kept.
    fn run_again(
        &mut self,
        smallest: &mut Smallest,
        rate: &mut FailureRate,
        drawn: &mut Option<Tree>,
    ) {
        self.replay(smallest.tree.clone());
        let (ended, told) = self.tell_once();
        smallest.runs += u64::from(!matches!(ended, Ended::Rejected { unreached: true, .. }));
        smallest.compare::<S>(drawn, self.src.take_tree());
        let failed = match ended {
            Ended::Failed(fault) if fault.resembles(&smallest.fault) => {
                (smallest.fault, smallest.told) = (*fault, told);
                true
            }
            _ => false,
        };
        rate.add(failed);
    }
}
