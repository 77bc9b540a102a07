//! The test binaries of a copy of the project, in the order in which cargo runs them.

use super::{
    cargo_stub::{cargo, packages},
    stub_config::StubConfig,
};
use crate::{
    mutants::log::{binary_name, in_folder},
    project::{BuildVariables, Variables},
};
use serde_json::Value;
use std::{
    collections::HashMap,
    ffi::OsString,
    io,
    path::{Path, PathBuf},
    process::Command,
};

/// Prefixes of the lines that name a binary, of `cargo test --no-run` and of `cargo test`.
const EXECUTABLE: &str = "  Executable ";
pub(super) const RUNNING: &str = "     Running ";

pub(super) struct Binary {
    /// Prefix of its tests in logs, numbered if it is not the first of its name.
    pub(super) name: String,
    /// The line in a log that announces it.
    pub(super) heading: String,
    path: PathBuf,
    folder: PathBuf,
    variables: Variables,
}

/// Runs a command, and returns its output if it succeeds.
pub(super) type GetOutput<'a> = &'a dyn Fn(&mut Command) -> io::Result<Option<String>>;

impl Binary {
    /// The binary as cargo would start it.
    pub(super) fn command(&self) -> Command {
        let mut command = Command::new(&self.path);
        command.current_dir(&self.folder).envs(self.variables.iter().cloned());
        command
    }

    /// The folder with everything that was built with it.
    pub(super) fn folder_of_build(&self) -> Option<PathBuf> {
        self.path.parent().map(Path::to_owned)
    }

    /// The tests that these arguments select and that are not ignored; `None` if the binary cannot list them.
    pub(super) fn tests(
        &self,
        arguments: &[OsString],
        output: GetOutput,
    ) -> io::Result<Option<Vec<String>>> {
        let list = |more: &[&str]| -> io::Result<Option<Vec<String>>> {
            let mut command = self.command();
            command.args(arguments).args(["--list", "--format", "terse"]).args(more);
            Ok(output(&mut command)?.map(|text| listed(&text)))
        };
        let (Some(ignored), Some(mut tests)) = (list(&["--ignored"])?, list(&[])?) else {
            return Ok(None);
        };
        tests.retain(|test| !ignored.contains(test));
        Ok(Some(tests))
    }
}

/// The tests of a build.
pub(super) struct ListedTests {
    /// The index of its binary, and its name.
    pub(super) tests: Vec<(usize, String)>,
    /// The binaries that cannot list theirs. They may have no test harness.
    pub(super) unlisted: Vec<UnlistedBinary>,
}

/// A binary that cannot list its tests.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct UnlistedBinary {
    /// Prefix of its tests in logs.
    pub(crate) prefix: String,
    /// What cargo calls it: "tests/all.rs (target/debug/deps/all-5a0f)".
    pub(crate) target: String,
}

impl UnlistedBinary {
    /// An error if it has tests, of which these are known.
    pub(crate) fn check<'t>(&self, mut tests: impl Iterator<Item = &'t str>) -> Result<(), String> {
        if !tests.any(|test| test.starts_with(&self.prefix)) {
            return Ok(());
        }
        Err(format!("{} cannot list its tests: `cargo test -- --list` shows why", self.target))
    }
}

impl ListedTests {
    /// Lists the tests of these binaries that are not ignored.
    pub(super) fn of(binaries: &[Binary], output: GetOutput) -> io::Result<ListedTests> {
        let mut all = ListedTests { tests: Vec::new(), unlisted: Vec::new() };
        for (place, binary) in binaries.iter().enumerate() {
            match binary.tests(&[], output)? {
                Some(tests) => all.tests.extend(tests.into_iter().map(|test| (place, test))),
                None => all.unlisted.push(UnlistedBinary {
                    prefix: format!("{}::", binary.name),
                    target: binary.heading.trim_start_matches(RUNNING).to_owned(),
                }),
            }
        }
        Ok(all)
    }
}

/// Parses the output of `--list`.
pub(super) fn listed(text: &str) -> Vec<String> {
    let names = text.lines().filter_map(|line| line.strip_suffix(": test"));
    names.map(str::to_owned).collect()
}

/// A build of the tests of a project.
pub(crate) struct TestBuild<'a> {
    pub(super) config: &'a StubConfig,
    pub(super) project: &'a Path,
    /// Arguments of cargo: `test`, and what selects the tests.
    pub(super) arguments: Vec<OsString>,
}

impl TestBuild<'_> {
    /// `cargo test`.
    pub(super) fn command(&self) -> Command {
        let mut command = cargo(self.config);
        command.args(&self.arguments);
        command
    }

    /// All binaries, in the order in which they run; `None` if the build fails.
    pub(super) fn binaries(&self, output: GetOutput) -> io::Result<Option<Vec<Binary>>> {
        // The JSON messages lack the order, and the text lines lack the packages.
        let messages = output(self.command().args(["--no-run", "--message-format=json"]))?;
        let lines = output(self.command().arg("--no-run"))?;
        let (Some(messages), Some(lines)) = (messages, lines) else { return Ok(None) };
        let packages = packages(self.config, self.project)?;
        let variables = BuildVariables::new(&packages, self.config.cargo.as_os_str());
        Ok(Some(ordered(&messages, &lines, variables, self.project)))
    }
}

