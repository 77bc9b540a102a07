//! The entries in a database folder, by the names of their files. None of them is trusted.

use disprove::{
    __private::{DataFolder, entry_name},
    Tree,
};
use std::{io, path::PathBuf};

/// Size limit of an entry, as in the library.
const MOST_BYTES: u64 = 64 << 20;
/// Size limit of a small file: a commit, or the steps of a reduction.
const MOST_SMALL_BYTES: u64 = 1 << 20;
/// Length limit of the name of a property's folder. The library writes at most 57 bytes.
const MOST_NAME: usize = 80;

/// What a folder of a database contains.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Kind {
    /// Failing inputs.
    Failures,
    /// Failing inputs that killed their process.
    Deaths,
    /// Inputs with new coverage.
    Corpus,
    /// How failures were reduced.
    Paths,
    /// Commits at which failures passed here.
    Passed,
    /// Commits at which failures passed somewhere, checked.
    Fixed,
}

impl Kind {
    /// The name of its folder.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Kind::Failures => "failures",
            Kind::Deaths => "deaths",
            Kind::Corpus => "corpus",
            Kind::Paths => "paths",
            Kind::Passed => "passed",
            Kind::Fixed => "fixed",
        }
    }
}

/// The path of an entry.
pub(crate) fn path(root: &DataFolder, kind: Kind, folder: &str, name: &str) -> PathBuf {
    root.join(kind.name()).join(folder).join(name)
}

/// The folders of properties, sorted. Other files are no part of the database.
pub(crate) fn folders(root: &DataFolder, kind: Kind) -> Vec<String> {
    names(root, &root.join(kind.name()), &is_folder)
}

/// The names of the entries of a property, sorted.
pub(crate) fn entries(root: &DataFolder, kind: Kind, folder: &str) -> Vec<String> {
    names(root, &root.join(kind.name()).join(folder), &is_entry)
}

fn names(root: &DataFolder, folder: &std::path::Path, fits: &dyn Fn(&str) -> bool) -> Vec<String> {
    let mut names = Vec::new();
    let Ok(listing) = root.list(folder) else { return names };
    for file in listing.flatten() {
        names.extend(file.file_name().into_string().ok().filter(|name| fits(name)));
    }
    names.sort();
    names
}

/// Whether this can be the name of the folder of a property: it is part of a path.
pub(crate) fn is_folder(name: &str) -> bool {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-';
    !name.is_empty() && name.len() <= MOST_NAME && name.bytes().all(is_plain)
}

/// Whether this can be the name of an entry.
pub(crate) fn is_entry(name: &str) -> bool {
    name.len() == 32 && name.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}

/// Whether this can be a commit, abbreviated or not.
pub(crate) fn is_commit(text: &str) -> bool {
    (7..=64).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// The token of an entry, if its file is what its name says.
pub(crate) fn token(root: &DataFolder, kind: Kind, folder: &str, name: &str) -> io::Result<String> {
    let mut text = root.read_text(&path(root, kind, folder, name), MOST_BYTES)?;
    if text.pop() != Some('\n') {
        return Err(io::Error::other("it is incomplete"));
    }
    check_token(name, &text).map_err(io::Error::other)?;
    Ok(text)
}

/// Refuses a token that cannot be decoded, or that has another name.
pub(crate) fn check_token(name: &str, token: &str) -> Result<Tree, String> {
    if entry_name(token) != name {
        return Err("its name does not match its content".to_owned());
    }
    Tree::from_token(token).map_err(|why| why.to_string())
}

/// The content of a file that contains no token.
pub(crate) fn small(root: &DataFolder, kind: Kind, folder: &str, name: &str) -> io::Result<String> {
    root.read_text(&path(root, kind, folder, name), MOST_SMALL_BYTES)
}

/// The commit in a file, if it contains one.
pub(crate) fn commit(root: &DataFolder, kind: Kind, folder: &str, name: &str) -> Option<String> {
    let text = small(root, kind, folder, name).ok()?;
    Some(text.trim_end().to_owned()).filter(|text| is_commit(text))
}

#[cfg(test)]
mod tests {
    use super::{check_token, is_commit, is_entry, is_folder};
    use disprove::{
        __private::{entry_name, folder_name},
        prelude::*,
    };

    #[test]
    fn names_of_the_library_are_accepted_and_paths_are_not() {
        assert!(is_folder(&folder_name("my_crate::tests::sum")));
        assert!(is_folder(&folder_name(&"ж".repeat(100))));
        assert!(is_entry(&entry_name("d1:AA")));
        for bad in ["", ".", "..", "a/b", "../x", "a\\b", "a\0", &"x".repeat(81)] {
            assert!(!is_folder(bad) && !is_entry(bad), "{bad}");
        }
    }

    #[test]
    fn a_commit_is_hexadecimal() {
        assert!(is_commit("0123456789") && is_commit(&"a".repeat(64)));
        for bad in ["", "-x", "--all", "HEAD", "012345", &"a".repeat(65), "01234567g9"] {
            assert!(!is_commit(bad), "{bad}");
        }
    }

    #[test]
    fn a_token_must_have_its_name_and_decode() {
        let token = any::<u8>().encode(&7).expect("a number").to_token();
        assert!(check_token(&entry_name(&token), &token).is_ok());
        assert!(check_token(&entry_name("d1:AA"), &token).is_err());
        assert!(check_token(&entry_name("rubbish"), "rubbish").is_err());
    }
}
