//! The state of a batch of random cases, and the steps of the loop that is compiled for each property.

use super::{SeenInputs, SizeSchedule};
use crate::{
    feedback::{Kind, Outcome, Signals, clear_feedback},
    random::Random,
    source::{Dictionary, Source, sample::DistributionOrder},
};

/// Duplicates in a row before one runs anyway. By then the input space is small, or its distribution is
/// very uneven.
pub(super) const MAX_DUPLICATES: u32 = 100;

/// The random cases of a run. Its fields are what must survive a panic of the property.
pub(crate) struct RandomCases {
    pub(super) src: Source,
    pub(super) seen: SeenInputs,
    pub(super) sizes: SizeSchedule,
    pub(super) dictionary: &'static Dictionary,
    /// The distributions of the cases.
    pub(super) order: &'static DistributionOrder,
    pub(super) seed: u64,
    /// The number of the next case.
    pub(super) next: u64,
    /// Duplicates in a row.
    pub(super) duplicates: u32,
    /// The case under way has called the property.
    pub(super) reached: bool,
    /// The case under way has an input that was not seen before. Not known before the end if the property draws.
    pub(super) is_new: bool,
    /// Signals of the case that ended the batch by returning; none if the batch reached its limit.
    pub(super) signals: Signals,
    pub(super) passed: u64,
    /// Of the passed cases, those with an input that was seen before.
    pub(super) repeated: u64,
    pub(super) limit: u64,
}

impl RandomCases {
    pub(crate) fn new(
        seed: u64,
        sizes: SizeSchedule,
        dictionary: &'static Dictionary,
    ) -> RandomCases {
        RandomCases {
            src: Source::with(dictionary),
            seen: SeenInputs::new(),
            sizes,
            dictionary,
            order: dictionary.order(),
            seed,
            next: 0,
            duplicates: 0,
            reached: false,
            is_new: true,
            signals: Signals::default(),
            passed: 0,
            repeated: 0,
            limit: 0,
        }
    }

    /// Prepares the source for the next case.
    #[inline]
    pub(super) fn start(&mut self) {
        let random = Random::for_case(self.seed, self.next);
        let distribution = self.order.of_case(self.next);
        self.src.restart_with(random, self.sizes.percent(self.next), distribution);
        self.next += 1;
        self.reached = false;
        self.is_new = true;
    }

    /// Decides whether to call the property with what was generated.
    #[inline]
    pub(super) fn accept(&mut self, draws: bool) -> bool {
        if self.seen.is_open() {
            self.is_new = !draws && self.seen.is_new(&self.src);
            if !self.is_new && !draws && self.skip() {
                return false;
            }
            self.duplicates = 0;
        }
        self.reached = true;
        true
    }

    /// Whether to skip a duplicate.
    #[cold]
    #[inline(never)]
    fn skip(&mut self) -> bool {
        let skips = self.duplicates < MAX_DUPLICATES;
        if skips {
            self.duplicates += 1;
            clear_feedback();
        }
        skips
    }

    /// Counts a case that returned. True if it ends the batch.
    #[inline]
    pub(super) fn finish(&mut self, outcome: &Outcome, draws: bool) -> bool {
        let signals = Signals::take();
        if !matches!(outcome.0, Kind::Pass) || !signals.is_silent() {
            self.is_new = !self.was_seen(draws);
            self.signals = signals;
            return true;
        }
        if !self.is_new && self.was_seen(draws) {
            self.repeated += 1;
        }
        self.passed += 1;
        self.passed == self.limit
    }

    /// Whether the input of a case that returned was seen before. If the property draws, it is looked up only now.
    #[cold]
    #[inline(never)]
    fn was_seen(&mut self, draws: bool) -> bool {
        !(self.is_new || draws && self.seen.is_new(&self.src))
    }
}
