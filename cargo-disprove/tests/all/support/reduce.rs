//! Calls of `cargo disprove reduce` in folders of their own.

use std::{
    env, fs,
    os::unix::fs::PermissionsExt,
    path::PathBuf,
    process::{self, Command},
};

/// A new folder for one test, removed at the end. It is outside of the workspace, because `reduce` needs no Rust project.
pub struct Folder(PathBuf);

impl Folder {
    pub fn new(name: &str) -> Folder {
        let path = env::temp_dir().join(format!("disprove-reduce-{name}-{}", process::id()));
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

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Writes a script.
pub fn executable(folder: &Folder, name: &str, body: &str) {
    let path = folder.file(name, &format!("#!/bin/sh\n{body}\n"));
    fs::set_permissions(path, fs::Permissions::from_mode(0o755)).expect("allowed");
}

/// Exit code and standard error of a call of the tool.
pub struct Done {
    pub code: i32,
    pub err: String,
}

/// Calls `cargo-disprove reduce` in a folder.
pub fn reduce(folder: &Folder, arguments: &[&str]) -> Done {
    let output = Command::new(env!("CARGO_BIN_EXE_cargo-disprove"))
        .current_dir(folder.path(""))
        .arg("reduce")
        .args(arguments)
        .output()
        .expect("it runs");
    let err = String::from_utf8(output.stderr).expect("text");
    Done { code: output.status.code().expect("a code"), err }
}

/// The number of runs of the command, from the last lines.
pub fn runs(done: &Done) -> u64 {
    let before = done.err.split(" runs of the command").next().expect("a part");
    let number = before.rsplit(' ').next().expect("a word");
    number.parse().unwrap_or_else(|_| panic!("{}", done.err))
}
