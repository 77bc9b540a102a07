//! What is mutated, as cargo-mutants is told.

use crate::{
    coverage::Choice,
    mistake::Mistake,
    project::{Workspace, cargo},
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
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of cargo")]
pub(crate) struct Subject {
    /// A package to mutate; its tests are run.
    #[arg(short, long, value_name = "SPEC")]
    package: Vec<String>,

    /// All packages of the workspace.
    #[arg(long)]
    workspace: bool,

    /// Only files that this pattern matches: src/parser/*.rs
    #[arg(short, long, value_name = "GLOB")]
    file: Vec<String>,

    /// No files that this pattern matches: generated tables, for one.
    #[arg(short, long, value_name = "GLOB")]
    exclude: Vec<String>,

    /// Features to switch on.
    #[arg(short = 'F', long, value_name = "FEATURES")]
    features: Vec<String>,

    #[arg(long, help = "All features")]
    all_features: bool,

    #[arg(long, help = "Without the default features")]
    no_default_features: bool,

    /// The Cargo.toml of the package.
    #[arg(long, value_name = "PATH")]
    manifest_path: Option<PathBuf>,

    /// The profile to build with.
    #[arg(long, value_name = "NAME")]
    profile: Option<String>,

    #[arg(long, help = "Without the network")]
    offline: bool,
}

impl Subject {
    /// What cargo-mutants is called with.
    pub(super) fn arguments(&self) -> Vec<OsString> {
        let mut all: Vec<OsString> = Vec::new();
        let mut values = |flag: &str, values: &[String]| {
            for value in values {
                all.push(format!("{flag}={value}").into());
            }
        };
        values("--package", &self.package);
        values("--file", &self.file);
        values("--exclude", &self.exclude);
        values("--features", &self.features);
        values("--profile", self.profile.as_slice());
        for (flag, is_given) in [
            ("--workspace", self.workspace),
            ("--all-features", self.all_features),
            ("--no-default-features", self.no_default_features),
        ] {
            if is_given {
                all.push(flag.into());
            }
        }
        if let Some(path) = &self.manifest_path {
            all.push("--manifest-path".into());
            all.push(path.into());
        }
        all
    }

    /// Variables that every command of cargo has here.
    pub(super) fn surroundings(&self, command: &mut Command) {
        // Copies of the code would be built in one folder.
        command.env_remove("CARGO_TARGET_DIR").env_remove("CARGO_BUILD_TARGET_DIR");
        if self.offline {
            command.env("CARGO_NET_OFFLINE", "true");
        }
    }

    /// The workspace that it is about.
    pub(crate) fn workspace(&self) -> Result<Workspace, Mistake> {
        let mut about: Vec<OsString> = Vec::new();
        if let Some(path) = &self.manifest_path {
            about.push("--manifest-path".into());
            about.push(path.into());
        }
        if self.offline {
            about.push("--offline".into());
        }
        Workspace::new(&about, &Choice::default())
    }

    /// What two studies have to have in common, to be parts of one.
    pub(crate) fn identity(&self) -> String {
        let all = Subject { manifest_path: None, offline: false, ..self.clone() }.arguments();
        let all: Vec<String> = all.iter().map(|part| part.display().to_string()).collect();
        all.join(" ")
    }
}

/// The real cargo.
pub(super) fn real_cargo() -> PathBuf {
    Path::new(cargo().get_program()).to_owned()
}
