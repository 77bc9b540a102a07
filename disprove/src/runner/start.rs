//! Failing inputs before they are reduced: recorded, kept, and run again.

use super::{
    Encounter, Failure,
    phases::{Found, Origin},
    reduction::Reducer,
};
use crate::{
    case::{Ended, Fault, Subject},
    choice::Tree,
    explain::Explanation,
    feedback::{Transcript, start_transcript, take_transcript},
    random::Random,
    reduce::ReductionEnd,
    search::Search,
    statistics::FailureRate,
};
use std::time::{Duration, Instant};

/// A failing input that was recorded, kept, and run again, and is to be reduced.
pub(super) struct Start {
    pub(super) fault: Fault,
    pub(super) tree: Tree,
    pub(super) told: Transcript,
    pub(super) at: u64,
    pub(super) encounter: Encounter,
    /// The entry of the database it came from.
    pub(super) stored: Option<Tree>,
    pub(super) runs: u64,
    pub(super) time: Duration,
    pub(super) fails_again: bool,
    /// It did not say the same again.
    pub(super) is_doubtful: bool,
    pub(super) by: Search,
}

/// What is to be done for a failure.
pub(super) enum Begun<T> {
    Nothing(Box<Failure<T>>),
    Reduce(Box<Start>),
}

impl<S: Subject> Reducer<'_, S> {
    /// Records an input, keeps it, and sees whether it fails again. An error is a panic of the generator.
    pub(super) fn begin(&mut self, found: Found) -> Result<Begun<S::Value>, Fault> {
        let clock = Instant::now();
        let Found { fault, origin, at, by } = found;
        let mut stored = None;
        // They are run before everything else.
        let mut encounter = match at {
            number if number <= self.examples.len() as u64 => {
                Encounter::Example { number, has_choices: true }
            }
            _ => Encounter::Case,
        };
        match origin {
            Origin::Example(number) => {
                return Ok(Begun::Nothing(Box::new(self.example(fault, number, at))));
            }
            Origin::Choices(tree) => self.replay(tree),
            Origin::Slip(tree) => {
                self.replay(tree);
                encounter = Encounter::Slip;
            }
            Origin::Regression(tree) => {
                self.replay(tree);
                encounter = Encounter::Kept;
            }
            Origin::Stored { drawn, entry } => {
                self.replay(drawn);
                stored = Some(entry);
                encounter = Encounter::Kept;
            }
            // It was not recorded when it failed.
            Origin::Case(number, size) => {
                self.src.record(Random::for_case(self.seed, number), size);
            }
        }
        let (again, told) = self.tell_once();
        let tree = self.src.take_tree();
        let (runs, fails_again, is_doubtful) = match again {
            Ended::Broken(mut broken) => {
                broken.message += "; before, it made an input of the same choices, which failed: ";
                broken.message += &fault.message;
                return Err(*broken);
            }
            Ended::Failed(again) => (1, again.resembles(&fault), again.message != fault.message),
            Ended::Rejected { unreached: true, .. } => (0, false, true),
            _ => (1, false, true),
        };
        self.keeper.save(&tree);
        let time = clock.elapsed();
        Ok(Begun::Reduce(Box::new(Start {
            fault,
            tree,
            told,
            at,
            encounter,
            stored,
            runs,
            time,
            fails_again,
            is_doubtful,
            by,
        })))
    }

    /// An example whose choices are not known is reported as it is.
    fn example(&mut self, fault: Fault, number: usize, at: u64) -> Failure<S::Value> {
        self.src.record(self.chance(), 100);
        start_transcript();
        let again = self.examples[number].run(self.subject, self.src);
        let told = take_transcript();
        let drawn = self.src.take_tree();
        let flaky = !matches!(again, Ended::Failed(again) if again.resembles(&fault));
        Failure {
            value: (self.examples[number].value)(),
            original: (self.examples[number].value)(),
            found_at: at,
            reduction_runs: 1,
            confirmations: 1,
            reduction_attempts: 0,
            reduction_time: Duration::ZERO,
            reduction_ended: ReductionEnd::Skipped,
            replay_token: drawn.to_token(),
            found_by: Search::Random,
            told,
            flaky,
            saved: false,
            choices: (drawn.len(), drawn.len()),
            encounter: Encounter::Example { number: at, has_choices: false },
            rate: FailureRate { failed: u64::from(!flaky), runs: 1 },
            differs: false,
            explanation: Explanation::default(),
            path: Vec::new(),
            message: fault.message,
            location: fault.location,
        }
    }
}
