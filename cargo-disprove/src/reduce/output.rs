//! The output file with the best candidate so far.

use disprove::__private::DataFolder;
use std::{
    fs::{self, File},
    io::{self, Write},
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
        // A file of a killed run, or a link, which must not be followed.
        let _ = fs::remove_file(&self.unfinished);
        File::create_new(&self.unfinished)?.write_all(content)?;
        fs::rename(&self.unfinished, &self.path)
    }

    /// What an earlier run left, if it is smaller than this.
    pub(super) fn smaller_than(&self, length: usize) -> Option<Vec<u8>> {
        let folder = DataFolder::chosen(self.path.parent().unwrap_or(&self.path));
        folder.read(&self.path, length.checked_sub(1)? as u64).ok()
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

#[cfg(all(test, unix))]
mod tests {
    use super::Output;
    use std::{env, fs};

    #[test]
    fn links_in_place_of_the_files_are_replaced_and_not_followed() {
        let folder = env::temp_dir().join(format!("disprove-output-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        fs::write(folder.join("other"), "precious").expect("written");
        for name in ["seed.reduced", "seed.reduced.unfinished"] {
            std::os::unix::fs::symlink("other", folder.join(name)).expect("linked");
        }
        Output::new(None, &folder.join("seed")).write(b"small").expect("written");
        let text = |name| fs::read_to_string(folder.join(name)).expect("there");
        assert_eq!([text("other"), text("seed.reduced")], ["precious", "small"]);
        fs::remove_dir_all(folder).expect("removed");
    }
}
