//! A folder with data of the repository, which links do not lead out of.

use super::regular_file;
use std::{
    error::Error,
    fmt,
    fs::{self, File, OpenOptions, ReadDir},
    io::{self, ErrorKind, Write},
    path::{Path, PathBuf},
    process,
    sync::atomic::{AtomicU32, Ordering},
    time::{SystemTime, UNIX_EPOCH},
};

/// The start of the names of incomplete files.
pub(crate) const UNFINISHED: &str = ".new-";

/// A folder with data of the repository. All its paths may be links, as long as they stay inside of `within`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DataFolder {
    path: PathBuf,
    within: PathBuf,
}

impl DataFolder {
    /// A folder that the code or the user chose, and which may be a link. Links in it must not lead out of it.
    pub fn chosen(path: impl Into<PathBuf>) -> DataFolder {
        let path = path.into();
        DataFolder { within: path.clone(), path }
    }

    /// A folder that the repository chose. Neither it nor links in it may lead out of the workspace.
    pub fn in_workspace(workspace: &Path, folder: impl AsRef<Path>) -> DataFolder {
        DataFolder { path: workspace.join(folder), within: workspace.to_owned() }
    }

    /// The path of the folder.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The path of a file in this folder.
    pub fn join(&self, name: impl AsRef<Path>) -> PathBuf {
        self.path.join(name)
    }

    /// Reads a regular file of at most `limit` bytes.
    ///
    /// # Errors
    /// If there is none at this path, if it is larger, or if a link leads out.
    pub fn read(&self, path: &Path, limit: u64) -> io::Result<Vec<u8>> {
        regular_file::read(&self.resolved(path)?, limit)
    }

    /// Reads a regular file of at most `limit` bytes, which must be UTF-8.
    ///
    /// # Errors
    /// As [`read`](DataFolder::read), or if it is not UTF-8.
    pub fn read_text(&self, path: &Path, limit: u64) -> io::Result<String> {
        String::from_utf8(self.read(path, limit)?)
            .map_err(|_| io::Error::new(ErrorKind::InvalidData, "it is not UTF-8"))
    }

    /// Lists a folder.
    ///
    /// # Errors
    /// If there is none at this path, or if a link leads out.
    pub fn list(&self, folder: &Path) -> io::Result<ReadDir> {
        self.resolved(folder)?;
        fs::read_dir(folder)
    }

    /// Creates a folder and those above it, unless they exist.
    pub(crate) fn create(&self, folder: &Path) -> io::Result<()> {
        if self.within == self.path && !self.within.exists() {
            fs::create_dir_all(&self.within)?;
        }
        // What exists decides where the rest goes. A dangling link exists.
        let exists = |path: &&Path| fs::symlink_metadata(path).is_ok();
        if let Some(existing) = folder.ancestors().find(exists) {
            self.resolved(existing)?;
        }
        fs::create_dir_all(folder)
    }

    /// Opens a regular file to append to it.
    ///
    /// # Errors
    /// If there is none at this path, or if a link leads out.
    pub fn append(&self, path: &Path) -> io::Result<File> {
        let path = self.resolved(path)?;
        regular_file::check(&fs::symlink_metadata(&path)?)?;
        OpenOptions::new().append(true).open(path)
    }

    /// Writes a file completely or not at all. Replaces a link, a pipe or a device instead of writing to it.
    ///
    /// # Errors
    /// If it cannot be written, or if a link above it leads out.
    pub fn write(&self, path: &Path, bytes: &[u8]) -> io::Result<()> {
        let folder = path.parent().unwrap_or(&self.path);
        self.create(folder)?;
        let unfinished = folder.join(format!("{UNFINISHED}{}", unique()));
        let mut file = File::create_new(&unfinished)?;
        let written = file
            .write_all(bytes)
            // Without this, a machine that loses power may keep the name without the bytes.
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

    /// The path without links, if it is inside.
    pub(crate) fn resolved(&self, path: &Path) -> io::Result<PathBuf> {
        let within = if self.within.as_os_str().is_empty() { Path::new(".") } else { &self.within };
        let (to, within) = (fs::canonicalize(path)?, fs::canonicalize(within)?);
        if to.starts_with(&within) {
            return Ok(to);
        }
        Err(io::Error::other(LeadsOut { to, within }))
    }
}

/// A link leads out of the folder that data may be in.
#[derive(Debug)]
pub(crate) struct LeadsOut {
    to: PathBuf,
    within: PathBuf,
}

impl fmt::Display for LeadsOut {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "a link leads to {}, out of {}", self.to.display(), self.within.display())
    }
}

impl Error for LeadsOut {}

/// A name that no other process uses.
pub(crate) fn unique() -> String {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_nanos();
    format!("{}-{}-{now:x}", process::id(), COUNT.fetch_add(1, Ordering::Relaxed))
}

#[cfg(all(test, unix))]
mod tests;
