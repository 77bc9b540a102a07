//! The state of one property during a hunt.

use super::{
    UnreducedFailure,
    row::Row,
    search_finds::{self, SearchFinds},
    time_share::TimeShare,
    worker::Worker,
};
use crate::{
    project::Property,
    web::sample::{Sample, Samples},
};
use disprove::__private::{
    is_same_failure,
    protocol::{FailureReply, Reply, SearchCounts},
};
use std::{
    collections::{BTreeSet, HashSet, VecDeque},
    sync::Arc,
    time::{Duration, Instant},
};

/// The state of one property during a hunt.
pub(super) struct PropertyState {
    pub(super) property: Property,
    pub(super) share: TimeShare,
    /// Messages and locations of its findings.
    pub(super) faults: Vec<(String, String)>,
    /// Those of findings whose crash did not happen again. The next crash like that may be repeatable.
    pub(super) unrepeated: Vec<(String, String)>,
    /// The names of the entries to keep: those of reduced findings, and of crashes that did not happen again.
    pub(super) kept: HashSet<String>,
    /// First lines of the messages of crashes that are repeatable, or not tried alone yet.
    pub(super) deaths: Vec<String>,
    /// Failures to reduce: crashes, and what crashed workers had found before.
    pub(super) waiting: VecDeque<UnreducedFailure>,
    pub(super) executions: u64,
    cases: u64,
    corpus: u64,
    search: String,
    searches: Vec<SearchFinds>,
    /// The covered blocks of all workers by number, and how many blocks there are.
    covered: Arc<BTreeSet<u32>>,
    blocks: u32,
    samples: Samples,
    /// Total time of its finished workers.
    pub(super) worked: Duration,
    /// Why the hunt has stopped running it.
    pub(super) retired: Option<String>,
    pub(super) tried_known: bool,
    /// Consecutive workers that failed to start.
    pub(super) failed_starts: u32,
    /// New corpus entries of the last minute.
    discoveries: VecDeque<(Instant, u64)>,
}

/// The last counts that a worker has reported.
#[derive(Debug, Default)]
pub(super) struct Counts {
    executions: u64,
    cases: u64,
    corpus: u64,
    searches: Vec<SearchCounts>,
}

/// Cases that no search has reported, because their process died.
const UNREPORTED: &str = "before a crash";

const MINUTE: Duration = Duration::from_secs(60);

impl PropertyState {
    pub(super) fn new(property: Property) -> PropertyState {
        PropertyState {
            property,
            share: TimeShare::default(),
            faults: Vec::new(),
            unrepeated: Vec::new(),
            kept: HashSet::new(),
            deaths: Vec::new(),
            waiting: VecDeque::new(),
            executions: 0,
            cases: 0,
            corpus: 0,
            search: String::new(),
            searches: Vec::new(),
            covered: Arc::default(),
            blocks: 0,
            samples: Samples::default(),
            worked: Duration::ZERO,
            retired: None,
            tried_known: false,
            failed_starts: 0,
            discoveries: VecDeque::new(),
        }
    }

    /// Adds the progress of a worker since its last report.
    pub(super) fn count(&mut self, counts: &mut Counts, reply: &Reply) {
        let Reply::Progress { executions, cases, corpus, searches, .. } = reply else { return };
        self.executions += executions.saturating_sub(counts.executions);
        self.cases += cases.saturating_sub(counts.cases);
        let entries = corpus.saturating_sub(counts.corpus);
        self.corpus += entries;
        if entries > 0 {
            self.discoveries.push_back((Instant::now(), entries));
        }
        if let Some(most) = searches.first() {
            self.search.clone_from(&most.search);
        }
        search_finds::add(&mut self.searches, &counts.searches, searches);
        let (executions, cases, corpus) = (*executions, *cases, *corpus);
        *counts = Counts { executions, cases, corpus, searches: searches.clone() };
    }

    /// The number of its findings.
    pub(super) fn findings(&self) -> usize {
        self.faults.len() + self.unrepeated.len()
    }

    /// Whether a crash like this did not happen again.
    pub(super) fn is_unrepeated(&self, message: &str, location: &str) -> bool {
        let fault = (message.to_owned(), location.to_owned());
        self.unrepeated.iter().any(|known| is_same_failure(known, &fault))
    }

