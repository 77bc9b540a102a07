//! Drives cargo-mutants. It makes and builds the mutants; the tool replaces its cargo, so that each mutant is built once
//! and its tests run as often, and with such variables, as the plan says.

mod binary;
mod cargo_mutants;
mod cargo_stub;
mod config;
mod counters;
mod diff;
mod each_alone;
mod heading;
mod mutant;
mod plan;
mod regression_files;
mod rerun;
mod rounds;
mod run;
mod scenario;
pub(crate) mod schemata;
mod scope;
mod shared_build;
mod stub_config;
mod supervisor;
mod timings;

pub(crate) use cargo_mutants::CargoMutants;
pub(crate) use cargo_stub::run_as_cargo;
pub(crate) use counters::COUNTS;
pub(crate) use diff::Diff;
pub(crate) use each_alone::{read_marks, read_unlisted};
pub(crate) use mutant::Mutant;
pub(crate) use plan::{Edit, FOLDER, Plan, Round};
pub(crate) use rounds::{baseline_folder, has_timed_out, results};
pub(crate) use run::{BaselineRun, Driver, own_folder};
pub(crate) use scenario::{ScenarioResult, Summary};
pub(crate) use scope::MutationScope;
pub(crate) use supervisor::run_supervised;
pub(crate) use timings::TestTimings;

/// Files in the folder of a round: the output, the marks that were compiled, the binaries that cannot list their tests, the
/// time of each line, and a marker that the round timed out.
pub(crate) const LOG: &str = "log";
pub(crate) const COMPILED: &str = "compiled";
pub(crate) const UNLISTED: &str = "unlisted";
const TIMES: &str = "times";
const LATE: &str = "late";
