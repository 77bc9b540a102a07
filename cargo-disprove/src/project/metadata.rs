//! What `cargo metadata` says about a workspace.

use super::cannot_run_cargo;
use crate::error::{CommandError, usage};
use serde_json::Value;
use std::{
    ffi::OsStr,
    process::{Command, Stdio},
};

/// Calls this cargo with these arguments. Its messages go where the command says; by default, the error contains them.
pub(crate) fn metadata(
    cargo: &mut Command,
    arguments: impl IntoIterator<Item = impl AsRef<OsStr>>,
) -> Result<Value, CommandError> {
    let output = cargo
        .args(["metadata", "--format-version=1"])
        .args(arguments)
        .stdin(Stdio::null())
        .output()
        .map_err(|why| cannot_run_cargo(&why))?;
    if !output.status.success() {
        let messages = String::from_utf8_lossy(&output.stderr);
        return Err(usage(match messages.trim() {
            "" => "cargo cannot read the package (see its message above): change to a package, or use `--manifest-path`"
                .to_owned(),
            messages => format!("cannot read the Cargo package: {messages}"),
        }));
    }
    serde_json::from_slice(&output.stdout)
        .map_err(|why| usage(format!("cannot parse the output of `cargo metadata`: {why}")))
}

/// The packages that it lists.
pub(crate) fn packages(metadata: &Value) -> &[Value] {
    metadata["packages"].as_array().map_or(&[], Vec::as_slice)
}
