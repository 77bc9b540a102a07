//! Inputs near another one: random moves, line search, the deterministic stage, the differential move
//! and substitution.

mod deterministic;
mod differential;
mod floats;
mod line_search;
mod lists;
mod neighborhood;
mod numbers;
mod spans;
mod step_size;
mod strings;
mod substitution;
mod success_rate;

pub(crate) use deterministic::DeterministicStage;
pub(crate) use differential::differential_move;
pub(crate) use line_search::LineSearch;
pub(crate) use neighborhood::{MoveSelection, Neighborhood};
pub(crate) use step_size::StepSize;
pub(crate) use substitution::substitutions;
pub(crate) use success_rate::SuccessRate;
