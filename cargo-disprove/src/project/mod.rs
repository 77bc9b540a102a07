//! The packages of a workspace, their test binaries, and the properties in them.

mod binary;
mod build;
mod flags;
mod profile;
mod property;

pub(crate) use binary::{Binary, WITHOUT, Workspace, build, cargo};
pub(crate) use build::{Build, is_built_in, repeat, switch};
pub(crate) use flags::Flags;
pub(crate) use profile::optimised;
pub(crate) use property::{Property, properties, tests};
