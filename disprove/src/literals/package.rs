//! The sources of a package.

use super::scan::scan;
use crate::{argsort::argsort, source::Literals, untrusted::DataFolder};
use std::{
    ffi::OsStr,
    fs,
    path::{Path, PathBuf},
};

/// Bytes to read. An unoptimized build takes 145 instructions per byte of this library's sources, counted by callgrind:
/// about 50 ms for all of them.
pub(super) const MOST_BYTES: u64 = 1 << 20;

/// Bytes of tests to read, so that a large package leaves room for them.
pub(super) const MOST_TEST_BYTES: u64 = 512 << 10;

/// Largest source. Hypothesis skips those beyond 512 KiB too: they are generated.
pub(super) const LARGEST: u64 = 512 << 10;

/// Files and folders to look at.
pub(super) const MOST_ENTRIES: usize = 2_000;

/// Levels of folders.
const DEEPEST: usize = 12;

/// The literals of one source file.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct SourceFile {
    /// The module that the file defines, such as `parser/number`; empty for the root of a crate.
    pub(super) module: String,
    /// Whether it is a test, of which only the helpers count.
    pub(super) is_test: bool,
    pub(super) literals: Literals,
}

/// The literals of a package, file by file. A package without literals of its own, such as one that only has tests, has
/// those of its workspace.
pub(super) fn scan_package(package: &Path) -> Vec<SourceFile> {
    let folder = DataFolder::chosen(package);
    let mut walk = Walk { folder, files: Vec::new(), entries: 0, bytes: MOST_BYTES };
    walk.add_folder(&package.join("src"), "", DEEPEST, false);
    walk.add_folder(package, "", 0, false);
    let has_literals = walk.files.iter().any(|file| !file.literals.is_empty());
    let left = std::mem::replace(&mut walk.bytes, MOST_TEST_BYTES);
    walk.add_folder(&package.join("tests"), "", DEEPEST, true);
    walk.bytes = left;
    if !has_literals {
        if let Some(workspace) = workspace_of(package) {
            walk.folder = DataFolder::chosen(workspace);
            walk.add_workspace(workspace, 3);
        }
    }
    walk.files
}

/// The root of the workspace around a package, if it is another folder.
fn workspace_of(package: &Path) -> Option<&Path> {
    let root = package.ancestors().find(|folder| folder.join("Cargo.lock").is_file())?;
    (root != package).then_some(root)
}

struct Walk {
    folder: DataFolder,
    files: Vec<SourceFile>,
    entries: usize,
    /// Bytes that may still be read.
    bytes: u64,
}

impl Walk {
    /// Adds the sources of the folder of a module and of those in it, in the order of their names.
    fn add_folder(&mut self, folder: &Path, module: &str, depth: usize, is_test: bool) {
        let (files, folders) = self.list(folder);
        for path in files {
            self.add_file(&path, module, is_test);
        }
        if depth == 0 {
            return;
        }
        for path in folders {
            let is_test = is_test || is_test_name(&path);
            let inner = below(module, name_of(&path));
            self.add_folder(&path, &inner, depth - 1, is_test);
        }
    }

    /// Adds the folders named `src` of a workspace.
    fn add_workspace(&mut self, folder: &Path, depth: usize) {
        for path in self.list(folder).1 {
            let name = name_of(&path);
            if name == "src" {
                self.add_folder(&path, "", DEEPEST, false);
            } else if depth > 0 && name != "target" && !name.starts_with('.') {
                self.add_workspace(&path, depth - 1);
            }
        }
    }

    /// The sources and the folders in a folder, each in the order of their names: systems list them in any.
    fn list(&mut self, folder: &Path) -> (Vec<PathBuf>, Vec<PathBuf>) {
        let (mut files, mut folders) = (Vec::new(), Vec::new());
        let Ok(entries) = self.folder.list(folder) else { return (files, folders) };
        for entry in entries {
            if self.entries == MOST_ENTRIES {
                // Which entries came first is up to the system.
                return (Vec::new(), Vec::new());
            }
            self.entries += 1;
            let Ok(entry) = entry else { continue };
            let path = entry.path();
            // Links to folders may lead in circles.
            match entry.file_type() {
                Ok(kind) if kind.is_dir() => folders.push(path),
                Ok(_) if path.extension() == Some(OsStr::new("rs")) => files.push(path),
                _ => {}
            }
        }
        (sorted(&files), sorted(&folders))
    }

    fn add_file(&mut self, path: &Path, within: &str, is_test: bool) {
        let name = name_of(path);
        let length = fs::metadata(path).map_or(u64::MAX, |found| found.len());
        if is_build_script(path) || length > LARGEST.min(self.bytes) {
            return;
        }
        let Ok(source) = self.folder.read(path, length) else { return };
        self.bytes -= source.len() as u64;
        let module = match name {
            "lib" | "main" | "mod" => within.to_owned(),
            name => below(within, name),
        };
        let is_test = is_test || is_test_name(path);
        let mut file = SourceFile { module, is_test, literals: Literals::default() };
        scan(&source, &mut file.literals);
        if !file.literals.is_empty() {
            self.files.push(file);
        }
    }
}

/// The name of a file or folder, without its extension.
fn name_of(path: &Path) -> &str {
    path.file_stem().and_then(OsStr::to_str).unwrap_or_default()
}

fn below(module: &str, name: &str) -> String {
    if module.is_empty() { name.to_owned() } else { format!("{module}/{name}") }
}

/// Whether a source is a build script, and no module of that name.
fn is_build_script(path: &Path) -> bool {
    name_of(path) == "build" && path.with_file_name("Cargo.toml").is_file()
}

/// Whether a file or folder of this name contains tests.
fn is_test_name(path: &Path) -> bool {
    let name = name_of(path);
    ["tests", "test", "testing", "properties", "benches"].contains(&name)
        || name.ends_with("_tests")
        || name.ends_with("_test")
}

fn sorted(paths: &[PathBuf]) -> Vec<PathBuf> {
    let mut all = Vec::new();
    for at in argsort(paths.len(), &|a, b| paths[a].cmp(&paths[b])) {
        all.push(paths[at].clone());
    }
    all
}
