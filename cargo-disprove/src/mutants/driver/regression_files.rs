//! Restores regression files before each round: a failure saved on one mutant must not help to find the next.
//!
//! Committed files are part of the tests, so the copy of the project gets back its original files.

use crate::project::is_target_dir;
use std::{
    collections::BTreeMap,
    fs, io,
    path::{Path, PathBuf},
};

/// Parts of the names of such files and folders: of this library, proptest and Hegel.
const NAMES: [&str; 3] = [".disprove", "proptest-regressions", ".hegel"];

/// Copies the files of the project, unless they were copied before.
pub(super) fn save(project: &Path, copies: &Path) -> io::Result<()> {
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

/// Restores the copied files and deletes others.
pub(super) fn restore(project: &Path, copies: &Path) -> io::Result<()> {
    let mut saved = BTreeMap::new();
    for path in files(copies) {
        saved.insert(path.clone(), fs::read(copies.join(path))?);
    }
    for path in files(project) {
        if !saved.contains_key(&path) {
            fs::remove_file(project.join(path))?;
        }
    }
    for (path, content) in saved {
        let path = project.join(path);
        if fs::read(&path).ok().as_ref() != Some(&content) {
            fs::create_dir_all(path.parent().unwrap_or(project))?;
            fs::write(path, content)?;
        }
    }
    Ok(())
}

/// The regression files, relative to the folder.
fn files(folder: &Path) -> Vec<PathBuf> {
    let (mut found, mut open) = (Vec::new(), vec![(PathBuf::new(), false)]);
    while let Some((path, is_regression)) = open.pop() {
        for entry in fs::read_dir(folder.join(&path)).into_iter().flatten().flatten() {
            let name = entry.file_name();
            let text = name.to_string_lossy();
            let is_regression = is_regression || NAMES.iter().any(|part| text.contains(part));
            let path = path.join(&name);
            match entry.file_type() {
                // Large folders without regression files.
                Ok(kind)
                    if kind.is_dir() && text != ".git" && !is_target_dir(&folder.join(&path)) =>
                {
                    open.push((path, is_regression));
                }
                Ok(kind) if kind.is_file() && is_regression => found.push(path),
                _ => {}
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::{files, fs, restore, save};
    use std::env;

    #[test]
    fn new_files_are_deleted_and_committed_files_restored() {
        let folder =
            env::temp_dir().join(format!("disprove-regression-files-{}", std::process::id()));
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
        save(&project, &copies).expect("saved");
        write("proptest-regressions/lib.txt", "cc 1\ncc 2");
        write("tests/a.proptest-regressions", "cc 3");
        write(".disprove/failures/f", "x");
        save(&project, &copies).expect("only once");
        restore(&project, &copies).expect("put back");
        assert_eq!(files(&project), [std::path::Path::new("proptest-regressions/lib.txt")]);
        let text = fs::read_to_string(project.join("proptest-regressions/lib.txt"));
        assert_eq!(text.expect("there"), "cc 1");
        assert!(project.join("src/lib.rs").exists());
        fs::remove_dir_all(folder).expect("removed");
    }
}
