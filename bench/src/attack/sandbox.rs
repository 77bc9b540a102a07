//! A generated crate in a folder of its own, with its own temporary folder and home, so that everything a tool leaves
//! behind is seen.

use super::process::{MARK, ProcessEnd, Running, command_line, kill, marked, wait_for};
use std::{
    env, fs,
    path::{Path, PathBuf},
    process::Command,
    time::Duration,
};

/// Time for a build of a generated crate: the library may have to be compiled.
const BUILD_TIME: Duration = Duration::from_secs(600);

/// Time for processes to notice that their parent is gone. They should need milliseconds.
const END_TIME: Duration = Duration::from_secs(10);

/// What belongs into the workspace of a user.
const WORKSPACE_FILES: [&str; 6] =
    ["Cargo.toml", "Cargo.lock", "src", "tests", ".disprove", "disprove.toml"];

/// The tool under attack and where it builds.
#[derive(Default)]
pub struct Tool {
    program: PathBuf,
    target: PathBuf,
}

impl Tool {
    /// Builds `cargo-disprove` from this workspace.
    pub fn build() -> Result<Tool, String> {
        let program =
            env::current_exe().map_err(|why| format!("cannot find this program: {why}"))?;
        // `<target>/<profile>/bench`, or `<target>/<profile>/deps/bench-<hash>` as a test.
        let is_profile = |folder: &&Path| !folder.ends_with("deps");
        let target = program.ancestors().skip(1).find(is_profile).and_then(Path::parent);
        let target = target.ok_or("this program is not in a target folder of cargo")?.to_owned();
        let profile = if cfg!(debug_assertions) { "dev" } else { "release" };
        let root = Path::new(env!("CARGO_MANIFEST_DIR"))
            .parent()
            .expect("bench is a member of a workspace");
        let folder = target.join(if profile == "dev" { "debug" } else { profile });
        let tool = Tool { program: folder.join("cargo-disprove"), target };
        // `cargo test --workspace` built it with other features of its dependencies.
        if is_current(&tool.program, root) {
            return Ok(tool);
        }
        let Tool { target, .. } = &tool;
        let mut build = cargo(target);
        build.current_dir(root).args(["build", "-p", "cargo-disprove", "--profile", profile]);
        let done = Running::start(&mut build, target, "attack-build")?.finish(BUILD_TIME);
        if done.code() != Some(0) {
            return Err(format!("cannot build cargo-disprove: {}", done.summary()));
        }
        Ok(tool)
    }
}

/// The packages of this workspace that are part of the tool.
const PARTS: [&str; 4] = ["cargo-disprove", "disprove", "disprove-analysis", "disprove-macros"];

/// Whether a program is newer than all sources of the tool.
fn is_current(program: &Path, root: &Path) -> bool {
    let modified = |path: &Path| fs::metadata(path).and_then(|file| file.modified()).ok();
    let Some(built) = modified(program) else { return false };
    let mut open: Vec<PathBuf> = PARTS.iter().map(|part| root.join(part)).collect();
    while let Some(path) = open.pop() {
        if path.is_dir() {
            let entries = fs::read_dir(path).into_iter().flatten().flatten();
            open.extend(entries.map(|entry| entry.path()).filter(|path| !path.ends_with("tests")));
        } else if modified(&path).is_none_or(|changed| changed > built) {
            return false;
        }
    }
    true
}

/// Cargo without the settings of the user and of the cargo that runs this program.
fn cargo(target: &Path) -> Command {
    let mut command = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    clean(&mut command, target);
    command
}

fn clean(command: &mut Command, target: &Path) {
    let kept = ["CARGO_HOME", "CARGO_INCREMENTAL"];
    for (key, _) in env::vars_os() {
        let Some(key) = key.to_str() else { continue };
        let is_setting = key.starts_with("DISPROVE_") || key.starts_with("CARGO_") || key == "CI";
        if is_setting && !kept.contains(&key) {
            command.env_remove(key);
        }
    }
    // As the tests of the tool build, so that the library is compiled once.
    command.env("CARGO_TARGET_DIR", target).env("CARGO_PROFILE_DEV_DEBUG", "line-tables-only");
    command.env("CARGO_NET_OFFLINE", "true").env("RUST_BACKTRACE", "0");
}

/// The folders of an attack: `workspace` is the crate, `tmp` and `home` should stay empty.
pub struct Sandbox<'a> {
    tool: &'a Tool,
    root: PathBuf,
    package: String,
}

