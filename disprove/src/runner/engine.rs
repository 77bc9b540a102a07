//! What all phases of a run share: the property, the recording source, the failure store and the listener.

use super::{Event, Execution, FoundInput, Host, Phase, event::status, found::Origin};
use crate::{
    case::{CaseOutcome, Cause, Input, NoOutcome, Property, Texts, run_case, run_input},
    choice::Tree,
    database::{Database, Db, keep_passed},
    feedback::{Feedback, Transcript, start_transcript, take_feedback, take_transcript},
    random::Random,
    source::{CaseSeed, Dictionary, Fill, Source},
};
use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    rc::Rc,
    time::{Duration, Instant},
};

/// Total time for printing the arguments of executions. A single value may take a second; thousands must not.
const MAX_PRINTING: Duration = Duration::from_secs(10);

/// The random stream for what a replayed guide lacks and a retried filter needs.
const REPLAY_STREAM: u64 = u64::MAX;

/// The size of replayed cases, in percent.
const REPLAY_SIZE: u32 = 100;

/// Runs cases for all phases, saves failures, and emits events.
pub(super) struct Engine<'a> {
    pub(super) property: &'a dyn Property,
    /// Records and replays.
    pub(super) src: Source,
    pub(super) dictionary: &'static Dictionary,
    pub(super) seed: u64,
    pub(super) database: &'a Db,
    /// The name of the property: its key in the database.
    pub(super) key: &'a str,
    pub(super) listener: &'a mut dyn FnMut(Event<'_>),
    /// If the listener wants every execution.
    pub(super) executions: Option<Executions>,
    /// In a worker process: the process that started it.
    pub(super) host: Option<&'a mut dyn Host>,
}

/// What `Event::Executed` reports of the case under way.
#[derive(Default)]
pub(super) struct Executions {
    last: Option<(Texts, Instant)>,
    /// Time spent on printing arguments.
    printing: Duration,
}

impl Executions {
    /// The property is about to be called with a value that `describe` prints.
    pub(super) fn begin(&mut self, describe: &dyn Fn() -> Texts) {
        let before = Instant::now();
        let arguments = if self.printing < MAX_PRINTING {
            describe()
        } else {
            vec![("", "<not printed: Debug takes too long>".to_owned())]
        };
        let start = Instant::now();
        self.printing += start - before;
        self.last = Some((arguments, start));
    }
}

