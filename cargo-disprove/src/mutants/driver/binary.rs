//! The test binaries that cargo has built.

use serde_json::Value;
use std::{
    ffi::OsString,
    io,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

pub(super) struct Binary {
    pub(super) name: String,
    pub(super) path: PathBuf,
    folder: PathBuf,
}

impl Binary {
    /// As cargo would start it.
    pub(super) fn command(&self) -> Command {
        let mut command = Command::new(&self.path);
        command
            .current_dir(&self.folder)
            .env("CARGO_MANIFEST_DIR", &self.folder)
            .stdin(Stdio::null());
        command
    }

    /// The tests that are not ignored, of those that these arguments choose; none, if it cannot be asked.
    pub(super) fn tests(&self, arguments: &[OsString]) -> io::Result<Option<Vec<String>>> {
        let list = |more: &[&str]| -> io::Result<Option<Vec<String>>> {
            let mut command = self.command();
            command.args(arguments).args(["--list", "--format", "terse"]).args(more);
            let said = command.output()?;
            let text = String::from_utf8_lossy(&said.stdout);
            let names = text.lines().filter_map(|line| line.strip_suffix(": test"));
            Ok(said.status.success().then(|| names.map(str::to_owned).collect()))
        };
        let (Some(ignored), Some(mut tests)) = (list(&["--ignored"])?, list(&[])?) else {
            return Ok(None);
        };
        tests.retain(|test| !ignored.contains(test));
        Ok(Some(tests))
    }
}

/// Those in the messages of cargo.
pub(super) fn binaries(said: &str) -> Vec<Binary> {
    let mut found = Vec::new();
    for line in said.lines() {
        let message: Value = serde_json::from_str(line).unwrap_or_default();
        let is_test = message["profile"]["test"] == true;
        let manifest = message["manifest_path"].as_str().and_then(|path| Path::new(path).parent());
        if let (Some(path), Some(folder), true) =
            (message["executable"].as_str(), manifest, is_test)
        {
            let name = message["target"]["name"].as_str().unwrap_or_default().replace('-', "_");
            found.push(Binary { name, path: path.into(), folder: folder.to_owned() });
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::binaries;

    #[test]
    fn only_test_binaries_count() {
        let said = "{\"reason\":\"compiler-artifact\",\"manifest_path\":\"/w/Cargo.toml\",\"target\":{\"name\":\"a-b\"},\
                    \"profile\":{\"test\":true},\"executable\":\"/w/target/debug/deps/a_b-1\"}\n\
                    {\"reason\":\"compiler-artifact\",\"manifest_path\":\"/w/Cargo.toml\",\"target\":{\"name\":\"x\"},\
                    \"profile\":{\"test\":false},\"executable\":\"/w/target/debug/x\"}\nno json\n";
        let found = binaries(said);
        assert_eq!(found.len(), 1);
        assert_eq!((&*found[0].name, found[0].folder.to_str()), ("a_b", Some("/w")));
    }
}
