//! Random search.

use super::Strategy;
use crate::{
    case::CaseResult,
    search::{proposal::Proposal, rng::Rng, setting::Search, structure::IndexedTree},
};
use std::rc::Rc;

/// Proposes random inputs.
#[derive(Debug)]
pub(crate) struct RandomSearch;

impl Strategy for RandomSearch {
    fn search(&self) -> Search {
        Search::Random
    }

    fn propose(&mut self, _: &mut Rng) -> Proposal {
        Proposal::Random
    }

    fn learn(&mut self, _: &Rc<IndexedTree>, _: &CaseResult, _: &mut Rng) {}
}
