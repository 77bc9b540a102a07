//! The guided part of the search: the scheduler proposes cases by the feedback of earlier ones.

use super::{Mode, broken::BrokenRun, found::Origin, harvest::Harvest, health::Advice, run::Run};
use crate::{
    argsort::argsort,
    case::{CaseOutcome, NoOutcome, RandomCases},
    choice::Tree,
    search::{Fingerprints, IndexedTree, Proposal, Scheduler, Search},
    source::Fill,
    trace::{Trace, pause, resume, watch},
};
use std::{collections::VecDeque, rc::Rc};

/// Duplicates in a row before one runs anyway.
const MAX_DUPLICATES: u32 = 20;

/// Inputs that are remembered to detect duplicates (8 MiB). A search that runs longer may repeat itself.
const MAX_REMEMBERED: usize = 1 << 20;

/// Inputs that ran before.
#[derive(Default)]
struct Remembered(Fingerprints);

impl Remembered {
    /// Whether the input is new; remembers it while there is room.
    fn add(&mut self, tree: &Tree) -> bool {
        let fingerprint = tree.fingerprint();
        if self.0.len() < MAX_REMEMBERED {
            self.0.insert(fingerprint)
        } else {
            !self.0.contains(&fingerprint)
        }
    }

    fn contains(&self, fingerprint: u64) -> bool {
        self.0.contains(&fingerprint)
    }
}

impl Run<'_> {
    /// Runs the entries of the corpus, then what the scheduler proposes.
    pub(super) fn run_guided(
        &mut self,
        mut random: RandomCases,
        corpus: Vec<Tree>,
    ) -> Result<(), Box<BrokenRun>> {
        let settings = &self.settings;
        let (search, schedule) = (settings.search, settings.schedule);
        let mut scheduler =
            Scheduler::new(search, settings.temperature, schedule, self.engine.seed);
        let mut remembered = Remembered::default();
        let mut duplicates = 0;
        let mut trace = Trace::default();
        let mut corpus = VecDeque::from(corpus);
        let draws = self.engine.property.draws();
        while self.continues() {
            let entry = corpus.pop_front().or_else(|| self.next_entry());
            if entry.is_none() && self.mode() == Mode::MinimizeCorpus {
                return Ok(());
            }
            let seed = if entry.is_none() { self.harvest.next() } else { None };
            let proposal = match (&entry, &seed) {
                (Some(entry), _) => scheduler.offer(entry),
                (None, Some(seed)) => {
                    scheduler.offer(seed);
                    Proposal::Follow(Rc::new(seed.clone()))
                }
                (None, None) => scheduler.propose(),
            };
            self.search = scheduler.proposed_by();
            let may_repeat = matches!(proposal, Proposal::Again(_));
            let (stream, size) = random.fill(scheduler.is_scored());
            let src = &mut self.engine.src;
            match proposal {
                Proposal::Random => src.record(stream, size),
                Proposal::Follow(tree) | Proposal::Again(tree) => {
                    src.replay(tree, Fill::Random, stream, size);
                }
                Proposal::Conform(tree) => src.replay(tree, Fill::Simplest, stream, size),
            }
            let mut is_new = true;
            // Only the property is traced, not the generator.
            let watch = watch();
            pause();
            let outcome = self.engine.run(&mut |src| {
                if !draws {
                    is_new = remembered.add(src.recorded());
                }
                resume();
                is_new || may_repeat || duplicates >= MAX_DUPLICATES
            });
            watch.take(&mut trace);
            self.numbering.apply(&mut trace);
            if matches!(outcome, Err(NoOutcome::Skipped)) {
                duplicates += 1;
                scheduler.skip();
                continue;
            }
            duplicates = 0;
            let tree = self.engine.src.take_tree();
            let is_unreached =
                matches!(&outcome, Ok(CaseOutcome::Rejected(rejection)) if !rejection.reached);
            if draws || is_unreached {
                is_new = remembered.add(&tree);
            }
            self.count_search();
            let origin = || Origin::Choices(tree.clone());
            let result = self.finish_case(outcome, is_new, std::mem::take(&mut trace), &origin)?;
            if let Some(host) = &mut self.engine.host {
                host.learn(&result, self.search, entry.as_ref(), &mut || tree.clone());
            }
            self.harvest.add(&result.feedback.seeds, &tree, &|input| remembered.contains(input));
            if result.rejection().is_some_and(|rejection| rejection.overrun) {
                // Its neighbors are too large as well.
                scheduler.skip();
            } else {
                let input = IndexedTree::new(tree.without_discarded());
                scheduler.learn(&input, &result);
                if let Some(forgotten) = Rc::into_inner(input) {
                    self.engine.src.reuse(forgotten.tree);
                }
            }
            trace = result.trace;
        }
        self.search = Search::Random;
        Ok(())
    }

    /// An entry that another worker has added to the corpus.
    fn next_entry(&mut self) -> Option<Tree> {
        self.engine.host.as_mut()?.next_entry()
    }

    /// Counts an execution for the search that proposed it. All that are not counted here are random.
    fn count_search(&mut self) {
        match self.shares.iter_mut().find(|(search, _)| *search == self.search) {
            Some((_, executions)) => *executions += 1,
            None if self.search != Search::Random => self.shares.push((self.search, 1)),
            None => {}
        }
    }

    /// The executions of each search, most first.
    pub(super) fn searches(&self) -> Vec<(Search, u64)> {
        let mut all = self.shares.clone();
        let guided: u64 = all.iter().map(|(_, executions)| executions).sum();
        if guided < self.executions {
            all.push((Search::Random, self.executions - guided));
        }
        argsort(all.len(), &|a, b| all[b].1.cmp(&all[a].1)).into_iter().map(|at| all[at]).collect()
    }

    /// Problems of the feedback that guides the search.
    pub(super) fn guidance_advice(&self) -> Vec<Advice> {
        let mut all = Vec::new();
        for (name, times) in self.tally.not_a_number() {
            all.push(Advice::Nonsense { name, times: *times, cases: self.cases });
        }
        for rejected in self.engine.src.rejected_steps() {
            let place = rejected.place.to_string();
            all.push(Advice::RejectedStep { place, broke: rejected.broke, times: rejected.times });
        }
        let Harvest { unencoded, misplaced, .. } = self.harvest;
        if unencoded > 0 || misplaced > 0 {
            all.push(Advice::UnusedSeeds { unencoded, misplaced });
        }
        all
    }
}
