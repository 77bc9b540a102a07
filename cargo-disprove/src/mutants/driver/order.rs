//! What the stand-in has to know, and the name that it is called by.

use super::Plan;
use serde_json::{Value, json};
use std::{
    env, fs, io,
    path::{Path, PathBuf},
};

/// The name that the tool is called by then.
pub(super) const NAME: &str = "cargo-disprove-cargo";

/// The file beside it.
pub(super) const FILE: &str = "order.json";

/// Says why the stand-in could not do what it was asked for.
const TROUBLE: &str = "trouble";

#[derive(Debug)]
pub(super) struct Order {
    pub(super) cargo: PathBuf,
    pub(super) plan: Plan,
    /// Who gave it; nothing more is done when it is gone.
    pub(super) driver: u32,
    /// The seconds that the user allows a round.
    pub(super) limit: Option<f64>,
}

impl Order {
    /// Makes the name to call the tool by, in a folder.
    pub(super) fn give(&self, folder: &Path) -> io::Result<PathBuf> {
        let order = json!({
            "cargo": self.cargo.to_string_lossy(),
            "driver": self.driver,
            "limit": self.limit,
            "plan": self.plan.to_json(),
        });
        fs::write(folder.join(FILE), order.to_string())?;
        let link = folder.join(NAME);
        link_to(&env::current_exe()?, &link)?;
        Ok(link)
    }

    pub(super) fn read(folder: &Path) -> Option<Order> {
        let text = fs::read_to_string(folder.join(FILE)).ok()?;
        let value: Value = serde_json::from_str(&text).ok()?;
        Some(Order {
            cargo: value["cargo"].as_str()?.into(),
            plan: Plan::of(&value["plan"])?,
            driver: value["driver"].as_u64()? as u32,
            limit: value["limit"].as_f64(),
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

/// For the driver: cargo-mutants would take it for a mutant that was found, or cannot be built.
pub(super) fn tell_trouble(folder: &Path, why: &io::Error) {
    // On a full disk there may be room for a name, but for nothing in the file.
    let _ = fs::write(folder.join(TROUBLE), why.to_string());
}

/// What was told.
pub(super) fn trouble(folder: &Path) -> Option<String> {
    let text = fs::read_to_string(folder.join(TROUBLE)).ok()?;
    Some(if text.is_empty() {
        "nothing can be written any more, so the disk may be full".to_owned()
    } else {
        text
    })
}
