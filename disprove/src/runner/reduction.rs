//! From the failing inputs of a search to the failures that are reported.

use super::{
    Event, Example, Failure, Phase,
    event::tell,
    keeper::Keeper,
    phases::{Found, Origin},
    retry::Retry,
    slippage::Slippage,
    start::{Begun, Start},
};
use crate::{
    case::{Ended, Fault, Subject, execute_if},
    choice::Tree,
    explain::{ArgumentTexts, Explanation},
    feedback::{Feedback, Transcript, start_transcript, take_transcript},
    random::Random,
    reduce::{FILL_SIZE, ReductionEnd, ReductionLimits, ReductionStep, reduce},
    source::{Fill, Source},
    statistics::FailureRate,
};
use std::{
    collections::VecDeque,
    panic::{AssertUnwindSafe, catch_unwind},
    rc::Rc,
    time::{Duration, Instant},
};

/// How often in a row the smallest input must fail before it counts as one that always fails: what fails at
/// every third call would fail once by its turn. With the run before the reduction that makes three, which a
/// failure of rate 1/2 passes once in eight times.
const CONFIRMATIONS: u64 = 2;

/// The same where something did not go the same way twice: of 1,000 failures of rate 1/2 one passes.
const CONFIRMATIONS_IN_DOUBT: u64 = 9;

/// Makes failing inputs small, and sees whether they fail again.
pub(super) struct Reducer<'a, S: Subject> {
    pub(super) subject: &'a S,
    pub(super) examples: &'a [Example<'a, S::Value>],
    pub(super) src: &'a mut Source,
    pub(super) seed: u64,
    pub(super) reduce: bool,
    /// What the reduction of a failure may cost.
    pub(super) runs: u64,
    pub(super) time: Duration,
    pub(super) explain: bool,
    pub(super) describe: &'a dyn Fn(&S::Value) -> ArgumentTexts,
    pub(super) keeper: Keeper<'a>,
    pub(super) tell_all: bool,
    /// The failures that are reported.
    pub(super) known: Vec<Fault>,
    /// Those met on the way.
    pub(super) slips: Slippage,
}

/// The smallest failing input so far.
pub(super) struct Smallest {
    pub(super) tree: Tree,
    pub(super) fault: Fault,
    pub(super) told: Transcript,
    pub(super) runs: u64,
    /// Those of them in which smaller inputs were tried.
    pub(super) reducing: u64,
    pub(super) attempts: u64,
    pub(super) ended: ReductionEnd,
    pub(super) until: Option<Instant>,
    /// What of it is in the database.
    pub(super) saved: Tree,
    pub(super) flaky: bool,
    pub(super) rate: FailureRate,
    pub(super) is_doubtful: bool,
    /// The same choices made another input.
    pub(super) differs: bool,
    pub(super) path: Vec<(&'static str, usize)>,
}

impl<S: Subject> Reducer<'_, S> {
    /// The failures to report: those found, then those met on the way, at most so many. An error is a panic of
    /// the generator.
    pub(super) fn failures(
        &mut self,
        found: Vec<Found>,
        most: u64,
    ) -> Result<Vec<Failure<S::Value>>, Fault> {
        let (mut waiting, mut broken) = (VecDeque::new(), None);
        for found in found {
            self.known.push(found.fault.clone());
            // All of them are kept before the first is reduced, which may be long, or be interrupted.
            match self.begin(found) {
                Ok(begun) => waiting.push_back(begun),
                Err(fault) => broken = broken.or(Some(fault)),
            }
        }
        if let Some(fault) = broken {
            return Err(fault);
        }
        let mut failures = Vec::new();
        while let Some(begun) = waiting.pop_front() {
            let failure = match begun {
                Begun::Nothing(failure) => *failure,
                Begun::Reduce(start) => match self.failure(*start) {
                    Ok(failure) => failure,
                    // A generator that panics now is no reason to lose what was reduced before.
                    Err(fault) if failures.is_empty() => return Err(fault),
                    Err(_) => continue,
                },
            };
            let slips = std::mem::take(&mut self.slips);
            let (at, by) = (failure.found_at, failure.found_by);
            // What does not fail in the same way every time is one failure with many faces.
            let room = if failure.flaky { 0 } else { most };
            failures.push(failure);
            for slip in slips.into_vec() {
                if (failures.len() + waiting.len()) as u64 >= room {
                    break;
                }
                self.known.push(slip.fault.clone());
                let (message, location) = (&*slip.fault.message, slip.fault.location.as_deref());
                (self.keeper.listener)(Event::Found { message, location, execution: at });
                let found = Found { fault: slip.fault, origin: Origin::Slip(slip.tree), at, by };
                // If the generator panics for it now, there is still the failure it was met in.
                waiting.extend(self.begin(found).ok());
            }
        }
        Ok(failures)
    }

