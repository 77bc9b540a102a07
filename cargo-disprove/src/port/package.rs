//! What the package of a file says about it: edition, versions, and which code is compiled for tests only.

use super::parse::FileSettings;
use std::{
    fs,
    path::{Path, PathBuf},
};

/// Limit for chains of modules, against cycles by links.
const MAX_DEPTH: usize = 16;

/// The folder of the manifest that a file belongs to.
pub(super) fn folder(path: &Path) -> Option<PathBuf> {
    path.ancestors().skip(1).find(|folder| folder.join("Cargo.toml").is_file()).map(Path::to_owned)
}

/// What the manifest says about a file.
pub(super) fn settings(path: &Path) -> FileSettings {
    let Some(folder) = folder(path) else { return FileSettings::default() };
    let manifest = fs::read_to_string(folder.join("Cargo.toml")).unwrap_or_default();
    let workspace = workspace(&folder);
    let root = ["src/lib.rs", "src/main.rs"]
        .iter()
        .find_map(|root| fs::read_to_string(folder.join(root)).ok());
    let in_library = path.strip_prefix(&folder).is_ok_and(|path| path.starts_with("src"));
    FileSettings {
        is_no_std: in_library && root.is_some_and(|root| is_no_std(&root)),
        is_old_quickcheck: is_old_quickcheck(&manifest, &workspace),
        refusal: is_edition_2015(&manifest, &workspace)
            .then(|| "the package has edition 2015: run `cargo fix --edition` first".to_owned()),
    }
}

fn is_no_std(root: &str) -> bool {
    root.lines().any(|line| {
        line.starts_with("#![") && line.contains("no_std") && !line.contains("not(test)")
    })
}

/// The manifest of the workspace of a package; empty if there is none.
fn workspace(folder: &Path) -> String {
    let manifests = folder.ancestors().map(|folder| folder.join("Cargo.toml"));
    let texts = manifests.filter_map(|path| fs::read_to_string(path).ok());
    texts.into_iter().find(|text| text.contains("[workspace")).unwrap_or_default()
}

/// Whether a package has the edition 2015, which is the default. It may inherit that of its workspace.
fn is_edition_2015(manifest: &str, workspace: &str) -> bool {
    let edition = |text: &str| {
        text.lines().find(|line| line.trim_start().starts_with("edition")).map(str::to_owned)
    };
    if !manifest.contains("[package]") {
        return false;
    }
    let own = edition(manifest);
    let inherited = own.as_ref().is_some_and(|line| line.contains("workspace"));
    let edition = if inherited { edition(workspace) } else { own };
    edition.is_none_or(|line| line.contains("\"2015\""))
}

/// Whether the manifest asks for a quickcheck before 1.0, itself or by its workspace.
fn is_old_quickcheck(manifest: &str, workspace: &str) -> bool {
    let shared = dependencies(workspace);
    let quickcheck = dependencies(manifest).into_iter().find_map(|own| {
        let is_it = |it: &&Dependency| it.name == own.name && !it.is_inherited;
        let found =
            if own.is_inherited { shared.iter().find(is_it).cloned() } else { Some(own.clone()) };
        found.filter(|it| it.package.as_ref().unwrap_or(&it.name) == "quickcheck")
    });
    let version = quickcheck.map(|it| it.version).unwrap_or_default();
    version.trim_start_matches(['=', '^', '~', ' ']).starts_with("0.")
}

/// A dependency in a manifest.
#[derive(Clone, Default)]
struct Dependency {
    name: String,
    /// The package, if it is renamed.
    package: Option<String>,
    version: String,
    /// It is that of the workspace.
    is_inherited: bool,
}

impl Dependency {
    fn set(&mut self, key: &str, value: &str) {
        let text = || value.split(['"', '\'']).nth(1).unwrap_or_default().to_owned();
        match key.trim() {
            "package" => self.package = Some(text()),
            "version" => self.version = text(),
            "workspace" => self.is_inherited = value.trim().starts_with("true"),
            _ => {}
        }
    }
}

