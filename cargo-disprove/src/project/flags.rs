//! The flags that cargo knows as well, and that are handed on to it.

use crate::coverage::Choice;
use clap::Args;
use std::{ffi::OsString, path::PathBuf};

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

    /// Features to switch on.
    #[arg(short = 'F', long, value_name = "FEATURES")]
    features: Vec<String>,

    #[arg(long, help = "All features")]
    all_features: bool,

    #[arg(long, help = "Without the default features")]
    no_default_features: bool,

    /// The Cargo.toml of the package.
    #[arg(long, value_name = "PATH")]
    pub(super) manifest_path: Option<PathBuf>,

    /// The profile to build with.
    #[arg(long, value_name = "NAME")]
    profile: Option<String>,

    /// Optimised: more cases in the same time.
    #[arg(short, long)]
    release: bool,

    #[arg(long, help = "Without the network")]
    offline: bool,

    #[arg(long, help = "With the Cargo.lock as it is")]
    locked: bool,

    #[command(flatten)]
    pub(super) coverage: Choice,
}

impl Flags {
    /// What `cargo test` is called with.
    pub(crate) fn for_build(&self) -> Vec<OsString> {
        let mut all: Vec<OsString> = Vec::new();
        let mut values = |flag: &str, values: &[String]| {
            for value in values {
                all.push(flag.into());
                all.push(value.into());
            }
        };
        values("--package", &self.package);
        values("--test", &self.test);
        values("--features", &self.features);
        values("--profile", self.profile.as_slice());
        for (flag, is_given) in [
            ("--workspace", self.workspace),
            ("--lib", self.lib),
            ("--all-features", self.all_features),
            ("--no-default-features", self.no_default_features),
            ("--release", self.release),
        ] {
            if is_given {
                all.push(flag.into());
            }
        }
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
        let mut all = Vec::new();
        if let Some(path) = &self.manifest_path {
            all.push("--manifest-path".into());
            all.push(path.into());
        }
        for (flag, is_given) in [("--offline", self.offline), ("--locked", self.locked)] {
            if is_given {
                all.push(flag.into());
            }
        }
        all
    }
}
