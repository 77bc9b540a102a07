//! The output file with the best candidate so far.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

/// The output file, written atomically by a rename.
#[derive(Debug)]
pub(super) struct Output {
    pub(super) path: PathBuf,
    /// The temporary file beside it: a rename works only within one file system.
    unfinished: PathBuf,
}

impl Output {
    /// The given path, or one beside the file to reduce.
    pub(super) fn new(path: Option<&Path>, seed: &Path) -> Output {
        let path = path.map_or_else(|| beside(seed, ".reduced"), Path::to_owned);
        Output { unfinished: beside(&path, ".unfinished"), path }
    }

    pub(super) fn write(&self, content: &[u8]) -> io::Result<()> {
        fs::write(&self.unfinished, content)?;
        fs::rename(&self.unfinished, &self.path)
    }

    /// The file with the cached answers of the command.
    pub(super) fn cache_path(&self) -> PathBuf {
        beside(&self.path, ".answers")
    }
}

/// The path with a suffix.
fn beside(path: &Path, end: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(end);
    name.into()
}
