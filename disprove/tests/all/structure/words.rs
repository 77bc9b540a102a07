//! Names the project replaced with the field's own words.

use super::code::{code_only, definitions, rust_files};
use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

/// Folders whose type and file names are checked.
pub const FOLDERS: [&str; 11] = [
    "disprove/src",
    "disprove-macros/src",
    "cargo-disprove/src",
    "disprove-analysis/src",
    "disprove-libfuzzer/src",
    "disprove-proptest/src",
    "disprove-proptest-state-machine/src",
    "disprove-quickcheck/src",
    "bench/src",
    "case-studies/src",
    "compare/src",
];

/// Replaced type names: `Subject` is the property under test, `Kept` a corpus entry, `Desk` a worker session.
const TYPES: [&str; 25] = [
    "Subject",
    "Ended",
    "Heard",
    "Tried",
    "Told",
    "Begun",
    "Remarks",
    "Course",
    "Desk",
    "Hired",
    "Wishes",
    "Surroundings",
    "Slips",
    "Kept",
    "Fault",
    "Chance",
    "Dice",
    "Opening",
    "Stray",
    "Keeper",
    "Aside",
    "Clue",
    "Lab",
    "News",
    "Variety",
];

/// Replaced file and folder names: `twins` are duplicates, `ways` is coverage, `aside` a diagnostic.
const FILES: [&str; 24] = [
    "course",
    "desk",
    "hired",
    "telling",
    "wishes",
    "surroundings",
    "written",
    "slips",
    "remarks",
    "verbs",
    "rehang",
    "twins",
    "followup",
    "refill",
    "ways",
    "keeper",
    "aside",
    "opening",
    "stray",
    "chance",
    "dice",
    "clue",
    "lab",
    "variety",
];

/// Phrases that readers stumbled over, in lower case. The field or plain English has others: "default" for what holds if nothing is
/// said, "sometimes" for "at times", "fixed" for "mended". Spelling is American.
const PHRASES: [&str; 52] = [
    "if nothing is said",
    "so many cases",
    "so many times",
    "so many of",
    "so many runs",
    "so many inputs",
    "so many levels",
    "so many calls",
    "so many messages",
    "is told",
    "are told",
    "whose turn",
    "a way of its own",
    "a way of their own",
    "is gone on",
    "what it is of",
    "is no answer",
    "is no replay token",
    " mended",
    "fails at times",
    "passes at times",
    "printed at last",
    "counted apart",
    " plainly",
    "lifts the number",
    "no utf-8",
    "settings without meaning",
    "meet each other",
    "just true or false",
    "is just false",
    "left undone",
    "certainly fewer",
    "no argument is generated like",
    "that were written compile",
    "are fewer than one in a hundred",
    "beside a score",
    "beside a history",
    "halves differ",
    " no harm",
    "so are those",
    ", nor one that",
    "nothing says so",
    "while none is",
    "a way into",
    "a further one",
    " anew",
    "all the same",
    "other values, unless",
    "behaviour",
    "colour",
    "favour",
    "labelled",
];

/// Words after "is no" in plain English, besides "there is no value": "is no longer used". Elsewhere it is "is not a".
const AFTER_NO: [&str; 4] = ["longer ", "more ", "larger ", "better "];

/// Whether "is no" stands for "is not a".
fn has_odd_no(line: &str) -> bool {
    line.match_indices(" is no ").any(|(at, found)| {
        let (before, after) = (&line[..at], &line[at + found.len()..]);
        !before.ends_with("here") && !AFTER_NO.iter().any(|word| after.starts_with(word))
    })
}

/// Every such phrase in the pages and in the checked folders, as `file: phrase`. Line breaks do not separate words.
pub fn odd_phrases(root: &Path) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut files = pages(root);
    files.extend(FOLDERS.iter().flat_map(|folder| rust_files(&root.join(folder))));
    assert!(files.len() > 400, "only {} files were found", files.len());
    for file in files {
        let text = fs::read_to_string(&file).expect("a readable file").to_lowercase();
        let words = text.split_whitespace().filter(|word| !["///", "//!", "//"].contains(word));
        let line = words.collect::<Vec<_>>().join(" ");
        for phrase in PHRASES.iter().filter(|phrase| line.contains(**phrase)) {
            let place = file.strip_prefix(root).expect("below").display();
            found.insert(format!("{place}: {phrase}"));
        }
        if has_odd_no(&line) {
            found.insert(format!("{}: is no", file.strip_prefix(root).expect("below").display()));
        }
    }
    found
}

/// The Markdown pages of the project.
fn pages(folder: &Path) -> Vec<PathBuf> {
    let mut pages = Vec::new();
    for entry in fs::read_dir(folder).expect("a readable folder") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if path.is_dir() && name != "target" && !name.starts_with('.') {
            pages.extend(self::pages(&path));
        } else if path.extension().is_some_and(|extension| extension == "md") {
            pages.push(path);
        }
    }
    pages
}

/// Every old name in the checked folders, as `folder/file: name`.
pub fn old_names(root: &Path) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for folder in FOLDERS {
        for file in rust_files(&root.join(folder)) {
            let place =
                file.strip_prefix(root).expect("below").to_string_lossy().replace('\\', "/");
            let names = place.trim_end_matches(".rs").split('/').skip(2);
            found.extend(
                names.filter(|name| FILES.contains(name)).map(|name| format!("{place}: {name}")),
            );
            let code = code_only(&fs::read_to_string(&file).expect("a readable file"));
            for (_, name) in definitions(&code, &["struct", "enum", "trait", "type"]) {
                if TYPES.contains(&name) {
                    found.insert(format!("{place}: {name}"));
                }
            }
        }
    }
    found
}
