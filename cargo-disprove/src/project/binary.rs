//! Test binaries, built by cargo.

use super::{BuildVariables, TestFlags, Variables, metadata, optimized, packages};
use crate::{
    coverage::{CoverageOptions, Instrumentation},
    error::{CommandError, usage},
    share::hide_server,
};
use serde_json::Value;
use std::{
    env,
    ffi::{OsStr, OsString},
    fs,
    io::{BufRead, BufReader},
    path::{Path, PathBuf},
    process::{Command, Stdio},
    time::SystemTime,
};

/// A test binary.
#[derive(Clone, Debug)]
pub(crate) struct Binary {
    pub(crate) path: PathBuf,
    /// The package it belongs to, and its folder.
    pub(crate) package: String,
    pub(crate) folder: PathBuf,
    /// The variables that cargo sets for it.
    variables: Variables,
    /// Its root source file: "src/lib.rs", "tests/rle.rs".
    pub(crate) source: String,
    /// Its size and time when it was built.
    version: Option<(u64, SystemTime)>,
}

impl Binary {
    /// Whether the file is still the one that was built: another build may have replaced or removed it.
    pub(crate) fn is_current(&self) -> bool {
        self.version == version(&self.path)
    }

    /// The binary as cargo would start it.
    pub(crate) fn command(&self) -> Command {
        let mut command = Command::new(&self.path);
        self.cargo_environment(&mut command);
        command
    }

    /// Sets the working directory and variables as cargo would.
    pub(crate) fn cargo_environment(&self, command: &mut Command) {
        hide_server(command.current_dir(&self.folder).envs(self.variables.iter().cloned()));
    }
}

#[cfg(test)]
impl Binary {
    /// One that does not exist.
    pub(crate) fn missing() -> Binary {
        let (path, folder) = (PathBuf::new(), PathBuf::new());
        let (package, source) = ("p".to_owned(), "src/lib.rs".to_owned());
        Binary { path, package, folder, variables: Vec::new(), source, version: None }
    }
}

/// The size and time of a file.
fn version(path: &Path) -> Option<(u64, SystemTime)> {
    let data = fs::metadata(path).ok()?;
    Some((data.len(), data.modified().ok()?))
}

/// The cargo that called this program, or the one in the PATH.
pub(crate) fn cargo() -> Command {
    let mut command = Command::new(env::var_os("CARGO").unwrap_or_else(|| OsString::from("cargo")));
    hide_server(&mut command);
    command
}

/// The compiler that cargo uses.
pub(crate) fn rustc() -> Command {
    Command::new(env::var_os("RUSTC").unwrap_or_else(|| OsString::from("rustc")))
}

pub(crate) fn cannot_run_cargo(why: &std::io::Error) -> CommandError {
    usage(format!("cannot run cargo: {why}; is it installed and in the PATH?"))
}

/// Builds the test binaries. Compiler messages go to standard error.
pub(crate) fn build(flags: &TestFlags) -> Result<Vec<Binary>, CommandError> {
    let workspace = Workspace::new(&flags.for_metadata(), &flags.coverage)?;
    let instrumentation = Instrumentation::new(&flags.coverage, &workspace.target);
    if let Some(binaries) = binaries(flags, &workspace, instrumentation.as_ref(), Stdio::inherit())?
    {
        return Ok(binaries);
    }
    // Without instrumentation, silently: it tells an error in the code from a failure of the instrumentation.
    if instrumentation.is_some()
        && let Some(binaries) = binaries(flags, &workspace, None, Stdio::null())?
    {
        crate::terminal::diagnostic(UNINSTRUMENTED);
        return Ok(binaries);
    }
    Err(usage("cannot build the tests: see the messages of cargo above"))
}

/// The diagnostic for tests that only build without instrumentation.
pub(crate) const UNINSTRUMENTED: &str = "cannot build the tests with compiler coverage (see above), but they build without it: \
     continuing without coverage guidance, as with `--no-coverage`";

/// Builds the binaries; `None` if the build fails.
fn binaries(
    flags: &TestFlags,
    workspace: &Workspace,
    instrumentation: Option<&Instrumentation>,
    stderr: Stdio,
) -> Result<Option<Vec<Binary>>, CommandError> {
    let mut command = cargo();
    command.args(["test", "--no-run", "--message-format=json-render-diagnostics"]);
    let given = flags.for_build();
    command.args(optimized(&given, &workspace.root)).args(given);
    if let Some(instrumentation) = instrumentation {
        instrumentation.instrument(&mut command);
    }
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(stderr);
    let mut process = command.spawn().map_err(|why| cannot_run_cargo(&why))?;
    let mut variables = BuildVariables::new(&workspace.packages, cargo().get_program());
    let mut messages = Vec::new();
    let output = process.stdout.take().expect("stdout is piped");
    for line in BufReader::new(output).split(b'\n') {
        let Ok(line) = line else { break };
        if let Ok(message) = serde_json::from_slice::<Value>(&line) {
            variables.read(&message);
            messages.push(message);
        }
    }
    let status = process.wait().map_err(|why| cannot_run_cargo(&why))?;
    let binary = |message| binary(message, &workspace.packages, &variables);
    let binaries = || messages.iter().filter_map(binary);
    Ok(status.success().then(|| binaries().collect()))
}

