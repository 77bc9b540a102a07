//! How the mutants that are built together are optimized.

use std::{env, fs, path::Path};

/// Optimizes the packages of the project a little: one build serves all mutants, and the tests run once for each. Dependencies
/// are built as usual, so that mutants that are built alone can use them.
const OPTIMIZED: [&str; 4] =
    ["--config", "profile.dev.opt-level=1", "--config", "profile.dev.package.\"*\".opt-level=0"];

/// Where cargo reads profiles of a project.
const FILES: [&str; 3] = ["Cargo.toml", ".cargo/config.toml", ".cargo/config"];

/// Arguments of cargo for the project in this folder. A profile of its own stays as it is.
pub(crate) fn cargo_arguments(root: &Path) -> Vec<String> {
    let is_set = env::var_os("CARGO_PROFILE_DEV_OPT_LEVEL").is_some();
    let has_profile =
        |file: &&str| has_profile(&fs::read_to_string(root.join(file)).unwrap_or_default());
    if is_set || FILES.iter().any(has_profile) {
        return Vec::new();
    }
    OPTIMIZED.map(str::to_owned).to_vec()
}

/// Whether a file has a profile for tests.
fn has_profile(text: &str) -> bool {
    let is_profile = |line: &str| {
        let name = line.trim().strip_prefix("[profile.").unwrap_or_default();
        ["dev", "test"]
            .iter()
            .any(|it| name.strip_prefix(it).is_some_and(|rest| rest.starts_with([']', '.'])))
    };
    text.lines().any(is_profile)
}

#[cfg(test)]
mod tests {
    use super::{cargo_arguments, has_profile};
    use disprove::__private::TempFolder;
    use std::{env, fs};

    #[test]
    fn profiles_for_tests_are_found() {
        for text in [
            "[profile.dev]",
            "a = 1\n  [profile.test]\nopt-level = 3",
            "[profile.dev.package.\"*\"]",
        ] {
            assert!(has_profile(text), "{text}");
        }
        for text in ["", "[profile.release]", "# [profile.dev]", "[profile.devel]"] {
            assert!(!has_profile(text), "{text}");
        }
    }

    #[test]
    fn a_project_without_a_profile_is_optimized_a_little() {
        if env::var_os("CARGO_PROFILE_DEV_OPT_LEVEL").is_some() {
            return;
        }
        let folder = TempFolder::new("profile").expect("a folder");
        let arguments = |manifest: &str| {
            fs::write(folder.path().join("Cargo.toml"), manifest).expect("written");
            cargo_arguments(folder.path())
        };
        let own = arguments("[package]");
        for setting in ["profile.dev.opt-level=1", "profile.dev.package.\"*\".opt-level=0"] {
            assert!(own.iter().any(|word| word == setting), "{setting}: {own:?}");
        }
        assert!(arguments("[package]\n[profile.test]\nopt-level = 2\n").is_empty());
    }
}
