//! The configuration of the cargo stub, passed in a file beside it.

use super::Plan;
use serde_json::{Value, json};
use std::{
    env, fs, io,
    path::{Path, PathBuf},
};

/// The name under which cargo-mutants calls the stub.
pub(super) const NAME: &str = "cargo-disprove-cargo";

/// The name of the file.
pub(super) const FILE: &str = "stub.json";

/// A file with the error that stopped the stub.
const ERROR: &str = "error";

#[derive(Debug)]
pub(super) struct StubConfig {
    pub(super) cargo: PathBuf,
    /// Arguments of every call of cargo.
    pub(super) arguments: Vec<String>,
    pub(super) plan: Plan,
    /// Process of the driver; the stub stops when it is gone.
    pub(super) driver: u32,
    /// Time limit of a round in seconds, set by the user.
    pub(super) limit: Option<f64>,
    /// The target folder of all copies.
    pub(super) build: Option<PathBuf>,
}

impl StubConfig {
    /// Writes the configuration, and links the stub to this program, in a folder.
    pub(super) fn install(&self, folder: &Path) -> io::Result<PathBuf> {
        let config = json!({
            "cargo": self.cargo.to_string_lossy(),
            "arguments": self.arguments,
            "driver": self.driver,
            "limit": self.limit,
            "build": self.build.as_ref().map(|path| path.to_string_lossy()),
            "plan": self.plan.to_json(),
        });
        fs::write(folder.join(FILE), config.to_string())?;
        let link = folder.join(NAME);
        link_to(&env::current_exe()?, &link)?;
        Ok(link)
    }

    pub(super) fn read(folder: &Path) -> Option<StubConfig> {
        let text = fs::read_to_string(folder.join(FILE)).ok()?;
        let value: Value = serde_json::from_str(&text).ok()?;
        Some(StubConfig {
            cargo: value["cargo"].as_str()?.into(),
            arguments: value["arguments"]
                .as_array()?
                .iter()
                .map(|it| it.as_str().map(str::to_owned))
                .collect::<Option<_>>()?,
            plan: Plan::of(&value["plan"])?,
            driver: value["driver"].as_u64()? as u32,
            limit: value["limit"].as_f64(),
            build: value["build"].as_str().map(PathBuf::from),
        })
    }
}

#[cfg(unix)]
fn link_to(tool: &Path, link: &Path) -> io::Result<()> {
    std::os::unix::fs::symlink(tool, link)
}

#[cfg(not(unix))]
fn link_to(tool: &Path, link: &Path) -> io::Result<()> {
    fs::copy(tool, link.with_extension("exe")).map(|_| ())
}

/// Reports an error to the driver: cargo-mutants would count it as a caught or unviable mutant.
pub(super) fn report_error(folder: &Path, why: &io::Error) {
    // On a full disk the file may be created but stay empty.
    let _ = fs::write(folder.join(ERROR), why.to_string());
}

/// The reported error.
pub(super) fn reported_error(folder: &Path) -> Option<String> {
    let text = fs::read_to_string(folder.join(ERROR)).ok()?;
    Some(if text.is_empty() {
        "nothing can be written; is the disk full?".to_owned()
    } else {
        text
    })
}
