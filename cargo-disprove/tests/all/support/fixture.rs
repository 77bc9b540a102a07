//! Workspaces made for a test, and calls of the tool in them.

use super::schema;
use serde_json::Value;
use std::{
    env, fs,
    os::unix::fs::PermissionsExt,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    time::{Duration, Instant},
};

/// A package with its own workspace, in a new folder.
pub struct Fixture(pub PathBuf);

/// Exit code and output of a call of the tool.
#[derive(Debug)]
pub struct Done {
    pub code: i32,
    pub out: String,
    pub err: String,
}

impl Done {
    /// The output as JSON lines. Those of hunts are as the schema describes them.
    pub fn events(&self) -> Vec<Value> {
        let lines = self.out.lines();
        let all: Vec<Value> =
            lines.map(|line| serde_json::from_str(line).expect("a line of JSON")).collect();
        if all.iter().any(|event| event["event"] == "start") {
            schema::assert_events(&all);
        }
        all
    }

    /// The findings of the property of this name.
    pub fn findings(&self, property: &str) -> Vec<Value> {
        let mut all = self.events();
        let end = format!("::{property}");
        all.retain(|event| {
            event["event"] == "finding"
                && event["property"].as_str().is_some_and(|name| name.ends_with(&end))
        });
        all
    }
}

impl Fixture {
    /// A package with these properties in `tests/props.rs`.
    pub fn new(name: &str, properties: &str) -> Fixture {
        let fixture = Fixture::empty(name);
        fixture.file("src/lib.rs", "");
        fixture.file("tests/props.rs", &format!("use disprove::prelude::*;\n{properties}"));
        fixture
    }

    /// A package that depends on the library, without code.
    pub fn empty(name: &str) -> Fixture {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("hunt").join(name);
        let _ = fs::remove_dir_all(&path);
        let fixture = Fixture(path);
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("a workspace");
        let library = root.join("disprove").display().to_string();
        fixture.file(
            "Cargo.toml",
            &format!(
                "[package]\nname = \"{name}\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n\
                 [dev-dependencies]\ndisprove = {{ path = '{library}' }}\n\n[workspace]\n"
            ),
        );
        // The versions that are already downloaded.
        let _ = fs::copy(root.join("Cargo.lock"), fixture.path("Cargo.lock"));
        fixture
    }

    /// A package whose tests are written for another library, which one of ours replaces.
    pub fn suite(name: &str, library: &str, tests: &str) -> Fixture {
        let fixture = Fixture::empty(name);
        let manifest = fs::read_to_string(fixture.path("Cargo.toml")).expect("a manifest");
        let ours = manifest.lines().find(|line| line.starts_with("disprove")).expect("it is there");
        let theirs = ours
            .replace("disprove = {", &format!("{library} = {{ package = \"disprove-{library}\","))
            .replace("/disprove'", &format!("/disprove-{library}'"));
        // With the library beside it, both have the features of other fixtures, and it is not built again.
        fixture.file("Cargo.toml", &manifest.replace(ours, &format!("{ours}\n{theirs}")));
        fixture.file("src/lib.rs", "");
        fixture.file("tests/suite.rs", tests);
        fixture
    }

    /// Leaves the library unoptimized: for a package that cannot share its build with others, or that is built without
    /// coverage, as `cargo test` does.
    pub fn unoptimized(self) -> Fixture {
        let manifest = fs::read_to_string(self.path("Cargo.toml")).expect("a manifest");
        let profile = "[profile.dev.package.disprove]\nopt-level = 0\n";
        self.file("Cargo.toml", &format!("{manifest}\n{profile}"));
        self
    }

    /// A package `small` that does not depend on the library, with this code.
    pub fn small(name: &str, library: &str) -> Fixture {
        let fixture = Fixture::empty(name);
        fixture.file(
            "Cargo.toml",
            "[package]\nname = \"small\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[workspace]\n",
        );
        fs::remove_file(fixture.path("Cargo.lock")).expect("a lock file");
        fixture.file("src/lib.rs", library);
        fixture
    }

