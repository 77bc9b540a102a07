//! Shared hunts: what one machine finds, others know. By folders (`push`, `pull`), or by a server (`hunt --share`).

mod address;
mod commands;
mod config;
mod entries;
mod fixed;
mod git;
mod link;
mod merge;
mod message;
#[cfg(feature = "share")]
mod server;

pub(crate) use address::{ShareOptions, default_project, hide_server};
pub(crate) use commands::{PullArguments, PushArguments, pull, push};
pub(crate) use config::Config;
pub(crate) use git::Repository;
pub(crate) use link::Link;
pub(crate) use message::{Order, ShareEvent};
#[cfg(feature = "share")]
pub(crate) use server::run_as_link;
