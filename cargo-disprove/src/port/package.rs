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
    let root = ["src/lib.rs", "src/main.rs"]
        .iter()
        .find_map(|root| fs::read_to_string(folder.join(root)).ok());
    let in_library = path.strip_prefix(&folder).is_ok_and(|path| path.starts_with("src"));
    FileSettings {
        is_no_std: in_library && root.is_some_and(|root| is_no_std(&root)),
        is_old_quickcheck: is_old_quickcheck(&manifest),
        refusal: is_edition_2015(&manifest)
            .then(|| "the package has edition 2015: run `cargo fix --edition` first".to_owned()),
    }
}

fn is_no_std(root: &str) -> bool {
    root.lines().any(|line| {
        line.starts_with("#![") && line.contains("no_std") && !line.contains("not(test)")
    })
}

fn is_edition_2015(manifest: &str) -> bool {
    if !manifest.contains("[package]") {
        return false;
    }
    let edition = manifest.lines().find(|line| line.trim_start().starts_with("edition"));
    edition.is_none_or(|line| line.contains("\"2015\""))
}

/// Whether the manifest asks for a quickcheck before 1.0.
fn is_old_quickcheck(manifest: &str) -> bool {
    let mut in_section = false;
    for line in manifest.lines() {
        let line = line.trim();
        if line.starts_with('[') {
            in_section = line.ends_with("dependencies.quickcheck]");
            continue;
        }
        let value = match line.split_once('=') {
            Some((key, value)) if in_section && key.trim() == "version" => value,
            Some((key, value)) if key.trim() == "quickcheck" => match value.split_once("version") {
                Some((_, version)) => version,
                None => value,
            },
            _ => continue,
        };
        let version = value.split('"').nth(1).unwrap_or_default();
        return version.trim_start_matches(['=', '^', '~', ' ']).starts_with("0.");
    }
    false
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
                "[package]\nedition.workspace = true\n[dev-dependencies]\nquickcheck = { version = \"1\" }\n",
                false,
                false,
            ),
            ("[workspace]\nmembers = []\n", false, false),
        ] {
            assert_eq!(is_edition_2015(manifest), edition_2015, "{manifest}");
            assert_eq!(is_old_quickcheck(manifest), old, "{manifest}");
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
