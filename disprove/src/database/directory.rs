//! A directory with a file for each entry, for many processes at once.
//!
//! ```text
//! .gitignore                                 leaves out all but regressions/
//! failures/<property>-<hash>/<hash>          a token, and a line break
//! deaths/<property>-<hash>/<hash>            the same of failures that killed their process
//! corpus/<property>-<hash>/<hash>            the same of interesting cases
//! paths/<property>-<hash>/<hash>             how a failure was reduced, see `path.rs`
//! damaged/<property>-<hash>.<hash>           what could not be read
//! regressions/<property>.txt                 see `regressions.rs`
//! ```
//!
//! There are no locks. A file is written under a name of its own and renamed, so that it is whole or not
//! there; the same entry is the same file, whoever writes it. A folder may vanish when its last entry is
//! removed, so who saves makes it again. What is damaged is moved away and looked at again: if it was
//! replaced by a good one in between, it goes back.

use super::{
    entry::{self, Entry},
    filename,
    problem::Problem,
    store::{Database, Loaded},
};
use crate::{argsort::argsort, choice::Tree};
use std::{
    fs::{self, File, OpenOptions},
    io::{self, ErrorKind, Read, Write},
    path::{Path, PathBuf},
    process,
    sync::atomic::{AtomicU32, Ordering},
    time::{Duration, SystemTime, UNIX_EPOCH},
};

