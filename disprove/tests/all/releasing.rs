//! The points of RELEASING.md: the script verifies the same ones, and the cheap ones hold at all times.

use std::{fs, path::Path};

fn read(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(name);
    fs::read_to_string(&path).unwrap_or_else(|why| panic!("{}: {why}", path.display()))
}

/// The text in quotes at the start.
fn quoted(text: &str) -> Option<&str> {
    text.strip_prefix('"')?.split('"').next()
}

/// The version of all crates.
fn version() -> String {
    let manifest = read("Cargo.toml");
    let version = manifest.lines().find_map(|line| quoted(line.strip_prefix("version = ")?));
    version.expect("a version").to_owned()
}

/// The names and the manifests of the published crates.
fn manifests() -> Vec<(String, String)> {
    let workspace = read("Cargo.toml");
    let members = workspace.split_once("\nmembers = [").expect("members").1;
    let members = members.split(']').next().expect("a list").split(", ").filter_map(quoted);
    let read = |name: &str| (name.to_owned(), read(&format!("{name}/Cargo.toml")));
    members.map(read).filter(|(_, text)| !text.contains("\npublish = false")).collect()
}

#[test]
fn the_script_verifies_the_points_of_the_page() {
    let script = read(".ci/release").replace("$version", "VERSION");
    let verified = script.lines().filter_map(|line| quoted(line.strip_prefix("point ")?));
    let page = read("RELEASING.md");
    let listed = page.lines().filter_map(|line| line.strip_prefix("   * "));
    assert_eq!(verified.collect::<Vec<_>>(), listed.collect::<Vec<_>>());
}

#[test]
fn crates_depend_on_each_other_in_the_version_of_the_workspace() {
    let wanted = format!("version = \"={}\"", version());
    let manifests = manifests();
    let mut count = 0;
    for (name, manifest) in &manifests {
        assert!(manifest.contains("\nversion.workspace = true\n"), "{name}");
        // A crate that depends on itself, for its tests, names no version.
        let others = manifest.lines().filter(|line| line.contains("path = \"../"));
        for line in others {
            assert!(line.contains(&wanted), "{name}: {line}");
            count += 1;
        }
    }
    assert!(manifests.len() >= 8 && count >= 7, "{count} in {}", manifests.len());
}

/// Whether a heading is that of a release: `## [0.1.0] - 2026-01-31`.
fn is_release(heading: &str) -> bool {
    let Some((version, date)) =
        heading.strip_prefix("## [").and_then(|heading| heading.split_once("] - "))
    else {
        return false;
    };
    let numbers = |text: &str, separator: char| -> Vec<usize> {
        let digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
        text.split(separator).map(|part| if digits(part) { part.len() } else { 0 }).collect()
    };
    let parts = numbers(version, '.');
    parts.len() == 3 && !parts.contains(&0) && numbers(date, '-') == [4, 2, 2]
}

#[test]
fn the_changelog_has_the_headings_of_keep_a_changelog() {
    let page = read("CHANGELOG.md");
    let known = ["# Changelog", "## [Unreleased]"];
    let kinds = ["Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"];
    let mut releases = 0;
    for heading in page.lines().filter(|line| line.starts_with('#')) {
        let kind = heading.strip_prefix("### ").is_some_and(|kind| kinds.contains(&kind));
        releases += usize::from(is_release(heading));
        assert!(kind || known.contains(&heading) || is_release(heading), "{heading}");
    }
    assert!(releases > 0 || page.contains("\n## [Unreleased]\n"));
    assert!(is_release("## [0.1.0] - 2026-01-31"));
    for wrong in ["## 0.1.0", "## [0.1] - 2026-01-31", "## [0.1.0] - 2026-1-31", "## [a.b.c] - x"] {
        assert!(!is_release(wrong), "{wrong}");
    }
}
