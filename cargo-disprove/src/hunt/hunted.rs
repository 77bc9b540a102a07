//! A property under hunt, and what is known of it.

use super::{
    board::Row,
    share::Share,
    worker::{Deadly, Said, Worker},
};
use crate::project::Property;
use std::{
    collections::VecDeque,
    time::{Duration, Instant},
};

/// A property under hunt.
pub(super) struct Hunted {
    pub(super) property: Property,
    pub(super) share: Share,
    /// Messages and places of what was found.
    pub(super) faults: Vec<(String, String)>,
    /// First lines of what processes died of.
    pub(super) deaths: Vec<String>,
    /// Deaths to be reduced.
    pub(super) waiting: VecDeque<Deadly>,
    pub(super) executions: u64,
    cases: u64,
    corpus: u64,
    search: String,
    /// How long workers have hunted for it.
    pub(super) worked: Duration,
    /// Why it is hunted no more.
    pub(super) retired: Option<String>,
    pub(super) tried_known: bool,
    /// Workers in a row that could not be started.
    pub(super) refusals: u32,
    /// Times at which it had news.
    news: VecDeque<(Instant, u64)>,
}

/// What a worker has told so far.
#[derive(Debug, Default)]
pub(super) struct Counts {
    executions: u64,
    cases: u64,
    corpus: u64,
}

const MINUTE: Duration = Duration::from_secs(60);

impl Hunted {
    pub(super) fn new(property: Property) -> Hunted {
        Hunted {
            property,
            share: Share::default(),
            faults: Vec::new(),
            deaths: Vec::new(),
            waiting: VecDeque::new(),
            executions: 0,
            cases: 0,
            corpus: 0,
            search: String::new(),
            worked: Duration::ZERO,
            retired: None,
            tried_known: false,
            refusals: 0,
            news: VecDeque::new(),
        }
    }

    /// Takes the progress of a worker into account.
    pub(super) fn count(&mut self, counts: &mut Counts, said: &Said) {
        let Said::Progress { executions, cases, corpus, search } = said else { return };
        self.executions += executions.saturating_sub(counts.executions);
        self.cases += cases.saturating_sub(counts.cases);
        let news = corpus.saturating_sub(counts.corpus);
        self.corpus += news;
        if news > 0 {
            self.news.push_back((Instant::now(), news));
        }
        self.search.clone_from(search);
        *counts = Counts { executions: *executions, cases: *cases, corpus: *corpus };
    }

    /// How many entries of the corpus are of this hunt.
    pub(super) fn corpus(&self) -> u64 {
        self.corpus
    }

    /// A worker died at this case, before it could tell of those since it told last.
    pub(super) fn count_untold(&mut self, case: u64, counts: &Counts) {
        let more = case.saturating_sub(counts.executions);
        self.executions += more;
        self.cases += more;
    }

    /// How it fares, or how it has fared if the hunt is over.
    pub(super) fn row(&mut self, workers: &[&Worker], reducing: bool, over: bool) -> Row {
        while self.news.front().is_some_and(|(when, _)| when.elapsed() > MINUTE) {
            self.news.pop_front();
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
            news_per_minute: self.news.iter().map(|(_, news)| *news).sum::<u64>() as f64,
            search: self.search.clone(),
            state,
        }
    }
}

impl Counts {
    /// New entries of the corpus.
    pub(super) fn news(&self) -> u64 {
        self.corpus
    }
}
