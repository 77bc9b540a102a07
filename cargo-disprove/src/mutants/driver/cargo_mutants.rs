//! The installed cargo-mutants: its path, its version, and its list of mutants.

use super::{Diff, Mutant, MutationScope};
use crate::error::{CommandError, usage};
use serde_json::Value;
use std::{
    collections::BTreeSet,
    env,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

/// The variable with the path of another cargo-mutants.
const VARIABLE: &str = "DISPROVE_CARGO_MUTANTS";

/// The version this tool was written for: the output formats of cargo-mutants are not stable.
const VERSION: &str = "27.1.0";

/// An installed cargo-mutants.
#[derive(Debug)]
pub(crate) struct CargoMutants {
    pub(super) path: PathBuf,
    pub(crate) version: String,
}

impl CargoMutants {
    /// One that does not exist.
    #[cfg(test)]
    pub(crate) fn example() -> CargoMutants {
        CargoMutants { path: PathBuf::new(), version: "27.1.0".to_owned() }
    }

    /// Finds the installed one.
    pub(crate) fn find() -> Result<CargoMutants, CommandError> {
        let path = match env::var_os(VARIABLE).filter(|path| !path.is_empty()) {
            Some(path) => PathBuf::from(path),
            None => installed().unwrap_or_else(|| PathBuf::from("cargo-mutants")),
        };
        let output = Command::new(&path)
            .args(["mutants", "--version"])
            .stdin(Stdio::null())
            .output()
            .map_err(|why| usage(missing(&path, &why.to_string())))?;
        let text = String::from_utf8_lossy(&output.stdout);
        let version =
            text.trim().strip_prefix("cargo-mutants ").filter(|_| output.status.success());
        match version {
            Some(version) => Ok(CargoMutants { path, version: version.to_owned() }),
            None => Err(usage(missing(&path, "it does not print its version"))),
        }
    }

    /// All mutants, or those in the lines that a diff changes, in source order.
    pub(crate) fn list(
        &self,
        scope: &MutationScope,
        diff: Option<&Diff<'_>>,
    ) -> Result<Vec<Mutant>, CommandError> {
        let mut command = Command::new(&self.path);
        command.args(["mutants", "--list", "--json", "--colors=never"]).args(scope.arguments());
        command.args(diff.into_iter().flat_map(Diff::arguments));
        scope.cargo_environment(&mut command);
        let output = command
            .stdin(Stdio::null())
            .output()
            .map_err(|why| usage(missing(&self.path, &why.to_string())))?;
        if !output.status.success() {
            let text = String::from_utf8_lossy(&output.stderr);
            if let Some(error) = diff.and_then(|diff| diff.mismatch(&text)) {
                return Err(error);
            }
            return Err(usage(format!("cargo-mutants cannot list mutants: {}", text.trim())));
        }
        // It prints no list if a diff changes no Rust file.
        if diff.is_some() && output.stdout.is_empty() {
            return Ok(Vec::new());
        }
        let list: Value = serde_json::from_slice(&output.stdout).unwrap_or_default();
        let items = list.as_array().ok_or_else(|| self.unknown_format("its list of mutants"))?;
        let mut names = BTreeSet::new();
        let mut mutants = Vec::new();
        for item in items {
            let mutant =
                Mutant::of(item).ok_or_else(|| self.unknown_format("a mutant of its list"))?;
            // Mutants are identified by name, so one of each name is enough.
            if names.insert(mutant.name.clone()) {
                mutants.push(mutant);
            }
        }
        Ok(mutants)
    }

    /// The error for output in an unknown format.
    pub(super) fn unknown_format(&self, what: &str) -> CommandError {
        usage(format!(
            "cargo-mutants {} writes {what} in an unknown format; this tool was made for {VERSION}: \
             {}",
            self.version,
            install()
        ))
    }
}

fn install() -> String {
    format!("`cargo install cargo-mutants --version {VERSION} --locked`")
}

fn missing(path: &Path, why: &str) -> String {
    format!(
        "cannot run cargo-mutants at {} ({why}): install it with {}, or set the variable {VARIABLE} \
         to its path",
        path.display(),
        install()
    )
}

/// The cargo-mutants that `cargo install` installed, which need not be in the PATH.
fn installed() -> Option<PathBuf> {
    let home = env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = home.or_else(|| Some(Path::new(&env::var_os("HOME")?).join(".cargo")))?;
    let path = home.join("bin").join(format!("cargo-mutants{}", env::consts::EXE_SUFFIX));
    path.is_file().then_some(path)
}

#[cfg(test)]
mod tests {
    use super::{Path, missing};

    #[test]
    fn the_error_contains_the_install_command() {
        let text = missing(Path::new("cargo-mutants"), "not found");
        assert!(text.contains("`cargo install cargo-mutants --version 27.1.0 --locked`"), "{text}");
        let pages = ["guides/agents.md", "guides/judging.md", "faq.md", "reference/commands.md"];
        for page in pages {
            crate::book::assert_said(page, &super::install());
        }
        let command = super::install().replace('`', "");
        crate::book::assert_said("guides/mutants.md", &format!("$ {command}"));
    }
}
