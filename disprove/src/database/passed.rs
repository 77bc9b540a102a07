//! Failures that no longer fail, with the commit: `cargo disprove push` tells other machines.

use super::{commit::commit, filename, workspace::workspace};
use crate::untrusted::DataFolder;

/// Stores that a failure passed, with the commit that is checked out. Without a repository nobody can use that.
pub(crate) fn keep_passed(root: &DataFolder, key: &str, token: &str) {
    let Some(commit) = workspace().and_then(|root| commit(&root)) else { return };
    let path = root.join("passed").join(filename::folder(key)).join(filename::entry(token));
    // Without it, other machines only try the failure once more.
    let _ = root.write(&path, format!("{commit}\n").as_bytes());
}

#[cfg(test)]
mod tests {
    use super::keep_passed;
    use crate::{database::scratch::Scratch, untrusted::DataFolder};
    use std::fs;

    #[test]
    fn a_failure_that_passes_is_stored_with_the_commit() {
        let scratch = Scratch::new("passed");
        keep_passed(&DataFolder::chosen(scratch.path()), "a::b", "d1:AA");
        // A copy of the sources without a repository has no commit.
        for file in scratch.files() {
            let text = fs::read_to_string(file).unwrap();
            assert!(text.len() == 11 && text.ends_with('\n'), "{text}");
        }
    }
}
