//! The guided part of the search: cases are proposed by what earlier ones told.

use super::{Origin, Run};
use crate::{
    argsort::argsort,
    case::{CaseOutcome, CaseResult, Ended, Fault, Rejection, Subject, attempt, execute_if},
    choice::Tree,
    feedback::{BranchDistance, Feedback},
    runner::{Advice, chance::Chance},
    search::{Fingerprints, IndexedTree, Proposal, REJECTED, Scheduler, Search},
    source::Fill,
    trace::{Trace, pause, resume, watch},
    worker::Task,
};
use std::{collections::VecDeque, rc::Rc};

/// What a case told whoever steers the search.
#[derive(Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
pub(super) struct Heard {
    pub(super) accepted: bool,
    pub(super) unreached: bool,
    /// It was given up because it became too large.
    pub(super) overrun: bool,
    pub(super) missed: Option<BranchDistance>,
    pub(super) scores: Vec<(&'static str, f64)>,
    pub(super) changed: bool,
    pub(super) restart: bool,
}

impl Heard {
    pub(super) fn new(ended: &Ended, feedback: &Feedback) -> Heard {
        let (accepted, unreached, overrun) = match ended {
            Ended::Rejected { unreached, overrun } => (false, *unreached, *overrun),
            _ => (true, false, false),
        };
        let mut scores = Vec::new();
        for (label, score) in &feedback.scores {
            if !score.is_nan() {
                scores.push((*label, *score));
            }
        }
        let (missed, restart) = (feedback.distance, feedback.restart);
        Heard { accepted, unreached, overrun, missed, scores, changed: false, restart }
    }
}

/// Whether there is anything to be guided by.
#[derive(Debug)]
pub(super) struct Signs {
    search: Search,
    cases: u64,
    rejected: u64,
    scored: bool,
    changed: bool,
    traced: bool,
}

/// So many cases are watched to see whether the code under test is traced.
pub(super) const LISTENED: u64 = 16;

/// So many cases before it is said that too many are rejected.
const ENOUGH: u64 = 30;

impl Signs {
    pub(super) fn new(search: Search) -> Signs {
        Signs { search, cases: 0, rejected: 0, scored: false, changed: false, traced: false }
    }

    pub(super) fn hear(&mut self, heard: &Heard, executions: u64) {
        self.cases = executions;
        self.rejected += u64::from(!heard.accepted && !heard.overrun);
        self.scored |= !heard.scores.is_empty();
        self.changed |= heard.changed;
    }

    pub(super) fn listen_for_traces(&self, executions: u64) -> bool {
        self.search == Search::Auto && executions < LISTENED
    }

    pub(super) fn hear_trace(&mut self, trace: &Trace) {
        self.traced |= !trace.events().is_empty();
    }

