//! Shared hunts: what one machine finds, others know. By folders (`push`, `pull`), or by a server (`hunt --share`).

mod commands;
mod entries;
mod fixed;
mod git;
mod merge;

pub(crate) use commands::{PullArguments, PushArguments, pull, push};
