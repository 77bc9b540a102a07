//! How a fuzz target includes the test file of its property.
//!
//! As text, if the file can stand inside of another one: then the file is the root of the crate, as in a test. Otherwise as
//! a module, in which `crate::` means something else.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

/// How to include a test file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Inclusion {
    Text,
    Module,
    /// It has attributes of the whole crate, and names its own items from the root of the crate.
    Impossible,
}

/// How to include this file.
///
/// # Errors
/// If the file cannot be read.
pub(super) fn inclusion(file: &Path) -> io::Result<Inclusion> {
    let text = fs::read_to_string(file)?;
    if !has_inner_attributes(&text) {
        return Ok(Inclusion::Text);
    }
    // Only a file that has modules in other files names items from the root of the crate.
    let has_modules = text.lines().any(|line| {
        let line = line.trim();
        line.ends_with(';') && (line.starts_with("mod ") || line.starts_with("pub mod "))
    });
    let names_root = names_root(&text) || has_modules && beside(file).iter().any(names_root_in);
    Ok(if names_root { Inclusion::Impossible } else { Inclusion::Module })
}

/// Whether a file begins with attributes or documentation of the whole crate, which cannot stand inside of another file.
fn has_inner_attributes(text: &str) -> bool {
    text.lines()
        .map(str::trim_start)
        .any(|line| ["#![", "//!", "/*!"].iter().any(|start| line.starts_with(start)))
}

fn names_root(text: &str) -> bool {
    text.lines().any(|line| {
        let line = line.trim_start();
        let is_name = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
        !line.starts_with("//")
            && line.match_indices("crate::").any(|(at, _)| !line[..at].ends_with(is_name))
    })
}

fn names_root_in(file: &PathBuf) -> bool {
    fs::read_to_string(file).is_ok_and(|text| names_root(&text))
}

/// The other files of the crate, among others: those in the folder of the file, and below it.
fn beside(file: &Path) -> Vec<PathBuf> {
    let (mut files, mut open) = (Vec::new(), Vec::from_iter(file.parent().map(Path::to_owned)));
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                files.push(path);
            }
        }
    }
    files
}

#[cfg(test)]
mod tests {
    use super::{Inclusion, fs, has_inner_attributes, inclusion, names_root};

    #[test]
    fn attributes_of_the_crate_are_found() {
        for text in ["//! A test.\nuse a::b;", "#![cfg(unix)]", "use a;\n  #![allow(unused)]"] {
            assert!(has_inner_attributes(text), "{text}");
        }
        assert!(!has_inner_attributes("// A comment\n#[test]\nfn a() {}\n/// of b\nfn b() {}"));
    }

    #[test]
    fn paths_from_the_root_are_found() {
        assert!(names_root("use crate::support::a;") && names_root("let a = x(crate::b());"));
        assert!(!names_root("// use crate::a\nuse my_crate::a; $crate::b"));
    }

    #[test]
    fn a_file_with_attributes_and_paths_from_the_root_is_left_out() {
        let file =
            std::env::temp_dir().join(format!("disprove-inclusion-{}.rs", std::process::id()));
        for (text, expected) in [
            ("use crate::a;", Inclusion::Text),
            ("#![allow(unused)]\nfn f() {}", Inclusion::Module),
            ("#![allow(unused)]\nuse crate::a;", Inclusion::Impossible),
            ("//! A test.\nuse crate::a;", Inclusion::Impossible),
        ] {
            fs::write(&file, text).expect("written");
            assert_eq!(inclusion(&file).expect("a file"), expected, "{text}");
        }
        fs::remove_file(file).expect("removed");
    }
}
