//! Keeping failures between runs.
//!
//! Nothing here prints or panics over what it finds on a disk: what could not be done is a [`Problem`],
//! and whoever asked says it. A problem of the database never changes what a run says.

mod commit;
#[cfg(any(test, feature = "conformance"))]
mod conformance;
mod date;
mod db;
mod directory;
mod entry;
mod filename;
mod memory;
mod path;
mod problem;
mod regressions;
#[cfg(test)]
mod scratch;
mod store;
mod workspace;

#[cfg(any(test, feature = "conformance"))]
pub use conformance::database_conformance;
pub use db::Db;
pub use path::reduction_path;
pub use problem::Problem;
pub use store::{Database, Loaded};
pub(crate) use {
    commit::commit,
    date::Date,
    path::keep_path,
    regressions::{Added, Regression, Regressions},
    workspace::workspace,
};
