//! Which code is mutated: command-line options passed on to cargo-mutants.

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
#[command(next_help_heading = "Mutated code")]
pub(crate) struct MutationScope {
    /// Mutate only files that match: src/parser/*.rs
    #[arg(short, long, value_name = "GLOB")]
    file: Vec<String>,

    /// Do not mutate files that match, such as generated tables.
    #[arg(short, long, value_name = "GLOB")]
    exclude: Vec<String>,

    #[command(flatten)]
    build: BuildFlags,
}

impl MutationScope {
    /// The arguments of cargo-mutants.
    pub(super) fn arguments(&self) -> Vec<OsString> {
        let mut all = self.selection();
        all.extend(self.build.manifest());
        all
    }

    /// The arguments that select files, packages and features.
    fn selection(&self) -> Vec<OsString> {
        let mut all = Vec::new();
        repeat(&mut all, "--file", &self.file);
        repeat(&mut all, "--exclude", &self.exclude);
        all.extend(self.build.selection());
        all
    }

    /// Sets the variables of every cargo command.
    pub(super) fn cargo_environment(&self, command: &mut Command) {
        // All copies of the project would share this folder.
        command.env_remove("CARGO_TARGET_DIR").env_remove("CARGO_BUILD_TARGET_DIR");
        if self.build.offline {
            command.env("CARGO_NET_OFFLINE", "true");
        }
    }

    /// The workspace.
    pub(crate) fn workspace(&self) -> Result<Workspace, CommandError> {
        Workspace::new(&self.build.for_metadata(), &CoverageOptions::default())
    }

    /// The features of the build, as flags.
    pub(crate) fn features(&self) -> Vec<String> {
        self.build.features()
    }

    /// Part of the identity of a study.
    pub(crate) fn identity(&self) -> String {
        let all: Vec<String> =
            self.selection().iter().map(|part| part.display().to_string()).collect();
        all.join(" ")
    }
}

/// The real cargo.
pub(super) fn real_cargo() -> PathBuf {
    Path::new(cargo().get_program()).to_owned()
}

#[cfg(test)]
mod tests {
    use super::{Command, MutationScope};
    use crate::parsed::parsed;
    use std::ffi::OsStr;

    #[test]
    fn the_selection_is_passed_on() {
        let line = "mutants -p small --file src/a.rs --exclude src/b.rs --all-features";
        let scope: MutationScope = parsed(line);
        let text = scope.identity();
        let expected = "--file src/a.rs --exclude src/b.rs --package small --all-features";
        assert_eq!(text, expected);
        let arguments: Vec<String> =
            scope.arguments().iter().map(|word| word.display().to_string()).collect();
        assert!(arguments.join(" ").starts_with(&text), "{arguments:?}");
        for line in [
            "--package one --package two --workspace",
            "--profile mine --features one --no-default-features",
            "--manifest-path a/Cargo.toml",
        ] {
            let scope: MutationScope = parsed(&format!("mutants {line}"));
            let expected: Vec<&str> = line.split(' ').collect();
            assert_eq!(scope.arguments(), expected);
        }
        let is_offline = |line: &str| {
            let mut command = Command::new("cargo");
            parsed::<MutationScope>(line).cargo_environment(&mut command);
            let wanted = (OsStr::new("CARGO_NET_OFFLINE"), Some(OsStr::new("true")));
            command.get_envs().any(|variable| variable == wanted)
        };
        assert!(is_offline("mutants --offline") && !is_offline("mutants"));
    }
}
