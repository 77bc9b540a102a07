//! The settings in environment variables.

use super::{
    error::SettingsError,
    nearest::nearest,
    overrides::Overrides,
    profiles::{CI, DEFAULT},
    raw::RawValue,
    table::{keys, setting},
};
use std::{ffi::OsString, path::Path};

/// The variable that chooses a profile.
pub(super) const PROFILE: &str = "DISPROVE_PROFILE";

/// The overrides in environment variables, and the profile that they choose.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Variables {
    pub(super) overrides: Overrides,
    pub(super) profile: String,
}

impl Variables {
    /// Reads the variables that `variable` returns. Paths are relative to `folder`.
    pub(super) fn read(
        variable: &dyn Fn(&str) -> Option<OsString>,
        folder: &Path,
    ) -> Result<Variables, SettingsError> {
        let mut overrides = Overrides::NONE;
        for key in keys() {
            let name = format!("DISPROVE_{}", key.to_ascii_uppercase());
            let (Some(text), Some(setting)) = (string(&name, variable(&name))?, setting(key))
            else {
                continue;
            };
            let set = setting.set(&mut overrides, &RawValue::Untyped(&text), folder);
            set.map_err(|expected| wrong(&name, &text, &expected))?;
        }
        let chosen = string(PROFILE, variable(PROFILE))?;
        let usual = if is_ci(variable("CI")) { CI } else { DEFAULT };
        Ok(Variables { overrides, profile: chosen.unwrap_or_else(|| usual.to_owned()) })
    }
}

/// Refuses a variable whose name resembles a setting. Other `DISPROVE_*` names may belong to other programs.
pub(super) fn check_names(variables: &[(String, String)]) -> Result<(), SettingsError> {
    let mut names = keys();
    names.push("profile");
    for (name, value) in variables {
        let Some(word) = name.strip_prefix("DISPROVE_") else { continue };
        let word = word.to_ascii_lowercase();
        if names.contains(&word.as_str()) {
            continue;
        }
        if let Some(key) = nearest(&word, &names) {
            let meant = key.to_ascii_uppercase();
            let what = format!("unknown setting; did you mean `DISPROVE_{meant}`?");
            return Err(wrong(name, value, &what));
        }
    }
    Ok(())
}

/// The error for the value of a variable.
pub(super) fn wrong(name: &str, value: &str, what: &str) -> SettingsError {
    SettingsError::at(&format_args!("{name}={value}"), &what)
}

/// The value as a string. An empty variable counts as unset: many shells and CI services cannot unset one.
fn string(name: &str, value: Option<OsString>) -> Result<Option<String>, SettingsError> {
    let Some(value) = value.filter(|value| !value.is_empty()) else { return Ok(None) };
    let not_unicode = |value: OsString| {
        wrong(name, &value.to_string_lossy(), "this is not valid UTF-8: write it in UTF-8")
    };
    value.into_string().map(Some).map_err(not_unicode)
}

/// CI services set `CI`, nearly all of them to `true`.
fn is_ci(value: Option<OsString>) -> bool {
    match value {
        Some(value) => !matches!(value.to_str(), Some("" | "0" | "false" | "False" | "FALSE")),
        None => false,
    }
}

#[cfg(test)]
mod tests;