impl Engine<'_> {
    /// Runs the case that the source is prepared for. `proceed` decides after generation whether to call the property.
    pub(super) fn run(
        &mut self,
        proceed: &mut dyn FnMut(&Source) -> bool,
    ) -> Result<CaseOutcome, NoOutcome> {
        self.run_described(&mut |src, _| proceed(src))
    }

    /// The same. `proceed` may print the value.
    pub(super) fn run_described(
        &mut self,
        proceed: &mut dyn FnMut(&Source, &dyn Fn() -> Texts) -> bool,
    ) -> Result<CaseOutcome, NoOutcome> {
        let executions = &mut self.executions;
        run_input(self.property, Input::Drawn, &mut self.src, &mut |src, describe| {
            let called = proceed(src, describe);
            if called {
                if let Some(executions) = executions {
                    executions.begin(describe);
                }
            }
            called
        })
    }

    /// Runs an example as the user wrote it.
    pub(super) fn run_example(&mut self, number: usize) -> Result<CaseOutcome, NoOutcome> {
        let executions = &mut self.executions;
        self.src.record(Random::for_case(self.seed, 0), REPLAY_SIZE);
        run_input(self.property, Input::Example(number), &mut self.src, &mut |_, describe| {
            if let Some(executions) = executions {
                executions.begin(describe);
            }
            true
        })
    }

    /// Runs the case that the source is prepared for, and keeps its notes and steps.
    pub(super) fn run_with_transcript(&mut self) -> (Result<CaseOutcome, NoOutcome>, Transcript) {
        start_transcript();
        let outcome = self.run(&mut |_| true);
        (outcome, take_transcript())
    }

    /// Prepares the source to replay these choices; what they lack is as simple as possible.
    pub(super) fn replay(&mut self, tree: Rc<Tree>) {
        let random = Random::for_case(self.seed, REPLAY_STREAM);
        self.src.replay(tree, Fill::Simplest, random, REPLAY_SIZE);
    }

    /// Makes the value of these choices once more and keeps it for the report; returns its number.
    pub(super) fn keep(&mut self, tree: &Tree, is_original: bool) -> Option<usize> {
        self.replay(Rc::new(tree.clone()));
        self.keep_input(Input::Drawn, is_original)
    }

    /// `None` if the generator panics.
    pub(super) fn keep_input(&mut self, input: Input, is_original: bool) -> Option<usize> {
        let keep = || self.property.keep(input, &mut self.src, is_original);
        catch_unwind(AssertUnwindSafe(keep)).ok()
    }

    /// Reports a case to a listener that wants every execution.
    pub(super) fn emit_execution(
        &mut self,
        phase: Phase,
        outcome: &CaseOutcome,
        feedback: &Feedback,
    ) {
        let Some(executions) = &mut self.executions else { return };
        let last = executions.last.take();
        let (arguments, time) =
            last.map_or_else(Default::default, |(arguments, start)| (arguments, start.elapsed()));
        let mut covers = Vec::new();
        for cover in &feedback.covers {
            covers.push((cover.name, cover.hit));
        }
        (self.listener)(Event::Executed(Execution {
            phase,
            status: status(outcome),
            arguments: &arguments,
            time,
            labels: &feedback.labels,
            scores: &feedback.scores,
            covers: &covers,
        }));
    }

    pub(super) fn emit_found(&mut self, cause: &Cause, execution: u64) {
        let (message, location) = (&*cause.message, cause.location.as_deref());
        (self.listener)(Event::Found { message, location, execution });
    }

    /// The inputs that failed in earlier runs.
    pub(super) fn load(&mut self) -> Vec<Tree> {
        let loaded = self.database.load(self.key);
        for problem in loaded.problems {
            self.warn(&problem.to_string());
        }
        loaded.entries
    }

    /// The seed, if a test with it runs the same inputs.
    pub(super) fn repeatable_seed(&self) -> Option<u64> {
        let is_repeatable = self.host.as_ref().is_none_or(|host| host.is_repeatable());
        is_repeatable.then_some(self.seed)
    }

    /// Tells the host of a new failure, and saves it before the search continues: the process may be killed at any time.
    /// Returns the entry of the database.
    pub(super) fn save_found(
        &mut self,
        number: usize,
        cause: &Cause,
        origin: &Origin,
    ) -> Option<Tree> {
        let is_stored = matches!(origin, Origin::Regression(_) | Origin::Stored { .. });
        if self.host.is_none() && (is_stored || !self.database.writable()) {
            return None;
        }
        let tree = match origin {
            Origin::Example { choices: None, .. } => {
                self.tell(number, cause, FoundInput::Example);
                return None;
            }
            Origin::Choices(tree)
            | Origin::Token { recorded: tree, .. }
            | Origin::Slippage(tree)
            | Origin::Regression(tree)
            | Origin::Stored { entry: tree, .. }
            | Origin::Example { choices: Some(tree), .. } => tree.clone(),
            Origin::Random { case, size } => {
                self.src.record(Random::for_case(self.seed, *case), *size);
                let seed = self.src.case_seed();
                self.tell(number, cause, FoundInput::Seed(seed));
                self.record_random(*case, *size)?
            }
        };
        self.tell(number, cause, FoundInput::Choices { tree: &tree, saved: false });
        self.save_failure(number, cause, &tree).then_some(tree)
    }

    /// Saves the smallest input of a failure, and tells the host. True if the database now has it.
    pub(super) fn save_failure(&mut self, number: usize, cause: &Cause, tree: &Tree) -> bool {
        let saved = self.save(tree);
        self.tell(number, cause, FoundInput::Choices { tree, saved });
        saved
    }

    fn tell(&mut self, number: usize, cause: &Cause, input: FoundInput<'_>) {
        if let Some(host) = &mut self.host {
            host.found(number, cause, input);
        }
    }

    /// The choices of a random case, which is generated again. That is another run of a property that draws in its
    /// body. `None` if the generator panics.
    pub(super) fn record_random(&mut self, case: u64, size: u32) -> Option<Tree> {
        self.src.record(Random::for_case(self.seed, case), size);
        let draws = self.property.draws();
        let outcome = run_case(self.property, &mut self.src, &mut |_| draws);
        // Its feedback was counted before.
        take_feedback();
        let tree = self.src.take_tree();
        (!matches!(outcome, Err(NoOutcome::GeneratorPanicked(_)))).then_some(tree)
    }

    /// Saves an input that may have crashed a process, before it runs: that may take long. What the body drew is only
    /// known from its guide.
    pub(super) fn save_suspect(&mut self, seed: &CaseSeed) -> Option<Tree> {
        self.src.start_from(seed);
        let mut arguments = Texts::new();
        let outcome = run_input(self.property, Input::Drawn, &mut self.src, &mut |_, describe| {
            arguments = describe();
            false
        });
        let recorded = self.src.take_tree();
        let tree = match &seed.guide {
            _ if !matches!(outcome, Err(NoOutcome::Skipped)) => return None,
            _ if !self.property.draws() => recorded,
            Some(guide) => Tree::clone(guide),
            None => return None,
        };
        let saved = self.save(&tree);
        if let Some(host) = &mut self.host {
            host.suspects(&tree, saved, &arguments);
        }
        Some(tree)
    }

    /// Saves a failing input. True if the database now has it.
    pub(super) fn save(&mut self, tree: &Tree) -> bool {
        if self.host.as_ref().is_some_and(|host| host.is_orphaned()) {
            return false;
        }
        match self.database.save(self.key, tree) {
            Ok(()) => self.database.writable(),
            Err(problem) => {
                self.warn(&problem.to_string());
                false
            }
        }
    }

    /// Removes an input that no longer fails.
    pub(super) fn remove(&mut self, tree: &Tree) {
        if let Err(problem) = self.database.remove(self.key, tree) {
            self.warn(&problem.to_string());
        }
    }

    /// Removes a stored failure that passes now.
    pub(super) fn remove_passed(&mut self, tree: &Tree) {
        if let Some(root) = self.database.directory() {
            keep_passed(root, self.key, &tree.to_token());
        }
        self.remove(tree);
    }

    /// Removes an input that a smaller one replaced.
    pub(super) fn remove_replaced(&mut self, old: &Tree, new: &Tree) {
        if old.to_token() != new.to_token() {
            self.remove(old);
        }
    }

    pub(super) fn warn(&mut self, warning: &str) {
        (self.listener)(Event::Warned { warning });
    }
}
