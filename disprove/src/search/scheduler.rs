//! The scheduler: decides which strategy proposes the next input, and tells all of them the result.

use super::{
    fitness::score_labels,
    policy::{FALLBACK, FIRST, POLICY, REJECTED, RunFeedback},
    proposal::Proposal,
    rng::Rng,
    setting::{Schedule, Search},
    strategy::{Options, Strategy},
    structure::IndexedTree,
};
use crate::{case::CaseResult, choice::Tree};
use std::rc::Rc;

/// A guided search in progress.
#[derive(Debug)]
pub(crate) struct Scheduler {
    search: Search,
    rng: Rng,
    /// In the order of [`POLICY`].
    strategies: Vec<Box<dyn Strategy>>,
    /// The strategy that made the last proposal.
    current: usize,
    signals: RunFeedback,
}

impl Scheduler {
    pub(crate) fn new(
        search: Search,
        temperature: Option<f64>,
        schedule: Schedule,
        seed: u64,
    ) -> Scheduler {
        let options = Options { search, temperature, schedule };
        Scheduler {
            search,
            rng: Rng::new(seed),
            strategies: POLICY.iter().map(|entry| (entry.new)(&options)).collect(),
            current: FALLBACK,
            signals: RunFeedback::default(),
        }
    }

    /// The search that the report names for the last proposal.
    pub(crate) fn proposed_by(&self) -> Search {
        self.strategies[self.current].search()
    }

    /// Whether any case had a score.
    pub(crate) fn is_scored(&self) -> bool {
        self.signals.scored
    }

    pub(crate) fn propose(&mut self) -> Proposal {
        self.current = self.choose();
        self.strategies[self.current].propose(&mut self.rng)
    }

    /// Proposes an input from outside, such as a corpus. Strategies treat it as a random one.
    pub(crate) fn offer(&mut self, tree: &Tree) -> Proposal {
        self.current = FALLBACK;
        Proposal::Again(Rc::new(tree.clone()))
    }

    fn choose(&mut self) -> usize {
        if self.signals.cases < FIRST {
            return FALLBACK;
        }
        self.signals.rejecting |= self.signals.rejected * REJECTED > self.signals.cases;
        for (at, entry) in POLICY.iter().enumerate() {
            let share = (entry.share)(self.search, &self.signals) * self.strategies[at].readiness();
            if share >= 1.0 || share > 0.0 && self.rng.chance(share) {
                return at;
            }
        }
        FALLBACK
    }

    /// Learns the result of the last proposal.
    pub(crate) fn learn(&mut self, input: &Rc<IndexedTree>, result: &CaseResult) {
        let by = self.proposed_by();
        let signals = &mut self.signals;
        signals.cases += 1;
        signals.rejected += u64::from(!result.is_accepted());
        if by == Search::Random {
            signals.random_cases += 1;
            signals.random_accepted += u64::from(result.is_accepted());
        }
        signals.changed |= result.history_changed;
        let traced = !result.trace.events().is_empty();
        signals.traced |= traced;
        signals.rejected_traced |= traced && !result.is_accepted();
        signals.scored |= score_labels(result).next().is_some();
        for (at, strategy) in self.strategies.iter_mut().enumerate() {
            if at == self.current {
                strategy.learn(input, result, &mut self.rng);
            } else {
                strategy.observe(input, result, by);
            }
        }
        // A random input says nothing about the state of the search.
        if result.feedback.restart && by != Search::Random {
            self.strategies.iter_mut().for_each(|strategy| strategy.restart());
        }
    }

    /// The last proposal was a repeat and did not run, or it exceeded the budget.
    pub(crate) fn skip(&mut self) {
        self.strategies[self.current].skip();
    }
}