    /// Adds the time and the discoveries of a turn. Returns the number of discoveries.
    pub(super) fn add_turn(
        &mut self,
        worked: Duration,
        counts: &Counts,
        reduced: &[FailureReply],
    ) -> u64 {
        let discoveries = counts.discoveries(reduced);
        self.share.add(worked, discoveries);
        self.worked += worked;
        self.tried_known = true;
        discoveries
    }

    /// Adds the blocks that a worker has covered.
    pub(super) fn cover(&mut self, all: u32, sites: Vec<u32>) {
        self.blocks = all;
        Arc::make_mut(&mut self.covered).extend(sites);
    }

    /// Forgets the covered blocks: those of another build have other numbers.
    pub(super) fn forget_coverage(&mut self) {
        (self.covered, self.blocks) = (Arc::default(), 0);
    }

    pub(super) fn covered(&self) -> &Arc<BTreeSet<u32>> {
        &self.covered
    }

    pub(super) fn blocks(&self) -> u32 {
        self.blocks
    }

    /// Counts a finding for the search that found it, if that is known.
    pub(super) fn count_finding(&mut self, found_by: &str) {
        if !found_by.is_empty() {
            search_finds::entry(&mut self.searches, found_by).findings += 1;
        }
    }

    /// Adds a sample for the curves, if something happens.
    fn sample(&mut self, seconds: f64, is_active: bool) {
        let sample = Sample {
            seconds,
            executions: self.executions,
            cases: self.cases,
            corpus: self.corpus,
            coverage: (self.blocks > 0).then_some(self.covered.len() as u64),
        };
        if is_active || self.samples.last().is_none_or(|last| Sample { seconds, ..last } != sample)
        {
            self.samples.add(sample);
        }
    }

    /// Its counts over time.
    pub(super) fn samples(&self) -> Vec<Sample> {
        self.samples.to_vec()
    }

    /// Corpus entries that this hunt has added.
    pub(super) fn corpus(&self) -> u64 {
        self.corpus
    }

    /// Adds the cases between the last report of a worker and the case at which it died.
    pub(super) fn count_unreported(&mut self, case: u64, counts: &Counts) {
        let more = case.saturating_sub(counts.executions);
        self.executions += more;
        self.cases += more;
        search_finds::entry(&mut self.searches, UNREPORTED).executions += more;
    }

    /// Executions in each second of its workers. Those that are not finished have run for `under_way` in total.
    fn per_second(&self, under_way: Duration) -> f64 {
        let seconds = (self.worked + under_way).as_secs_f64();
        if seconds > 0.0 { self.executions as f64 / seconds } else { 0.0 }
    }

    /// Its row in the table, during the hunt or after it. `elapsed` is the time since the start of the hunt.
    pub(super) fn row(
        &mut self,
        workers: &[&Worker],
        reducing: bool,
        over: bool,
        elapsed: Duration,
    ) -> Row {
        self.sample(elapsed.as_secs_f64(), !workers.is_empty());
        while self.discoveries.front().is_some_and(|(when, _)| when.elapsed() > MINUTE) {
            self.discoveries.pop_front();
        }
        let under_way: Duration = workers.iter().map(|worker| worker.start.elapsed()).sum();
        let findings = match self.findings() {
            0 => "nothing found".to_owned(),
            1 => "1 finding".to_owned(),
            findings => format!("{findings} findings"),
        };
        let state = match &self.retired {
            Some(why) => why,
            None if over => "",
            None if reducing => "reducing",
            None if workers.is_empty() => "waiting",
            None => "hunting",
        };
        let state = match () {
            () if state.is_empty() => findings,
            () if self.findings() == 0 => state.to_owned(),
            () => format!("{state}, {findings}"),
        };
        let rejected = self.executions.saturating_sub(self.cases);
        Row {
            property: self.property.key.clone(),
            executions: self.executions,
            per_second: self.per_second(under_way),
            rejected: 100.0 * rejected as f64 / self.executions.max(1) as f64,
            corpus: self.corpus,
            new_per_minute: self.discoveries.iter().map(|(_, entries)| *entries).sum::<u64>()
                as f64,
            search: self.search.clone(),
            searches: self.searches.clone(),
            state,
            seconds: elapsed.as_secs_f64(),
            cases: self.cases,
            coverage: (self.blocks > 0).then_some(self.covered.len() as u64),
        }
    }
}

