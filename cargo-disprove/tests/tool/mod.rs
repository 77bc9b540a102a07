//! Running the tool in folders of its own.
#![allow(dead_code)] // Each test file uses some of it.

use std::{
    fs,
    os::unix::fs::PermissionsExt,
    path::{Path, PathBuf},
    process::Command,
};

/// A folder for one test, empty at first.
pub struct Folder(PathBuf);

impl Folder {
    pub fn new(name: &str) -> Folder {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("reduce").join(name);
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).expect("a folder");
        Folder(path)
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    pub fn file(&self, name: &str, content: &str) -> PathBuf {
        let path = self.path(name);
        fs::write(&path, content).expect("written");
        path
    }

    pub fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).expect("a text")
    }
}

/// Writes a script.
pub fn executable(folder: &Folder, name: &str, body: &str) {
    let path = folder.file(name, &format!("#!/bin/sh\n{body}\n"));
    fs::set_permissions(path, fs::Permissions::from_mode(0o755)).expect("allowed");
}

/// How a call of the tool ended, and what it said.
pub struct Done {
    pub code: i32,
    pub said: String,
}

/// Calls `cargo-disprove reduce` in a folder.
pub fn reduce(folder: &Folder, arguments: &[&str]) -> Done {
    let output = Command::new(env!("CARGO_BIN_EXE_cargo-disprove"))
        .current_dir(folder.path(""))
        .arg("reduce")
        .args(arguments)
        .output()
        .expect("it runs");
    let said = String::from_utf8(output.stderr).expect("text");
    Done { code: output.status.code().expect("a code"), said }
}

/// The runs of the command, as the last lines tell.
pub fn runs(done: &Done) -> u64 {
    let before = done.said.split(" runs of the command").next().expect("a part");
    let number = before.rsplit(' ').next().expect("a word");
    number.parse().unwrap_or_else(|_| panic!("{}", done.said))
}
