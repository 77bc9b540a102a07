//! Test binaries, as cargo builds them.

use super::{Flags, optimised};
use crate::{
    coverage::{Choice, Kit},
    mistake::{Mistake, usage},
};
use serde_json::Value;
use std::{
    collections::HashMap,
    env,
    ffi::OsString,
    io::{BufRead, BufReader},
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

/// A test binary.
#[derive(Clone, Debug)]
pub(crate) struct Binary {
    pub(crate) path: PathBuf,
    /// The package it belongs to, and where that is.
    pub(crate) package: String,
    pub(crate) folder: PathBuf,
    /// What it was built of: "src/lib.rs", "tests/rle.rs".
    pub(crate) source: String,
}

impl Binary {
    /// The binary as cargo would start it.
    pub(crate) fn command(&self) -> Command {
        let mut command = Command::new(&self.path);
        self.surroundings(&mut command);
        command
    }

    /// Where, and with which variables, cargo would start it.
    pub(crate) fn surroundings(&self, command: &mut Command) {
        command
            .current_dir(&self.folder)
            .env("CARGO_MANIFEST_DIR", &self.folder)
            .env("CARGO_PKG_NAME", &self.package);
    }
}

/// The cargo that called this program, or the one that would be found.
pub(crate) fn cargo() -> Command {
    Command::new(env::var_os("CARGO").unwrap_or_else(|| OsString::from("cargo")))
}

fn cannot_run(why: &std::io::Error) -> Mistake {
    usage(format!("cargo cannot be run: {why}; is it installed, and in the PATH?"))
}

/// Builds the test binaries. What the compiler has to say it says itself.
pub(crate) fn build(flags: &Flags) -> Result<Vec<Binary>, Mistake> {
    let workspace = Workspace::new(&flags.for_metadata(), &flags.coverage)?;
    let kit = Kit::new(&flags.coverage, &workspace.target);
    if let Some(binaries) = binaries(flags, &workspace, kit.as_ref(), Stdio::inherit())? {
        return Ok(binaries);
    }
    // Whether it is a mistake in the code or the probes that cannot be built: in silence, for all is said.
    if kit.is_some()
        && let Some(binaries) = binaries(flags, &workspace, None, Stdio::null())?
    {
        crate::terminal::remark(WITHOUT);
        return Ok(binaries);
    }
    Err(usage("the tests cannot be built, so there is nothing to run: see what cargo says above"))
}

/// Said when tests can be built, but not with probes.
pub(crate) const WITHOUT: &str = "the tests cannot be built with the compiler's probes, as said above, but without them: \
     the search goes on unguided, as with `--no-coverage`";

/// The binaries, if they can be built.
fn binaries(
    flags: &Flags,
    workspace: &Workspace,
    kit: Option<&Kit>,
    said: Stdio,
) -> Result<Option<Vec<Binary>>, Mistake> {
    let mut command = cargo();
    command.args(["test", "--no-run", "--message-format=json-render-diagnostics"]);
    let given = flags.for_build();
    command.args(optimised(&given, &workspace.root)).args(given);
    if let Some(kit) = kit {
        kit.equip(&mut command);
    }
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(said);
    let mut process = command.spawn().map_err(|why| cannot_run(&why))?;
    let mut binaries = Vec::new();
    let output = process.stdout.take().expect("it was asked for");
    for line in BufReader::new(output).split(b'\n') {
        let Ok(line) = line else { break };
        if let Ok(message) = serde_json::from_slice::<Value>(&line) {
            binaries.extend(binary(&message, &workspace.packages));
        }
    }
    let status = process.wait().map_err(|why| cannot_run(&why))?;
    Ok(status.success().then_some(binaries))
}

/// What cargo says about a workspace.
pub(crate) struct Workspace {
    /// The names of the packages by their manifests.
    packages: HashMap<PathBuf, String>,
    /// Where cargo builds.
    pub(crate) target: PathBuf,
    /// Where its manifest is.
    pub(crate) root: PathBuf,
}

impl Workspace {
    /// The workspace that a command with these arguments is about.
    pub(crate) fn new(arguments: &[OsString], coverage: &Choice) -> Result<Workspace, Mistake> {
        let own = if coverage.deps().is_empty() { &["--no-deps"][..] } else { &[] };
        let output = cargo()
            .args(["metadata", "--format-version=1"])
            .args(own)
            .args(arguments)
            .stdin(Stdio::null())
            .stderr(Stdio::inherit())
            .output()
            .map_err(|why| cannot_run(&why))?;
        if !output.status.success() {
            return Err(usage("there is no workspace to hunt in: see what cargo says above"));
        }
        let metadata: Value = serde_json::from_slice(&output.stdout)
            .map_err(|why| usage(format!("what `cargo metadata` says is not understood: {why}")))?;
        let mut packages = HashMap::new();
        for package in metadata["packages"].as_array().into_iter().flatten() {
            if let (Some(name), Some(manifest)) =
                (package["name"].as_str(), package["manifest_path"].as_str())
            {
                packages.insert(PathBuf::from(manifest), name.to_owned());
            }
        }
        for name in coverage.deps() {
            if !packages.values().any(|package| package == name) {
                return Err(usage(format!(
                    "no package here depends on `{name}`, which `--deps` names: `cargo tree` shows what there is"
                )));
            }
        }
        let target = metadata["target_directory"].as_str().unwrap_or("target").into();
        let root = metadata["workspace_root"].as_str().unwrap_or(".").into();
        Ok(Workspace { packages, target, root })
    }
}

/// The binary that a message of cargo is about, if it has tests.
fn binary(message: &Value, packages: &HashMap<PathBuf, String>) -> Option<Binary> {
    let is_test = message["reason"] == "compiler-artifact" && message["profile"]["test"] == true;
    let path = message["executable"].as_str().filter(|_| is_test)?;
    let manifest = Path::new(message["manifest_path"].as_str()?);
    let folder = manifest.parent()?.to_owned();
    let source = Path::new(message["target"]["src_path"].as_str()?);
    let source = source.strip_prefix(&folder).unwrap_or(source).display().to_string();
    let package = packages.get(manifest)?.clone();
    Some(Binary { path: path.into(), package, folder, source })
}

#[cfg(test)]
mod tests {
    use super::{HashMap, binary};
    use serde_json::json;

    #[test]
    fn only_test_binaries_count() {
        let packages = HashMap::from([("/w/p/Cargo.toml".into(), "p".to_owned())]);
        let mut message = json!({
            "reason": "compiler-artifact",
            "manifest_path": "/w/p/Cargo.toml",
            "target": { "src_path": "/w/p/tests/rle.rs" },
            "profile": { "test": true },
            "executable": "/w/target/debug/deps/rle-1",
        });
        let found = binary(&message, &packages).expect("a binary");
        assert_eq!((&*found.package, &*found.source), ("p", "tests/rle.rs"));
        assert!(found.folder.ends_with("p"));
        message["profile"]["test"] = json!(false);
        assert!(binary(&message, &packages).is_none());
    }
}
