//! The name of the library in the `Cargo.toml` of the crate that is compiled.
//!
//! A parser of TOML would be the largest dependency of every user's tests. The dependencies of a manifest have so few
//! forms that a scan of its lines finds a renamed one.

use super::NAME;
use std::{
    env, fs,
    path::{Path, PathBuf},
    sync::Mutex,
};

/// What a manifest says about expansions.
#[derive(Clone, Default)]
struct Facts {
    /// The name under which the library was renamed.
    renamed: Option<String>,
    is_fuzz: bool,
}

/// The last answer. One process compiles one crate, except for rust-analyzer.
static LAST: Mutex<Option<(PathBuf, Facts)>> = Mutex::new(None);

/// The name under which the library was renamed, as in `pbt = { package = "disprove" }`; `None` if it was not.
pub(super) fn renamed() -> Option<String> {
    facts()?.renamed
}

/// Whether the package contains fuzz targets: `cargo-fuzz = true` in its metadata, as `cargo fuzz init` writes it.
pub fn is_fuzz() -> bool {
    facts().is_some_and(|facts| facts.is_fuzz)
}

fn facts() -> Option<Facts> {
    let folder = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR")?);
    let mut last = LAST.lock().ok()?;
    if let Some((known, facts)) = &*last {
        if *known == folder {
            return Some(facts.clone());
        }
    }
    let own = fs::read_to_string(folder.join("Cargo.toml")).ok();
    let own = own.map(|text| Manifest::scan(&text)).unwrap_or_default();
    let is_fuzz = own.is_fuzz;
    let renamed = find(own, &folder).map(|name| name.replace('-', "_"));
    let facts = Facts { renamed, is_fuzz };
    *last = Some((folder, facts.clone()));
    Some(facts)
}

fn find(own: Manifest, folder: &Path) -> Option<String> {
    let read = |folder: &Path| fs::read_to_string(folder.join("Cargo.toml")).ok();
    if own.names.iter().any(|name| name == NAME) {
        return None;
    }
    if own.renamed.is_some() {
        return own.renamed;
    }
    // The name may be given where the workspace lists its dependencies.
    let root = folder.ancestors().filter_map(read).map(|text| Manifest::scan(&text));
    let shared = root.into_iter().find(|manifest| manifest.is_workspace)?.renamed_in_workspace?;
    own.names.contains(&shared).then_some(shared)
}

/// The dependencies in a manifest.
#[derive(Debug, Default)]
struct Manifest {
    names: Vec<String>,
    /// The one whose package is the library.
    renamed: Option<String>,
    is_workspace: bool,
    /// Whether the package contains fuzz targets.
    is_fuzz: bool,
    /// The one whose package is the library in `[workspace.dependencies]`.
    renamed_in_workspace: Option<String>,
}

