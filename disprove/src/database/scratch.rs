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
    sync::{
        atomic::{AtomicU32, Ordering},
        mpsc,
    },
    thread,
    time::Duration,
};

/// An empty folder, removed when dropped.
pub(crate) struct Scratch(PathBuf);

impl Scratch {
    pub(crate) fn new(name: &str) -> Scratch {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let path = env::temp_dir().join(format!("disprove-{}-{number}-{name}", process::id()));
        fs::create_dir_all(&path).expect("the temporary directory can be written");
        Scratch(path)
    }

    pub(crate) fn path(&self) -> &Path {
        &self.0
    }

    /// Every file below the folder, sorted.
    pub(crate) fn files(&self) -> Vec<PathBuf> {
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

pub(crate) fn tree(number: u64) -> Tree {
    any::<u64>().encode(&number).expect("a number has a tree")
}

pub(crate) fn token(number: u64) -> String {
    tree(number).to_token()
}

/// The tokens of the entries of a key, which must load without problems.
pub(crate) fn tokens(db: &Db, key: &str) -> Vec<String> {
    let loaded = db.load(key);
    assert_eq!(loaded.problems, []);
    loaded.entries.iter().map(Tree::to_token).collect()
}

/// Creates a named pipe. Opening it blocks until somebody writes to it.
#[cfg(unix)]
pub(crate) fn fifo(path: &Path) {
    let made = process::Command::new("mkfifo").arg(path).status();
    assert!(made.expect("mkfifo is installed").success());
}

/// The result of something that must not block.
pub(crate) fn within_seconds<T: Send + 'static>(run: impl FnOnce() -> T + Send + 'static) -> T {
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || sender.send(run()));
    receiver.recv_timeout(Duration::from_secs(20)).expect("it does not block")
}
