//! Compiler coverage: the tool runs as a rustc wrapper and instruments the crates of the workspace.

mod cargo_config;
mod fuzzing;
mod instrumentation;
mod line_table;
mod options;
mod wrapper;

pub(crate) use cargo_config::config_files;
pub(crate) use fuzzing::instrument_fuzz_targets;
pub(crate) use instrumentation::Instrumentation;
pub(crate) use line_table::{LineTable, SourceFile};
pub(crate) use options::CoverageOptions;
pub(crate) use wrapper::run_as_compiler;
