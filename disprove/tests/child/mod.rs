//! Tests of this binary in a process of their own, and folders that are removed afterwards.

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::Command,
};

/// Runs an ignored test of this binary; says whether it passed, and what it printed. Settings of the
/// environment are taken away first, then the variables are added.
pub fn run(name: &str, variables: &[(&str, &str)]) -> (bool, String) {
    let binary = env::current_exe().expect("a running test knows its binary");
    let mut command = Command::new(binary);
    command.args(["--exact", name, "--ignored", "--nocapture", "--test-threads=1"]);
    for (key, _) in env::vars().filter(|(key, _)| key.starts_with("DISPROVE_") || key == "CI") {
        command.env_remove(key);
    }
    let done = command.envs(variables.iter().copied()).output().expect("the test binary starts");
    let output = String::from_utf8_lossy(&[done.stdout, done.stderr].concat()).into_owned();
    assert!(output.contains("running 1 test"), "there is no ignored test {name}:\n{output}");
    (done.status.success(), output)
}

/// A folder of its own, removed at the end.
pub struct Scratch(PathBuf);

impl Scratch {
    pub fn new(name: &str) -> Scratch {
        let path = env::temp_dir().join(format!("disprove-test-{}-{name}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).expect("the temporary directory can be written");
        Scratch(path)
    }

    pub fn path(&self) -> &Path {
        &self.0
    }

    /// The names of the files below, with slashes.
    pub fn files(&self) -> Vec<String> {
        let mut files = Vec::new();
        let mut open = vec![self.0.clone()];
        while let Some(folder) = open.pop() {
            for entry in fs::read_dir(folder).expect("a folder") {
                let path = entry.expect("an entry").path();
                if path.is_dir() {
                    open.push(path);
                } else {
                    let name = path.strip_prefix(&self.0).expect("below").display().to_string();
                    files.push(name.replace('\\', "/"));
                }
            }
        }
        files.sort();
        files
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}
