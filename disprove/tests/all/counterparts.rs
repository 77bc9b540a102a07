//! The crates that run suites of other libraries: the documentation of each public item names its counterpart in disprove.

use std::{fs, path::Path};

/// Modules that are not public, or hidden from the documentation.
const HIDDEN: [&str; 4] = ["drawn.rs", "nested.rs", "property.rs", "sugar.rs"];

/// How the sentence about the counterpart begins.
const COUNTERPART: &str = "In disprove: ";

/// The lines of public items in a file whose documentation names no counterpart.
fn lacking(file: &str) -> Vec<&str> {
    let (mut lacking, mut documented, mut hidden) = (Vec::new(), false, false);
    for line in file.lines().map(str::trim).take_while(|line| *line != "#[cfg(test)]") {
        let is_item = ["fn ", "const ", "struct ", "enum ", "trait ", "type "]
            .iter()
            .any(|kind| line.strip_prefix("pub ").is_some_and(|item| item.starts_with(kind)));
        if is_item && !documented && !hidden {
            lacking.push(line);
        }
        if line.starts_with("///") || line.starts_with("#[doc = ") {
            documented |= line.contains(COUNTERPART);
        } else if line.contains("doc(hidden)") {
            hidden = true;
        } else if line.ends_with('}') || line.ends_with(';') || is_item {
            (documented, hidden) = (false, false);
        }
    }
    lacking
}

fn visit(folder: &Path, found: &mut Vec<String>, files: &mut usize) {
    for entry in fs::read_dir(folder).expect("the folder exists") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            visit(&path, found, files);
        } else if !HIDDEN.iter().any(|hidden| path.ends_with(Path::new("src").join(hidden))) {
            *files += 1;
            let text = fs::read_to_string(&path).expect("a source file");
            for line in lacking(&text) {
                found.push(format!("{}: {line}", path.display()));
            }
        }
    }
}

#[test]
fn every_public_item_names_its_counterpart() {
    let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("a workspace");
    let (mut found, mut files) = (Vec::new(), 0);
    for name in ["quickcheck", "proptest", "proptest-state-machine"] {
        visit(&workspace.join(format!("disprove-{name}/src")), &mut found, &mut files);
    }
    assert!(files > 40, "{files} files");
    assert!(found.is_empty(), "no counterpart is named:\n{}", found.join("\n"));
}

/// Attributes that are not in `disprove`, and macros of the standard library.
const OTHERS: [&str; 5] = ["derive", "should_panic", "assert", "assert_eq", "assert_ne"];

/// The attributes and macros, in backticks, that a file names as counterparts.
fn named(file: &str) -> Vec<&str> {
    let mut names = Vec::new();
    for line in file.lines() {
        let Some((_, counterpart)) = line.split_once(COUNTERPART) else { continue };
        for code in counterpart.split('`').skip(1).step_by(2) {
            let is_name = |c: char| c.is_ascii_lowercase() || c == '_';
            let start = code.strip_prefix("#[").unwrap_or(code);
            let (name, rest) = start.split_at(start.find(|c| !is_name(c)).unwrap_or(start.len()));
            if code.starts_with("#[") || rest.starts_with('!') {
                names.push(name);
            }
        }
    }
    names
}

#[test]
fn every_counterpart_exists() {
    let library = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut known = String::new();
    texts(&library.join("src"), &mut known);
    texts(&library.join("../disprove-macros/src"), &mut known);
    let exists = |name: &str| {
        let macros = [format!("macro_rules! {name} {{"), format!("is_ident(\"{name}\")")];
        OTHERS.contains(&name)
            || macros.iter().any(|text| known.contains(text))
            || library_exports(&known, name)
    };
    let mut named_files = String::new();
    for name in ["quickcheck", "proptest", "proptest-state-machine"] {
        texts(&library.join(format!("../disprove-{name}/src")), &mut named_files);
    }
    let names = named(&named_files);
    assert!(names.len() > 40, "{names:?}");
    for name in names {
        assert!(exists(name), "`{name}` is a counterpart, but not in disprove");
    }
    assert!(!exists("state_machine"));
}

/// Whether the library exports an attribute or a derive of this name.
fn library_exports(sources: &str, name: &str) -> bool {
    sources.contains(&format!("pub use disprove_macros::{name};"))
}

/// Adds the text of all files of a folder.
fn texts(folder: &Path, all: &mut String) {
    for entry in fs::read_dir(folder).expect("the folder exists") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            texts(&path, all);
        } else if path.extension().is_some_and(|end| end == "rs") {
            all.push_str(&fs::read_to_string(&path).expect("a source file"));
        }
    }
}

#[test]
fn attributes_and_macros_are_found_in_the_documentation() {
    let line = "/// In disprove: `#[rule(when = ..)]`, `one_of!` or `check(..)`.";
    assert_eq!(named(line), ["rule", "one_of"]);
}

#[test]
fn an_item_without_a_counterpart_is_noticed() {
    let file = "/// A. In disprove: `a`.\npub fn a() {}\n/// B.\n#[inline]\npub fn b() {}\n#[doc(hidden)]\npub fn c() {}\n";
    assert_eq!(lacking(file), ["pub fn b() {}"]);
}
