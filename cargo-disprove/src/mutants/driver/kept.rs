//! Examples that tests keep in files: what a failure on one mutant leaves must not help with the next.
//!
//! What the project has committed stays part of its tests. So the files are put back to what they were in the copy of
//! the project, before each round.

use crate::project::is_target_dir;
use std::{
    collections::BTreeMap,
    fs, io,
    path::{Path, PathBuf},
};

/// What the names of such files and folders contain: of this library, of proptest, of Hegel.
const NAMES: [&str; 3] = [".disprove", "proptest-regressions", ".hegel"];

/// Notes what there is, below the folder of copies, unless it was noted before.
pub(super) fn note(project: &Path, copies: &Path) -> io::Result<()> {
    if copies.exists() {
        return Ok(());
    }
    let new = copies.with_extension(format!("new-{}", std::process::id()));
    fs::create_dir_all(&new)?;
    for path in files(project) {
        let copy = new.join(&path);
        fs::create_dir_all(copy.parent().unwrap_or(&new))?;
        fs::copy(project.join(&path), copy)?;
    }
    fs::rename(new, copies)
}

/// Puts back what was noted.
pub(super) fn put_back(project: &Path, copies: &Path) -> io::Result<()> {
    let mut noted = BTreeMap::new();
    for path in files(copies) {
        noted.insert(path.clone(), fs::read(copies.join(path))?);
    }
    for path in files(project) {
        if !noted.contains_key(&path) {
            fs::remove_file(project.join(path))?;
        }
    }
    for (path, content) in noted {
        let path = project.join(path);
        if fs::read(&path).ok().as_ref() != Some(&content) {
            fs::create_dir_all(path.parent().unwrap_or(project))?;
            fs::write(path, content)?;
        }
    }
    Ok(())
}

/// The files with examples, relative to the folder.
fn files(folder: &Path) -> Vec<PathBuf> {
    let (mut found, mut open) = (Vec::new(), vec![(PathBuf::new(), false)]);
    while let Some((path, is_kept)) = open.pop() {
        for entry in fs::read_dir(folder.join(&path)).into_iter().flatten().flatten() {
            let name = entry.file_name();
            let text = name.to_string_lossy();
            let is_kept = is_kept || NAMES.iter().any(|part| text.contains(part));
            let path = path.join(&name);
            match entry.file_type() {
                // Where nobody looks for examples there is much.
                Ok(kind)
                    if kind.is_dir() && text != ".git" && !is_target_dir(&folder.join(&path)) =>
                {
                    open.push((path, is_kept));
                }
                Ok(kind) if kind.is_file() && is_kept => found.push(path),
                _ => {}
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::{files, fs, note, put_back};
    use std::env;

    #[test]
    fn what_a_round_leaves_is_gone_and_what_was_committed_is_back() {
        let folder = env::temp_dir().join(format!("disprove-kept-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        let (project, copies) = (folder.join("project"), folder.join("copies"));
        let write = |name: &str, text: &str| {
            let path = project.join(name);
            fs::create_dir_all(path.parent().expect("a folder")).expect("made");
            fs::write(path, text).expect("written");
        };
        write("src/lib.rs", "");
        write("proptest-regressions/lib.txt", "cc 1");
        write("target/CACHEDIR.TAG", "");
        write("target/debug/.disprove/x", "");
        note(&project, &copies).expect("noted");
        write("proptest-regressions/lib.txt", "cc 1\ncc 2");
        write("tests/a.proptest-regressions", "cc 3");
        write(".disprove/failures/f", "x");
        note(&project, &copies).expect("only once");
        put_back(&project, &copies).expect("put back");
        assert_eq!(files(&project), [std::path::Path::new("proptest-regressions/lib.txt")]);
        let text = fs::read_to_string(project.join("proptest-regressions/lib.txt"));
        assert_eq!(text.expect("there"), "cc 1");
        assert!(project.join("src/lib.rs").exists());
        fs::remove_dir_all(folder).expect("removed");
    }
}