impl Manifest {
    fn scan(text: &str) -> Manifest {
        let mut manifest = Manifest::default();
        let (mut section, mut is_table, mut name) = (Section::Other, false, None);
        for line in text.lines().map(str::trim).filter(|line| !line.starts_with('#')) {
            if let Some(header) = line.strip_prefix('[').and_then(|line| line.split(']').next()) {
                manifest.is_workspace |= header == "workspace" || header.starts_with("workspace.");
                (section, name) = Section::of(header);
                is_table = name.is_some();
            } else if !is_table {
                // What is not a key is the end of the value before it.
                name = line.split_once('=').and_then(|(key, _)| bare_key(key)).or(name);
            }
            let key = line.split_once('=').map(|(key, value)| (key.trim(), value.trim()));
            manifest.is_fuzz |= key.is_some_and(|(key, value)| {
                key.trim_start_matches("package.metadata.").trim_start_matches("metadata.")
                    == "cargo-fuzz"
                    && value.starts_with("true")
            });
            let Some(name) = &name else { continue };
            if section == Section::Own && !manifest.names.contains(name) {
                manifest.names.push(name.clone());
            }
            if names_package(line) {
                match section {
                    Section::Own => manifest.renamed = Some(name.clone()),
                    Section::Shared => manifest.renamed_in_workspace = Some(name.clone()),
                    Section::Other => {}
                }
            }
        }
        manifest
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Section {
    /// `[dependencies]` and its like.
    Own,
    /// `[workspace.dependencies]`.
    Shared,
    Other,
}

impl Section {
    /// The section of a header, and the dependency in headers such as `[dependencies.pbt]`.
    fn of(header: &str) -> (Section, Option<String>) {
        let is_list = |header: &str| header.ends_with("dependencies");
        let (list, one) = match header.rsplit_once('.') {
            Some((list, one)) if is_list(list) => (list, bare_key(one)),
            _ if is_list(header) => (header, None),
            _ => return (Section::Other, None),
        };
        let is_shared = list == "workspace.dependencies";
        (if is_shared { Section::Shared } else { Section::Own }, one)
    }
}

/// The first part of a key: `pbt` of `pbt.package`. `None` if this is not a key.
fn bare_key(key: &str) -> Option<String> {
    let first = key.split('.').next()?.trim().trim_matches(['"', '\'']);
    let is_bare = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
    (!first.is_empty() && first.chars().all(is_bare)).then(|| first.to_owned())
}

/// Whether the line contains `package = "disprove"`.
fn names_package(line: &str) -> bool {
    line.split("package").skip(1).any(|rest| {
        let value = rest.trim_start_matches(['"', '\'']).trim_start().strip_prefix('=');
        let value = value.map(|value| value.trim_start().strip_prefix(['"', '\'']).unwrap_or(""));
        value
            .and_then(|value| value.strip_prefix(NAME))
            .is_some_and(|end| end.starts_with(['"', '\'']))
    })
}

#[cfg(test)]
mod tests {
    use super::Manifest;

    #[test]
    fn finds_a_renamed_dependency_in_every_form() {
        for (text, name) in [
            ("[dev-dependencies]\npbt = { version = \"1\", package = \"disprove\" }", "pbt"),
            ("[dependencies]\na = \"1\"\n\"my-pbt\" = {package='disprove'} # comment", "my-pbt"),
            (
                "[target.'cfg(unix)'.dev-dependencies.pbt]\nversion = \"1\"\npackage = \"disprove\"",
                "pbt",
            ),
            ("[dependencies]\npbt.version = \"1\"\npbt.package = \"disprove\"", "pbt"),
            ("[dependencies]\npbt = { features = [\n  \"a\",\n], package = \"disprove\" }", "pbt"),
        ] {
            let found = Manifest::scan(text);
            assert_eq!(found.renamed.as_deref(), Some(name), "{text}");
            assert!(found.names.iter().any(|known| known == name), "{text}");
        }
        let shared = Manifest::scan(
            "[workspace]\n[workspace.dependencies]\npbt = { package = \"disprove\" }",
        );
        assert_eq!((shared.renamed, shared.names.len()), (None, 0));
        assert_eq!(shared.renamed_in_workspace.as_deref(), Some("pbt"));
    }

    #[test]
    fn packages_with_fuzz_targets_say_so() {
        for text in [
            "[package]\nname = \"a-fuzz\"\n[package.metadata]\ncargo-fuzz = true\n",
            "[package]\nmetadata.cargo-fuzz=true # of cargo fuzz",
        ] {
            assert!(Manifest::scan(text).is_fuzz, "{text}");
        }
        for text in ["[package.metadata]\ncargo-fuzz = false", "[dependencies]\ncargo-fuzz = \"1\""]
        {
            assert!(!Manifest::scan(text).is_fuzz, "{text}");
        }
    }

    #[test]
    fn takes_nothing_else_for_a_renamed_dependency() {
        for text in [
            "[dependencies]\ndisprove = \"1\"",
            "[dependencies]\n# pbt = { package = \"disprove\" }",
            "[dependencies]\npbt = { package = \"disprove-macros\" }",
            "[package]\nname = \"a\"\n[package.metadata]\npbt = { package = \"disprove\" }",
            "",
        ] {
            assert_eq!(Manifest::scan(text).renamed, None, "{text}");
        }
    }
}
