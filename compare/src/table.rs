//! The table of COMPARE.md.

use crate::{
    count::{Count, rust},
    python::python,
    section::{Section, sections},
};
use std::{fmt::Write as _, fs, path::Path};

/// What tests are written in.
#[derive(Clone, Copy)]
enum Language {
    Rust,
    Python,
}

/// A library and its tests.
pub struct Library {
    /// As the table has it.
    pub name: &'static str,
    language: Language,
    sections: Vec<Section>,
}

/// A file each, because imports are those of a file.
const HYPOTHESIS: [&str; 7] = [
    "hypothesis/test_round_trip.py",
    "hypothesis/test_index.py",
    "hypothesis/test_expression.py",
    "hypothesis/test_gcd.py",
    "hypothesis/test_gcd_alone.py",
    "hypothesis/test_queue.py",
    "hypothesis/test_queue_as_a_list.py",
];

/// Each library and its files; ours is first, and the last is not Rust.
const LIBRARIES: [(&str, Language, &[&str]); 5] = [
    ("disprove", Language::Rust, &["tests/disprove.rs", "tests/disprove_queue.rs"]),
    ("hegeltest", Language::Rust, &["tests/hegel.rs"]),
    ("proptest", Language::Rust, &["tests/proptest.rs"]),
    ("quickcheck", Language::Rust, &["tests/quickcheck.rs"]),
    ("Hypothesis", Language::Python, &HYPOTHESIS),
];

/// The rows. A row with a letter is the part of the row before it that every library can do.
pub const ROWS: [(&str, &str); 7] = [
    ("1", "round trip"),
    ("2", "index into a vector"),
    ("3", "recursive expression"),
    ("4", "precondition, target and label"),
    ("4a", "... the precondition alone"),
    ("5", "queue against a model, as a state machine"),
    ("5a", "... as a list of operations"),
];

/// The five tests.
pub const FIVE: [&str; 5] = ["1", "2", "3", "4", "5"];

/// The five tests as far as every library goes.
pub const COMMON: [&str; 5] = ["1", "2", "3", "4a", "5a"];

impl Library {
    /// The section of that number.
    pub fn section(&self, id: &str) -> Option<&Section> {
        self.sections.iter().find(|section| section.id == id)
    }

    /// The length of the section of that number.
    pub fn count(&self, id: &str) -> Option<Count> {
        let count = match self.language {
            Language::Rust => rust,
            Language::Python => python,
        };
        self.section(id).map(|section| count(&section.counted))
    }

    /// The length of several sections, if all of them are there.
    pub fn sum(&self, ids: &[&str]) -> Option<Count> {
        let mut sum = Count::default();
        for id in ids {
            sum += self.count(id)?;
        }
        Some(sum)
    }
}

/// Reads the tests of all libraries.
///
/// # Panics
/// If a file cannot be read.
pub fn libraries() -> Vec<Library> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let read = |file: &str| {
        fs::read_to_string(folder.join(file))
            .unwrap_or_else(|why| panic!("compare/{file} cannot be read: {why}"))
    };
    LIBRARIES
        .map(|(name, language, files)| {
            let comment = match language {
                Language::Rust => "//",
                Language::Python => "#",
            };
            let sections = files.iter().flat_map(|file| sections(&read(file), comment)).collect();
            Library { name, language, sections }
        })
        .into()
}

/// The table as Markdown.
pub fn markdown(libraries: &[Library]) -> String {
    let mut text = String::from("| tokens / lines |");
    for library in libraries {
        let _ = write!(text, " {} |", library.name);
    }
    let _ = writeln!(text, "\n|---|{}", "---|".repeat(libraries.len()));
    let mut row = |title: &str, cell: &dyn Fn(&Library) -> Option<String>| {
        let cells = libraries.iter().map(|l| cell(l).unwrap_or_else(|| "not possible".to_owned()));
        let _ = writeln!(text, "| {title} | {} |", cells.collect::<Vec<_>>().join(" | "));
    };
    let both = |count: Count| format!("{} / {}", count.tokens, count.lines);
    for (id, title) in ROWS {
        row(&format!("{id} {title}"), &|library| library.count(id).map(both));
    }
    row("**1, 2, 3, 4a and 5a**", &|library| library.sum(&COMMON).map(both));
    row("**1 to 5**", &|library| library.sum(&FIVE).map(both));
    let visible = |count: Count| (count.tokens - count.layout).to_string();
    row("... visible tokens only", &|library| library.sum(&FIVE).map(visible));
    text
}
