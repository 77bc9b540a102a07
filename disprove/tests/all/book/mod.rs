//! The book and the other pages: every page is in the table of contents, and every link leads to a file and a heading.

mod cargo_fuzz;
mod code;
mod evidence;
mod figures;
mod reference;
mod search;
mod statements;
mod suites;

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

/// Pages of the book link to files outside of it by their address, since only the book is published.
const REPOSITORY: &str = "https://github.com/disprove-rs/disprove/blob/main/";

fn workspace() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the library is a member of a workspace")
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|why| panic!("{}: {why}", path.display()))
}

/// The name of a file in a folder, with slashes.
fn below(folder: &Path, file: &Path) -> String {
    file.strip_prefix(folder).expect("it is below").display().to_string().replace('\\', "/")
}

/// The files below a folder whose names have this ending.
fn files(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("the folder exists") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            found.extend(files(&path, extension));
        } else if path.extension().is_some_and(|end| end == extension) {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// All pages: of the book, the decisions, and those at the root.
fn pages() -> Vec<PathBuf> {
    let root = fs::read_dir(workspace()).expect("the workspace exists");
    let root = root.map(|entry| entry.expect("an entry").path());
    let root = root.filter(|path| path.extension().is_some_and(|end| end == "md"));
    let folders = ["book/src", "docs"].map(|folder| files(&workspace().join(folder), "md"));
    root.chain(folders.into_iter().flatten()).collect()
}

/// A page without its code blocks.
fn prose(page: &str) -> String {
    let mut is_code = false;
    let lines = page.lines().filter(|line| {
        let is_fence = line.trim_start().starts_with("```");
        is_code ^= is_fence;
        !is_code && !is_fence
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// The anchors of a page, as GitHub and mdBook make them of headings. The second heading with the same text ends in `-1`.
fn anchors(page: &str) -> BTreeSet<String> {
    let mut anchors = BTreeSet::new();
    let is_kept = |c: &char| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_');
    for heading in page.lines().filter(|line| line.starts_with('#')) {
        let text = heading.trim_start_matches('#').trim().to_lowercase();
        let anchor = text.chars().filter(is_kept).collect::<String>().replace(' ', "-");
        let mut number = 1;
        let mut unique = anchor.clone();
        while !anchors.insert(unique.clone()) {
            unique = format!("{anchor}-{number}");
            number += 1;
        }
    }
    anchors
}

/// The targets of links and pictures in a page.
fn links(page: &str) -> Vec<String> {
    let text = prose(page);
    let markdown = text.split("](").skip(1).filter_map(|part| part.split(')').next());
    let html = ["src=\"", "srcset=\"", "href=\""].into_iter();
    let html =
        html.flat_map(|key| text.split(key).skip(1)).filter_map(|part| part.split('"').next());
    markdown.chain(html).map(str::to_owned).collect()
}

/// Whether a file exists, and has the heading.
fn leads(target: &Path, anchor: &str) -> bool {
    target.exists() && (anchor.is_empty() || anchors(&prose(&read(target))).contains(anchor))
}

#[test]
fn links_lead_to_files_and_headings_that_exist() {
    let mut broken = Vec::new();
    for page in pages() {
        for link in links(&read(&page)) {
            let (path, anchor) = link.split_once('#').unwrap_or((&link, ""));
            let folder = page.parent().expect("a page is in a folder");
            let target = match path.strip_prefix(REPOSITORY) {
                Some(path) => workspace().join(path),
                None if path.starts_with("http") => continue,
                None if path.is_empty() => page.clone(),
                None => folder.join(path),
            };
            if !leads(&target, anchor) {
                broken.push(format!("{}: {link}", page.display()));
            }
        }
    }
    assert_eq!(broken, [""; 0]);
}

#[test]
fn pages_of_the_book_link_to_nothing_outside_of_it_by_a_path() {
    let book = workspace().join("book/src").canonicalize().expect("the book exists");
    let mut outside = Vec::new();
    for page in files(&book, "md") {
        for link in links(&read(&page)).iter().filter(|link| !link.starts_with("http")) {
            let path = link.split('#').next().unwrap_or_default();
            let target = page.parent().expect("a folder").join(path);
            if target.canonicalize().is_ok_and(|target| !target.starts_with(&book)) {
                outside.push(format!("{}: {link}; write {REPOSITORY}..", page.display()));
            }
        }
    }
    assert_eq!(outside, [""; 0]);
}

#[test]
fn every_page_is_in_the_table_of_contents_once() {
    let book = workspace().join("book/src");
    let summary = read(&book.join("SUMMARY.md"));
    let listed = links(&summary);
    let pages = files(&book, "md").into_iter().map(|page| below(&book, &page));
    let pages: BTreeSet<String> = pages.filter(|page| page != "SUMMARY.md").collect();
    assert_eq!(listed.iter().cloned().collect::<BTreeSet<_>>(), pages);
    assert_eq!(listed.len(), pages.len(), "a page is listed twice");
}

#[test]
fn every_picture_is_used() {
    let book = workspace().join("book/src");
    let used: BTreeSet<PathBuf> = pages()
        .iter()
        .flat_map(|page| {
            let folder = page.parent().expect("a folder").to_owned();
            let links = links(&read(page)).into_iter();
            links.filter_map(move |link| folder.join(link).canonicalize().ok())
        })
        .collect();
    for end in ["svg", "png"] {
        for picture in files(&book.join("images"), end) {
            let picture = picture.canonicalize().expect("it exists");
            assert!(used.contains(&picture), "{} is on no page", picture.display());
        }
    }
}

#[test]
fn nothing_but_decisions_is_in_docs() {
    let docs = fs::read_dir(workspace().join("docs")).expect("a folder");
    let names: Vec<_> = docs.map(|entry| entry.expect("an entry").file_name()).collect();
    assert_eq!(names, ["decisions"]);
}

#[test]
fn the_map_for_contributors_names_files_that_exist() {
    let page = read(&workspace().join("CONTRIBUTING.md"));
    let (_, map) = page.split_once("\n## Where to add what\n").expect("the map");
    let map = map.split("\n## ").next().expect("its end");
    let folders = ["", "disprove/src", "disprove/tests/all", "cargo-disprove/src"];
    let is_file = |name: &&str| {
        let is_path = name.contains('/') && !name.contains(' ') && !name.contains("NNNN");
        is_path || Path::new(name).extension().is_some_and(|end| end == "rs" || end == "md")
    };
    let names = map.split('`').skip(1).step_by(2).filter(is_file);
    let names: Vec<&str> = names.filter(|name| !name.contains("NNNN")).collect();
    assert!(names.len() > 30, "{names:?}");
    for name in names {
        let exists = folders.iter().any(|folder| workspace().join(folder).join(name).exists());
        assert!(exists, "{name}");
    }
}
