//! Optimizes the library in debug builds: every case runs through it, and nobody debugs it.

use crate::coverage::config_files;
use std::{env, ffi::OsString, fs, iter, path::Path};

/// Without optimization the library runs a quarter of the cases per second, or fewer (`bench throughput`). Higher levels
/// gain little and build longer. Cargo ignores the setting if there is no such package.
const OPTIMIZED: &str = "profile.dev.package.disprove.opt-level=1";

/// The profiles of tests: `test` inherits from `dev`.
const PROFILES: [&str; 2] = ["dev", "test"];

/// Flags to put before these cargo arguments, which take precedence over them.
pub(crate) fn optimized(arguments: &[OsString], workspace: &Path) -> Vec<OsString> {
    let is_variable = |(name, _): (OsString, _)| {
        let name = name.to_string_lossy();
        name.ends_with("_OPT_LEVEL")
            && ["CARGO_PROFILE_DEV_", "CARGO_PROFILE_TEST_"].iter().any(|it| name.starts_with(it))
    };
    let mut files = iter::once(workspace.join("Cargo.toml")).chain(config_files());
    let is_undecided = is_unoptimized(arguments)
        && !env::vars_os().any(is_variable)
        && !files.any(|file| fs::read_to_string(file).is_ok_and(|text| decides(&text)));
    if is_undecided { vec!["--config".into(), OPTIMIZED.into()] } else { Vec::new() }
}

/// Whether these cargo arguments select one of the unoptimized profiles.
fn is_unoptimized(arguments: &[OsString]) -> bool {
    let mut words = arguments.iter().map(|word| word.to_string_lossy());
    while let Some(word) = words.next() {
        let profile = match word.strip_prefix("--profile") {
            Some("") => words.next().unwrap_or_default().into_owned(),
            Some(value) => value.trim_start_matches('=').to_owned(),
            None if matches!(&*word, "--release" | "-r") => return false,
            None => continue,
        };
        if !PROFILES.contains(&&*profile) {
            return false;
        }
    }
    true
}

/// Whether a file sets the optimization level of the library, by its name or for all packages.
fn decides(text: &str) -> bool {
    let mut table = String::new();
    text.lines().any(|line| {
        let line: String = line.split('#').next().unwrap_or_default().replace(['"', '\'', ' '], "");
        if let Some(header) = line.strip_prefix('[') {
            header.trim_end_matches(']').clone_into(&mut table);
            // With a version in its name the package would be configured twice, which cargo rejects.
            return covered(&table).is_some_and(|rest| rest.starts_with("package.disprove"));
        }
        let key = if table.is_empty() { line } else { format!("{table}.{line}") };
        covered(&key).is_some_and(|_| key.contains("opt-level"))
    })
}

/// The rest of a key after a test profile, unless it is about another package.
fn covered(key: &str) -> Option<&str> {
    let rest = key.strip_prefix("profile.")?;
    let rest = PROFILES.iter().find_map(|profile| rest.strip_prefix(profile))?;
    let rest = match rest.strip_prefix('.') {
        Some(rest) => rest,
        None if rest.is_empty() => rest,
        None => return None,
    };
    let Some(package) = rest.strip_prefix("package.") else {
        // Build scripts and macros do not run in tests.
        return (!rest.starts_with("build-override")).then_some(rest);
    };
    let end = package.find(['.', '=', '@', ':']).unwrap_or(package.len());
    matches!(&package[..end], "disprove" | "*").then_some(rest)
}

#[cfg(test)]
mod tests {
    use super::{OPTIMIZED, OsString, decides, is_unoptimized};

    #[test]
    fn the_page_states_the_level_of_the_library() {
        let level = OPTIMIZED.strip_prefix("profile.dev.package.disprove.opt-level=");
        let level = level.expect("the level of the library in test profiles");
        let said = format!("builds the library `disprove` itself with `opt-level = {level}`");
        crate::book::assert_said("guides/coverage.md", &said);
    }

    #[test]
    fn only_test_profiles_are_changed() {
        let asked = |line: &str| {
            let words: Vec<OsString> = line.split(' ').map(OsString::from).collect();
            is_unoptimized(&words)
        };
        for line in ["--lib", "--profile dev", "--profile=test --lib", "-p release"] {
            assert!(asked(line), "{line}");
        }
        for line in ["--release", "-p a -r", "--profile release", "--profile=fast"] {
            assert!(!asked(line), "{line}");
        }
    }

    #[test]
    fn settings_of_the_user_for_the_library_take_precedence() {
        for text in [
            "[profile.dev]\ndebug = 0\nopt-level = 1",
            "[profile.test] # fast\nopt-level = \"s\"",
            "[profile.dev.package.\"*\"]\nopt-level = 2",
            "[profile.dev.package]\ndisprove = { opt-level = 1 }",
            "[profile.dev.package.disprove]\nopt-level = 0",
            "[profile.dev.package.\"disprove@0.1.0\"]\ndebug = 0",
            "profile.dev.package.disprove.opt-level = 1",
        ] {
            assert!(decides(text), "{text}");
        }
    }

    #[test]
    fn settings_of_the_user_for_other_packages_are_ignored() {
        for text in [
            "[package]\nname = \"a\"",
            "[profile.dev]\ndebug = 0",
            "[profile.dev.package.serde]\nopt-level = 3",
            "[profile.dev.package]\nserde = { opt-level = 3 }",
            "[profile.dev.package.disprove-macros]\nopt-level = 3",
            "[profile.dev.package.\"*\"]\ndebug = 0",
            "[profile.dev.build-override]\nopt-level = 3",
            "[profile.release]\nopt-level = 3",
            "[profile.develop]\nopt-level = 3",
            "# [profile.dev]\n# opt-level = 3",
        ] {
            assert!(!decides(text), "{text}");
        }
    }
}
