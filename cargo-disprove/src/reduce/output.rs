//! The file with the best so far.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

/// A file that is always whole: it is written under another name and renamed.
#[derive(Debug)]
pub(super) struct Output {
    pub(super) path: PathBuf,
    /// Beside it, as a name can only be changed within one file system.
    unfinished: PathBuf,
}

impl Output {
    /// Where it is said to be, or beside the file to be reduced.
    pub(super) fn new(said: Option<&Path>, seed: &Path) -> Output {
        let path = said.map_or_else(|| beside(seed, ".reduced"), Path::to_owned);
        Output { unfinished: beside(&path, ".unfinished"), path }
    }

    pub(super) fn write(&self, content: &[u8]) -> io::Result<()> {
        fs::write(&self.unfinished, content)?;
        fs::rename(&self.unfinished, &self.path)
    }

    /// Where the answers of the command are kept.
    pub(super) fn journal(&self) -> PathBuf {
        beside(&self.path, ".journal")
    }
}

/// The path with something more at its end.
fn beside(path: &Path, end: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(end);
    name.into()
}
