//! The packages of a workspace, their test binaries, and the properties in them.

mod binary;
mod flags;
mod folders;
mod metadata;
mod profile;
mod property;
mod variables;

pub(crate) use binary::{
    Binary, UNINSTRUMENTED, Workspace, build, cannot_run_cargo, cargo, is_target_dir, rustc,
};
pub(crate) use flags::{
    BuildFlags, Features, TestFlags, command_line, feature_flags, repeat, switch,
};
pub(crate) use folders::{
    database, database_of, needed_database, start_folder, test_folder, workspace,
};
pub(crate) use metadata::{metadata, packages};
pub(crate) use profile::optimized;
pub(crate) use property::{Property, properties, tests};
pub(crate) use variables::{BuildVariables, Variables};
