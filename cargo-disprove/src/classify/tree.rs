//! Finds the source files below a folder.

use disprove_analysis::ir::Language;
use std::{
    fs,
    path::{Path, PathBuf},
};

/// A file to read.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Source {
    pub(crate) path: PathBuf,
    /// Its path as shown to the user.
    pub(crate) shown: String,
    pub(crate) language: Language,
}

/// Folders with generated, installed or vendored files.
const SKIPPED: [&str; 7] =
    ["target", "vendor", "_vendor", "node_modules", "site-packages", "__pycache__", "venv"];

/// The language of a file, by its extension.
pub(super) fn language(path: &Path) -> Option<Language> {
    match path.extension()?.to_str()? {
        "rs" => Some(Language::Rust),
        "py" => Some(Language::Python),
        _ => None,
    }
}

/// All files of a known language, sorted by path, shown relative to `from`.
pub(crate) fn walk(start: &Path, from: Option<&Path>, target: Option<&Path>) -> Vec<Source> {
    let mut files = Vec::new();
    let mut open = vec![start.to_owned()];
    while let Some(path) = open.pop() {
        let is_start = path == start;
        // Symbolic links to folders may form cycles.
        let is_folder = if is_start { path.is_dir() } else { is_own_folder(&path) };
        if !is_folder {
            if let Some(language) = language(&path).filter(|_| path.is_file() || is_start) {
                let shown = from.and_then(|from| path.strip_prefix(from).ok()).unwrap_or(&path);
                let shown = shown.strip_prefix(".").unwrap_or(shown).display().to_string();
                files.push(Source { path, shown, language });
            }
        } else if is_start || !is_skipped(&path, target) {
            // Folders that cannot be listed are skipped.
            for entry in fs::read_dir(&path).into_iter().flatten().flatten() {
                open.push(entry.path());
            }
        }
    }
    files.sort_by(|one, other| one.shown.cmp(&other.shown));
    files
}

fn is_own_folder(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok_and(|about| about.is_dir())
}

fn is_skipped(folder: &Path, target: Option<&Path>) -> bool {
    let name = folder.file_name().unwrap_or_default().to_string_lossy();
    name.starts_with('.')
        || SKIPPED.contains(&&*name)
        || target.is_some_and(|target| folder == target)
        || folder.join("pyvenv.cfg").exists()
        // The mark of cargo and others for caches.
        || folder.join("CACHEDIR.TAG").exists()
}
