//! Reduction paths: how failures were reduced, for `review`. Only hunts write them.

use super::filename;
use std::{
    fmt::Write,
    fs,
    path::{Path, PathBuf},
};

fn file(root: &Path, key: &str, token: &str) -> PathBuf {
    root.join("paths").join(filename::folder(key)).join(filename::entry(token))
}

/// Stores how a failure was reduced: the number of choices found, then each pass with the number of choices it left.
pub(crate) fn keep_path(
    root: &Path,
    key: &str,
    token: &str,
    found: usize,
    steps: &[(&'static str, usize)],
) {
    let mut text = format!("found\t{found}\n");
    for (pass, choices) in steps {
        let _ = writeln!(text, "{pass}\t{choices}");
    }
    let path = file(root, key, token);
    // Only a reader misses it, so errors are ignored.
    if let Some(folder) = path.parent()
        && fs::create_dir_all(folder).is_ok()
    {
        let _ = fs::write(path, text);
    }
}

/// How a failure was reduced, if a hunt has stored it: a pass and a number of choices in each line.
pub fn reduction_path(root: &Path, key: &str, token: &str) -> Option<String> {
    fs::read_to_string(file(root, key, token)).ok()
}

#[cfg(test)]
mod tests {
    use super::{keep_path, reduction_path};
    use crate::database::scratch::Scratch;

    #[test]
    fn a_path_is_stored_by_its_token() {
        let scratch = Scratch::new("path");
        keep_path(scratch.path(), "a::b", "d1:AA", 9, &[("delete", 4), ("number", 4)]);
        let path = reduction_path(scratch.path(), "a::b", "d1:AA");
        assert_eq!(path.as_deref(), Some("found\t9\ndelete\t4\nnumber\t4\n"));
        assert_eq!(reduction_path(scratch.path(), "a::b", "d1:AB"), None);
    }
}
