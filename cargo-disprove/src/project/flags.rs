//! The flags that cargo knows as well, and that are handed on to it.

use super::build::{Build, repeat, switch};
use crate::coverage::Choice;
use clap::Args;
use std::ffi::OsString;

/// Which tests are built, and how: as for `cargo test`.
#[derive(Args, Debug, Default)]
#[command(next_help_heading = "Cargo")]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of cargo")]
pub(crate) struct Flags {
    /// A package to look for properties in.
    #[arg(short, long, value_name = "SPEC")]
    package: Vec<String>,

    /// All packages of the workspace.
    #[arg(long)]
    workspace: bool,

    /// Only the unit tests of the library.
    #[arg(long)]
    lib: bool,

    /// Only this integration test.
    #[arg(long, value_name = "NAME")]
    test: Vec<String>,

    #[command(flatten)]
    pub(super) build: Build,

    /// Optimised: more cases in the same time.
    #[arg(short, long)]
    release: bool,

    #[arg(long, help = "With the Cargo.lock as it is")]
    locked: bool,

    #[command(flatten)]
    pub(super) coverage: Choice,
}

impl Flags {
    /// What `cargo test` is called with.
    pub(crate) fn for_build(&self) -> Vec<OsString> {
        let mut all = Vec::new();
        repeat(&mut all, "--package", &self.package);
        repeat(&mut all, "--test", &self.test);
        switch(&mut all, "--workspace", self.workspace);
        switch(&mut all, "--lib", self.lib);
        all.extend(self.build.choices());
        switch(&mut all, "--release", self.release);
        all.extend(self.for_metadata());
        all
    }

    /// The same, as it would be written after a command that knows these flags.
    pub(crate) fn repeated(&self) -> String {
        let mut text = String::new();
        for part in self.for_build() {
            let part = part.to_string_lossy();
            let quote = if part.contains(' ') { "'" } else { "" };
            text.extend([" ", quote, &part, quote]);
        }
        text
    }

    /// What every command of cargo is called with.
    pub(super) fn for_metadata(&self) -> Vec<OsString> {
        let mut all = self.build.for_metadata();
        switch(&mut all, "--locked", self.locked);
        all
    }
}
