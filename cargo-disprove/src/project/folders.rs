//! The folders of a workspace: where a command starts, its root, and its database.

use super::{Property, cargo, metadata, packages};
use crate::error::{CommandError, usage};
use disprove::__private::{DataFolder, database_folder};
use std::{
    env,
    path::{Path, PathBuf},
};

/// The variable that chooses the database.
const DATABASE: &str = "DISPROVE_DATABASE";

/// The folder of the manifest at this path, or else the current one.
pub(crate) fn start_folder(manifest: Option<&Path>) -> Result<PathBuf, CommandError> {
    let current = env::current_dir().map_err(|why| {
        usage(format!("cannot find the current folder: {why}; change to an existing one"))
    })?;
    Ok(match manifest {
        Some(path) => current.join(path.parent().unwrap_or(Path::new(""))),
        None => current,
    })
}

/// The workspace of a property.
pub(crate) fn workspace(property: &Property) -> &Path {
    let folder = &property.binary.folder;
    let root = folder.ancestors().find(|folder| folder.join("Cargo.lock").is_file());
    root.unwrap_or(folder)
}

/// The database folder of a property: that of `DISPROVE_DATABASE` or `disprove.toml`, or the default one.
pub(crate) fn database(property: &Property) -> DataFolder {
    database_of(workspace(property), &property.binary.folder)
}

/// The database folder of a workspace, for tests that run in the folder `current`. The default one also if the settings
/// cannot be read, which the worker reports, and if they turn the database off.
pub(crate) fn database_of(workspace: &Path, current: &Path) -> DataFolder {
    let chosen = database_folder(workspace, current).ok().flatten();
    chosen.unwrap_or_else(|| DataFolder::in_workspace(workspace, ".disprove"))
}

/// The same for a command that needs it: an error if the settings cannot be read, or turn the database off.
pub(crate) fn needed_database(
    workspace: &Path,
    current: &Path,
) -> Result<DataFolder, CommandError> {
    let why = "the setting `database` is `none`, so no failures are saved here: set `database` in disprove.toml, or \
               DISPROVE_DATABASE=FOLDER";
    database_folder(workspace, current).map_err(usage)?.ok_or_else(|| usage(why))
}

/// The folder in which the tests of a workspace run, for a command about all of them. An error if they run in several
/// folders, and the variable chooses a database relative to them.
pub(crate) fn test_folder(workspace: &Path) -> Result<PathBuf, CommandError> {
    let chosen = env::var_os(DATABASE).map(PathBuf::from).unwrap_or_default();
    let manifest = workspace.join("Cargo.toml");
    if !is_relative_folder(&chosen) || !manifest.is_file() {
        return Ok(workspace.to_owned());
    }
    let flags = ["--no-deps".as_ref(), "--manifest-path".as_ref(), manifest.as_os_str()];
    let metadata = metadata(&mut cargo(), flags)?;
    let manifests = packages(&metadata).iter().filter_map(|it| it["manifest_path"].as_str());
    let folders: Vec<&Path> = manifests.filter_map(|path| Path::new(path).parent()).collect();
    if let [only] = folders[..] {
        return Ok(only.to_owned());
    }
    Err(usage(format!(
        "{DATABASE}={} is another folder in each package of this workspace: set it to an absolute path",
        chosen.display()
    )))
}

/// Whether a value of the variable is a relative path, and none of its words.
fn is_relative_folder(chosen: &Path) -> bool {
    let is_word = ["", "none", "standard"].iter().any(|word| chosen.as_os_str() == *word);
    !is_word && chosen.is_relative()
}

#[cfg(test)]
mod tests {
    use super::{Path, is_relative_folder};

    #[test]
    fn only_relative_paths_depend_on_the_package() {
        for (value, expected) in
            [("", false), ("none", false), ("standard", false), ("/db", false), ("../db", true)]
        {
            assert_eq!(is_relative_folder(Path::new(value)), expected, "{value}");
        }
    }
}