/// What files are called before they are whole.
const UNFINISHED: &str = ".new-";
/// A file takes milliseconds to write. One that is this old was left by a process that died.
const LEFT_BEHIND: Duration = Duration::from_secs(60 * 60);
/// How often something is tried again that another process can spoil by chance. Each time it must come
/// between two system calls.
const ATTEMPTS: usize = 16;
const OWN_FOLDERS: [&str; 6] = ["failures", "corpus", "damaged", "deaths", "paths", "regressions"];
const GITIGNORE: &str = "\
# Failures that disprove keeps for the next run. Only the regressions are meant to be committed.
/*
!/.gitignore
!/regressions/
";

#[derive(Clone, Debug)]
pub(super) struct Directory {
    root: PathBuf,
    /// Which of its folders: failures, or interesting cases.
    kind: &'static str,
    writable: bool,
}

/// What became of an entry that was found damaged.
enum Quarantined {
    Moved(PathBuf),
    /// Another process replaced it by a good one in the meantime.
    Healed(Tree),
    /// Another process moved or removed it.
    Gone,
}

impl Directory {
    pub(super) fn new(root: PathBuf) -> Directory {
        Directory { root, kind: "failures", writable: true }
    }

    /// The same directory, with cases that are interesting instead of those that fail.
    pub(super) fn corpus(root: PathBuf) -> Directory {
        Directory { root, kind: "corpus", writable: true }
    }

    /// The same directory, with those failures that killed their process.
    pub(super) fn deaths(root: PathBuf) -> Directory {
        Directory { root, kind: "deaths", writable: true }
    }

    pub(super) fn read_only(self) -> Directory {
        Directory { writable: false, ..self }
    }

    pub(super) fn root(&self) -> &Path {
        &self.root
    }

    fn folder(&self, key: &str) -> PathBuf {
        self.root.join(self.kind).join(filename::folder(key))
    }

    fn refused(&self, doing: &str, path: &Path, why: &io::Error) -> Problem {
        Problem::refused(&self.root, doing, path, why)
    }

    /// Reads one file of a folder, and puts away what is damaged.
    fn load_file(&self, path: &Path, name: &str, loaded: &mut Loaded) {
        let bytes = match read(path) {
            Ok(bytes) => bytes,
            // Another process removed it.
            Err(why) if why.kind() == ErrorKind::NotFound => return,
            Err(why) => return loaded.problems.push(self.refused("read", path, &why)),
        };
        let why = match entry::read(name, &bytes) {
            Entry::Good(tree) => return loaded.entries.push(tree),
            Entry::Newer => return loaded.problems.push(newer(path)),
            Entry::Damaged(why) => why,
        };
        let shown = path.display();
        loaded.problems.push(Problem::new(if self.writable {
            match self.quarantine(path, name) {
                Ok(Quarantined::Gone) => return,
                Ok(Quarantined::Healed(tree)) => return loaded.entries.push(tree),
                Ok(Quarantined::Moved(to)) => format!(
                    "The database entry {shown} is damaged ({why}), and was moved to {}; delete it \
                     there if it is of no use.",
                    to.display()
                ),
                Err(error) => format!(
                    "The database entry {shown} is damaged ({why}), and could not be moved away \
                     ({error}); delete it, or make the directory writable."
                ),
            }
        } else {
            format!(
                "The database entry {shown} is damaged ({why}), and stays there, as this database is \
                 only read; delete it if it is of no use."
            )
        }));
    }

    /// Moves a damaged file to where it does no harm. Nothing is ever overwritten there.
    fn quarantine(&self, path: &Path, name: &str) -> io::Result<Quarantined> {
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
        // What was moved is not always what was read.
        let Ok(bytes) = read(&to) else { return Ok(Quarantined::Moved(to)) };
        let Entry::Good(tree) = entry::read(name, &bytes) else {
            return Ok(Quarantined::Moved(to));
        };
        if let Some(folder) = path.parent() {
            self.write(folder, path, &bytes)?;
            let _ = fs::remove_file(&to);
        }
        Ok(Quarantined::Healed(tree))
    }

    /// An empty file of a new name in the folder of damaged ones, to be replaced by a rename.
    fn claim(&self, name: &str) -> io::Result<PathBuf> {
        let folder = self.root.join("damaged");
        fs::create_dir_all(&folder)?;
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

    /// Writes a file so that it is there with all of its bytes, or not at all.
    fn write(&self, folder: &Path, path: &Path, bytes: &[u8]) -> io::Result<()> {
        let mut result = self.try_to_write(folder, path, bytes);
        for _ in 1..ATTEMPTS {
            // The folder was empty, and was removed before the file was in it.
            if !result.as_ref().is_err_and(|why| why.kind() == ErrorKind::NotFound) {
                break;
            }
            result = self.try_to_write(folder, path, bytes);
        }
        result
    }

    fn try_to_write(&self, folder: &Path, path: &Path, bytes: &[u8]) -> io::Result<()> {
        if !folder.is_dir() {
            prepare(&self.root)?;
            fs::create_dir_all(folder)?;
        }
        let unfinished = folder.join(format!("{UNFINISHED}{}", unique()));
        let mut file = File::create_new(&unfinished)?;
        let written = file
            .write_all(bytes)
            // Else a machine that loses power may keep the name without the bytes.
            .and_then(|()| file.sync_all())
            .and_then(|()| {
                drop(file);
                fs::rename(&unfinished, path)
            });
        if written.is_err() {
            let _ = fs::remove_file(&unfinished);
        }
        written
    }
}

impl Database for Directory {
    fn load(&self, key: &str) -> Loaded {
        let folder = self.folder(key);
        let mut loaded = Loaded::default();
        let listing = match fs::read_dir(&folder) {
            Ok(listing) => listing,
            Err(why) if why.kind() == ErrorKind::NotFound => return loaded,
            Err(why) => {
                loaded.problems.push(self.refused("read", &folder, &why));
                return loaded;
            }
        };
        let mut files = Vec::new();
        for file in listing {
            let file = match file {
                Ok(file) => file,
                Err(why) => {
                    loaded.problems.push(self.refused("read", &folder, &why));
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
        for number in newest_first {
            let (_, name, path) = &files[number];
            self.load_file(path, name, &mut loaded);
        }
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
        match read(&path) {
            Ok(there) if there == text.as_bytes() => return Ok(()),
            // The beginning of an entry says nothing that the entry does not.
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
        match fs::remove_file(&path) {
            Ok(()) => {
                // This works for the last entry only.
                let _ = fs::remove_dir(&folder);
                Ok(())
            }
            Err(why) if why.kind() == ErrorKind::NotFound => Ok(()),
            Err(why) => Err(self.refused("remove", &path, &why)),
        }
    }

    fn writable(&self) -> bool {
        self.writable
    }
}

/// Makes the directory, with its `.gitignore` if there is none. A directory with other things in it is not
/// only a database, so what git sees of it is not for us to say.
pub(super) fn prepare(root: &Path) -> io::Result<()> {
    fs::create_dir_all(root)?;
    let mut is_ours = true;
    for file in fs::read_dir(root)? {
        is_ours &= file.is_ok_and(|file| OWN_FOLDERS.iter().any(|own| file.file_name() == *own));
    }
    if is_ours && let Ok(mut file) = File::create_new(root.join(".gitignore")) {
        // Without it everything works the same, and an entry that cannot be written will tell why.
        let _ = file.write_all(GITIGNORE.as_bytes());
    }
    Ok(())
}

pub(super) fn newer(path: &Path) -> Problem {
    Problem::new(format!(
        "The database entry {} was written by a newer version of disprove, and is left as it is; \
         update disprove to use it, or delete it.",
        path.display()
    ))
}

/// The content of a file; of one that is too large to be an entry, just the beginning.
fn read(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    OpenOptions::new().read(true).open(path)?.take(entry::MOST_BYTES).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// A clock that was set back makes a file look younger than it is, never older.
fn is_old(written: SystemTime) -> bool {
    written.elapsed().is_ok_and(|age| age > LEFT_BEHIND)
}

/// A name that no process on any machine uses at the same time.
fn unique() -> String {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_nanos();
    format!("{}-{}-{now:x}", process::id(), COUNT.fetch_add(1, Ordering::Relaxed))
}

#[cfg(test)]
mod tests;
