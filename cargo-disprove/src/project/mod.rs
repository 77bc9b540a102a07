//! The packages of a workspace, their test binaries, and the properties in them.

mod binary;
mod flags;
mod profile;
mod property;

pub(crate) use binary::{Binary, WITHOUT, Workspace, build, cargo};
pub(crate) use flags::Flags;
pub(crate) use profile::optimised;
pub(crate) use property::{Property, properties, tests};
