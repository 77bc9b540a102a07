//! Every block of code in the book is in a test, and every page with commands or output is read by one.

use super::{below, files, read, workspace};
use crate::page::blocks;
use std::path::{Path, PathBuf};

/// Pages whose tests run the code that they find on the page, and the number of blocks that they read. The tests of
/// guides/migration.md read all of them.
const RUN_FROM_THE_PAGE: [(&str, Option<usize>); 8] = [
    ("guides/agents.md", Some(3)),
    ("guides/coverage.md", Some(2)),
    ("guides/fleet.md", Some(1)),
    ("guides/hunting.md", Some(2)),
    ("guides/classify.md", Some(2)),
    ("guides/migration.md", None),
    ("guides/suggest.md", Some(1)),
    ("start/five-minutes.md", Some(3)),
];

/// The tests and examples of all packages.
fn sources() -> Vec<(PathBuf, String)> {
    let packages = ["disprove", "cargo-disprove", "compare"];
    let folders =
        packages.iter().flat_map(|package| ["tests", "examples"].map(|folder| (package, folder)));
    let folders = folders.map(|(package, folder)| workspace().join(package).join(folder));
    let files = folders.filter(|folder| folder.exists()).flat_map(|folder| files(&folder, "rs"));
    files.map(|file| (file.clone(), read(&file))).collect()
}

/// Without white space and without the attributes that only a test needs.
fn squeezed(code: &str) -> String {
    let is_shown = |line: &&str| {
        let line = line.trim_start();
        !line.starts_with("#[ignore") && !line.starts_with("#[should_panic")
    };
    let lines = code.lines().filter(is_shown);
    lines.flat_map(str::chars).filter(|c| !c.is_whitespace()).collect()
}

fn pages() -> Vec<(String, String)> {
    let book = workspace().join("book/src");
    files(&book, "md").iter().map(|path| (below(&book, path), read(path))).collect()
}

#[test]
fn every_block_of_rust_is_in_a_test() {
    let sources: Vec<String> = sources().iter().map(|(_, source)| squeezed(source)).collect();
    let mut unknown = Vec::new();
    let mut count = 0;
    for (name, page) in pages() {
        // Another fence would not be found.
        assert!(!page.contains("```rust,") && !page.contains("```rs"), "{name}");
        if let Some((_, read)) = RUN_FROM_THE_PAGE.iter().find(|(page, _)| *page == name) {
            assert_eq!(
                read.unwrap_or(blocks(&page, "rust").len()),
                blocks(&page, "rust").len(),
                "{name}"
            );
            continue;
        }
        for block in blocks(&page, "rust") {
            count += 1;
            // A block may have parts of several files.
            let parts: Vec<&str> = block.split("\n\n").collect();
            let whole = squeezed(&block);
            let is_known = sources.iter().any(|source| source.contains(&whole))
                || sources
                    .iter()
                    .any(|source| parts.iter().all(|part| source.contains(&squeezed(part))));
            if !is_known {
                unknown.push(format!("{name}:\n{block}\n"));
            }
        }
    }
    assert!(unknown.is_empty(), "no test contains this code:\n{}", unknown.join("\n"));
    assert!(count > 40, "{count} blocks");
}

/// The blocks of Rust in the documentation of a file: its comments, or the whole file if it is Markdown. Without hidden
/// lines.
fn examples(path: &Path) -> Vec<String> {
    let text = read(path);
    let is_markdown = path.extension().is_some_and(|end| end == "md");
    let mut examples: Vec<String> = Vec::new();
    let mut fence = None;
    for line in text.lines().map(str::trim_start) {
        let comment =
            ["//! ", "/// ", "//!", "///"].iter().find_map(|kind| line.strip_prefix(kind));
        let Some(line) = (if is_markdown { Some(line) } else { comment }) else { continue };
        match (line.strip_prefix("```"), fence) {
            (Some(language), None) => {
                fence = Some(language);
                examples.extend(language.is_empty().then(String::new));
            }
            (Some(_), Some(_)) => fence = None,
            (None, Some("")) if !line.starts_with("# ") => {
                let example = examples.last_mut().expect("it has begun");
                example.push_str(line);
                example.push('\n');
            }
            (None, _) => {}
        }
    }
    examples
}

#[test]
fn every_property_in_the_documentation_of_the_library_is_in_a_test() {
    let sources: Vec<String> = sources().iter().map(|(_, source)| squeezed(source)).collect();
    let library = workspace().join("disprove/src");
    let mut count = 0;
    for file in ["rs", "md"].iter().flat_map(|end| files(&library, end)) {
        for example in examples(&file).iter().filter(|example| example.contains("#[property")) {
            count += 1;
            let parts: Vec<&str> = example.split("\n\n").collect();
            let is_known = sources
                .iter()
                .any(|source| parts.iter().all(|part| source.contains(&squeezed(part))));
            assert!(is_known, "no test runs this code of {}:\n{example}", file.display());
        }
    }
    assert!(count >= 10, "{count} examples");
}

#[test]
fn every_page_with_commands_or_output_is_read_by_a_test() {
    let library = files(&workspace().join("disprove/src"), "rs");
    let library = library.iter().map(|file| read(file));
    let sources: Vec<String> =
        sources().into_iter().map(|(_, source)| source).chain(library).collect();
    let mut unread = Vec::new();
    for (name, page) in pages() {
        let has_output =
            ["text", "console", "json", "diff"].iter().any(|kind| !blocks(&page, kind).is_empty());
        let is_read = || sources.iter().any(|source| source.contains(&format!("book/src/{name}")));
        if has_output && !is_read() {
            unread.push(name);
        }
    }
    assert_eq!(unread, [""; 0], "no test reads these pages");
}
