//! Inputs that are known before the search: examples, tokens, regressions and stored failures.

use super::{Origin, Run};
use crate::{
    case::{Ended, Fault, Subject, execute_if},
    choice::Tree,
    random::Random,
    runner::{Failure, keeper::Keeper},
    source::Fill,
};
use std::rc::Rc;

impl<S: Subject> Run<'_, S> {
    /// Values that were written down.
    pub(super) fn examples(&mut self) -> Result<(), Fault> {
        let examples = self.context.examples;
        for (number, example) in examples.iter().enumerate() {
            if self.is_done_with_known() {
                return Ok(());
            }
            let random = Random::for_case(self.seed, 0);
            let (ended, origin) = match &example.choices {
                // What the property draws itself belongs to the input, so all of it is recorded.
                Some(choices) if S::DRAWS => {
                    self.watching.replay(Rc::new(choices.clone()), Fill::Random, random, 100);
                    let ended = execute_if(self.subject, &mut self.watching, &mut |_| true);
                    (ended, Origin::Choices(self.watching.take_tree()))
                }
                choices => {
                    self.watching.record(random, 100);
                    let ended = example.run(self.subject, &mut self.watching);
                    let origin = choices.clone().map_or(Origin::Example(number), Origin::Choices);
                    (ended, origin)
                }
            };
            self.count(ended, true, origin)?;
        }
        Ok(())
    }

    /// Inputs that failed once: those the property names, then those its regressions name.
    pub(super) fn replays(&mut self, replays: Vec<Tree>) -> Result<(), Fault> {
        for tree in replays {
            if self.is_done_with_known() {
                return Ok(());
            }
            self.replay(tree, |drawn, _| Origin::Choices(drawn))?;
        }
        for tree in std::mem::take(&mut self.context.regressions) {
            if self.is_done_with_known() {
                return Ok(());
            }
            self.replay(tree, |drawn, _| Origin::Regression(drawn))?;
        }
        Ok(())
    }

    /// Inputs that failed in an earlier run. Those that do not fail any more are forgotten.
    pub(super) fn stored(&mut self) -> Result<(), Fault> {
        for tree in self.keeper().load() {
            if self.is_done_with_known() {
                return Ok(());
            }
            let before = self.found.len();
            let failed =
                self.replay(tree.clone(), |drawn, entry| Origin::Stored { drawn, entry })?;
            if !failed {
                self.keeper().remove(&tree);
            } else if self.found.len() == before {
                self.superfluous.push(tree);
            }
        }
        Ok(())
    }

    /// Forgets inputs that failed like one that is reduced and kept now. An interrupted run may leave two.
    pub(super) fn forget_superfluous(&mut self, failures: &[Failure<S::Value>]) {
        for tree in std::mem::take(&mut self.superfluous) {
            let token = tree.to_token();
            if failures.iter().all(|failure| !failure.is_flaky() && failure.replay_token() != token)
            {
                self.keeper().remove(&tree);
            }
        }
    }

    fn keeper(&mut self) -> Keeper<'_> {
        Keeper {
            database: self.context.database,
            key: &self.settings.name,
            listener: &mut *self.context.listener,
        }
    }

    /// Whether it failed.
    fn replay(&mut self, tree: Tree, origin: fn(Tree, Tree) -> Origin) -> Result<bool, Fault> {
        let random = Random::for_case(self.seed, 0);
        self.watching.replay(Rc::new(tree.clone()), Fill::Simplest, random, 100);
        let ended = execute_if(self.subject, &mut self.watching, &mut |_| true);
        let drawn = self.watching.take_tree();
        let failed = matches!(ended, Ended::Failed(_));
        let new = self.known.insert(drawn.to_token());
        self.count(ended, new, origin(drawn, tree))?;
        Ok(failed)
    }

    fn is_done_with_known(&self) -> bool {
        self.found_enough() || self.executions >= self.settings.executions()
    }
}
