//! How failures were reduced, for those who review them. Only hunts write it.

use super::filename;
use std::{
    fmt::Write,
    fs,
    path::{Path, PathBuf},
};

fn file(root: &Path, key: &str, token: &str) -> PathBuf {
    root.join("paths").join(filename::folder(key)).join(filename::entry(token))
}

/// Writes down how a failure was reduced: from how many choices, by what to how many.
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
    // It is of no use to anything but people, and they can do without.
    if let Some(folder) = path.parent()
        && fs::create_dir_all(folder).is_ok()
    {
        let _ = fs::write(path, text);
    }
}

/// How a failure was reduced, if a hunt has written it down: a pass and a number of choices in each line.
pub fn reduction_path(root: &Path, key: &str, token: &str) -> Option<String> {
    fs::read_to_string(file(root, key, token)).ok()
}

#[cfg(test)]
mod tests {
    use super::{keep_path, reduction_path};
    use crate::database::scratch::Scratch;

    #[test]
    fn a_path_is_kept_for_its_token() {
        let scratch = Scratch::new("path");
        keep_path(scratch.path(), "a::b", "d1:AA", 9, &[("delete", 4), ("number", 4)]);
        let path = reduction_path(scratch.path(), "a::b", "d1:AA");
        assert_eq!(path.as_deref(), Some("found\t9\ndelete\t4\nnumber\t4\n"));
        assert_eq!(reduction_path(scratch.path(), "a::b", "d1:AB"), None);
    }
}
