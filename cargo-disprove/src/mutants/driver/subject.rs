//! What is mutated, as cargo-mutants is told.

use crate::{
    coverage::CoverageOptions,
    error::CommandError,
    project::{BuildFlags, Workspace, cargo, repeat},
};
use clap::Args;
use std::{
    ffi::OsString,
    path::{Path, PathBuf},
    process::Command,
};

/// Which code is mutated, and how it is built.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "What is mutated")]
pub(crate) struct Subject {
    /// Only files that this pattern matches: src/parser/*.rs
    #[arg(short, long, value_name = "GLOB")]
    file: Vec<String>,

    /// No files that this pattern matches: generated tables, for one.
    #[arg(short, long, value_name = "GLOB")]
    exclude: Vec<String>,

    #[command(flatten)]
    build: BuildFlags,
}

impl Subject {
    /// What cargo-mutants is called with.
    pub(super) fn arguments(&self) -> Vec<OsString> {
        let mut all = self.choices();
        all.extend(self.build.manifest());
        all
    }

    /// What is mutated, and how it is built.
    fn choices(&self) -> Vec<OsString> {
        let mut all = Vec::new();
        repeat(&mut all, "--file", &self.file);
        repeat(&mut all, "--exclude", &self.exclude);
        all.extend(self.build.selection());
        all
    }

    /// Variables that every command of cargo has here.
    pub(super) fn cargo_environment(&self, command: &mut Command) {
        // Copies of the code would be built in one folder.
        command.env_remove("CARGO_TARGET_DIR").env_remove("CARGO_BUILD_TARGET_DIR");
        if self.build.offline {
            command.env("CARGO_NET_OFFLINE", "true");
        }
    }

    /// The workspace that it is about.
    pub(crate) fn workspace(&self) -> Result<Workspace, CommandError> {
        Workspace::new(&self.build.for_metadata(), &CoverageOptions::default())
    }

    /// What two studies have to have in common, to be parts of one.
    pub(crate) fn identity(&self) -> String {
        let all: Vec<String> =
            self.choices().iter().map(|part| part.display().to_string()).collect();
        all.join(" ")
    }
}

/// The real cargo.
pub(super) fn real_cargo() -> PathBuf {
    Path::new(cargo().get_program()).to_owned()
}
