//! The workspace that the command is run in, if it is.

use crate::project::cargo;
use serde_json::Value;
use std::{
    path::{Path, PathBuf},
    process::Stdio,
};

/// Where it is, and where it is built.
pub(super) struct Workspace {
    pub(super) root: PathBuf,
    pub(super) target: PathBuf,
}

impl Workspace {
    /// In silence: a folder without one is classified as well.
    pub(super) fn find() -> Option<Workspace> {
        let output = cargo()
            .args(["metadata", "--format-version=1", "--no-deps", "--offline"])
            .stdin(Stdio::null())
            .stderr(Stdio::null())
            .output()
            .ok()?;
        let metadata: Value = serde_json::from_slice(&output.stdout).ok()?;
        let root = metadata["workspace_root"].as_str()?.into();
        let target = metadata["target_directory"].as_str()?.into();
        Some(Workspace { root, target })
    }

    /// Whether a path lies in it.
    pub(super) fn holds(&self, path: &Path) -> bool {
        let root = self.root.canonicalize();
        root.is_ok_and(|root| path.starts_with(root))
    }
}
