//! Data of the repository, which is not trusted: whoever opens a pull request can choose it.
//!
//! A file of such data may be a link, a pipe, a device, or huge. Here, reading never blocks, never leaves its folder, and
//! never takes more memory than a limit. Writing never leaves the folder either.
//!
//! The checks and the operation are separate system calls. A process that changes the folder in between can still cause
//! a wrong file to be opened. Such a process runs on this machine with the rights of the user, so it is trusted.

mod data_folder;
mod in_memory;
mod regular_file;

pub use data_folder::DataFolder;
pub(crate) use data_folder::{LeadsOut, UNFINISHED, unique};
pub(crate) use in_memory::{IS_IN_MEMORY, IS_MIRI, ignored};
