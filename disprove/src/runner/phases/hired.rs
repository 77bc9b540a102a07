//! What is done otherwise where somebody else has started this process to run the property.

use super::{Origin, Run};
use crate::{
    case::{Ended, Fault, LONGEST_BATCH, Subject, execute_if},
    choice::Tree,
    feedback::take_feedback,
    random::Random,
    runner::{chance::Chance, keeper::Keeper},
    search::Search,
    trace::Trace,
    worker::{Desk, Input, News, Progress, Task, Told, locate},
};

impl<S: Subject> Run<'_, S> {
    /// What a worker is to do, if this is one.
    pub(super) fn task(&self) -> Option<Task> {
        self.desk.as_ref().map(|desk| desk.order().task)
    }

    /// Whether inputs that are known from before are to be tried.
    pub(super) fn tries_known(&self) -> bool {
        match &self.desk {
            Some(desk) => desk.order().task == Task::Run || desk.order().known,
            None => true,
        }
    }

    /// Tells the journal, if there is one, of so many random cases; says how many there may be.
    pub(super) fn announce(&self, chance: &Chance, most: u64) -> u64 {
        if self.desk.is_none() {
            return most;
        }
        let most = most.min(LONGEST_BATCH);
        // Repeats are run as well, and are not counted.
        chance.announce(self.seed, most);
        most
    }

    /// Runs the inputs that a process may have died of, until one of them does it again.
    pub(super) fn suspects(&mut self) -> Result<(), Fault> {
        let Some(order) = self.desk.as_ref().map(Desk::order) else { return Ok(()) };
        let mut first = None;
        for input in order.suspects() {
            // Of many cases that were written down together, it is the one that does it again.
            let located = match &input {
                Input::Batch(_) => locate(order, &input),
                _ => Some((input, 0)),
            };
            let Some((input, before)) = located else { continue };
            let Some(opening) = input.opening() else { continue };
            // Those before it were run elsewhere.
            self.executions = order.crashed_at.saturating_sub(1) + before;
            self.cases = self.executions;
            self.watching.start_from(&opening);
            let ended = execute_if(self.subject, &mut self.watching, &mut |_| true);
            let drawn = self.watching.take_tree();
            let failed = matches!(ended, Ended::Failed(_));
            first.get_or_insert_with(|| drawn.clone());
            self.count(ended, true, Origin::Choices(drawn))?;
            if failed {
                return Ok(());
            }
        }
        if let (Some(tree), Some(desk)) = (first, &mut self.desk) {
            desk.survived(&tree);
            if desk.order().task == Task::Replay {
                return Ok(());
            }
            // Perhaps it does it again another time.
            let (database, key) = (self.context.database, &*self.settings.name);
            let listener = &mut *self.context.listener;
            Keeper { database, key, listener }.save(&tree);
        }
        Ok(())
    }

    /// Whether whoever started this process has seen this failure before.
    pub(super) fn is_known_elsewhere(&self, fault: &Fault) -> bool {
        self.desk.as_ref().is_some_and(|desk| desk.order().knows(fault))
    }

    /// Tells where the run has got to.
    pub(super) fn tell_progress(&mut self, at_once: bool) {
        if !self.desk.as_mut().is_some_and(|desk| at_once || desk.is_due()) {
            return;
        }
        // The search that does most of the work.
        let by = self.searches().first().map_or(Search::Random, |(search, _)| *search);
        let (executions, cases, distinct) = (self.executions, self.cases, self.distinct);
        if let Some(desk) = &mut self.desk {
            desk.tell(&Progress { executions, cases, distinct, by });
        }
    }

    /// The interesting cases of earlier workers.
    pub(super) fn corpus(&mut self) -> Vec<Tree> {
        self.desk.as_mut().map(Desk::load).unwrap_or_default()
    }

    /// Whether interesting cases are kept for later workers.
    pub(super) fn keeps_news(&self) -> bool {
        self.desk.as_ref().is_some_and(Desk::has_corpus)
    }

    /// Why the case that was just run is an interesting one, if it is, and news are kept.
    fn news(&mut self, trace: &Trace) -> Option<News> {
        let corpus = self.desk.as_mut()?.corpus()?;
        let heard = &self.heard;
        corpus.look(&Told {
            accepted: heard.accepted,
            missed: heard.missed,
            scores: &heard.scores,
            changed: heard.changed,
            trace,
        })
    }

    /// Keeps the random case that was just run if it is an interesting one. It was not recorded, so it is made again;
    /// if the property draws itself, that is a run more.
    pub(super) fn keep_chance(&mut self, chance: &Chance, trace: &Trace) {
        let Some(news) = self.news(trace) else { return };
        let (case, size) = chance.last();
        self.watching.record(Random::for_case(self.seed, case), size);
        execute_if(self.subject, &mut self.watching, &mut |_| S::DRAWS);
        // All that it says was heard before.
        take_feedback();
        let drawn = self.watching.take_tree();
        if let Some(corpus) = self.desk.as_mut().and_then(Desk::corpus) {
            corpus.keep(news, &drawn);
        }
    }

    /// Keeps the case that was just run if it is an interesting one; `entry` is what it comes from, if it was kept
    /// before.
    pub(super) fn keep_news(&mut self, drawn: &Tree, trace: &Trace, entry: Option<&Tree>) {
        let news = self.news(trace);
        let Some(desk) = &mut self.desk else { return };
        let task = desk.order().task;
        let Some(corpus) = desk.corpus() else { return };
        match (news, entry) {
            (Some(news), None) => corpus.keep(news, drawn),
            (Some(news), Some(entry)) => corpus.recognise(news, entry),
            (None, Some(entry)) if task == Task::Minimize => corpus.forget(entry),
            (None, _) => {}
        }
    }
}
