//! The settings from outside the code: `disprove.toml` and environment variables.

use super::{
    error::SettingsError,
    overrides::{Overrides, Place},
    profiles::{self, CI, Profiles},
    table::SETTINGS,
    variables::{PROFILE, Variables, check_names, wrong},
};
use crate::{
    database::workspace,
    untrusted::{DataFolder, IS_IN_MEMORY},
};
use std::{
    env,
    ffi::OsString,
    io,
    path::{Path, PathBuf},
};

/// The settings file of a workspace, beside its `Cargo.lock`.
const FILE: &str = "disprove.toml";

/// Size limit of the file: a thousand times what all settings take.
const MOST_BYTES: u64 = 1 << 20;

/// The overrides below and above an attribute.
#[derive(Clone, Debug, PartialEq)]
struct Environment {
    /// Of the chosen profile; the attribute overrides it.
    profile: Overrides,
    /// Of the environment variables; they override the attribute.
    variables: Overrides,
    /// Whether a property without a seed gets one derived from its name.
    seeds_by_name: bool,
}

/// Combines the attribute of the property `name` with `disprove.toml` and the environment variables.
pub(crate) fn resolve(attribute: &Overrides, name: &str) -> Result<Overrides, SettingsError> {
    check_attribute(attribute)?;
    let file = workspace().unwrap_or_default().join(FILE);
    Ok(Environment::of_this_process(&file)?.resolve(attribute, name))
}

/// The `[default]` profile of the workspace, if this process runs in one. Variables are not read.
pub(super) fn default_profile() -> Result<Option<Overrides>, SettingsError> {
    let Some(root) = workspace() else { return Ok(None) };
    Ok(Some(Profiles::read(&text_of(&root.join(FILE))?, &root)?.default()))
}

/// The server in the `disprove.toml` of a workspace with which hunts share what they find, for the tool.
///
/// # Errors
/// If the file cannot be read, or is not in its format.
pub fn shared_server(workspace: &Path) -> Result<Option<String>, String> {
    let text = text_of(&workspace.join(FILE)).map_err(|why| why.to_string())?;
    profiles::shared_server(&text).map_err(|why| why.to_string())
}

/// The folder of the database that `disprove.toml` and the variables choose for a workspace, for the tool. Paths in variables
/// are relative to `current`. `None` if there is no database.
///
/// # Errors
/// If a setting cannot be read.
pub fn database_folder(workspace: &Path, current: &Path) -> Result<Option<DataFolder>, String> {
    let read = || {
        let text = text_of(&workspace.join(FILE))?;
        Environment::new(&text, workspace, &|name| env::var_os(name), current)
    };
    let environment = read().map_err(|why: SettingsError| why.to_string())?;
    Ok(match environment.resolve(&Overrides::NONE, "").database {
        Some(Place::None) => None,
        Some(Place::At(folder)) => Some(folder),
        None | Some(Place::Standard) => Some(DataFolder::in_workspace(workspace, ".disprove")),
    })
}

/// Literals were checked at compile time; other expressions have their values only now.
fn check_attribute(attribute: &Overrides) -> Result<(), SettingsError> {
    let mut attribute = attribute.clone();
    for setting in &SETTINGS {
        if let Some((value, expected)) = setting.mistake(&mut attribute) {
            let place = format!("#[property({} = {value})]", setting.name);
            return Err(SettingsError::at(&place, &expected));
        }
    }
    Ok(())
}

impl Environment {
    /// Reads the settings file, which may be absent, and the variables of this process.
    fn of_this_process(file: &Path) -> Result<Environment, SettingsError> {
        let text = text_of(file)?;
        let mut variables = Vec::new();
        for (name, value) in env::vars_os() {
            let name = name.to_string_lossy();
            if name.starts_with("DISPROVE_") {
                variables.push((name.into_owned(), value.to_string_lossy().into_owned()));
            }
        }
        check_names(&variables)?;
        let folder = file.parent().unwrap_or(Path::new(""));
        // Without a current folder, paths stay relative.
        let current =
            if IS_IN_MEMORY { PathBuf::new() } else { env::current_dir().unwrap_or_default() };
        Environment::new(&text, folder, &|name| env::var_os(name), &current)
    }

    /// Reads the `text` of a `disprove.toml` in `folder`, and the variables that `variable` returns. Paths in
    /// variables are relative to `current`.
    fn new(
        text: &str,
        folder: &Path,
        variable: &dyn Fn(&str) -> Option<OsString>,
        current: &Path,
    ) -> Result<Environment, SettingsError> {
        let Variables { overrides, profile } = Variables::read(variable, current)?;
        let chosen = Profiles::read(text, folder)?.named(&profile);
        let chosen = chosen.map_err(|problem| wrong(PROFILE, &profile, &problem))?;
        Ok(Environment { profile: chosen, variables: overrides, seeds_by_name: profile == CI })
    }

    fn resolve(&self, attribute: &Overrides, property: &str) -> Overrides {
        let in_code = attribute.clone().over(&self.profile);
        let mut overrides = self.variables.clone().over(&in_code);
        if self.seeds_by_name && overrides.seed.is_none() {
            overrides.seed = Some(seed_of(property));
        }
        overrides
    }
}

fn text_of(file: &Path) -> Result<String, SettingsError> {
    if IS_IN_MEMORY {
        return Ok(String::new());
    }
    let folder = DataFolder::chosen(file.parent().unwrap_or(Path::new("")));
    match folder.read_text(file, MOST_BYTES) {
        Ok(text) => Ok(text),
        Err(why) if why.kind() == io::ErrorKind::NotFound => Ok(String::new()),
        Err(why) => {
            let what = format!(
                "cannot read the settings ({why}): make it a text file in UTF-8 in this folder, or remove it"
            );
            Err(SettingsError::at(&file.display(), &what))
        }
    }
}

/// The seed of a name: its 64-bit FNV-1a hash.
///
/// **The function never changes between versions**: what passed in CI must not fail there after an update. The hash
/// of a label promises less, so it is not used here.
fn seed_of(name: &str) -> u64 {
    const START: u64 = 0xcbf2_9ce4_8422_2325;
    const FACTOR: u64 = 0x0000_0100_0000_01b3;
    name.bytes().fold(START, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(FACTOR))
}

#[cfg(test)]
mod tests;
