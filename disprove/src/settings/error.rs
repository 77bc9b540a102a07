//! The error for settings that cannot be read.

use crate::humanize::printable;
use std::fmt;

/// One sentence that begins with the source of the setting and ends with what to write.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SettingsError(String);

impl SettingsError {
    pub(super) fn at(source: &dyn fmt::Display, what: &dyn fmt::Display) -> SettingsError {
        SettingsError(printable(&format!("{source}: {what}")))
    }
}

impl fmt::Display for SettingsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for SettingsError {}
