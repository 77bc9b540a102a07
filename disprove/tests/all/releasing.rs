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

/// Where the links of a published page lead into this repository, and pictures come from.
const FILES: [&str; 2] = [
    "https://github.com/disprove-rs/disprove/blob/main/",
    "https://raw.githubusercontent.com/disprove-rs/disprove/main/",
];

/// crates.io resolves relative links against the root of the repository or the folder of the crate, depending on the manifest,
/// and shows no relative picture.
#[test]
fn readmes_of_published_crates_have_absolute_links() {
    for (name, manifest) in manifests() {
        assert!(manifest.contains("\nreadme = \"README.md\"\n"), "{name} has a README of its own");
        let page = read(&format!("{name}/README.md"));
        for link in page.split("](").skip(1) {
            let link = link.split(')').next().expect("the end of a link");
            assert!(link.starts_with("https://"), "{name}: {link}");
            assert!(leads_to_a_file(link), "{name}: {link}");
        }
    }
}

/// Whether a link leads out of this repository, or to a file of it.
fn leads_to_a_file(link: &str) -> bool {
    let file = FILES.iter().find_map(|start| link.strip_prefix(start));
    let Some(file) = file.or((!link.contains("://")).then_some(link)) else { return true };
    let file = file.split('#').next().expect("a path");
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(file).is_file()
}

/// Other tools show sections of releases without the repository.
#[test]
fn the_changelog_has_absolute_links_below_releases_and_links_to_files_that_exist() {
    let page = read("CHANGELOG.md");
    let mut is_released = false;
    for line in page.lines() {
        if line.starts_with("## ") {
            is_released = is_release(line);
        }
        for link in line.split("](").skip(1) {
            let link = link.split(')').next().expect("the end of a link");
            assert!(leads_to_a_file(link), "{link}");
            assert!(!is_released || link.starts_with("https://"), "{link}");
        }
    }
}

/// Its package shows what the repository shows first. A test of `readme.rs` compiles it.
#[test]
fn the_readme_of_the_library_has_the_example_of_the_repository() {
    let (page, whole) = (read("disprove/README.md"), read("README.md"));
    let example = &crate::page::blocks(&page, "rust")[0];
    assert!(whole.contains(example.as_str()), "{example}");
    assert!(page.contains(" needs Rust 1.85."));
    assert!(read("disprove/Cargo.toml").contains("\nrust-version = \"1.85\"\n"));
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
