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

/// Tokens that a warning names ...
const MOST_NAMED: usize = 3;
/// ... with this many characters at most: enough to find them in the file.
const MOST_OF_TOKEN: usize = 60;

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
        let (mut misfits, mut done) = (Vec::new(), Ok(()));
        for tree in std::mem::take(&mut self.regressions) {
            if self.is_done_with_known() {
                break;
            }
            let token = tree.to_token();
            match self.replay_regression(tree, &token) {
                Ok(true) => {}
                Ok(false) => misfits.push(token),
                Err(broken) => done = done.and(Err(broken)),
            }
        }
        if !misfits.is_empty() {
            self.engine.warn(&format!(
                "the stored choices of {} no longer fit the generator: {}. Neither they nor choices with one more or \
                 one less make an input that fails. The regression file shows the input that failed, above its \
                 token: keep it with `#[example(..)]`, or delete the token.",
                plural(misfits.len() as u64, "regression"),
                named(&misfits)
            ));
        }
        done
    }

    /// Returns whether the choices of a regression still fit the generator, or fail.
    fn replay_regression(&mut self, tree: Tree, token: &str) -> Result<bool, Box<BrokenRun>> {
        let failed = self.replay(tree.clone(), |recorded, _| Origin::Regression(recorded))?;
        // What a body draws after its failure is fixed is not a sign of another generator.
        let fits = self.engine.property.draws() || self.replayed.contains(token);
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

/// The first tokens, as far as a search in the file needs them, and how many more there are.
fn named(tokens: &[String]) -> String {
    let mut all = Vec::new();
    for token in tokens.iter().take(MOST_NAMED) {
        // Tokens are ASCII.
        let start = token.get(..MOST_OF_TOKEN).filter(|start| start.len() < token.len());
        all.push(start.map_or_else(|| token.clone(), |start| format!("{start}..")));
    }
    if let Some(more @ 1..) = tokens.len().checked_sub(MOST_NAMED) {
        all.push(format!("and {more} more"));
    }
    all.join(", ")
}

#[cfg(test)]
mod tests {
    use super::{MOST_OF_TOKEN, named};

    #[test]
    fn the_first_tokens_are_named_and_long_ones_are_cut() {
        let tokens = |all: &[&str]| named(&all.iter().map(|&it| it.to_owned()).collect::<Vec<_>>());
        assert_eq!(tokens(&["d1:A"]), "d1:A");
        assert_eq!(tokens(&["d1:A", "d1:B", "d1:C"]), "d1:A, d1:B, d1:C");
        assert_eq!(
            tokens(&["d1:A", "d1:B", "d1:C", "d1:D", "d1:E"]),
            "d1:A, d1:B, d1:C, and 2 more"
        );
        let short = "x".repeat(MOST_OF_TOKEN);
        assert_eq!(tokens(&[&short, &format!("{short}y")]), format!("{short}, {short}.."));
    }

    #[test]
    fn the_page_states_how_many_inputs_are_tried() {
        let said = format!("It tries up to {} inputs.", super::MOST_REALIGNED);
        crate::humanize::assert_said("guides/regressions.md", &said);
    }
}
