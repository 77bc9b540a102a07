//! Which failures are fixed, and in which commit.
//!
//! A failure that passes on one branch may fail on another. So it is never deleted: the commit at which it first passed
//! is stored beside it, and only checkouts that contain this commit skip it.

use super::{
    entries::{Kind, commit, entries, folders, path},
    git::Repository,
};
use disprove::__private::DataFolder;
use std::{collections::BTreeSet, fs};

/// The failures that passed at the commit that is checked out, as folders and names of entries.
///
/// A test run records the commit of a failure that passes. The commit alone does not prove that its code was tested: it may
/// have been changed. So all files must be as in the commit, and older than the record.
pub(super) fn passed(root: &DataFolder, repository: &Repository) -> Vec<(String, String)> {
    let mut fixed = Vec::new();
    let recorded = folders(root, Kind::Passed);
    if recorded.is_empty() {
        return fixed;
    }
    let (Some(head), Some(last)) = (repository.clean_head(), repository.last_change()) else {
        return fixed;
    };
    for folder in recorded {
        let failing: BTreeSet<String> =
            entries(root, Kind::Failures, &folder).into_iter().collect();
        for name in entries(root, Kind::Passed, &folder) {
            let at = path(root, Kind::Passed, &folder, &name);
            let written = fs::symlink_metadata(at).and_then(|data| data.modified());
            let is_of_head = commit(root, Kind::Passed, &folder, &name)
                .is_some_and(|commit| head.starts_with(&commit));
            if is_of_head && written.is_ok_and(|time| time >= last) && !failing.contains(&name) {
                fixed.push((folder.clone(), name));
            }
        }
    }
    fixed
}

/// Whether the checked-out code contains the commit that fixed a failure.
pub(super) fn is_fixed(
    root: &DataFolder,
    repository: &mut Repository,
    folder: &str,
    name: &str,
) -> bool {
    commit(root, Kind::Fixed, folder, name).is_some_and(|commit| repository.contains(&commit))
}
