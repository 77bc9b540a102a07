//! A database in a directory: one file for each entry, for many processes at once.
//!
//! ```text
//! .gitignore                                 excludes all but regressions/
//! failures/<property>-<hash>/<hash>          a token and a line break
//! deaths/<property>-<hash>/<hash>            the same, for failures that killed their process
//! corpus/<property>-<hash>/<hash>            the same, for interesting cases
//! paths/<property>-<hash>/<hash>             how a failure was reduced, see `path.rs`
//! passed/<property>-<hash>/<hash>            the commit at which a failure passed, see `passed.rs`
//! fixed/<property>-<hash>/<hash>             the same, checked by `cargo disprove push`
//! damaged/<property>-<hash>.<hash>           quarantine for unreadable entries
//! regressions/<property>.txt                 see `regressions.rs`
//! ```
//!
//! There are no locks. A process writes a file under a unique name and renames it, so that a file is complete or
//! absent. The name is a hash of the entry, so all processes use the same file for it. An empty folder stays: removing
//! it would disturb a process that is about to write to it. A damaged entry is moved to quarantine and read again: if
//! another process replaced it in between, it is moved back.

use super::{
    entry::{self, Entry},
    filename,
    problem::{Problem, READ},
    store::{Database, Loaded},
    tally::Tally,
};
use crate::{
    argsort::argsort,
    choice::Tree,
    untrusted::{DataFolder, UNFINISHED, unique},
};
use std::{
    fs::{self, File},
    io::{self, ErrorKind, Write},
    path::{Path, PathBuf},
    time::{Duration, SystemTime},
};

/// The age at which an incomplete file is removed. Writing takes milliseconds, so its process has died.
const LEFT_BEHIND: Duration = Duration::from_secs(60 * 60);
/// Attempts at an operation that another process can disturb, if it gets between two system calls.
const ATTEMPTS: usize = 16;
/// The folders of a database. A directory with other files is not only a database.
const OWN_FOLDERS: [&str; 8] =
    ["failures", "corpus", "damaged", "deaths", "fixed", "passed", "paths", "regressions"];
