//! Reduction paths: how failures were reduced, for `review`. Only hunts write them.

use super::filename;
use crate::untrusted::DataFolder;
use std::{fmt::Write, path::PathBuf};

/// Size limit of a path: a line of twenty bytes for each of many thousand steps.
const MOST_BYTES: u64 = 1 << 20;

fn file(root: &DataFolder, key: &str, token: &str) -> PathBuf {
    root.join("paths").join(filename::folder(key)).join(filename::entry(token))
}

/// Stores how a failure was reduced: the number of choices found, then each pass with the number of choices it left.
pub(crate) fn keep_path(
    root: &DataFolder,
    key: &str,
    token: &str,
    found: usize,
    steps: &[(&'static str, usize)],
) {
    let mut text = format!("found\t{found}\n");
    for (pass, choices) in steps {
        let _ = writeln!(text, "{pass}\t{choices}");
    }
    // Only a reader misses it, so errors are ignored.
    let _ = root.write(&file(root, key, token), text.as_bytes());
}

/// How a failure was reduced, if a hunt has stored it: a pass and a number of choices in each line.
pub fn reduction_path(root: &DataFolder, key: &str, token: &str) -> Option<String> {
    root.read_text(&file(root, key, token), MOST_BYTES).ok()
}

#[cfg(test)]
mod tests {
    use super::{keep_path, reduction_path};
    use crate::{database::scratch::Scratch, untrusted::DataFolder};

    #[test]
    fn a_path_is_stored_by_its_token() {
        let scratch = Scratch::new("path");
        let root = DataFolder::chosen(scratch.path());
        keep_path(&root, "a::b", "d1:AA", 9, &[("delete", 4), ("number", 4)]);
        let path = reduction_path(&root, "a::b", "d1:AA");
        assert_eq!(path.as_deref(), Some("found\t9\ndelete\t4\nnumber\t4\n"));
        assert_eq!(reduction_path(&root, "a::b", "d1:AB"), None);
    }
}
