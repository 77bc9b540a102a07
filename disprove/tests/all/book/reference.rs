//! The reference pages: features are those of Cargo.toml, compilers those of the manifests, and the glossary has only terms
//! that the book uses.

use super::{files, read, workspace};
use std::collections::BTreeSet;

/// Features that are no part of the public interface.
const INTERNAL: [&str; 3] = ["default", "fuzz", "research"];

/// The rows of a table whose first cell begins with a backquote: what is quoted there, and the whole row.
fn quoted_rows(page: &str) -> Vec<(&str, &str)> {
    let rows = page.lines().filter(|line| line.starts_with("| `"));
    rows.filter_map(|row| Some((row.split('`').nth(1)?, row))).collect()
}

/// book/src/reference/features.md
#[test]
fn the_page_of_features_lists_those_of_the_manifest() {
    let manifest = read(&workspace().join("disprove/Cargo.toml"));
    let page = read(&workspace().join("book/src/reference/features.md"));
    let (dependencies, features) = manifest.split_once("\n[features]\n").expect("features");
    let features = features.split("\n[").next().expect("their end");
    let names = features.lines().filter_map(|line| line.split_once(" = [")).map(|(name, _)| name);
    let names: BTreeSet<&str> = names.filter(|name| !INTERNAL.contains(name)).collect();
    let rows = quoted_rows(&page);
    assert_eq!(rows.iter().map(|(name, _)| *name).collect::<BTreeSet<_>>(), names);
    assert!(features.starts_with("default = [\"regex\"]\n"), "the page says so");
    let guide = read(&workspace().join("book/src/guides/generators.md"));
    // A version on the page is the beginning of the one in the manifest.
    for (name, row) in rows {
        let Some(version) = row.split_once(" (").and_then(|(_, rest)| rest.split_once(") |"))
        else {
            continue;
        };
        let crate_name = if name == "rand" { "rand_core" } else { name };
        let line = dependencies.lines().find(|line| line.starts_with(&format!("{crate_name} = ")));
        let Some(line) = line else {
            assert_eq!(name, "regex", "the default has no version");
            continue;
        };
        let version = version.0;
        assert!(name != "rand" || guide.contains(&format!("`Rng` of `rand` {version}, ")));
        let is_start = |end: char| line.contains(&format!("version = \"{version}{end}"));
        assert!(is_start('.') || is_start('"'), "{name} {version}: {line}");
    }
}

/// The crates whose types have a generator: those from the first to the last row of types.
fn crates_with_types(page: &str) -> Vec<(&str, &str)> {
    let rows = quoted_rows(page).into_iter();
    let mut rows: Vec<_> = rows.skip_while(|(name, _)| *name != "arrayvec").collect();
    let last = rows.iter().position(|(name, _)| *name == "uuid").expect("the last crate");
    rows.truncate(last + 1);
    rows
}

/// book/src/reference/features.md, book/src/faq.md
#[test]
fn the_pages_count_the_crates_with_generators() {
    let page = read(&workspace().join("book/src/reference/features.md"));
    let crates = crates_with_types(&page).len();
    let faq = read(&workspace().join("book/src/faq.md"));
    assert!(faq.contains(&format!("\n{crates} crates have a feature of their name.")), "{crates}");
    let compared = read(&workspace().join("COMPARE.md"));
    assert!(compared.contains(&format!("| {crates} crates, such as ")), "{crates}");
    let decision = "docs/decisions/0043-features-for-types-of-other-crates.md";
    let decision = read(&workspace().join(decision));
    let rows = decision.lines().filter(|line| line.starts_with("| `"));
    let cells = rows.filter_map(|row| row.split('|').nth(1));
    let listed: usize = cells.map(|cell| cell.matches('`').count() / 2).sum();
    assert!(page.contains(&format!(" lists {listed} crates,")), "{listed}");
}

/// book/src/reference/features.md
#[test]
fn every_type_of_the_features_is_generated_in_a_test() {
    let page = read(&workspace().join("book/src/reference/features.md"));
    let tests = files(&workspace().join("disprove/tests/features/interop"), "rs");
    let tests: String = tests.iter().map(|file| read(file)).collect();
    let is_generated = |name: &str| {
        let starts = [">", "<", ",", "::"].map(|end| format!("<{name}{end}"));
        let mut lines = tests.lines().filter(|line| line.contains("::<"));
        lines.any(|line| starts.iter().any(|start| line.contains(start)))
    };
    let mut count = 0;
    for (name, row) in crates_with_types(&page) {
        let cell = row.split(" | ").nth(1).expect("the types");
        for code in cell.split('`').skip(1).step_by(2).filter(|code| *code != name) {
            let words = code.split(|c: char| !c.is_alphanumeric());
            for word in words.filter(|word| !["", "civil", "tz", "num", "bigint"].contains(word)) {
                // Names that several crates have are imported under another name, or with a path.
                let used = match (name, word) {
                    ("http", "Version") => "Protocol".to_owned(),
                    ("time", _) => format!("time::{word}"),
                    ("jiff", "Date" | "Time" | "DateTime" | "Weekday") => format!("civil::{word}"),
                    _ => word.to_owned(),
                };
                assert!(is_generated(&used), "{name}: no test generates `{word}`");
                count += 1;
            }
        }
    }
    assert!(count > 60, "{count} types");
}