/// The output of `cargo metadata`.
pub(crate) struct Workspace {
    /// Its packages.
    packages: Vec<Value>,
    /// The target directory.
    pub(crate) target: PathBuf,
    /// The folder of its manifest.
    pub(crate) root: PathBuf,
}

impl Workspace {
    /// The workspace that these cargo arguments select.
    pub(crate) fn new(
        arguments: &[OsString],
        coverage: &CoverageOptions,
    ) -> Result<Workspace, CommandError> {
        let no_deps = if coverage.deps().is_empty() { &["--no-deps"][..] } else { &[] };
        let arguments = no_deps.iter().map(OsStr::new).chain(arguments.iter().map(|it| &**it));
        let metadata = metadata(cargo().stderr(Stdio::inherit()), arguments)?;
        let packages = packages(&metadata).to_vec();
        for name in coverage.deps() {
            if !packages.iter().any(|package| package["name"] == **name) {
                return Err(usage(format!(
                    "no package here depends on `{name}`, given by `--deps`: `cargo tree` lists the dependencies"
                )));
            }
        }
        let target = metadata["target_directory"].as_str().unwrap_or("target").into();
        let root = metadata["workspace_root"].as_str().unwrap_or(".").into();
        Ok(Workspace { packages, target, root })
    }

    /// A workspace for tests.
    #[cfg(test)]
    pub(crate) fn example() -> Workspace {
        Workspace { packages: Vec::new(), target: "target".into(), root: PathBuf::new() }
    }
}

/// The test binary that a message of cargo names, if it names one.
fn binary(message: &Value, packages: &[Value], variables: &BuildVariables) -> Option<Binary> {
    let is_test = message["reason"] == "compiler-artifact" && message["profile"]["test"] == true;
    let path = message["executable"].as_str().filter(|_| is_test)?;
    let manifest = Path::new(message["manifest_path"].as_str()?);
    let folder = manifest.parent()?.to_owned();
    let source = Path::new(message["target"]["src_path"].as_str()?);
    let source = source.strip_prefix(&folder).unwrap_or(source).display().to_string();
    let id = &message["package_id"];
    let package =
        packages.iter().find(|package| package["id"] == *id)?["name"].as_str()?.to_owned();
    let path = PathBuf::from(path);
    let variables = variables.of(id.as_str()?, &path);
    let version = version(&path);
    Some(Binary { path, package, folder, variables, source, version })
}

/// Whether this is a target directory. Cargo marks it as a cache; a module may be called `target` too.
pub(crate) fn is_target_dir(folder: &Path) -> bool {
    folder.join("CACHEDIR.TAG").exists()
        || (folder.ends_with("target") && folder.with_file_name("Cargo.toml").exists())
}

#[cfg(test)]
mod tests {
    use super::{Binary, BuildVariables, binary, cargo, env, fs, version};
    use serde_json::json;

    #[test]
    fn only_test_binaries_count() {
        let packages = [json!({ "id": "path+file:///w/p#0.1.0", "name": "p" })];
        let variables = BuildVariables::default();
        let mut message = json!({
            "reason": "compiler-artifact",
            "package_id": "path+file:///w/p#0.1.0",
            "manifest_path": "/w/p/Cargo.toml",
            "target": { "src_path": "/w/p/tests/rle.rs" },
            "profile": { "test": true },
            "executable": "/w/target/debug/deps/rle-1",
        });
        let found = binary(&message, &packages, &variables).expect("a binary");
        assert_eq!((&*found.package, &*found.source), ("p", "tests/rle.rs"));
        assert!(found.folder.ends_with("p"));
        message["profile"]["test"] = json!(false);
        assert!(binary(&message, &packages, &variables).is_none());
    }

    #[test]
    fn a_binary_is_current_until_it_is_replaced_or_removed() {
        let path = env::temp_dir().join(format!("disprove-binary-{}", std::process::id()));
        fs::write(&path, "one").expect("written");
        let built = Binary { path: path.clone(), version: version(&path), ..Binary::missing() };
        assert!(built.is_current());
        fs::write(&path, "another").expect("written");
        assert!(!built.is_current(), "it is replaced");
        fs::remove_file(&path).expect("removed");
        assert!(!built.is_current(), "it is removed");
    }

    #[test]
    fn cargo_and_test_binaries_do_not_see_the_server_and_its_password() {
        for command in [Binary::missing().command(), cargo()] {
            for name in
                ["DISPROVE_SHARE", "DISPROVE_SHARE_PASSWORD", "DISPROVE_SHARE_PASSWORD_FILE"]
            {
                assert!(command.get_envs().any(|it| it == (name.as_ref(), None)), "{name}");
            }
        }
    }
}
