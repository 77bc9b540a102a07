//! cargo-mutants itself: where it is, which version, and what it lists.

use super::{Mutant, Subject};
use crate::error::{CommandError, usage};
use serde_json::Value;
use std::{
    collections::BTreeSet,
    env,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

/// Names another cargo-mutants than the one that is found.
const VARIABLE: &str = "DISPROVE_CARGO_MUTANTS";

/// The version this was written for. What cargo-mutants writes is not promised to stay as it is.
const VERSION: &str = "27.1.0";

/// An installed cargo-mutants.
#[derive(Debug)]
pub(crate) struct Tool {
    pub(super) path: PathBuf,
    pub(crate) version: String,
}

impl Tool {
    /// The one that is installed.
    pub(crate) fn find() -> Result<Tool, CommandError> {
        let path = match env::var_os(VARIABLE) {
            Some(path) => PathBuf::from(path),
            None => installed().unwrap_or_else(|| PathBuf::from("cargo-mutants")),
        };
        let output = Command::new(&path)
            .args(["mutants", "--version"])
            .stdin(Stdio::null())
            .output()
            .map_err(|why| usage(missing(&path, &why.to_string())))?;
        let said = String::from_utf8_lossy(&output.stdout);
        let version =
            said.trim().strip_prefix("cargo-mutants ").filter(|_| output.status.success());
        match version {
            Some(version) => Ok(Tool { path, version: version.to_owned() }),
            None => Err(usage(missing(&path, "it does not tell its version"))),
        }
    }

    /// All mutants there are, in the order of the code.
    pub(crate) fn list(&self, subject: &Subject) -> Result<Vec<Mutant>, CommandError> {
        let mut command = Command::new(&self.path);
        command.args(["mutants", "--list", "--json", "--colors=never"]).args(subject.arguments());
        subject.cargo_environment(&mut command);
        let output = command
            .stdin(Stdio::null())
            .output()
            .map_err(|why| usage(missing(&self.path, &why.to_string())))?;
        if !output.status.success() {
            let said = String::from_utf8_lossy(&output.stderr);
            return Err(usage(format!("cargo-mutants lists no mutants here: {}", said.trim())));
        }
        let list: Value = serde_json::from_slice(&output.stdout).unwrap_or_default();
        let items = list.as_array().ok_or_else(|| self.not_understood("its list of mutants"))?;
        let mut names = BTreeSet::new();
        let mut mutants = Vec::new();
        for item in items {
            let mutant =
                Mutant::of(item).ok_or_else(|| self.not_understood("a mutant of its list"))?;
            // Told by name, so one of those that share a name is enough.
            if names.insert(mutant.name.clone()) {
                mutants.push(mutant);
            }
        }
        Ok(mutants)
    }

    /// It writes something else than the version that is known.
    pub(super) fn not_understood(&self, what: &str) -> CommandError {
        usage(format!(
            "cargo-mutants {} writes {what} in a form that is not understood; this tool was made for {VERSION}: \
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
        "mutants are made by cargo-mutants, and {} cannot be run ({why}): install it with {}, or say where it is \
         with the variable {VARIABLE}",
        path.display(),
        install()
    )
}

/// Where cargo installs programs, which need not be in the PATH.
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
    fn who_has_not_installed_it_is_told_how() {
        let said = missing(Path::new("cargo-mutants"), "not found");
        assert!(said.contains("`cargo install cargo-mutants --version 27.1.0 --locked`"), "{said}");
    }
}