/// The dependencies of all sections, in order.
fn dependencies(manifest: &str) -> Vec<Dependency> {
    let mut all: Vec<Dependency> = Vec::new();
    // The name of the dependency that the section is about, or an empty one if it lists dependencies.
    let (mut section, mut start) = (None, 0);
    for line in manifest.lines().map(str::trim) {
        if let Some(header) = line.strip_prefix('[') {
            let header = header.split(']').next().unwrap_or_default();
            section = match header.trim().rsplit_once("dependencies") {
                Some((_, "")) => Some(""),
                Some((_, name)) => name.strip_prefix('.'),
                None => None,
            };
            start = all.len();
            continue;
        }
        let (Some(section), Some((key, value))) = (section, line.split_once('=')) else { continue };
        let key = key.trim();
        let (name, field) = if section.is_empty() {
            key.split_once('.').unwrap_or((key, ""))
        } else {
            (section, key)
        };
        let place = all[start..].iter().position(|it| it.name == name).map(|at| start + at);
        let place = place.unwrap_or(all.len());
        if place == all.len() {
            all.push(Dependency { name: name.to_owned(), ..Dependency::default() });
        }
        let dependency = &mut all[place];
        match (field, value.trim().strip_prefix('{')) {
            ("", Some(table)) => {
                for (key, value) in table.split(',').filter_map(|part| part.split_once('=')) {
                    dependency.set(key, value);
                }
            }
            ("", None) => dependency.set("version", value),
            _ => dependency.set(field, value),
        }
    }
    all
}

/// Whether a file is compiled for tests only.
pub(super) fn is_test_file(path: &Path, text: &str) -> bool {
    let relative =
        folder(path).and_then(|folder| path.strip_prefix(folder).ok().map(Path::to_owned));
    let Some(relative) = relative else { return true };
    let first = relative.iter().next().unwrap_or_default();
    let is_target = ["tests", "benches", "examples"].iter().any(|folder| first == *folder);
    is_target || has_inner_condition(text) || is_test_module(path, 0)
}

fn has_inner_condition(text: &str) -> bool {
    text.lines().any(|line| line.starts_with("#![cfg(test)") || line.starts_with("#![cfg(all(test"))
}

/// Whether the module of a file is declared with `#[cfg(test)]`, or inside of one that is.
fn is_test_module(path: &Path, depth: usize) -> bool {
    let (Some(folder), Some(stem)) =
        (path.parent(), path.file_stem().and_then(|stem| stem.to_str()))
    else {
        return false;
    };
    if depth > MAX_DEPTH {
        return false;
    }
    // `a/mod.rs` is the module `a`.
    let (folder, name) = if stem == "mod" {
        match (folder.parent(), folder.file_name().and_then(|name| name.to_str())) {
            (Some(parent), Some(name)) => (parent, name),
            _ => return false,
        }
    } else {
        (folder, stem)
    };
    let mut parents = vec![folder.join("mod.rs"), folder.join("lib.rs"), folder.join("main.rs")];
    parents.push(folder.with_extension("rs"));
    parents.iter().filter(|parent| *parent != path).any(|parent| {
        let Ok(text) = fs::read_to_string(parent) else { return false };
        match declaration(&text, name) {
            Some(is_test) => is_test || is_test_module(parent, depth + 1),
            None => false,
        }
    })
}

/// Whether the declaration of a module has `#[cfg(test)]`. `None` if there is none.
fn declaration(text: &str, name: &str) -> Option<bool> {
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    let wanted = format!("mod {name};");
    let number = lines.iter().position(|line| line.ends_with(&wanted))?;
    let above = lines[..number]
        .iter()
        .rev()
        .take_while(|line| line.starts_with("#[") || line.starts_with("//"));
    let has_condition = |line: &str| line.contains("cfg(test)") || line.contains("cfg(all(test");
    Some(has_condition(lines[number]) || above.into_iter().any(|line| has_condition(line)))
}