/// Executions to run before judging the rejection rate. A worker may also give up because it had no time to run any.
const ENOUGH: u64 = 20;

impl Counts {
    /// Whether at most one input in ten could be used.
    pub(super) fn are_mostly_rejected(&self) -> bool {
        self.executions >= ENOUGH && self.cases * 10 < self.executions
    }

    pub(super) fn executions(&self) -> u64 {
        self.executions
    }

    /// What counts for the scheduler: new corpus entries, and the failures that the worker has reduced.
    fn discoveries(&self, reduced: &[FailureReply]) -> u64 {
        self.corpus + reduced.len() as u64
    }
}

#[cfg(test)]
mod tests {
    use super::{
        Counts, Duration, FailureReply, Instant, Property, PropertyState, Reply, Row, SearchCounts,
        TimeShare,
    };

    fn state() -> PropertyState {
        PropertyState::new(Property::missing("p::holds"))
    }

    fn progress(executions: u64, cases: u64, corpus: u64) -> Reply {
        let counts = |search: &str, executions| SearchCounts {
            search: search.to_owned(),
            executions,
            corpus: 0,
        };
        let searches = vec![counts("mutate", executions - 1), counts("random", 1)];
        Reply::Progress { executions, cases, distinct: cases, corpus, searches }
    }

    #[test]
    fn a_row_has_the_figures_of_all_workers() {
        let mut state = state();
        assert_eq!(state.row(&[], false, false, Duration::ZERO).search, "");
        let (mut one, mut other) = (Counts::default(), Counts::default());
        state.count(&mut one, &progress(100, 80, 2));
        state.count(&mut one, &progress(300, 280, 5));
        // The search of the process that reports last is shown.
        let mut last = progress(100, 20, 1);
        if let Reply::Progress { searches, .. } = &mut last {
            searches.reverse();
        }
        state.count(&mut other, &last);
        let ago = |seconds| Instant::now().checked_sub(Duration::from_secs(seconds));
        state.discoveries.push_front((ago(55).expect("a time"), 4));
        state.discoveries.push_front((ago(61).expect("a time"), 9));
        // Two workers that ran for five seconds each.
        state.worked = Duration::from_secs(10);
        let row = state.row(&[], false, true, Duration::from_secs(5));
        let Row { executions, per_second, rejected, corpus, new_per_minute, .. } = row;
        assert_eq!((executions, per_second, rejected), (400, 40.0, 25.0));
        // Another one has run for six seconds.
        let with_another = state.per_second(Duration::from_secs(6));
        assert_eq!((with_another, state.executions), (25.0, 400));
        assert_eq!((corpus, new_per_minute, &*row.search), (6, 10.0, "random"));
        assert_eq!(row.state, "nothing found");
        assert_eq!((row.cases, row.seconds, row.coverage), (300, 5.0, None));
        state.cover(9, vec![1, 4]);
        state.cover(9, vec![4]);
        state.faults.push((String::new(), String::new()));
        let row = state.row(&[], true, false, Duration::from_secs(5));
        assert_eq!((&*row.state, row.coverage), ("reducing, 1 finding", Some(2)));
        // What a process ran between its last report and a crash counts as accepted.
        state.count_unreported(310, &one);
        let row = state.row(&[], false, true, Duration::from_secs(5));
        assert_eq!((row.executions, row.cases), (410, 310));
    }

    #[test]
    fn corpus_entries_and_failures_are_discoveries() {
        let mut counts = Counts::default();
        state().count(&mut counts, &progress(300, 280, 5));
        let two = [FailureReply::default(), FailureReply::default()];
        assert_eq!((counts.discoveries(&[]), counts.discoveries(&two)), (5, 7));
        let (mut state, mut share) = (state(), TimeShare::default());
        let turn = Duration::from_secs(10);
        assert_eq!(state.add_turn(turn, &counts, &two), 7);
        share.add(turn, 7);
        assert_eq!(format!("{:?}", state.share), format!("{share:?}"));
    }
}
