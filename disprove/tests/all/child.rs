//! Runs a test of this binary in another process; temporary folders.

use std::{
    env, fs,
    panic::Location,
    path::{Path, PathBuf},
    process::Command,
};

/// Runs an ignored test of the calling module; returns whether it passed, and its output. The process inherits no
/// settings, but has these environment variables.
#[track_caller]
pub fn run(name: &str, variables: &[(&str, &str)]) -> (bool, String) {
    run_with(&["--nocapture"], &[name], variables)
}

/// Runs ignored tests of the calling module in one process, with these arguments of the test harness.
#[track_caller]
pub fn run_with(arguments: &[&str], names: &[&str], variables: &[(&str, &str)]) -> (bool, String) {
    let module = module(Location::caller().file());
    let binary = env::current_exe().expect("a running test knows its binary");
    let mut command = Command::new(binary);
    command.args(["--exact", "--ignored", "--test-threads=1"]).args(arguments);
    command.args(names.iter().map(|name| format!("{module}::{name}")));
    for (key, _) in env::vars() {
        if key.starts_with("DISPROVE_")
            || ["CI", "GITHUB_ACTIONS", "NEXTEST", "RUST_BACKTRACE"].contains(&&*key)
        {
            command.env_remove(key);
        }
    }
    let done = command.envs(variables.iter().copied()).output().expect("the test binary starts");
    let output = String::from_utf8_lossy(&[done.stdout, done.stderr].concat()).into_owned();
    // Windows has other separators in the locations of panics.
    let output = output.replace(r"disprove\tests\all\", "disprove/tests/all/");
    let running = format!("running {} test", names.len());
    assert!(output.contains(&running), "there is no ignored test {names:?}:\n{output}");
    (done.status.success(), output)
}

/// The module of a file in this folder, such as `tutorial` for `tutorial/mod.rs`.
fn module(file: &str) -> String {
    let mut below = Path::new(file).iter().skip_while(|part| *part != "all").skip(1);
    let first = below.next().expect("the caller is a file in this folder");
    Path::new(first).file_stem().expect("it has a name").to_string_lossy().into_owned()
}

/// A temporary folder, removed at the end.
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

    /// Makes it a package with this source, whose only dependency is this library without default features.
    pub fn write_package(&self, source: &str) {
        let path = env!("CARGO_MANIFEST_DIR");
        let manifest = format!(
            "[package]\nname = \"small\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n\
             [dependencies.disprove]\npath = {path:?}\ndefault-features = false\n\n[workspace]\n"
        );
        fs::create_dir(self.0.join("src")).expect("a folder");
        fs::write(self.0.join("Cargo.toml"), manifest).expect("a manifest");
        fs::write(self.0.join("src/lib.rs"), source).expect("a library");
        // The versions of the workspace, which are known without a network.
        fs::copy(Path::new(path).join("../Cargo.lock"), self.0.join("Cargo.lock"))
            .expect("a lock file");
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
