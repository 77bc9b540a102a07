//! The packages of a workspace, their test binaries, and the properties in them.

mod binary;
mod flags;
mod property;

pub(crate) use binary::{Binary, build, cargo};
pub(crate) use flags::Flags;
pub(crate) use property::{Property, properties, tests};