    pub(super) fn ask_for_guidance(&self) -> bool {
        match self.search {
            Search::Random => false,
            Search::Auto => {
                self.scored
                    || self.changed
                    || self.traced
                    || self.cases >= ENOUGH && self.rejected * REJECTED > self.cases
            }
            _ => true,
        }
    }
}

/// Repeats in a row before one is run all the same.
const REPEATS: u32 = 20;

/// So many cases are remembered; a search that runs for longer may repeat itself.
const REMEMBERED: usize = 1 << 20;

impl<S: Subject> Run<'_, S> {
    /// The cases of the corpus go first.
    pub(super) fn guided(&mut self, mut chance: Chance, corpus: Vec<Tree>) -> Result<(), Fault> {
        let settings = &self.settings;
        let (search, schedule) = (settings.search, settings.schedule);
        let mut scheduler = Scheduler::new(search, settings.temperature, schedule, self.seed);
        let mut seen = Fingerprints::default();
        let mut repeats = 0;
        let mut trace = Trace::default();
        let mut corpus = VecDeque::from(corpus);
        while self.goes_on() {
            let entry = corpus.pop_front();
            if entry.is_none() && self.task() == Some(Task::Minimize) {
                return Ok(());
            }
            let proposal = match &entry {
                Some(entry) => scheduler.offer(entry),
                None => scheduler.propose(),
            };
            self.by = scheduler.proposed_by();
            let again = matches!(proposal, Proposal::Again(_));
            match proposal {
                Proposal::Random => {
                    let (random, size) = chance.fill(self.seed);
                    self.watching.record(random, size);
                }
                Proposal::Follow(tree) | Proposal::Again(tree) => {
                    let (random, size) = chance.fill(self.seed);
                    self.watching.replay(tree, Fill::Random, random, size);
                }
                Proposal::Conform(tree) => {
                    let (random, size) = chance.fill(self.seed);
                    self.watching.replay(tree, Fill::Simplest, random, size);
                }
            }
            let mut new = true;
            let mut is_new = |tree: &Tree| {
                let room = seen.len() < REMEMBERED;
                let fingerprint = tree.fingerprint();
                if room { seen.insert(fingerprint) } else { !seen.contains(&fingerprint) }
            };
            let watch = watch();
            pause();
            let ended = execute_if(self.subject, &mut self.watching, &mut |src| {
                if !S::DRAWS {
                    new = is_new(src.recorded());
                }
                resume();
                new || again || repeats >= REPEATS
            });
            watch.take(&mut trace);
            self.numbering.apply(&mut trace);
            if matches!(ended, Ended::Unwanted) {
                repeats += 1;
                scheduler.skip();
                continue;
            }
            let drawn = self.watching.take_tree();
            if S::DRAWS || matches!(ended, Ended::Rejected { unreached: true, .. }) {
                new = is_new(&drawn);
            }
            repeats = 0;
            self.share();
            let failed = matches!(ended, Ended::Failed(_));
            let origin = if failed { drawn.clone() } else { Tree::default() };
            self.count(ended, new, Origin::Choices(origin))?;
            self.keep_news(&drawn, &trace, entry.as_ref());
            let heard = &self.heard;
            if heard.overrun {
                // There is nothing near it but other cases that are too large.
                scheduler.skip();
                continue;
            }
            let rejection = Rejection {
                reached: !heard.unreached,
                overrun: heard.overrun,
                distance: heard.missed,
            };
            let result = CaseResult {
                outcome: if heard.accepted {
                    CaseOutcome::Passed
                } else {
                    CaseOutcome::Rejected(rejection)
                },
                feedback: Feedback {
                    restart: heard.restart,
                    scores: heard.scores.clone(),
                    ..Feedback::default()
                },
                trace: std::mem::take(&mut trace),
                is_new: new,
                history_changed: heard.changed,
            };
            let input = IndexedTree::new(drawn.without_discarded());
            scheduler.learn(&input, &result);
            trace = result.trace;
            if let Some(forgotten) = Rc::into_inner(input) {
                self.watching.reuse(forgotten.tree);
            }
        }
        self.by = Search::Random;
        Ok(())
    }

    /// Shows the history what was observed. An error is its panic.
    pub(super) fn observed(&mut self, feedback: &Feedback) -> Result<(), Fault> {
        let Some(history) = &mut self.context.history else { return Ok(()) };
        for observed in &feedback.observed {
            match attempt(&mut || history(observed)) {
                Ok(changed) => self.heard.changed |= changed,
                Err(fault) => {
                    self.broken = "its history";
                    return Err(fault);
                }
            }
        }
        Ok(())
    }

    /// Counts an execution for the search that proposed it. All that are not counted here are random.
    fn share(&mut self) {
        match self.shares.iter_mut().find(|(search, _)| *search == self.by) {
            Some((_, executions)) => *executions += 1,
            None if self.by != Search::Random => self.shares.push((self.by, 1)),
            None => {}
        }
    }

    /// How the executions were shared, the largest share first.
    pub(super) fn searches(&self) -> Vec<(Search, u64)> {
        let mut all = self.shares.clone();
        let mut guided = 0;
        for (_, executions) in &all {
            guided += executions;
        }
        if guided < self.executions {
            all.push((Search::Random, self.executions - guided));
        }
        let mut shares = Vec::new();
        for at in argsort(all.len(), &|a, b| all[b].1.cmp(&all[a].1)) {
            shares.push(all[at]);
        }
        shares
    }

    /// What is wrong with what the search is guided by.
    pub(super) fn guidance_advice(&self) -> Vec<Advice> {
        let mut all = Vec::new();
        for (name, times) in self.tally.nonsense() {
            all.push(Advice::Nonsense { name, times: *times, cases: self.cases });
        }
        for stray in self.watching.rejected_steps() {
            let place = stray.place.to_string();
            all.push(Advice::RejectedStep { place, broke: stray.broke, times: stray.times });
        }
        all
    }
}
