//! DESIGN.md is short and lists the modules, and the files that it and the decisions name exist.

use crate::structure::MODULES;
use std::{
    fs,
    path::{Path, PathBuf},
};

/// Largest size of DESIGN.md in bytes: it is meant to be read from start to end.
const MAX_DESIGN: usize = 10_240;

fn workspace() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the library is a member of a workspace")
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|why| panic!("{}: {why}", path.display()))
}

/// The pages of a folder.
fn pages(folder: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(workspace().join(folder)).expect("the folder exists");
    let paths = entries.map(|entry| entry.expect("an entry").path());
    paths.filter(|path| path.extension().is_some_and(|extension| extension == "md")).collect()
}

/// A page without its code blocks.
fn prose(page: &str) -> String {
    page.split("```").step_by(2).collect()
}

/// The texts between backquotes.
fn quoted(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2)
}

#[test]
fn the_design_is_short_and_lists_the_modules_in_their_order() {
    let design = read(&workspace().join("DESIGN.md"));
    assert!(design.len() <= MAX_DESIGN, "{} bytes", design.len());
    let rows = design.lines().filter(|line| line.starts_with("| `"));
    let cells = rows.filter_map(|row| row.split('|').nth(1));
    let listed: Vec<&str> = cells.flat_map(quoted).collect();
    let modules: Vec<&str> = MODULES.into_iter().filter(|module| !module.is_empty()).collect();
    assert_eq!(listed, modules);
}

#[test]
fn the_design_and_the_decisions_name_files_that_exist() {
    let mut missing = Vec::new();
    for page in pages("docs/decisions").into_iter().chain([workspace().join("DESIGN.md")]) {
        let text = prose(&read(&page));
        for file in quoted(&text)
            .filter(|quoted| Path::new(quoted).extension().is_some_and(|end| end == "rs"))
        {
            let folders = [workspace().to_owned(), workspace().join("disprove/src")];
            if !folders.iter().any(|folder| folder.join(file).exists()) {
                missing.push(format!("{}: {file}", page.display()));
            }
        }
    }
    assert_eq!(missing, [""; 0]);
}

#[test]
fn every_decision_is_listed_once() {
    let index = read(&workspace().join("docs/decisions/README.md"));
    for page in pages("docs/decisions") {
        let name = page.file_name().expect("a file").to_string_lossy();
        let links = index.matches(&format!("]({name})")).count();
        assert_eq!(links, usize::from(name != "README.md"), "{name}");
    }
}