fn ordered(
    messages: &str,
    lines: &str,
    mut variables: BuildVariables,
    project: &Path,
) -> Vec<Binary> {
    let mut about = HashMap::new();
    for line in messages.lines() {
        let message: Value = serde_json::from_str(line).unwrap_or_default();
        variables.read(&message);
        if message["profile"]["test"] == true
            && let Some(path) = message["executable"].as_str().map(PathBuf::from)
            && let Some(name) = path.file_name()
        {
            about.insert(name.to_string_lossy().into_owned(), (path.clone(), message));
        }
    }
    let mut counts: HashMap<String, usize> = HashMap::new();
    let mut found = Vec::new();
    for line in lines.lines() {
        let Some(rest) = line.strip_prefix(EXECUTABLE) else { continue };
        let Some((path, message)) = file(rest).and_then(|file| about.get(file)) else { continue };
        let manifest = message["manifest_path"].as_str().and_then(|path| Path::new(path).parent());
        let folder = manifest.unwrap_or(Path::new("."));
        let mut name = binary_name(&path.to_string_lossy()).to_owned();
        // As in logs.
        if let Ok(inside) = folder.strip_prefix(project)
            && !rest.starts_with("unittests ")
        {
            name = in_folder(&inside.to_string_lossy(), &name);
        }
        let count = counts.entry(name.clone()).or_default();
        *count += 1;
        found.push(Binary {
            name: if *count == 1 { name } else { format!("{name}#{count}") },
            heading: format!("{RUNNING}{rest}"),
            path: path.clone(),
            folder: folder.to_owned(),
            variables: variables.of(message["package_id"].as_str().unwrap_or_default(), path),
        });
    }
    found
}

/// The file name in "unittests src/lib.rs (target/debug/deps/small-1190)".
pub(super) fn file(line: &str) -> Option<&str> {
    line.strip_suffix(')')?.rsplit(['/', '\\', '(']).next()
}

#[cfg(test)]
mod tests {
    use super::{BuildVariables, Path, ordered};
    use serde_json::json;

    #[test]
    fn binaries_keep_the_order_of_the_lines_and_are_numbered() {
        let package = json!({ "id": "a", "manifest_path": "/w/Cargo.toml", "version": "0.1.0" });
        let variables = BuildVariables::new(&[package], "cargo".as_ref());
        let message = |path: &str, is_test: bool| {
            let about = json!({
                "reason": "compiler-artifact",
                "manifest_path": "/w/Cargo.toml",
                "package_id": "a",
                "profile": { "test": is_test },
                "executable": format!("/w/target/debug/deps/{path}"),
            });
            format!("{about}\n")
        };
        let script =
            json!({ "reason": "build-script-executed", "package_id": "a", "out_dir": "/o" });
        let messages = [message("a_b-2", true), message("a_b-1", true), message("x", false)];
        let text = format!("{}no json\n{script}\n", messages.concat());
        let lines = "    Finished `test` profile\n  Executable unittests src/lib.rs (target/debug/deps/a_b-1)\n  \
                     Executable unittests src/main.rs (target/debug/deps/a_b-2)\n  Executable x (target/debug/deps/x)\n";
        let found = ordered(&text, lines, variables, Path::new("/w"));
        let names: Vec<&str> = found.iter().map(|binary| &*binary.name).collect();
        assert_eq!(names, ["a_b", "a_b#2"]);
        assert_eq!(found[0].heading, "     Running unittests src/lib.rs (target/debug/deps/a_b-1)");
        assert_eq!(
            (found[1].path.to_str(), found[1].folder.to_str()),
            (Some("/w/target/debug/deps/a_b-2"), Some("/w"))
        );
        let command = found[0].command();
        for expected in [("CARGO_PKG_VERSION", "0.1.0"), ("OUT_DIR", "/o"), ("CARGO", "cargo")] {
            let (name, value) = expected;
            assert!(
                command.get_envs().any(|it| it == (name.as_ref(), Some(value.as_ref()))),
                "{name}"
            );
        }
    }

    #[test]
    fn binaries_of_packages_in_folders_are_named_with_them() {
        let message = "{\"manifest_path\":\"/w/crates/b/Cargo.toml\",\"profile\":{\"test\":true},\"executable\":\"/w/target/all-1\"}\n\
                       {\"manifest_path\":\"/w/crates/b/Cargo.toml\",\"profile\":{\"test\":true},\"executable\":\"/w/target/b-2\"}\n";
        let lines = "  Executable unittests src/lib.rs (target/b-2)\n  Executable tests/all.rs (target/all-1)\n";
        let found = ordered(message, lines, BuildVariables::default(), Path::new("/w"));
        let names: Vec<&str> = found.iter().map(|binary| &*binary.name).collect();
        assert_eq!(names, ["b", "crates-b-all"]);
    }
}
