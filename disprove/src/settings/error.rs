//! What is wrong with a setting, and where it stands.

use std::fmt;

/// A setting that cannot be read: one sentence that begins with its place and ends with what to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SettingsError(String);

impl SettingsError {
    pub(super) fn at(place: &dyn fmt::Display, what: &dyn fmt::Display) -> SettingsError {
        SettingsError(format!("{place}: {what}"))
    }
}

impl fmt::Display for SettingsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for SettingsError {}
