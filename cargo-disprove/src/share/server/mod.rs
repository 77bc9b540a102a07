//! The link: a process that shares the database of a workspace by a Redis server.
//!
//! It is a process of its own because a server is not trusted. Whatever it sends, and however long it takes, the hunt
//! continues, and ends the link if it uses too much memory. The link reads and writes the database like any other process:
//! entries are complete or absent, and named by their content. So nothing is lost if it dies at any moment.

mod connection;
mod incoming;
mod leases;
mod link_process;
mod local;
mod outgoing;
mod reconcile;
mod schema;
mod shared_property;

pub(crate) use link_process::run_as_link;
