//! Things that can be at the path of a file.

use disprove::prelude::*;
use rustix::fs::{CWD, FileType, Mode, mknodat};
use std::{
    fmt,
    fs::{self, File},
    os::unix::fs::symlink,
    path::Path,
};

/// The size of a file that has no content, but much length.
const HUGE: u64 = 8 << 30;

/// What is at the path.
#[derive(Clone, PartialEq, Eq)]
pub enum HostileFile {
    Content(Vec<u8>),
    /// A folder.
    Folder,
    /// A pipe: opening it waits for a writer.
    Pipe,
    /// A link to a file outside of the workspace.
    LinkOutside,
    /// A link to an endless device.
    LinkToZero,
    /// A link to itself.
    LinkToItself,
    /// Much longer than memory.
    Huge,
}

impl fmt::Debug for HostileFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            HostileFile::Content(bytes) => {
                let shown = bytes[..bytes.len().min(300)].escape_ascii();
                write!(f, "{} bytes: {shown}", bytes.len())
            }
            HostileFile::Folder => f.write_str("a folder"),
            HostileFile::Pipe => f.write_str("a pipe"),
            HostileFile::LinkOutside => f.write_str("a link to a file outside"),
            HostileFile::LinkToZero => f.write_str("a link to /dev/zero"),
            HostileFile::LinkToItself => f.write_str("a link to itself"),
            HostileFile::Huge => write!(f, "a file of {HUGE} zeros"),
        }
    }
}

impl HostileFile {
    /// This content in five of six files; otherwise something that is not an ordinary file.
    pub fn of(src: &mut Source, content: Vec<u8>) -> HostileFile {
        if src.draw(0..6_u8) < 5 {
            return HostileFile::Content(content);
        }
        src.draw(sample([
            HostileFile::Folder,
            HostileFile::Pipe,
            HostileFile::LinkOutside,
            HostileFile::LinkToZero,
            HostileFile::LinkToItself,
            HostileFile::Huge,
        ]))
    }

    /// Puts it at the path, in place of what another entry of the same name put there. `outside` has a file `secret`.
    pub fn place(&self, path: &Path, outside: &Path) {
        let parent = path.parent().expect("a file is in a folder");
        fs::create_dir_all(parent).expect("the sandbox is writable");
        let _ = fs::remove_file(path).or_else(|_| fs::remove_dir(path));
        let placed = match self {
            HostileFile::Content(bytes) => fs::write(path, bytes),
            HostileFile::Folder => fs::create_dir_all(path),
            HostileFile::Pipe => mknodat(CWD, path, FileType::Fifo, Mode::from_raw_mode(0o600), 0)
                .map_err(Into::into),
            HostileFile::LinkOutside => symlink(outside.join("secret"), path),
            HostileFile::LinkToZero => symlink("/dev/zero", path),
            HostileFile::LinkToItself => symlink(path, path),
            HostileFile::Huge => File::create(path).and_then(|file| file.set_len(HUGE)),
        };
        placed.expect("the sandbox is writable");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{os::unix::fs::FileTypeExt, path::PathBuf};

    #[test]
    fn a_file_replaces_a_folder_of_the_same_name() {
        let folder = std::env::temp_dir().join(format!("disprove-bench-{}", std::process::id()));
        let path = folder.join("entry");
        for file in [HostileFile::Folder, HostileFile::Content(b"token".to_vec())] {
            file.place(&path, &folder);
        }
        assert_eq!(fs::read(&path).expect("a file"), b"token");
        fs::remove_dir_all(folder).expect("removed");
    }

    #[test]
    fn pipes_links_folders_and_huge_files_are_placed() {
        let name = format!("disprove-bench-placed-{}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        let path = folder.join("entry");
        let placed = |file: HostileFile| {
            file.place(&path, &folder);
            fs::symlink_metadata(&path).expect("it is there")
        };
        assert!(placed(HostileFile::Pipe).file_type().is_fifo());
        let links = [HostileFile::LinkOutside, HostileFile::LinkToZero, HostileFile::LinkToItself];
        let targets = [folder.join("secret"), PathBuf::from("/dev/zero"), path.clone()];
        for (link, to) in links.into_iter().zip(targets) {
            assert!(placed(link).is_symlink());
            assert_eq!(fs::read_link(&path).expect("a link"), to);
        }
        assert!(placed(HostileFile::Folder).is_dir());
        assert_eq!(placed(HostileFile::Huge).len(), HUGE);
        fs::remove_dir_all(folder).expect("removed");
    }
}
