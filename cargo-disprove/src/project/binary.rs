//! Test binaries, as cargo builds them.

use super::Flags;
use crate::mistake::{Mistake, usage};
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
    let packages = packages(flags)?;
    let mut process = cargo()
        .args(["test", "--no-run", "--message-format=json-render-diagnostics"])
        .args(flags.for_build())
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()
        .map_err(|why| cannot_run(&why))?;
    let mut binaries = Vec::new();
    let output = process.stdout.take().expect("it was asked for");
    for line in BufReader::new(output).split(b'\n') {
        let Ok(line) = line else { break };
        if let Ok(message) = serde_json::from_slice::<Value>(&line) {
            binaries.extend(binary(&message, &packages));
        }
    }
    let status = process.wait().map_err(|why| cannot_run(&why))?;
    if !status.success() {
        return Err(usage(
            "the tests cannot be built, so there is nothing to run: see what cargo says above",
        ));
    }
    Ok(binaries)
}

/// The names of the packages by their manifests.
fn packages(flags: &Flags) -> Result<HashMap<PathBuf, String>, Mistake> {
    let output = cargo()
        .args(["metadata", "--no-deps", "--format-version=1"])
        .args(flags.for_metadata())
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
    Ok(packages)
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
