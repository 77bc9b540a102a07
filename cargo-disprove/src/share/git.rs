//! What git knows of a workspace: the commit that is checked out, its ancestors, and whether files differ from it.

use super::entries::is_commit;
use std::{
    collections::HashMap,
    fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    time::SystemTime,
};

/// The repository of a workspace. Without git it knows nothing.
#[derive(Debug)]
pub(crate) struct Repository {
    root: PathBuf,
    head: Option<String>,
    ancestors: HashMap<String, bool>,
}

impl Repository {
    /// The repository of the workspace in this folder.
    pub(crate) fn of(root: &Path) -> Repository {
        let mut repository =
            Repository { root: root.to_owned(), head: None, ancestors: HashMap::new() };
        let head = repository.run(&["rev-parse", "HEAD"]).map(|text| text.trim().to_owned());
        repository.head = head.filter(|head| is_commit(head));
        repository
    }

    /// The commit that is checked out.
    pub(crate) fn head(&self) -> Option<&str> {
        self.head.as_deref()
    }

    /// Whether the checked-out code contains a commit. False if that is not known.
    pub(crate) fn contains(&mut self, commit: &str) -> bool {
        if self.head.is_none() || !is_commit(commit) {
            return false;
        }
        if let Some(known) = self.ancestors.get(commit) {
            return *known;
        }
        let is_ancestor = self.run(&["merge-base", "--is-ancestor", commit, "HEAD"]).is_some();
        self.ancestors.insert(commit.to_owned(), is_ancestor);
        is_ancestor
    }

    /// The commit, if all files of the repository are as in it, now. Saved inputs do not count: they are no code.
    pub(crate) fn clean_head(&self) -> Option<&str> {
        let status = [
            "status",
            "--porcelain",
            "--untracked-files=no",
            "--",
            ".",
            ":(exclude,top)*.disprove/*",
        ];
        self.run(&status).filter(String::is_empty)?;
        // A folder that belongs to no commit is not as in one.
        self.run(&["ls-files", "-z", "--", "."]).filter(|names| !names.is_empty())?;
        // Somebody may have checked out another one.
        let head = self.head()?;
        self.run(&["rev-parse", "HEAD"]).filter(|now| now.trim() == head)?;
        Some(head)
    }

    /// The latest time at which a file of the repository was written.
    pub(crate) fn last_change(&self) -> Option<SystemTime> {
        let mut last = None;
        for name in self.run(&["ls-files", "-z", "--", "."])?.split('\0') {
            if name.is_empty() || name.split('/').any(|part| part == ".disprove") {
                continue;
            }
            let Ok(data) = fs::symlink_metadata(self.root.join(name)) else { continue };
            last = last.max(data.modified().ok());
        }
        last
    }

    /// The output of a git command, if it succeeds.
    fn run(&self, arguments: &[&str]) -> Option<String> {
        let output = Command::new("git")
            .arg("-C")
            .arg(&self.root)
            .args(arguments)
            .stdin(Stdio::null())
            .stderr(Stdio::null())
            .output()
            .ok()?;
        output.status.success().then(|| String::from_utf8_lossy(&output.stdout).into_owned())
    }
}
