//! The profiles: those of `disprove.toml`, and those that are always there.

use super::{
    error::SettingsError,
    nearest::known,
    overrides::{KEYS, Overrides},
    toml::{Line, lines},
};
use std::path::Path;

/// What is used if nothing else is chosen. All others fall back on it.
pub(super) const DEFAULT: &str = "default";

/// For servers: every property has a seed of its own that stays the same.
pub(super) const CI: &str = "ci";

/// For long runs.
pub(super) const HUNT: &str = "hunt";

/// Two hundred times the usual number, which makes minutes of what takes a second.
const HUNT_CASES: u64 = 100_000;

/// The profiles of a workspace.
#[derive(Clone, Debug, Default)]
pub(super) struct Profiles {
    /// Those of the file, in its order.
    written: Vec<(String, Overrides)>,
}

impl Profiles {
    /// Reads the text of a `disprove.toml` that lies in `folder`.
    pub(super) fn read(text: &str, folder: &Path) -> Result<Profiles, SettingsError> {
        let mut written: Vec<(String, Overrides)> = Vec::new();
        let mut keys = Vec::new();
        for line in lines(text)? {
            match line {
                Line::Table { name, spot } => {
                    if written.iter().any(|(profile, _)| profile == name) {
                        let what =
                            format_args!("`[{name}]` is already there: write its settings there");
                        return Err(SettingsError::at(&spot, &what));
                    }
                    written.push((name.to_owned(), Overrides::NONE));
                    keys.clear();
                }
                Line::Pair { key, spot, value, shown } => {
                    let wrong = |what: String| SettingsError::at(&spot, &what);
                    let Some((profile, overrides)) = written.last_mut() else {
                        return Err(wrong(format!(
                            "`{key}` is in no profile: write `[default]` above it"
                        )));
                    };
                    if !KEYS.contains(&key) {
                        let names = known(key, &KEYS);
                        return Err(wrong(format!("there is no setting `{key}`: {names}")));
                    }
                    if keys.contains(&key) {
                        return Err(wrong(format!(
                            "`{key}` is already set in `[{profile}]`: keep one of them"
                        )));
                    }
                    keys.push(key);
                    let set = overrides.set(key, &value, folder);
                    set.map_err(|wanted| {
                        wrong(format!("`{key} = {shown}` cannot be used: {wanted}"))
                    })?;
                }
            }
        }
        Ok(Profiles { written })
    }

    /// The overrides of a profile, without those it falls back on.
    fn own(&self, name: &str) -> Overrides {
        let written = self.written.iter().find(|(profile, _)| profile == name);
        let written = written.map(|(_, overrides)| overrides.clone()).unwrap_or(Overrides::NONE);
        let cases = (name == HUNT).then_some(HUNT_CASES);
        written.over(&Overrides { cases, ..Overrides::NONE })
    }

    /// What is used if nothing else is chosen.
    pub(super) fn default(&self) -> Overrides {
        self.own(DEFAULT)
    }

    /// The overrides of a profile, or a list of the profiles there are.
    pub(super) fn named(&self, name: &str) -> Result<Overrides, String> {
        let mut all = vec![DEFAULT, CI, HUNT];
        for (profile, _) in &self.written {
            if !all.contains(&profile.as_str()) {
                all.push(profile);
            }
        }
        if all.contains(&name) {
            Ok(self.own(name).over(&self.own(DEFAULT)))
        } else {
            Err(known(name, &all))
        }
    }
}

#[cfg(test)]
mod tests;
