//! Builds dependencies once for all copies that cargo-mutants makes of a project.

use super::{
    cargo_stub::{cargo, packages},
    stub_config::StubConfig,
};
use std::{fs, io, path::Path};

/// Makes the target folder of a copy a link to the shared one, if the copy has none. Where links need a privilege, each copy
/// builds on its own.
pub(super) fn link(config: &StubConfig, project: &Path) -> io::Result<()> {
    let Some(shared) = &config.build else { return Ok(()) };
    let target = project.join("target");
    if fs::symlink_metadata(&target).is_ok() {
        return Ok(());
    }
    let is_new = fs::read_dir(shared).is_err();
    fs::create_dir_all(shared)?;
    link_to(shared, &target)?;
    if is_new { Ok(()) } else { clean(config, project) }
}

#[cfg(unix)]
fn link_to(shared: &Path, target: &Path) -> io::Result<()> {
    std::os::unix::fs::symlink(shared, target)
}

#[cfg(not(unix))]
fn link_to(_: &Path, _: &Path) -> io::Result<()> {
    Ok(())
}

/// Removes what was built from another copy: cargo compares times of files, not their contents.
fn clean(config: &StubConfig, project: &Path) -> io::Result<()> {
    let mut command = cargo(config);
    command.args(["clean", "--quiet"]).current_dir(project);
    for package in packages(config, project)? {
        command.args(["--package", package["id"].as_str().unwrap_or_default()]);
    }
    let output = command.output()?;
    if output.status.success() {
        return Ok(());
    }
    let why = String::from_utf8_lossy(&output.stderr).into_owned();
    Err(io::Error::other(format!("cargo clean failed: {}", why.trim())))
}