impl<'a> Sandbox<'a> {
    /// Writes a crate with these files in `tests/`, and builds them for the tool and for `cargo test`.
    pub fn new(tool: &'a Tool, name: &str, tests: &[(&str, &str)]) -> Result<Sandbox<'a>, String> {
        let root = tool.target.join("attack").join(name);
        let package = format!("attack-{name}");
        let sandbox = Sandbox { tool, root, package };
        let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("a workspace");
        let library = workspace.join("disprove");
        let manifest = format!(
            "[package]\nname = \"{}\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n\
             [dev-dependencies]\ndisprove = {{ path = '{}' }}\n\n[workspace]\n",
            sandbox.package,
            library.display()
        );
        sandbox.write("Cargo.toml", &manifest)?;
        sandbox.write("src/lib.rs", "")?;
        for (file, code) in tests {
            sandbox.write(&format!("tests/{file}.rs"), code)?;
        }
        // The versions that are already downloaded.
        let versions = fs::read(workspace.join("Cargo.lock")).unwrap_or_default();
        if !sandbox.path("Cargo.lock").exists() {
            sandbox.write("Cargo.lock", versions)?;
        }
        for folder in ["tmp", "home"] {
            fs::create_dir_all(sandbox.root.join(folder)).map_err(|why| why.to_string())?;
        }
        let settings = sandbox.path("disprove.toml");
        let _ = fs::remove_file(&settings).or_else(|_| fs::remove_dir_all(&settings));
        for mut build in [sandbox.tool(&["hunt", "--list"]), sandbox.cargo(&["test", "--no-run"])] {
            let done = sandbox.run(&mut build, BUILD_TIME)?;
            if done.code() != Some(0) {
                return Err(format!("cannot build the crate of `{name}`: {}", done.summary()));
            }
        }
        sandbox.reset();
        Ok(sandbox)
    }

    pub fn root(&self) -> &Path {
        &self.root
    }

    /// A path in the workspace.
    pub fn path(&self, name: &str) -> PathBuf {
        self.root.join("workspace").join(name)
    }

    /// Writes a file of the workspace. One that is the same already stays as it is, so that cargo does not build again.
    pub fn write(&self, name: &str, content: impl AsRef<[u8]>) -> Result<(), String> {
        let path = self.path(name);
        if fs::read(&path).is_ok_and(|old| old == content.as_ref()) {
            return Ok(());
        }
        let failed = |why: std::io::Error| format!("cannot write {}: {why}", path.display());
        fs::create_dir_all(path.parent().expect("a joined path has a parent")).map_err(failed)?;
        fs::write(&path, content).map_err(failed)
    }

    /// A call of the tool in the workspace.
    pub fn tool(&self, arguments: &[&str]) -> Command {
        self.in_workspace(Command::new(&self.tool.program), arguments)
    }

    /// A call of cargo in the workspace.
    pub fn cargo(&self, arguments: &[&str]) -> Command {
        self.in_workspace(cargo(&self.tool.target), arguments)
    }

    /// A test binary of the workspace, as `cargo test` starts it.
    pub fn test(&self, binary: &Path, test: &str) -> Command {
        let mut command = self.in_workspace(Command::new(binary), &["--exact", test]);
        command.args(["--nocapture", "--test-threads", "1"]);
        command.env("CARGO_MANIFEST_DIR", self.path(""));
        command
    }

    /// The test binary that cargo builds of `tests/<name>.rs`.
    pub fn binary(&self, name: &str) -> Result<PathBuf, String> {
        let mut build = self.cargo(&["test", "--no-run", "--test", name]);
        let done = self.run(&mut build, BUILD_TIME)?;
        let line = done.errors.lines().rfind(|line| line.trim_start().starts_with("Executable "));
        let path = line.and_then(|line| line.rsplit_once('(')?.1.strip_suffix(')'));
        path.map(PathBuf::from)
            .ok_or_else(|| format!("cargo names no test binary: {}", done.summary()))
    }

    fn in_workspace(&self, mut command: Command, arguments: &[&str]) -> Command {
        clean(&mut command, &self.tool.target);
        command.current_dir(self.path("")).args(arguments).env(MARK, &self.root);
        // Programs of the user's home must not move with it.
        if let Some(home) = env::home_dir() {
            for (key, folder) in [("CARGO_HOME", ".cargo"), ("RUSTUP_HOME", ".rustup")] {
                if env::var_os(key).is_none() {
                    command.env(key, home.join(folder));
                }
            }
        }
        command.env("TMPDIR", self.root.join("tmp")).env("HOME", self.root.join("home"));
        command
    }

    pub fn start(&self, command: &mut Command, name: &str) -> Result<Running, String> {
        Running::start(command, &self.root, name)
    }

    pub fn run(&self, command: &mut Command, deadline: Duration) -> Result<ProcessEnd, String> {
        Ok(self.start(command, "run")?.finish(deadline))
    }

    /// Forgets all failures and temporary files.
    pub fn reset(&self) {
        let _ = fs::remove_dir_all(self.path(".disprove"));
        for folder in ["tmp", "home"] {
            let folder = self.root.join(folder);
            let _ = fs::remove_dir_all(&folder);
            let _ = fs::create_dir_all(&folder);
        }
    }

    /// Whether the database has a failure of this property.
    pub fn has_saved(&self, property: &str) -> bool {
        let saved = |folder: &str, part: &str| {
            files(&self.path(".disprove").join(folder)).iter().any(|file| {
                let is_complete = !file.rsplit('/').next().unwrap_or_default().starts_with(".new-");
                is_complete && file.contains(part)
            })
        };
        saved("failures", &format!("-{property}-"))
            || saved("deaths", &format!("-{property}-"))
            || saved("regressions", &format!(".{property}."))
    }

    /// Processes that are still running after a while, temporary files, and files where the user does not expect them.
    /// Ends the processes and removes the temporary files.
    pub fn left_behind(&self) -> Vec<String> {
        let mut all = Vec::new();
        if !wait_for(END_TIME, &mut || marked(&self.root).is_empty()) {
            for pid in marked(&self.root) {
                all.push(format!("process {pid} is still running: {}", command_line(pid)));
                kill(pid);
            }
            wait_for(END_TIME, &mut || marked(&self.root).is_empty());
        }
        for folder in ["tmp", "home"] {
            let folder = self.root.join(folder);
            for entry in names(&folder) {
                all.push(format!("{}", folder.join(&entry).display()));
            }
            let _ = fs::remove_dir_all(&folder);
            let _ = fs::create_dir_all(&folder);
        }
        for entry in names(&self.path("")) {
            if !WORKSPACE_FILES.contains(&entry.as_str()) {
                all.push(format!("{}", self.path(&entry).display()));
                let _ = fs::remove_file(self.path(&entry));
            }
        }
        all
    }
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect()
}

/// The files below a folder. Links are not followed.
fn files(folder: &Path) -> Vec<String> {
    let (mut found, mut open) = (Vec::new(), vec![folder.to_owned()]);
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
                open.push(entry.path());
            } else {
                found.push(entry.path().display().to_string());
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{
        io::{Read, Write},
        process::Stdio,
    };

    #[test]
    fn processes_and_files_that_are_left_behind_are_found() {
        let root = env::temp_dir().join(format!("disprove-left-behind-{}", std::process::id()));
        let tool = Tool { program: PathBuf::new(), target: root.clone() };
        let sandbox = Sandbox { tool: &tool, root: root.clone(), package: String::new() };
        sandbox.reset();
        let mut left = Command::new("cat");
        left.env(MARK, &root).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut left = left.spawn().expect("it runs");
        // Before it answers, the system may not show its variables yet.
        let (mut input, mut output) = (left.stdin.take(), left.stdout.take());
        input.as_mut().expect("it is piped").write_all(b"?").expect("it reads");
        output.as_mut().expect("it is piped").read_exact(&mut [0]).expect("it answers");
        assert_eq!(marked(&root), [left.id()]);
        left.kill().and_then(|()| left.wait()).expect("it ends");
        for name in ["Cargo.toml", ".disprove/entry", "stray", "../tmp/folder/file", "../home/file"]
        {
            sandbox.write(name, "").expect("it is writable");
        }
        let found = ["tmp/folder", "home/file", "workspace/stray"].map(|name| root.join(name));
        assert_eq!(sandbox.left_behind(), found.map(|path| path.display().to_string()));
        assert_eq!(sandbox.left_behind(), [""; 0], "they are removed");
        fs::remove_dir_all(root).expect("removed");
    }
}