    /// Writes a file and makes it executable.
    pub fn script(&self, name: &str, content: &str) -> PathBuf {
        self.file(name, content);
        let allowed = fs::Permissions::from_mode(0o755);
        fs::set_permissions(self.path(name), allowed).expect("permissions");
        self.path(name)
    }

    /// A cargo-mutants that lists mutants, and fails to test them.
    pub fn listing_tool(&self, tool: &Path, name: &str) -> PathBuf {
        let real = tool.display();
        let content = format!(
            "#!/bin/sh\ncase \"$*\" in\n*--version* | *--list*) exec '{real}' \"$@\" ;;\nesac\nexit 1\n"
        );
        self.script(name, &content)
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    pub fn file(&self, name: &str, content: &str) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, content).expect("written");
    }

    /// The files below a folder, without unfinished ones.
    pub fn files(&self, folder: &str) -> Vec<String> {
        let (mut files, mut open) = (Vec::new(), vec![self.path(folder)]);
        while let Some(folder) = open.pop() {
            for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
                let path = entry.path();
                let name = entry.file_name().to_string_lossy().into_owned();
                if path.is_dir() {
                    open.push(path);
                } else if !name.starts_with(".new-") {
                    files.push(path.strip_prefix(&self.0).expect("below").display().to_string());
                }
            }
        }
        files.sort();
        files
    }

    /// A call of the tool.
    pub fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_cargo-disprove"));
        command.current_dir(&self.0).args(arguments).arg("--offline").stdin(Stdio::null());
        environment(&mut command);
        command
    }

    pub fn run(&self, arguments: &[&str]) -> Done {
        done(&mut self.command(arguments))
    }

    /// A command that the tool has printed, as a user would paste it.
    pub fn paste(&self, line: &str) -> Done {
        let tool = format!("'{}'", env!("CARGO_BIN_EXE_cargo-disprove"));
        let mut command = Command::new("sh");
        command.args(["-c", &line.replace("cargo disprove", &tool)]);
        command.current_dir(&self.0).stdin(Stdio::null());
        environment(&mut command);
        done(&mut command)
    }

    /// The name of the package, unless a test has changed it.
    pub fn name(&self) -> String {
        self.0.file_name().expect("a name").to_string_lossy().into_owned()
    }

    /// Runs a command of the tool that calls no cargo.
    pub fn plain(&self, arguments: &[&str]) -> Done {
        done(&mut self.plain_command(arguments))
    }

    pub fn plain_command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_cargo-disprove"));
        command.current_dir(&self.0).args(arguments).stdin(Stdio::null());
        environment(&mut command);
        command
    }

    /// Runs a command of the tool that writes results to the target folder: to one of its own.
    pub fn judge(&self, arguments: &[&str], variables: &[(&str, &Path)]) -> Done {
        let mut command = self.plain_command(arguments);
        done(command.env("CARGO_TARGET_DIR", self.path("target")).envs(variables.iter().copied()))
    }

    /// `cargo test`, as a user would.
    pub fn cargo_test(&self, arguments: &[&str]) -> Done {
        done(&mut self.cargo_test_command(arguments))
    }

    /// `cargo test`, not started yet.
    pub fn cargo_test_command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO"));
        command.current_dir(&self.0).args(["test", "--offline"]).args(arguments);
        environment(&mut command);
        command
    }

    /// Builds the tests, so that later hunts do not have to.
    pub fn build(&self) {
        let done = self.run(&["hunt", "--list"]);
        assert_eq!(done.code, 0, "{}", done.err);
    }
}

/// Any other command of cargo in a package.
pub fn cargo_command(fixture: &Fixture, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO"));
    let (subcommand, rest) = arguments.split_first().expect("a command");
    command.current_dir(&fixture.0).arg(subcommand);
    // The first argument of nextest is its own command.
    let own = usize::from(*subcommand == "nextest");
    command.args(&rest[..own]).arg("--offline").args(&rest[own..]).stdin(Stdio::null());
    environment(&mut command);
    command
}

