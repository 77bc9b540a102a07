//! The state of one property during a hunt.

use super::{UnreducedFailure, status_display::Row, time_share::TimeShare, worker::Worker};
use crate::project::Property;
use disprove::__private::protocol::Reply;
use std::{
    collections::{HashSet, VecDeque},
    time::{Duration, Instant},
};

/// The state of one property during a hunt.
pub(super) struct PropertyState {
    pub(super) property: Property,
    pub(super) share: TimeShare,
    /// Messages and locations of its findings.
    pub(super) faults: Vec<(String, String)>,
    /// The names of the entries of reduced findings.
    pub(super) reduced: HashSet<String>,
    /// First lines of the crash messages seen.
    pub(super) deaths: Vec<String>,
    /// Failures to reduce: crashes, and what crashed workers had found before.
    pub(super) waiting: VecDeque<UnreducedFailure>,
    pub(super) executions: u64,
    cases: u64,
    corpus: u64,
    search: String,
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
}

const MINUTE: Duration = Duration::from_secs(60);

impl PropertyState {
    pub(super) fn new(property: Property) -> PropertyState {
        PropertyState {
            property,
            share: TimeShare::default(),
            faults: Vec::new(),
            reduced: HashSet::new(),
            deaths: Vec::new(),
            waiting: VecDeque::new(),
            executions: 0,
            cases: 0,
            corpus: 0,
            search: String::new(),
            worked: Duration::ZERO,
            retired: None,
            tried_known: false,
            failed_starts: 0,
            discoveries: VecDeque::new(),
        }
    }

    /// Adds the progress of a worker since its last report.
    pub(super) fn count(&mut self, counts: &mut Counts, reply: &Reply) {
        let Reply::Progress { executions, cases, corpus, search, .. } = reply else { return };
        self.executions += executions.saturating_sub(counts.executions);
        self.cases += cases.saturating_sub(counts.cases);
        let entries = corpus.saturating_sub(counts.corpus);
        self.corpus += entries;
        if entries > 0 {
            self.discoveries.push_back((Instant::now(), entries));
        }
        self.search.clone_from(search);
        *counts = Counts { executions: *executions, cases: *cases, corpus: *corpus };
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
    }

    /// Its row in the table, during the hunt or after it.
    pub(super) fn row(&mut self, workers: &[&Worker], reducing: bool, over: bool) -> Row {
        while self.discoveries.front().is_some_and(|(when, _)| when.elapsed() > MINUTE) {
            self.discoveries.pop_front();
        }
        let under_way: Duration = workers.iter().map(|worker| worker.start.elapsed()).sum();
        let seconds = (self.worked + under_way).as_secs_f64();
        let findings = match self.faults.len() {
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
            () if self.faults.is_empty() => state.to_owned(),
            () => format!("{state}, {findings}"),
        };
        let rejected = self.executions.saturating_sub(self.cases);
        Row {
            property: self.property.key.clone(),
            executions: self.executions,
            per_second: if seconds > 0.0 { self.executions as f64 / seconds } else { 0.0 },
            rejected: 100.0 * rejected as f64 / self.executions.max(1) as f64,
            corpus: self.corpus,
            new_per_minute: self.discoveries.iter().map(|(_, entries)| *entries).sum::<u64>()
                as f64,
            search: self.search.clone(),
            state,
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

    /// New corpus entries.
    pub(super) fn discoveries(&self) -> u64 {
        self.corpus
    }
}
