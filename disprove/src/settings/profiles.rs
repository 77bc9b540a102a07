//! The profiles: those of `disprove.toml`, and the built-in ones.

use super::{
    error::SettingsError,
    nearest::known,
    overrides::Overrides,
    raw::RawValue,
    table::{keys, setting},
    toml::{Line, lines},
};
use std::path::Path;

/// The profile of a run that chooses none. All others fall back on it.
pub(super) const DEFAULT: &str = "default";

/// The profile for CI: each property has a fixed seed.
pub(super) const CI: &str = "ci";

/// The profile for long runs.
const NIGHTLY: &str = "nightly";

/// The name of the profile for long runs in 0.1.0, which files and scripts still use. Its table also has a setting of the tool.
const HUNT: &str = "hunt";

/// The setting of `[hunt]` that only the tool reads: the server with which hunts share what they find.
const SHARE: &str = "share";

/// Cases in the profile for long runs: 200 times the default, which turns seconds into minutes.
const NIGHTLY_CASES: u64 = 100_000;

/// The profiles of a workspace.
#[derive(Clone, Debug)]
pub(super) struct Profiles {
    /// Those in the file, in its order.
    in_file: Vec<(String, Overrides)>,
}

/// Whether bytes are a settings file without mistakes.
#[cfg(any(test, feature = "conformance"))]
pub(crate) fn decodes_file(bytes: &[u8]) -> bool {
    std::str::from_utf8(bytes).is_ok_and(|text| Profiles::read(text, Path::new("")).is_ok())
}

/// The server in the text of a `disprove.toml` with which hunts share what they find.
pub(super) fn shared_server(text: &str) -> Result<Option<String>, SettingsError> {
    let mut is_hunt = false;
    for line in lines(text)? {
        match line {
            Line::Table { name, .. } => is_hunt = name == HUNT,
            Line::Pair { key: SHARE, value: RawValue::String(server), .. } if is_hunt => {
                return Ok(Some(server));
            }
            Line::Pair { .. } => {}
        }
    }
    Ok(None)
}

impl Profiles {
    /// Reads the text of a `disprove.toml` in `folder`.
    pub(super) fn read(text: &str, folder: &Path) -> Result<Profiles, SettingsError> {
        let mut in_file: Vec<(String, Overrides)> = Vec::new();
        let mut seen = Vec::new();
        for line in lines(text)? {
            match line {
                Line::Table { name, spot } => {
                    if in_file.iter().any(|(profile, _)| profile == name) {
                        let what = format!("duplicate profile `[{name}]`: write its settings once");
                        return Err(SettingsError::at(&spot, &what));
                    }
                    in_file.push((name.to_owned(), Overrides::NONE));
                    seen.clear();
                }
                Line::Pair { key, spot, value, shown } => {
                    let wrong = |what: String| SettingsError::at(&spot, &what);
                    let Some((profile, overrides)) = in_file.last_mut() else {
                        return Err(wrong(format!(
                            "`{key}` is in no profile: write `[default]` above it"
                        )));
                    };
                    // For the tool: where `hunt` shares what it finds.
                    if key == SHARE && profile == HUNT && matches!(value, RawValue::String(_)) {
                        continue;
                    }
                    let Some(setting) = setting(key) else {
                        let names = known(key, &keys());
                        return Err(wrong(format!("unknown setting `{key}`{names}")));
                    };
                    if seen.contains(&key) {
                        return Err(wrong(format!(
                            "`{key}` is set twice in `[{profile}]`: keep one of them"
                        )));
                    }
                    seen.push(key);
                    let set = setting.set(overrides, &value, folder);
                    set.map_err(|expected| {
                        wrong(format!("invalid `{key} = {shown}`: {expected}"))
                    })?;
                }
            }
        }
        Ok(Profiles { in_file })
    }

    /// The overrides of a profile, without those it falls back on.
    fn own(&self, name: &str) -> Overrides {
        let own = self.in_file.iter().find(|(profile, _)| profile == name);
        let own = own.map_or(Overrides::NONE, |(_, overrides)| overrides.clone());
        let cases = matches!(name, NIGHTLY | HUNT).then_some(NIGHTLY_CASES);
        own.over(&Overrides { cases, ..Overrides::NONE })
    }

    pub(super) fn default(&self) -> Overrides {
        self.own(DEFAULT)
    }

    /// The overrides of a profile, or an error that lists the known profiles.
    pub(super) fn named(&self, name: &str) -> Result<Overrides, String> {
        let mut all = vec![DEFAULT, CI, NIGHTLY, HUNT];
        for (profile, _) in &self.in_file {
            if !all.contains(&profile.as_str()) {
                all.push(profile);
            }
        }
        if all.contains(&name) {
            Ok(self.own(name).over(&self.own(DEFAULT)))
        } else {
            Err(format!("unknown profile{}", known(name, &all)))
        }
    }
}

#[cfg(test)]
mod tests;
