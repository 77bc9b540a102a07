//! Temporary folders and entries for the tests of databases.

use super::{Database, Db};
use crate::{
    choice::Tree,
    generator::{Generator, any},
};
use std::{
    env, fs,
    path::{Path, PathBuf},
    process,
    sync::atomic::{AtomicU32, Ordering},
};

/// An empty folder, removed when dropped.
#[derive(Debug)]
pub(super) struct Scratch(PathBuf);

impl Scratch {
    pub(super) fn new(name: &str) -> Scratch {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let path = env::temp_dir().join(format!("disprove-{}-{number}-{name}", process::id()));
        fs::create_dir_all(&path).expect("the temporary directory can be written");
        Scratch(path)
    }

    pub(super) fn path(&self) -> &Path {
        &self.0
    }

    /// Every file below the folder, sorted.
    pub(super) fn files(&self) -> Vec<PathBuf> {
        let mut files = below(&self.0);
        files.sort();
        files
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn below(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() { files.extend(below(&path)) } else { files.push(path) }
    }
    files
}

pub(super) fn tree(number: u64) -> Tree {
    any::<u64>().encode(&number).expect("a number has a tree")
}

pub(super) fn token(number: u64) -> String {
    tree(number).to_token()
}

/// The tokens of the entries of a key, which must load without problems.
pub(super) fn tokens(db: &Db, key: &str) -> Vec<String> {
    let loaded = db.load(key);
    assert_eq!(loaded.problems, []);
    loaded.entries.iter().map(Tree::to_token).collect()
}
