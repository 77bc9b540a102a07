//! What is wished for a property from outside of its code, and how that goes together with its attribute.

use super::{
    environment::{Environment, PROFILE, wrong},
    error::SettingsError,
    profiles::{CI, Profiles},
    wishes::Wishes,
};
use std::{ffi::OsString, path::Path};

/// The settings below and above an attribute.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Surroundings {
    /// From the profile chosen: below the attribute.
    profile: Wishes,
    /// Above the attribute.
    environment: Wishes,
    /// Whether a property that nobody gave a seed has one by its name.
    seeds_by_name: bool,
}

impl Surroundings {
    /// Of a `disprove.toml` with this text in `folder`, the variables that `variable` knows, and the folder
    /// that the program runs in.
    pub(super) fn new(
        text: &str,
        folder: &Path,
        variable: &dyn Fn(&str) -> Option<OsString>,
        current: &Path,
    ) -> Result<Surroundings, SettingsError> {
        let Environment { wishes, profile } = Environment::read(variable, current)?;
        let named = Profiles::read(text, folder)?.named(&profile).map_err(|names| {
            wrong(PROFILE, &profile, &format!("there is no such profile: {names}"))
        })?;
        Ok(Surroundings { profile: named, environment: wishes, seeds_by_name: profile == CI })
    }

    /// What is to be done for the property of this name.
    pub(crate) fn resolve(&self, attribute: &Wishes, property: &str) -> Wishes {
        let in_code = attribute.clone().over(&self.profile);
        let mut wishes = self.environment.clone().over(&in_code);
        if self.seeds_by_name && wishes.seed.is_none() {
            wishes.seed = Some(seed_of(property));
        }
        wishes
    }
}

/// The seed of a name: 64 bits of FNV-1a.
///
/// **It never changes between versions**: what passed on a server must not fail there after an update. A label
/// promises less, so it is not used here.
fn seed_of(name: &str) -> u64 {
    const START: u64 = 0xcbf2_9ce4_8422_2325;
    const FACTOR: u64 = 0x0000_0100_0000_01b3;
    name.bytes().fold(START, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(FACTOR))
}

#[cfg(test)]
mod tests;