/// Whether cargo-nextest is installed. Without it a test is skipped, unless the variable CHECKS_NEED names it.
pub fn cargo_nextest() -> bool {
    let version = Command::new(env!("CARGO")).args(["nextest", "--version"]).output();
    if version.is_ok_and(|output| output.status.success()) {
        return true;
    }
    let message = "cargo-nextest is missing: `cargo install cargo-nextest --locked` installs it for these tests";
    let needed = env::var("CHECKS_NEED").is_ok_and(|all| all.contains("cargo-nextest"));
    assert!(!needed, "{message}");
    eprintln!("skipped: {message}");
    false
}

/// Removes the settings of the user who runs these tests.
fn environment(command: &mut Command) {
    for (key, _) in env::vars() {
        if key.starts_with("DISPROVE_")
            || key.starts_with("CARGO_")
            || ["CI", "GITHUB_ACTIONS"].contains(&&*key)
        {
            command.env_remove(key);
        }
    }
    // As in the workspace, so that the built library can be reused.
    command.env("CARGO_TARGET_DIR", target()).env("CARGO_PROFILE_DEV_DEBUG", "line-tables-only");
    if let Some(incremental) = env::var_os("CARGO_INCREMENTAL") {
        command.env("CARGO_INCREMENTAL", incremental);
    }
}

/// The target folder in which the library is already built.
pub fn target() -> &'static Path {
    Path::new(env!("CARGO_TARGET_TMPDIR")).parent().expect("the target folder")
}

pub fn done(command: &mut Command) -> Done {
    let output = command.output().expect("it runs");
    let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
    let code = output.status.code().unwrap_or(-1);
    Done { code, out: text(output.stdout), err: text(output.stderr) }
}

/// Runs the tool with a limit on the size of files, in blocks.
pub fn limited_files(fixture: &Fixture, blocks: u32, arguments: &[&str]) -> Done {
    let tool = fixture.command(arguments);
    // With the signal ignored, a write beyond the limit fails as on a full disk.
    let script = format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$0\" \"$@\"");
    let mut command = Command::new("sh");
    command.args(["-c", &script]).arg(tool.get_program()).args(tool.get_args());
    command.current_dir(fixture.path("")).stdin(Stdio::null());
    for (key, value) in tool.get_envs() {
        match value {
            Some(value) => command.env(key, value),
            None => command.env_remove(key),
        };
    }
    done(&mut command)
}

/// Waits for a condition, much longer than it should take.
pub fn wait_until(what: &str, condition: &mut dyn FnMut() -> bool) {
    let start = Instant::now();
    while !condition() {
        assert!(start.elapsed() < Duration::from_secs(300), "{what} did not happen");
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// Kills a process without a chance to clean up.
pub fn kill(child: &mut Child) {
    child.kill().expect("it runs");
    child.wait().expect("it ends");
}

/// The cargo-mutants of the variable DISPROVE_CARGO_MUTANTS or of the checks of this repository, since another one may have
/// another version. Without it a test is skipped, unless the variable CHECKS_NEED names it.
pub fn cargo_mutants() -> Option<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("a workspace");
    let named = env::var_os("DISPROVE_CARGO_MUTANTS").map(PathBuf::from);
    let path = named.unwrap_or_else(|| root.join("target/tools/bin/cargo-mutants"));
    if path.is_file() {
        return Some(path);
    }
    let message = "cargo-mutants is missing: `cargo install cargo-mutants --version 27.1.0 --locked --root target/tools` \
                   installs it for these tests";
    let needed = env::var("CHECKS_NEED").is_ok_and(|all| all.contains("cargo-mutants"));
    assert!(!needed, "{message}");
    eprintln!("skipped: {message}");
    None
}

/// Runs git in a package, and returns what it prints.
pub fn git(fixture: &Fixture, arguments: &[&str]) -> String {
    let identity = ["-c", "user.name=a", "-c", "user.email=a@b.c", "-c", "commit.gpgsign=false"];
    let mut git = Command::new("git");
    let output = git.arg("-C").arg(fixture.path("")).args(identity).args(arguments).output();
    let output = output.expect("git is installed");
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).trim().to_owned()
}
