//! Databases: failing inputs stored between runs.
//!
//! Nothing here prints, or panics because of a file. An operation that fails returns a [`Problem`], which the caller
//! reports. A problem never changes the verdict of a run.

mod commit;
#[cfg(any(test, feature = "conformance"))]
mod conformance;
mod date;
mod db;
mod directory;
mod entry;
mod filename;
mod memory;
mod passed;
mod path;
mod problem;
mod regressions;
#[cfg(test)]
pub(crate) mod scratch;
mod store;
mod tally;
mod workspace;

#[cfg(any(test, feature = "conformance"))]
pub use conformance::database_conformance;
pub use db::{Db, corpus_in, database_in, deaths_in};
pub use directory::prepare;
#[cfg(any(test, feature = "conformance"))]
pub(crate) use entry::decodes_entry;
pub use filename::{entry as entry_name, folder as folder_name};
pub(crate) use passed::keep_passed;
pub use path::reduction_path;
pub use problem::Problem;
#[cfg(any(test, feature = "conformance"))]
pub(crate) use regressions::decodes_regressions;
pub use regressions::{other_regressions, regression_file};
pub use store::{Database, Loaded};
pub(crate) use {
    commit::commit,
    date::Date,
    path::keep_path,
    regressions::{Added, Regression, Regressions},
    workspace::{compiled_in, searched, workspace},
};
