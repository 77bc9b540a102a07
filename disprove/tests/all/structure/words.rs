//! Names the project replaced with the field's own words.

use super::code::{code_only, definitions, rust_files};
use std::{collections::BTreeSet, fs, path::Path};

/// Folders whose type and file names are checked.
pub const FOLDERS: [&str; 4] =
    ["disprove/src", "disprove-macros/src", "cargo-disprove/src", "disprove-analysis/src"];

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
