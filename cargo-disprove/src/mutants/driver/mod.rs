//! Driving cargo-mutants: it makes the mutants and builds them; the tool stands in the place of its cargo, so that each
//! is built once and its tests run as often, with such variables, as wanted.

mod alone;
mod apart;
mod binary;
mod config;
mod counters;
mod heading;
mod kept;
mod mutant;
mod order;
mod outcome;
mod pace;
mod plan;
mod rounds;
mod run;
mod stand_in;
mod subject;
mod tool;
mod watch;

pub(crate) use counters::COUNTS;
pub(crate) use mutant::Mutant;
pub(crate) use outcome::{Ended, Summary};
pub(crate) use pace::Pace;
pub(crate) use plan::{Edit, FOLDER, Plan, Round};
pub(crate) use rounds::ran;
pub(crate) use run::{Baseline, Driver, GoOn, own_folder};
pub(crate) use stand_in::stand_in;
pub(crate) use subject::Subject;
pub(crate) use tool::Tool;

/// Files of a round, in its folder: what was printed, the seconds at which each line was, and one that is there if the
/// round took too long.
pub(crate) const LOG: &str = "log";
const TIMES: &str = "times";
const LATE: &str = "late";