/// Whether the manifest of a file names the library.
pub(super) fn depends_on_disprove(path: &Path) -> bool {
    let manifest =
        folder(path).and_then(|folder| fs::read_to_string(folder.join("Cargo.toml")).ok());
    manifest.is_none_or(|manifest| manifest.contains("disprove"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn manifests_tell_edition_and_version() {
        for (manifest, edition_2015, old) in [
            ("[package]\nname = \"a\"\n", true, false),
            (
                "[package]\nedition = \"2021\"\n[dev-dependencies]\nquickcheck = \"0.9\"\n",
                false,
                true,
            ),
            (
                "[package]\nedition = \"2018\"\n[dev-dependencies.quickcheck]\nversion = \"^0.9.2\"\n",
                false,
                true,
            ),
            (
                "[package]\nedition = \"2024\"\n[dev-dependencies]\nquickcheck = { version = \"1\" }\n",
                false,
                false,
            ),
            ("[workspace]\nmembers = []\n", false, false),
            (
                "[package]\nedition = \"2021\"\n[dev-dependencies]\nqc = { package = \"quickcheck\", version = \"0.8\" }\n",
                false,
                true,
            ),
            (
                "[package]\nedition = \"2021\"\n[dev-dependencies.qc]\nversion = \"0.8\"\npackage = \"quickcheck\"\n",
                false,
                true,
            ),
            (
                "[package]\nedition = \"2021\"\n[dev-dependencies]\nquickcheck = \"1\"\nrand = \"0.8\"\n",
                false,
                false,
            ),
            ("[package]\nedition = \"2021\"\n[features]\nquickcheck = [\"0.\"]\n", false, false),
        ] {
            assert_eq!(is_edition_2015(manifest, ""), edition_2015, "{manifest}");
            assert_eq!(is_old_quickcheck(manifest, ""), old, "{manifest}");
        }
    }

    #[test]
    fn edition_and_version_may_be_those_of_the_workspace() {
        for dependency in [
            "[dev-dependencies]\nquickcheck.workspace = true\n",
            "[dev-dependencies]\nquickcheck = { workspace = true }\n",
            "[dev-dependencies.quickcheck]\nworkspace = true\n",
        ] {
            let package = format!("[package]\nedition.workspace = true\n{dependency}");
            for (edition, version, edition_2015, old) in
                [("2015", "0.9", true, true), ("2021", "1.0", false, false)]
            {
                let workspace = format!(
                    "[workspace.package]\nedition = \"{edition}\"\n[workspace.dependencies]\nquickcheck = \"{version}\"\n"
                );
                assert_eq!(is_edition_2015(&package, &workspace), edition_2015, "{package}");
                assert_eq!(is_old_quickcheck(&package, &workspace), old, "{package}");
            }
        }
    }

    #[test]
    fn a_renamed_quickcheck_may_be_that_of_the_workspace() {
        for dependency in [
            "[dev-dependencies]\nqc.workspace = true\n",
            "[dev-dependencies]\nqc = { workspace = true, features = [\"a\", \"b\"] }\n",
            "[dev-dependencies.qc]\nworkspace = true\n",
        ] {
            for (renamed, old) in [
                ("qc = { package = \"quickcheck\", version = \"0.9\" }", true),
                ("qc = { package = \"quickcheck\", version = \"1.0\" }", false),
                ("qc = { package = \"other\", version = \"0.9\" }\nquickcheck = \"0.9\"", false),
            ] {
                let workspace = format!("{dependency}[workspace.dependencies]\n{renamed}\n");
                assert_eq!(is_old_quickcheck(dependency, &workspace), old, "{workspace}");
            }
        }
    }

    #[test]
    fn modules_are_tests_if_their_declaration_says_so() {
        assert_eq!(declaration("#[cfg(test)]\n#[macro_use]\nmod tests;\n", "tests"), Some(true));
        assert_eq!(declaration("#[cfg(test)]\nmod a;\n\npub mod b;\n", "b"), Some(false));
        assert_eq!(declaration("mod a;\n", "b"), None);
        assert!(is_no_std("#![no_std]\n") && !is_no_std("#![cfg_attr(not(test), no_std)]\n"));
    }
}
