//! Temporary folders: private to the user, with random names, and removed with their owner.
//!
//! A name is `disprove-<purpose>-<random>.<process>.<its start>.<its namespace>`, so whoever finds a folder knows
//! whether its owner is gone: a worker that lost its host, or the next process that needs a folder.

use super::processes::kill_processes_of;
use std::{
    collections::hash_map::RandomState,
    env, fmt, fs,
    hash::{BuildHasher, Hasher},
    io::{self, ErrorKind},
    path::{Path, PathBuf},
    process,
    sync::Once,
};

const PREFIX: &str = "disprove-";

/// Attempts to find an unused name: random names hardly ever collide.
const ATTEMPTS: usize = 16;

/// Attempts to remove a folder that other processes still write to.
const REMOVALS: usize = 5;

/// A folder for this process and its workers, removed with its content on drop.
#[derive(Debug)]
pub struct TempFolder(PathBuf);

impl TempFolder {
    /// Creates a folder that only this user can enter, and removes those whose owners are gone.
    ///
    /// # Errors
    /// If the directory for temporary files cannot be written.
    pub fn new(purpose: &str) -> io::Result<TempFolder> {
        let owner = Owner::current().unwrap_or_default();
        let parent = env::temp_dir();
        for _ in 0..ATTEMPTS {
            let random = RandomState::new().build_hasher().finish();
            let path = parent.join(format!("{PREFIX}{purpose}-{random:016x}.{owner}"));
            match create_private(&path) {
                Ok(()) => {
                    static ONCE: Once = Once::new();
                    ONCE.call_once(|| remove_abandoned(&parent, &path));
                    return Ok(TempFolder(path));
                }
                // Perhaps of another user, or a link: never used.
                Err(why) if why.kind() == ErrorKind::AlreadyExists => {}
                Err(why) => {
                    let message = format!("cannot create a folder in {}: {why}", parent.display());
                    return Err(io::Error::new(why.kind(), message));
                }
            }
        }
        Err(ErrorKind::AlreadyExists.into())
    }

    /// Its path.
    pub fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for TempFolder {
    fn drop(&mut self) {
        remove(&self.0);
    }
}

/// Removes the temporary folder around the folder of a worker, if its owner is gone.
#[cfg_attr(not(unix), expect(dead_code, reason = "only on Unix the end of a process is noticed"))]
pub(super) fn remove_if_abandoned(folder: &Path) {
    for folder in folder.ancestors() {
        let name = folder.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        if Owner::of(name).is_some_and(Owner::is_gone) {
            remove(folder);
        }
    }
}

/// Removes a folder, and kills the processes that work in it. Links are removed, not followed.
fn remove(folder: &Path) {
    for _ in 0..REMOVALS {
        // In this order, since several workers may do it at once and kill each other.
        let _ = fs::remove_dir_all(folder);
        kill_processes_of(folder);
        if fs::symlink_metadata(folder).is_err() {
            return;
        }
    }
}

#[cfg(unix)]
fn create_private(path: &Path) -> io::Result<()> {
    use std::os::unix::fs::DirBuilderExt;
    fs::DirBuilder::new().mode(0o700).create(path)
}

#[cfg(not(unix))]
fn create_private(path: &Path) -> io::Result<()> {
    fs::create_dir(path)
}

/// Removes the folders of this user whose owners are gone. `own` is a folder of this user.
#[cfg(unix)]
fn remove_abandoned(parent: &Path, own: &Path) {
    use std::os::unix::fs::MetadataExt;
    let Ok(own) = fs::symlink_metadata(own) else { return };
    for entry in fs::read_dir(parent).into_iter().flatten().flatten() {
        let owner = entry.file_name().to_str().and_then(Owner::of);
        // Not that of a link.
        let Ok(data) = entry.metadata() else { continue };
        let is_private = data.mode() & 0o777 == 0o700;
        let is_ours = data.is_dir() && data.uid() == own.uid() && is_private;
        if is_ours && owner.is_some_and(Owner::is_gone) {
            remove(&entry.path());
        }
    }
}

#[cfg(not(unix))]
fn remove_abandoned(_: &Path, _: &Path) {}

/// The process that made a folder. Another one with the same number has another start or another namespace.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
struct Owner {
    process: u32,
    start: u64,
    namespace: u64,
}

impl Owner {
    /// This process, if the system tells.
    fn current() -> Option<Owner> {
        let process = process::id();
        let start = start(process)?;
        let namespace = fs::read_link("/proc/self/ns/pid").ok()?;
        let namespace = namespace.to_str()?.strip_prefix("pid:[")?.strip_suffix(']')?;
        Some(Owner { process, start, namespace: namespace.parse().ok()? })
    }

    /// The owner in the name of a folder.
    fn of(name: &str) -> Option<Owner> {
        let mut parts = name.strip_prefix(PREFIX)?.split('.').skip(1);
        let mut number = || parts.next()?.parse::<u64>().ok();
        let owner = Owner {
            process: u32::try_from(number()?).ok()?,
            start: number()?,
            namespace: number()?,
        };
        Some(owner).filter(|_| parts.next().is_none())
    }

    /// Whether it is known to have ended.
    fn is_gone(self) -> bool {
        Owner::current().is_some_and(|current| current.namespace == self.namespace)
            && start(self.process) != Some(self.start)
    }
}

impl fmt::Display for Owner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}.{}", self.process, self.start, self.namespace)
    }
}

/// When a process started, in units of the system; `None` if it has ended or the system does not tell.
fn start(process: u32) -> Option<u64> {
    let stat = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    // The name of the program is in parentheses, and may contain some. The third field is the state, the 22nd the start.
    let mut fields = stat.rsplit_once(") ")?.1.split(' ');
    let state = fields.next()?;
    if matches!(state, "Z" | "X") {
        return None;
    }
    fields.nth(18)?.parse().ok()
}

#[cfg(all(test, target_os = "linux"))]
mod tests;
