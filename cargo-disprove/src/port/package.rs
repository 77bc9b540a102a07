//! What the package of a file says about it: edition, versions, and which code is compiled for tests only.

use super::parse::FileSettings;
use crate::project::{cargo, metadata, packages};
use serde_json::Value;
use std::{
    collections::HashMap,
    fs,
    path::{Path, PathBuf},
};

/// Limit for chains of modules, against cycles by links.
const MAX_DEPTH: usize = 16;

/// The folder of the manifest that a file belongs to.
pub(super) fn folder(path: &Path) -> Option<PathBuf> {
    path.ancestors().skip(1).find(|folder| folder.join("Cargo.toml").is_file()).map(Path::to_owned)
}

/// What cargo says about the packages of files, by their folders.
#[derive(Default)]
pub(super) struct Packages(HashMap<PathBuf, Package>);

/// The edition of a package, and the version of quickcheck that it asks for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Package {
    is_of_2015: bool,
    has_old_quickcheck: bool,
}

impl Packages {
    /// What the package of a file says about it.
    pub(super) fn settings(&mut self, path: &Path) -> FileSettings {
        let Some(folder) = folder(path) else { return FileSettings::default() };
        let root = ["src/lib.rs", "src/main.rs"]
            .iter()
            .find_map(|root| fs::read_to_string(folder.join(root)).ok());
        let in_library = path.strip_prefix(&folder).is_ok_and(|path| path.starts_with("src"));
        let package = *self
            .0
            .entry(folder)
            .or_insert_with_key(|folder| Package::of(folder).unwrap_or_default());
        FileSettings {
            is_no_std: in_library && root.is_some_and(|root| is_no_std(&root)),
            is_old_quickcheck: package.has_old_quickcheck,
            refusal: package.is_of_2015.then(|| {
                "the package has edition 2015: run `cargo fix --edition` first".to_owned()
            }),
        }
    }
}

impl Package {
    /// The package in a folder. `None` if cargo cannot read it; its files can be ported nevertheless.
    fn of(folder: &Path) -> Option<Package> {
        let manifest = folder.join("Cargo.toml").canonicalize().ok()?;
        let flags = ["--no-deps".as_ref(), "--manifest-path".as_ref(), manifest.as_os_str()];
        let metadata = metadata(&mut cargo(), flags).ok()?;
        let is_it = |package: &&Value| {
            let path = package["manifest_path"].as_str().map(|path| Path::new(path).canonicalize());
            path.is_some_and(|path| path.is_ok_and(|path| path == manifest))
        };
        packages(&metadata).iter().find(is_it).map(Package::read)
    }

    fn read(package: &Value) -> Package {
        let dependencies = package["dependencies"].as_array().map_or(&[][..], Vec::as_slice);
        let quickcheck = dependencies.iter().find(|it| it["name"] == "quickcheck");
        let version = quickcheck.and_then(|it| it["req"].as_str()).unwrap_or_default();
        Package {
            is_of_2015: package["edition"] == "2015",
            has_old_quickcheck: version.trim_start_matches(['=', '^', '~', ' ']).starts_with("0."),
        }
    }
}

fn is_no_std(root: &str) -> bool {
    root.lines().any(|line| {
        line.starts_with("#![") && line.contains("no_std") && !line.contains("not(test)")
    })
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
    use std::env;

    #[test]
    fn cargo_tells_edition_and_version() {
        let folder = env::temp_dir().join(format!("disprove-port-{}", std::process::id()));
        let write = |path: &str, text: &str| {
            let path = folder.join(path);
            fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            fs::write(path, text).expect("written");
        };
        write(
            "Cargo.toml",
            "[workspace]\nmembers = [\"a\", \"b\"]\n[workspace.package]\nedition = \"2021\"\n\
             [workspace.dependencies]\nqc = { package = \"quickcheck\", version = \"0.9\" }\n",
        );
        write(
            "a/Cargo.toml",
            "[package]\nname = \"a\"\nedition.workspace = true\n[dev-dependencies]\nqc.workspace = true\n",
        );
        write("b/Cargo.toml", "[package]\nname = \"b\"\n[dev-dependencies]\nquickcheck = \"1\"\n");
        for name in ["a", "b"] {
            write(&format!("{name}/src/lib.rs"), "");
        }
        let of = |name| Package::of(&folder.join(name));
        assert_eq!(of("a"), Some(Package { is_of_2015: false, has_old_quickcheck: true }));
        assert_eq!(of("b"), Some(Package { is_of_2015: true, has_old_quickcheck: false }));
        write("b/Cargo.toml", "[package\n");
        assert_eq!(of("b"), None);
        fs::remove_dir_all(folder).expect("removed");
    }

    #[test]
    fn modules_are_tests_if_their_declaration_says_so() {
        assert_eq!(declaration("#[cfg(test)]\n#[macro_use]\nmod tests;\n", "tests"), Some(true));
        assert_eq!(declaration("#[cfg(test)]\nmod a;\n\npub mod b;\n", "b"), Some(false));
        assert_eq!(declaration("mod a;\n", "b"), None);
        assert!(is_no_std("#![no_std]\n") && !is_no_std("#![cfg_attr(not(test), no_std)]\n"));
    }
}