/// book/src/reference/json.md, book/src/reference/compatibility.md. Tests of the tool compare its output with the schemas.
#[test]
fn every_format_with_a_schema_has_the_number_1() {
    let schemas = files(&workspace().join("book/src/reference"), "json");
    assert_eq!(schemas.len(), 4);
    for path in schemas {
        let schema = read(&path);
        let is_required = schema.lines().any(|line| {
            line.trim_start().starts_with("\"required\"") && line.contains("\"format\"")
        });
        let is_one = schema.contains("\"format\": { \"type\": \"integer\", \"enum\": [1]");
        assert!(is_required && is_one, "{}", path.display());
    }
}

/// book/src/reference/compatibility.md, book/src/faq.md
#[test]
fn the_page_of_compatibility_names_the_oldest_compilers() {
    let page = read(&workspace().join("book/src/reference/compatibility.md"));
    let row = page.lines().find(|line| line.ends_with("| Rust 1.85 |")).expect("a row");
    for name in row.split('`').skip(1).step_by(2) {
        let manifest = read(&workspace().join(name).join("Cargo.toml"));
        assert!(manifest.contains("rust-version = \"1.85\""), "{name}");
    }
    let script = read(&workspace().join(".ci/msrv"));
    let later = script.split_once("later=\"").expect("a list").1.split('"').next().expect("a list");
    let row = page.lines().find(|line| line.starts_with("| features ")).expect("a row");
    let listed: Vec<&str> = row.split('`').skip(1).step_by(2).collect();
    assert_eq!(listed, later.split(' ').collect::<Vec<_>>());
    let tool = read(&workspace().join("Cargo.toml"));
    assert!(
        page.contains("1.88 is enough with `--no-default-features --features share`")
            && tool.contains("rust-version = \"1.88\"")
    );
    let faq = read(&workspace().join("book/src/faq.md"));
    let row = page.lines().find(|line| line.starts_with("| `cargo-disprove` |")).expect("a row");
    let of_the_tool = row.split(" | ").nth(1).expect("a cell").split(';').next().expect("a part");
    assert!(
        faq.contains("The library needs Rust 1.85 or later.")
            && faq.contains(&format!("The tool needs {of_the_tool},")),
        "{of_the_tool}"
    );
    // What the page says about Miri and WebAssembly is tested there.
    assert!(
        page.contains("disprove_miri_mode")
            && include_str!("../miri_mode.rs").contains("disprove_miri_mode")
            && page.contains("`.ci/miri`")
            && read(&workspace().join(".ci/miri")).contains("cargo +nightly miri test")
    );
    assert!(
        page.contains("wasm32-wasip1")
            && read(&workspace().join(".ci/wasm")).contains("wasm32-wasip1")
    );
}

/// book/src/evidence/reliability.md
#[test]
fn the_options_of_the_attack_exist() {
    let page = read(&workspace().join("book/src/evidence/reliability.md"));
    let sources = files(&workspace().join("bench/src"), "rs");
    let sources: String = sources.iter().map(|file| read(file)).collect();
    for option in ["only", "seed", "rounds", "short"] {
        assert!(page.contains(&format!("`--{option}")) && sources.contains(option), "{option}");
    }
}

#[test]
fn the_book_uses_every_term_of_the_glossary() {
    let book = workspace().join("book/src");
    let glossary = book.join("reference/glossary.md");
    let pages = files(&book, "md").into_iter().filter(|page| *page != glossary);
    let text: String = pages.map(|page| read(&page).to_lowercase()).collect();
    let page = read(&glossary);
    let terms = page.lines().filter_map(|line| line.strip_prefix("| **")?.split("**").next());
    let terms: Vec<&str> = terms.collect();
    assert!(terms.len() > 30);
    assert!(terms.is_sorted(), "{terms:?}");
    for term in terms {
        assert!(text.contains(term), "no page uses the term {term}");
    }
}