    /// The failure to report. An error is a panic of the generator.
    fn failure(&mut self, start: Start) -> Result<Failure<S::Value>, Fault> {
        let clock = Instant::now();
        let Start { fault, tree: original, told, at, encounter, stored, .. } = start;
        let mut smallest = Smallest {
            tree: original.clone(),
            fault,
            told,
            runs: start.runs,
            reducing: 0,
            attempts: 0,
            ended: ReductionEnd::Skipped,
            until: clock.checked_add(self.time),
            saved: original.clone(),
            flaky: !start.fails_again,
            rate: FailureRate::default(),
            is_doubtful: start.is_doubtful,
            differs: false,
            path: Vec::new(),
        };
        if !smallest.flaky {
            self.make_smaller(&mut smallest, None);
            self.confirm(&mut smallest);
        }
        if smallest.flaky {
            self.flaky(&mut smallest, &original);
        }
        let saved = self.keeper.save(&smallest.tree);
        if saved {
            for old in stored.iter().chain([&original, &smallest.saved]) {
                self.keeper.replaced(old, &smallest.tree);
            }
        }
        let reduction_time = start.time + clock.elapsed();
        // Runs say nothing about what is flaky.
        let explanation = if smallest.flaky {
            Explanation::default()
        } else {
            self.explanation(&smallest.tree, &smallest.fault)
        };
        Ok(Failure {
            value: self.value(&smallest.tree, &smallest)?,
            original: self.value(&original, &smallest)?,
            found_at: at,
            reduction_runs: smallest.runs,
            confirmations: smallest.runs - smallest.reducing,
            reduction_attempts: smallest.attempts,
            reduction_time,
            reduction_ended: smallest.ended,
            replay_token: smallest.tree.to_token(),
            found_by: start.by,
            told: smallest.told,
            flaky: smallest.flaky,
            saved,
            choices: (original.len(), smallest.tree.len()),
            encounter,
            rate: smallest.rate,
            differs: smallest.differs,
            explanation,
            path: smallest.path,
            message: smallest.fault.message,
            location: smallest.fault.location,
        })
    }

    /// Makes a failure small; a flaky one of this rate by repeated runs.
    pub(super) fn make_smaller(&mut self, smallest: &mut Smallest, rate: Option<FailureRate>) {
        if !self.reduce {
            return;
        }
        let runs = self.runs.saturating_sub(smallest.reducing);
        let limits = ReductionLimits { runs, deadline: smallest.until };
        let start = (smallest.tree.clone(), smallest.fault.clone());
        let mut retry = Retry::new(self, start, rate, limits);
        let reduction = reduce(smallest.tree.clone(), &mut retry, limits);
        smallest.ended = reduction.end;
        // What is flaky takes more runs than the reducer knows of.
        let is_complete = smallest.ended == ReductionEnd::Complete;
        if rate.is_some() && is_complete && retry.runs >= limits.runs {
            smallest.ended = ReductionEnd::Runs;
        }
        smallest.runs += retry.runs;
        smallest.reducing += retry.runs;
        smallest.attempts += reduction.attempts;
        (smallest.tree, smallest.fault) = (reduction.tree, retry.fault);
        smallest.saved = retry.progress.into_saved();
        for ReductionStep { pass, choices } in reduction.steps {
            smallest.path.push((pass, choices));
            (self.keeper.listener)(Event::Reduced { pass, choices });
        }
    }

    /// Sees whether the smallest input fails outside of reduction as well. Once the time is up, one run must do.
    fn confirm(&mut self, smallest: &mut Smallest) {
        let mut drawn: Option<Tree> = None;
        let mut done = 0;
        while done < if smallest.is_doubtful { CONFIRMATIONS_IN_DOUBT } else { CONFIRMATIONS } {
            if done > 0 && smallest.is_late() {
                break;
            }
            self.replay(smallest.tree.clone());
            let (last, told) = self.tell_once();
            smallest.told = told;
            smallest.runs += u64::from(!matches!(last, Ended::Rejected { unreached: true, .. }));
            self.tell(Phase::Confirm, &last);
            smallest.compare::<S>(&mut drawn, self.src.take_tree());
            match last {
                Ended::Failed(last) if last.resembles(&smallest.fault) => {
                    smallest.is_doubtful |= last.message != smallest.fault.message;
                    smallest.fault = *last;
                }
                _ => {
                    smallest.flaky = true;
                    return;
                }
            }
            done += 1;
        }
    }

    pub(super) fn replay(&mut self, tree: Tree) {
        self.src.replay(Rc::new(tree), Fill::Simplest, self.chance(), 100);
    }

    /// Runs the property with what the generator makes of a guide.
    pub(super) fn execute(
        &mut self,
        guide: Rc<Tree>,
        wanted: &mut dyn FnMut(&Source) -> bool,
    ) -> Ended {
        let chance = self.chance();
        self.src.replay(guide, Fill::Simplest, chance, 100);
        execute_if(self.subject, self.src, wanted)
    }

    /// The same, with what chance fills the gaps of the guide with.
    pub(super) fn execute_filled(
        &mut self,
        guide: &Rc<Tree>,
        chance: u64,
        wanted: &mut dyn FnMut(&Source) -> bool,
    ) -> Ended {
        let random = Random::for_case(self.seed, u64::MAX - 1 - chance);
        self.src.replay(Rc::clone(guide), Fill::Random, random, FILL_SIZE);
        execute_if(self.subject, self.src, wanted)
    }

    /// Runs the case that the source is ready for, and keeps what it tells.
    pub(super) fn tell_once(&mut self) -> (Ended, Transcript) {
        start_transcript();
        let ended = execute_if(self.subject, self.src, &mut |_| true);
        (ended, take_transcript())
    }

    pub(super) fn tell(&mut self, phase: Phase, ended: &Ended) {
        if self.tell_all {
            tell(&mut *self.keeper.listener, phase, ended, &Feedback::default());
        }
    }

    /// The value that choices make.
    fn value(&mut self, tree: &Tree, smallest: &Smallest) -> Result<S::Value, Fault> {
        self.replay(tree.clone());
        let made = catch_unwind(AssertUnwindSafe(|| self.subject.generate(self.src)));
        made.map_err(|_| Fault {
            message: format!(
                "it makes no value any more of the choices that failed before: it must depend on nothing \
                 but its source; `{}` is their token, and what failed said: {}",
                tree.to_token(),
                smallest.fault.message
            ),
            location: None,
        })
    }

    /// For what a guide lacks and a second attempt of a filter has to make up.
    pub(super) fn chance(&self) -> Random {
        Random::for_case(self.seed, u64::MAX)
    }
}
