//! Inputs that are known before the search: examples, tokens, regressions and stored failures.

use super::{broken::BrokenRun, failure::FailureDetails, found::Origin, run::Run};
use crate::{
    case::{CaseOutcome, Cause},
    choice::Tree,
    humanize::plural,
    random::Random,
    source::Fill,
    trace::Trace,
};
use std::rc::Rc;

/// Realigned forms of a regression that are tried: enough for each place of an input of 30 choices of two kinds.
const MOST_REALIGNED: usize = 100;

impl Run<'_> {
    /// Runs the values that the user wrote.
    pub(super) fn run_examples(&mut self) -> Result<(), Box<BrokenRun>> {
        for (number, choices) in self.engine.property.examples().into_iter().enumerate() {
            if self.is_done_with_known() {
                return Ok(());
            }
            let (outcome, choices) = match choices {
                // What the body draws belongs to the input, so all of it is recorded.
                Some(choices) if self.engine.property.draws() => {
                    let random = Random::for_case(self.engine.seed, 0);
                    self.engine.src.replay(Rc::new(choices), Fill::Random, random, 100);
                    let outcome = self.engine.run(&mut |_| true);
                    (outcome, Some(self.engine.src.take_tree()))
                }
                choices => (self.engine.run_example(number), choices),
            };
            let origin = || Origin::Example { number, choices: choices.clone() };
            self.finish_case(outcome, true, Trace::default(), &origin)?;
        }
        Ok(())
    }

    /// Replays tokens, then the regressions.
    pub(super) fn run_replays(&mut self, replays: Vec<Tree>) -> Result<(), Box<BrokenRun>> {
        for (number, tree) in replays.into_iter().enumerate() {
            if self.is_done_with_known() {
                return Ok(());
            }
            self.replay(tree, |recorded, _| Origin::Token { number, recorded })?;
        }
        let (mut misfits, mut done) = (0, Ok(()));
        for tree in std::mem::take(&mut self.regressions) {
            if self.is_done_with_known() {
                break;
            }
            match self.replay_regression(tree) {
                Ok(fits) => misfits += u64::from(!fits),
                Err(broken) => done = done.and(Err(broken)),
            }
        }
        if misfits > 0 {
            self.engine.warn(&format!(
                "the stored choices of {} no longer fit the generator and make other inputs, which pass, also with \
                 one choice more or less; the inputs that failed are printed above their tokens in the regression \
                 file: keep them with `#[example(..)]`, or delete the entries",
                plural(misfits, "regression")
            ));
        }
        done
    }

    /// Returns whether the choices of a regression still fit the generator, or fail.
    fn replay_regression(&mut self, tree: Tree) -> Result<bool, Box<BrokenRun>> {
        let token = tree.to_token();
        let failed = self.replay(tree.clone(), |recorded, _| Origin::Regression(recorded))?;
        // What a body draws after its failure is fixed is not a sign of another generator.
        let fits = self.engine.property.draws() || self.replayed.contains(&token);
        Ok(failed.is_some() || fits || self.replay_realigned(&tree)?)
    }

    /// Replays a regression whose choices no longer fit with one choice more or less, as for a field that was added or
    /// removed, until one fails.
    fn replay_realigned(&mut self, tree: &Tree) -> Result<bool, Box<BrokenRun>> {
        for variant in tree.realigned(MOST_REALIGNED) {
            if self.is_done_with_known() {
                return Ok(false);
            }
            if self.replay(variant, |recorded, _| Origin::Regression(recorded))?.is_some() {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Replays the failures of earlier runs, and removes those that pass now.
    pub(super) fn run_stored(&mut self, stored: Vec<Tree>) -> Result<(), Box<BrokenRun>> {
        let mut done = Ok(());
        for tree in stored {
            if self.is_done_with_known() {
                break;
            }
            let before = self.found.len();
            let origin = |recorded, entry| Origin::Stored { recorded, entry };
            let cause = match self.replay(tree.clone(), origin) {
                Ok(Some(cause)) => cause,
                Ok(None) => {
                    self.engine.remove_passed(&tree);
                    continue;
                }
                Err(broken) => {
                    done = done.and(Err(broken));
                    continue;
                }
            };
            // What only the host knows is not reduced here, so nothing replaces it.
            let is_found = self.found.iter().any(|found| found.cause.resembles(&cause));
            if self.found.len() == before && is_found {
                self.redundant.push(tree);
            }
        }
        done
    }

    /// Removes entries that fail like one that is reduced and saved now. An interrupted run may leave two.
    pub(super) fn remove_redundant(&mut self, failures: &[FailureDetails]) {
        for tree in std::mem::take(&mut self.redundant) {
            let token = tree.to_token();
            if failures
                .iter()
                .all(|failure| !failure.reduced.is_flaky && failure.replay_token != token)
            {
                self.engine.remove(&tree);
            }
        }
    }

    /// Returns how the replay failed, if it did.
    fn replay(
        &mut self,
        tree: Tree,
        origin: impl Fn(Tree, Tree) -> Origin,
    ) -> Result<Option<Cause>, Box<BrokenRun>> {
        let random = Random::for_case(self.engine.seed, 0);
        self.engine.src.replay(Rc::new(tree.clone()), Fill::Simplest, random, 100);
        let outcome = self.engine.run(&mut |_| true);
        let recorded = self.engine.src.take_tree();
        let failed = match &outcome {
            Ok(CaseOutcome::Failed(cause)) => Some((**cause).clone()),
            _ => None,
        };
        let is_new = self.replayed.insert(recorded.to_token());
        let origin = || origin(recorded.clone(), tree.clone());
        self.finish_case(outcome, is_new, Trace::default(), &origin)?;
        Ok(failed)
    }

    fn is_done_with_known(&self) -> bool {
        self.found_enough() || self.executions >= self.settings.executions()
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_page_states_how_many_inputs_are_tried() {
        let said = format!("It tries up to {} inputs.", super::MOST_REALIGNED);
        crate::humanize::assert_said("guides/regressions.md", &said);
    }
}
