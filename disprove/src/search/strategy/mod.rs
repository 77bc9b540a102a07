//! Strategies: each proposes inputs and learns from their results.
//!
//! In the comments of this module, "`case-studies graph`" is short for `cargo run --release -p case-studies -- graph`,
//! the command that shows the effect of a constant. "The prototype" is the throw-away program that the moves and most
//! constants come from. It was tuned by hand on the studies `graph`, `spells`, `labyrinth` and `preconditions`.

mod climb;
mod cooling;
mod diversify;
mod growth;
mod hill_climber;
mod mutate;
mod pool;
mod random;

pub(crate) use climb::Climb;
#[cfg(test)]
pub(crate) use cooling::HIGHEST;
pub(crate) use diversify::Diversify;
pub(crate) use growth::Growth;
pub(crate) use mutate::Mutate;
pub(crate) use pool::Pool;
pub(crate) use random::RandomSearch;

use crate::{
    case::CaseResult,
    search::{
        proposal::Proposal,
        rng::Rng,
        setting::{Schedule, Search},
        structure::IndexedTree,
    },
};
use std::{fmt::Debug, rc::Rc};

/// A way to propose inputs. A strategy sees choices and results, never values. All its randomness comes from `rng`.
pub(crate) trait Strategy: Debug {
    /// The search that the report names for inputs of this strategy.
    fn search(&self) -> Search;

    /// The next input to run. A call of `learn` or `skip` follows each proposal.
    fn propose(&mut self, rng: &mut Rng) -> Proposal;

    /// Learns the result of its own last proposal.
    fn learn(&mut self, input: &Rc<IndexedTree>, result: &CaseResult, rng: &mut Rng);

    /// Learns the result of an input that another strategy proposed, which reports as `by`.
    fn observe(&mut self, _input: &Rc<IndexedTree>, _result: &CaseResult, _by: Search) {}

    /// From 0, if it has nothing to propose, to 1. The scheduler multiplies its share by this.
    fn readiness(&self) -> f64 {
        1.0
    }

    /// Its own last proposal was a repeat and did not run, or it exceeded the budget.
    fn skip(&mut self) {}

    /// The property called `restart!`: forgets the inputs that the next proposals would start from.
    fn restart(&mut self) {}
}

/// The settings of a search.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Options {
    pub(crate) search: Search,
    /// The temperature at which a cycle of simulated annealing starts.
    pub(crate) temperature: Option<f64>,
    /// The order of the queue of `Mutate`.
    pub(crate) schedule: Schedule,
}
