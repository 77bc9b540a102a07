//! The workspace of the current folder, if there is one.

use crate::project::{cargo, metadata};
use std::path::{Path, PathBuf};

/// Its root and target folder.
pub(crate) struct Workspace {
    pub(crate) root: PathBuf,
    pub(crate) target: PathBuf,
}

impl Workspace {
    /// Finds it without error messages: a folder outside of a workspace is classified too.
    pub(crate) fn find() -> Option<Workspace> {
        let metadata = metadata(&mut cargo(), ["--no-deps", "--offline"]).ok()?;
        let root = metadata["workspace_root"].as_str()?.into();
        let target = metadata["target_directory"].as_str()?.into();
        Some(Workspace { root, target })
    }

    /// Whether it contains a path.
    pub(super) fn contains(&self, path: &Path) -> bool {
        let root = self.root.canonicalize();
        root.is_ok_and(|root| path.starts_with(root))
    }
}
