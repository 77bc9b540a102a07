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
pub(crate) use surroundings::Surroundings;
pub(crate) use wishes::{Observations, Place, Wishes};

use std::{env, fs, io, path::Path};

/// Reads `disprove.toml`, which need not be there, and the environment of this process.
pub(crate) fn surroundings(file: &Path) -> Result<Surroundings, SettingsError> {
    let text = match fs::read_to_string(file) {
        Ok(text) => text,
        Err(why) if why.kind() == io::ErrorKind::NotFound => String::new(),
        Err(why) => {
            let what = format_args!(
                "the settings cannot be read ({why}): make it a text file or remove it"
            );
            return Err(SettingsError::at(&file.display(), &what));
        }
    };
    let folder = file.parent().unwrap_or(Path::new(""));
    // Without a current folder paths stay as they are written.
    let current = env::current_dir().unwrap_or_default();
    Surroundings::new(&text, folder, &|name| env::var_os(name), &current)
}

#[cfg(test)]
mod tests;