const GITIGNORE: &str = "\
# Failures that disprove saved for the next run. Commit only the regressions.
/*
!/.gitignore
!/regressions/
";

#[derive(Clone, Debug)]
pub(super) struct Directory {
    root: DataFolder,
    /// The folder of its entries: failures, deaths or corpus.
    kind: &'static str,
    writable: bool,
}

/// The result of moving a damaged entry to quarantine.
enum Quarantined {
    Moved(PathBuf),
    /// Another process replaced it with a good one in between.
    Healed(Tree),
    /// Another process moved or removed it.
    Gone,
}

impl Directory {
    pub(super) fn new(root: DataFolder) -> Directory {
        Directory { root, kind: "failures", writable: true }
    }

    /// The corpus in a directory: interesting cases instead of failures.
    pub(super) fn corpus(root: DataFolder) -> Directory {
        Directory { root, kind: "corpus", writable: true }
    }

    /// The crashes in a directory: failures that killed their process.
    pub(super) fn deaths(root: DataFolder) -> Directory {
        Directory { root, kind: "deaths", writable: true }
    }

    pub(super) fn read_only(self) -> Directory {
        Directory { writable: false, ..self }
    }

    pub(super) fn root(&self) -> &DataFolder {
        &self.root
    }

    fn folder(&self, key: &str) -> PathBuf {
        self.root.join(self.kind).join(filename::folder(key))
    }

    fn refused(&self, doing: &str, path: &Path, why: &io::Error) -> Problem {
        Problem::refused(self.root.path(), doing, path, why)
    }

    /// Reads one entry; moves a damaged one to quarantine.
    fn load_file(&self, path: &Path, name: &str, entries: &mut Vec<Tree>, tally: &mut Tally) {
        let shown = path.display();
        let bytes = match self.read(path) {
            Ok(bytes) => bytes,
            // Another process removed it.
            Err(why) if why.kind() == ErrorKind::NotFound => return,
            Err(why) => {
                return tally.add(&why.kind().to_string(), || {
                    format!("The database entry {shown} could not be read ({why}) and is ignored; remove it.")
                });
            }
        };
        let why = match entry::read(name, &bytes) {
            Entry::Good(tree) => return entries.push(tree),
            Entry::Newer => {
                return tally.add("newer", || {
                    format!(
                        "The database entry {shown} was written by a newer version of disprove and is \
                         ignored; update disprove to use it, or delete it."
                    )
                });
            }
            Entry::Damaged(why) => why,
        };
        if !self.writable {
            return tally.add(&why, || {
                format!(
                    "The database entry {shown} is damaged ({why}) and stays in place, because this \
                     database is read-only; delete it if you do not need it."
                )
            });
        }
        match self.quarantine(path, name) {
            Ok(Quarantined::Gone) => {}
            Ok(Quarantined::Healed(tree)) => entries.push(tree),
            Ok(Quarantined::Moved(to)) => tally.add(&why, || {
                format!(
                    "The database entry {shown} is damaged ({why}) and was moved to {}; delete it there \
                     if you do not need it.",
                    to.display()
                )
            }),
            Err(error) => tally.add(&format!("{why}, {error}"), || {
                format!(
                    "The database entry {shown} is damaged ({why}) and could not be moved ({error}); \
                     delete it, or make the directory writable."
                )
            }),
        }
    }

    /// The content of the file of an entry.
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        self.root.read(path, entry::MOST_BYTES)
    }

    /// Moves a damaged file to quarantine, and never overwrites another one there.
    fn quarantine(&self, path: &Path, name: &str) -> io::Result<Quarantined> {
        // A link is moved, not followed; but the folder must be ours.
        self.root.resolved(path.parent().unwrap_or(path))?;
        let folder = path.parent().and_then(Path::file_name).unwrap_or_default().to_string_lossy();
        let to = self.claim(&format!("{folder}.{name}"))?;
        if let Err(why) = fs::rename(path, &to) {
            let _ = fs::remove_file(&to);
            return if why.kind() == ErrorKind::NotFound {
                Ok(Quarantined::Gone)
            } else {
                Err(why)
            };
        }
        // Another process may have replaced the file since it was read.
        let Ok(bytes) = self.read(&to) else { return Ok(Quarantined::Moved(to)) };
        let Entry::Good(tree) = entry::read(name, &bytes) else {
            return Ok(Quarantined::Moved(to));
        };
        if let Some(folder) = path.parent() {
            self.write(folder, path, &bytes)?;
            let _ = fs::remove_file(&to);
        }
        Ok(Quarantined::Healed(tree))
    }

    /// Creates an empty file with a new name in quarantine, to be replaced by a rename.
    fn claim(&self, name: &str) -> io::Result<PathBuf> {
        let folder = self.root.join("damaged");
        self.root.create(&folder)?;
        let plain = folder.join(name);
        let mut made = File::create_new(&plain).map(|_| plain);
        for _ in 0..ATTEMPTS {
            if !made.as_ref().is_err_and(|why| why.kind() == ErrorKind::AlreadyExists) {
                break;
            }
            let other = folder.join(format!("{name}.{}", unique()));
            made = File::create_new(&other).map(|_| other);
        }
        made
    }

    /// Writes a file completely or not at all.
    fn write(&self, folder: &Path, path: &Path, bytes: &[u8]) -> io::Result<()> {
        // Somebody removed the folder before the file was in it, or while it was created: then creating it fails because
        // it exists, and it is gone afterwards.
        let disturbed =
            |why: &io::Error| matches!(why.kind(), ErrorKind::NotFound | ErrorKind::AlreadyExists);
        let mut result = self.try_to_write(folder, path, bytes);
        for _ in 1..ATTEMPTS {
            if !result.as_ref().is_err_and(disturbed) {
                break;
            }
            result = self.try_to_write(folder, path, bytes);
        }
        result
    }

    fn try_to_write(&self, folder: &Path, path: &Path, bytes: &[u8]) -> io::Result<()> {
        if !folder.is_dir() {
            prepare(&self.root)?;
        }
        self.root.write(path, bytes)
    }
}

impl Database for Directory {
    fn load(&self, key: &str) -> Loaded {
        let folder = self.folder(key);
        let mut loaded = Loaded::default();
        let listing = match self.root.list(&folder) {
            Ok(listing) => listing,
            Err(why) if why.kind() == ErrorKind::NotFound => return loaded,
            Err(why) => {
                loaded.problems.push(self.refused(READ, &folder, &why));
                return loaded;
            }
        };
        let mut files = Vec::new();
        for file in listing {
            let file = match file {
                Ok(file) => file,
                Err(why) => {
                    loaded.problems.push(self.refused(READ, &folder, &why));
                    continue;
                }
            };
            let (path, Ok(name)) = (file.path(), file.file_name().into_string()) else { continue };
            let written = file.metadata().and_then(|data| data.modified()).ok();
            if filename::is_entry(&name) {
                files.push((written, name, path));
            } else if self.writable && name.starts_with(UNFINISHED) && written.is_some_and(is_old) {
                let _ = fs::remove_file(path);
            }
        }
        let newest_first = argsort(files.len(), &|a, b| {
            let ((one, name, _), (other, other_name, _)) = (&files[a], &files[b]);
            other.cmp(one).then_with(|| name.cmp(other_name))
        });
        let mut tally = Tally::default();
        for number in newest_first {
            let (_, name, path) = &files[number];
            self.load_file(path, name, &mut loaded.entries, &mut tally);
        }
        loaded.problems.append(&mut tally.problems());
        loaded
    }

    fn save(&self, key: &str, entry: &Tree) -> Result<(), Problem> {
        if !self.writable {
            return Ok(());
        }
        let token = entry.to_token();
        let (folder, name) = (self.folder(key), filename::entry(&token));
        let (path, text) = (folder.join(&name), entry::text(&token));
        let refused = |why| self.refused("write", &path, &why);
        match self.read(&path) {
            Ok(there) if there == text.as_bytes() => return Ok(()),
            // A truncated copy of this entry is worth nothing.
            Ok(there) if text.as_bytes().starts_with(&there) => {}
            Err(why) if why.kind() == ErrorKind::NotFound => {}
            _ => drop(self.quarantine(&path, &name).map_err(refused)?),
        }
        self.write(&folder, &path, text.as_bytes()).map_err(refused)
    }

    fn remove(&self, key: &str, entry: &Tree) -> Result<(), Problem> {
        if !self.writable {
            return Ok(());
        }
        let folder = self.folder(key);
        let path = folder.join(filename::entry(&entry.to_token()));
        match self.root.resolved(&folder).and_then(|_| fs::remove_file(&path)) {
            Err(why) if why.kind() != ErrorKind::NotFound => {
                Err(self.refused("remove", &path, &why))
            }
            _ => Ok(()),
        }
    }

    fn writable(&self) -> bool {
        self.writable
    }
}

/// Creates the directory, with a `.gitignore` if there is none. A directory with other files in it gets none: it is not
/// only a database.
///
/// # Errors
/// If it cannot be created or read, or if a link leads out.
pub fn prepare(root: &DataFolder) -> io::Result<()> {
    root.create(root.path())?;
    let mut is_ours = true;
    for file in root.list(root.path())? {
        is_ours &= file.is_ok_and(|file| OWN_FOLDERS.iter().any(|own| file.file_name() == *own));
    }
    if is_ours {
        if let Ok(mut file) = File::create_new(root.join(".gitignore")) {
            // Everything works without it, and an entry that cannot be written reports the problem.
            let _ = file.write_all(GITIGNORE.as_bytes());
        }
    }
    Ok(())
}

/// Whether an incomplete file is old enough to be removed. A clock that was set back makes files look younger.
fn is_old(written: SystemTime) -> bool {
    written.elapsed().is_ok_and(|age| age > LEFT_BEHIND)
}

#[cfg(test)]
mod tests;
