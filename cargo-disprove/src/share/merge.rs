//! Merges the entries of one database folder into another. Entries are named by their content, so nothing conflicts.

use super::{
    entries::{Kind, check_token, commit, entries, folders, path, small, token},
    fixed::{is_fixed, passed},
    git::Repository,
};
use crate::plural::plural;
use disprove::__private::{DataFolder, prepare};
use std::{fs, io};

/// The counts of a merge.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Merged {
    failures: usize,
    deaths: usize,
    corpus: usize,
    /// Failures that are fixed in the target.
    fixed: usize,
    undecodable: usize,
    /// The first entry that cannot be decoded, and why.
    first: Option<String>,
}

/// Where entries go, and what is known about its code.
pub(super) struct Target<'a> {
    pub(super) root: &'a DataFolder,
    /// Failures that are fixed in this repository are left out.
    pub(super) repository: Option<&'a mut Repository>,
}

/// Adds the entries of a folder to another one, except for failures that are fixed there.
///
/// # Errors
/// If the target cannot be written.
pub(super) fn merge(from: &DataFolder, to: &mut Target<'_>) -> io::Result<Merged> {
    let mut merged = Merged::default();
    prepare(to.root)?;
    // Commits first: they decide which failures are wanted.
    for folder in folders(from, Kind::Fixed) {
        for name in entries(from, Kind::Fixed, &folder) {
            match commit(from, Kind::Fixed, &folder, &name) {
                Some(commit) => add_fixed(to.root, &folder, &name, &commit)?,
                None => merged.add_undecodable(Kind::Fixed, &folder, &name, "it is not a commit"),
            }
        }
    }
    for folder in folders(from, Kind::Failures) {
        for name in entries(from, Kind::Failures, &folder) {
            if let Some(repository) = &mut to.repository
                && is_fixed(to.root, repository, &folder, &name)
            {
                merged.fixed += 1;
                continue;
            }
            merged.failures +=
                usize::from(merged.add(from, to.root, Kind::Failures, &folder, &name)?);
            if let Ok(steps) = small(from, Kind::Paths, &folder, &name) {
                write(to.root, Kind::Paths, &folder, &name, &steps)?;
            }
        }
    }
    for folder in folders(from, Kind::Deaths) {
        for name in entries(from, Kind::Deaths, &folder) {
            // It only says how to run a failure.
            if exists(to.root, Kind::Failures, &folder, &name) {
                merged.deaths +=
                    usize::from(merged.add(from, to.root, Kind::Deaths, &folder, &name)?);
            }
        }
    }
    for folder in folders(from, Kind::Corpus) {
        for name in entries(from, Kind::Corpus, &folder) {
            merged.corpus +=
                usize::from(merged.add(from, to.root, Kind::Corpus, &folder, &name)?);
        }
    }
    Ok(merged)
}

/// Writes the failures that pass here, with the commit that is checked out. Returns how many are new.
pub(super) fn push_passed(
    from: &DataFolder,
    repository: &Repository,
    to: &DataFolder,
) -> io::Result<usize> {
    let mut count = 0;
    let Some(head) = repository.head() else { return Ok(0) };
    for (folder, name) in passed(from, repository) {
        count += usize::from(!exists(to, Kind::Fixed, &folder, &name));
        for root in [from, to] {
            add_fixed(root, &folder, &name, head)?;
        }
    }
    Ok(count)
}

/// Stores a commit that fixes a failure, unless one is known: the first one is in the most branches.
fn add_fixed(root: &DataFolder, folder: &str, name: &str, fix: &str) -> io::Result<()> {
    if commit(root, Kind::Fixed, folder, name).is_some() {
        return Ok(());
    }
    write(root, Kind::Fixed, folder, name, &format!("{fix}\n"))
}

fn exists(root: &DataFolder, kind: Kind, folder: &str, name: &str) -> bool {
    fs::symlink_metadata(path(root, kind, folder, name)).is_ok()
}

fn write(root: &DataFolder, kind: Kind, folder: &str, name: &str, text: &str) -> io::Result<()> {
    root.write(&path(root, kind, folder, name), text.as_bytes())
}

impl Merged {
    /// Adds an entry. True if the target did not have it.
    fn add(
        &mut self,
        from: &DataFolder,
        to: &DataFolder,
        kind: Kind,
        folder: &str,
        name: &str,
    ) -> io::Result<bool> {
        let found = match token(from, kind, folder, name) {
            Ok(found) => found,
            // Another process removed it.
            Err(why) if why.kind() == io::ErrorKind::NotFound => return Ok(false),
            Err(why) => {
                self.add_undecodable(kind, folder, name, &why.to_string());
                return Ok(false);
            }
        };
        // What is there under this name may be damaged.
        if token(to, kind, folder, name).is_ok_and(|there| there == found) {
            return Ok(false);
        }
        debug_assert!(check_token(name, &found).is_ok(), "it was read under this name");
        write(to, kind, folder, name, &format!("{found}\n"))?;
        Ok(true)
    }

    fn add_undecodable(&mut self, kind: Kind, folder: &str, name: &str, why: &str) {
        self.undecodable += 1;
        self.first.get_or_insert_with(|| format!("{}/{folder}/{name}: {why}", kind.name()));
    }

    /// The counts as a line: `new: 1 failure, 2 corpus entries`.
    pub(super) fn line(&self) -> String {
        let mut line = format!(
            "{}, {}, {}",
            plural(self.failures, "new failure", "new failures"),
            plural(self.deaths, "new crash", "new crashes"),
            plural(self.corpus, "new corpus entry", "new corpus entries"),
        );
        if self.fixed > 0 {
            let failures = plural(self.fixed, "failure is", "failures are");
            line.extend(["; ", &failures, " fixed in this checkout and left out"]);
        }
        if let Some(first) = &self.first {
            let entries = plural(self.undecodable, "entry", "entries");
            line.extend(["; ", &entries, " cannot be decoded and left out (", first, ")"]);
        }
        line
    }
}
