//! The settings in environment variables.

use super::{
    error::SettingsError,
    nearest::nearest,
    overrides::{KEYS, Overrides},
    profiles::{CI, DEFAULT},
    raw::RawValue,
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
    /// Reads the variables that `variable` knows. Paths start at `folder`.
    pub(super) fn read(
        variable: &dyn Fn(&str) -> Option<OsString>,
        folder: &Path,
    ) -> Result<Variables, SettingsError> {
        let mut overrides = Overrides::NONE;
        for key in &KEYS {
            let name = format!("DISPROVE_{}", key.to_ascii_uppercase());
            if let Some(text) = text(&name, variable(&name))? {
                let set = overrides.set(key, &RawValue::Loose(&text), folder);
                set.map_err(|wanted| wrong(&name, &text, &wanted))?;
            }
        }
        let chosen = text(PROFILE, variable(PROFILE))?;
        let usual = if is_ci(variable("CI")) { CI } else { DEFAULT };
        Ok(Variables { overrides, profile: chosen.unwrap_or_else(|| usual.to_owned()) })
    }
}

/// Complains about a variable whose name is nearly one of ours. Names that are like none may belong to others.
pub(super) fn check_names(variables: &[(String, String)]) -> Result<(), SettingsError> {
    for (name, value) in variables {
        let Some(word) = name.strip_prefix("DISPROVE_") else { continue };
        let word = word.to_ascii_lowercase();
        if word == "profile" || KEYS.contains(&word.as_str()) {
            continue;
        }
        let mut names = KEYS.to_vec();
        names.push("profile");
        if let Some(key) = nearest(&word, &names) {
            let meant = key.to_ascii_uppercase();
            let what = format!("there is no such setting: perhaps `DISPROVE_{meant}` is meant");
            return Err(wrong(name, value, &what));
        }
    }
    Ok(())
}

/// A value that cannot be used.
pub(super) fn wrong(name: &str, text: &str, what: &str) -> SettingsError {
    SettingsError::at(&format_args!("{name}={text}"), &what)
}

/// The value as a text. An empty variable is as good as none: many shells and servers cannot unset one.
fn text(name: &str, value: Option<OsString>) -> Result<Option<String>, SettingsError> {
    let Some(value) = value.filter(|value| !value.is_empty()) else { return Ok(None) };
    let not_a_text = |value: OsString| {
        wrong(name, &value.to_string_lossy(), "this is no Unicode text: write it in UTF-8")
    };
    value.into_string().map(Some).map_err(not_a_text)
}

/// Servers set `CI`, nearly all of them to `true`.
fn is_ci(value: Option<OsString>) -> bool {
    match value {
        Some(value) => !matches!(value.to_str(), Some("" | "0" | "false" | "False" | "FALSE")),
        None => false,
    }
}

#[cfg(test)]
mod tests;
