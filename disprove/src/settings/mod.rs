//! Settings: from a profile of `disprove.toml`, an attribute, and the environment.
//!
//! The profile gives defaults, the attribute beats it, and the environment beats both. What cannot be read is an
//! error that says where it stands, never a silent default.
//!
//! Plain loops are used here where iterators would be shorter: this is compiled before a user's first test can
//! run, and the adaptors doubled what the compiler had to translate for this module.

mod environment;
mod error;
mod nearest;
mod profiles;
mod surroundings;
mod toml;
mod wishes;
mod written;

pub(crate) use error::SettingsError;
use profiles::Profiles;
pub(crate) use surroundings::Surroundings;
pub(crate) use wishes::{Observations, Place, Wishes};

use std::{env, fs, io, path::Path};

/// Reads `disprove.toml`, which need not be there, and the environment of this process.
pub(crate) fn surroundings(file: &Path) -> Result<Surroundings, SettingsError> {
    let text = text_of(file)?;
    let mut names = Vec::new();
    for (name, value) in env::vars_os() {
        let name = name.to_string_lossy();
        if name.starts_with("DISPROVE_") {
            names.push((name.into_owned(), value.to_string_lossy().into_owned()));
        }
    }
    environment::misspelt(&names)?;
    let folder = file.parent().unwrap_or(Path::new(""));
    // Without a current folder paths stay as they are written.
    let current = env::current_dir().unwrap_or_default();
    Surroundings::new(&text, folder, &|name| env::var_os(name), &current)
}

/// What `disprove.toml` says under `[default]`, whatever the environment says.
pub(crate) fn defaults(file: &Path) -> Result<Wishes, SettingsError> {
    let folder = file.parent().unwrap_or(Path::new(""));
    Ok(Profiles::read(&text_of(file)?, folder)?.default())
}

fn text_of(file: &Path) -> Result<String, SettingsError> {
    match fs::read_to_string(file) {
        Ok(text) => Ok(text),
        Err(why) if why.kind() == io::ErrorKind::NotFound => Ok(String::new()),
        Err(why) => {
            let what = format_args!(
                "the settings cannot be read ({why}): make it a text file or remove it"
            );
            Err(SettingsError::at(&file.display(), &what))
        }
    }
}

#[cfg(test)]
mod tests;
