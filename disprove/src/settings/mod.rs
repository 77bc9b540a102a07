//! Settings from a profile of `disprove.toml`, an attribute, and environment variables.
//!
//! The attribute overrides the profile, and variables override both. A value that cannot be read is an error that
//! names its source; it never falls back on a default.
//!
//! This module uses plain loops where iterators would be shorter. It is compiled before a user's first test can run,
//! and the adaptors doubled its LLVM lines.

mod database;
mod environment;
mod error;
mod nearest;
mod overrides;
mod profiles;
mod raw;
mod resolved;
mod table;
mod toml;
mod variables;

pub use environment::{database_folder, shared_server};
pub use overrides::{Observations, Overrides, Place};
#[cfg(any(test, feature = "conformance"))]
pub(crate) use profiles::decodes_file;
pub(crate) use {
    database::{database, default_database},
    environment::resolve,
    resolved::Settings,
};
