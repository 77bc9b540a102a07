//! book/src/guides/generators.md: types of `src/` have generators in unit tests and in `tests/`.

use crate::support::{fixture::Fixture, quoted};
use std::fs;

const PAGE: &str = include_str!("../../../book/src/guides/generators.md");
const SECTION: &str = "### Types in `src/`";

/// A property with the type and the predicate of the page.
fn property(path: &str) -> String {
    format!(
        "use disprove::prelude::*;\nuse {path}::{{Slot, is_in_the_morning}};\n\n#[property]\n\
         fn a_slot_is_in_a_day(slot: Slot, other: Slot) {{\n    \
         assume!(is_in_the_morning(&slot) && slot == other);\n    \
         assert!(other.hour < 12);\n}}\n"
    )
}

#[test]
fn types_of_the_sources_have_generators_in_unit_tests() {
    let fixture = Fixture::empty("pkg-unit");
    let code = quoted(PAGE, SECTION, "```rust\n");
    let tests = format!("#[cfg(test)]\nmod tests {{\n{}}}\n", property("super"));
    fixture.file("src/lib.rs", &format!("{code}\n{tests}"));
    let done = fixture.cargo_test(&[]);
    assert_eq!(done.code, 0, "{done:?}");
    assert!(done.out.contains("a_slot_is_in_a_day ... ok"), "{done:?}");
}

#[test]
fn types_of_the_sources_have_generators_in_the_folder_of_tests() {
    let fixture = Fixture::empty("pkg-testing");
    let manifest = fs::read_to_string(fixture.path("Cargo.toml")).expect("a manifest");
    let line = manifest.lines().find(|line| line.starts_with("disprove = ")).expect("a line");
    let shown = "disprove = { version = \"0.1\", optional = true }";
    let optional = line.replace(" }", ", optional = true }");
    let added = quoted(PAGE, SECTION, "```toml\n").replace(shown, &optional);
    assert!(added.contains(&optional), "{added}");
    fixture.file("Cargo.toml", &format!("{manifest}\n{added}"));
    let code = quoted(PAGE, SECTION, "```rust\n");
    assert_eq!(code.matches("cfg_attr(test,").count(), 3);
    let code = code.replace("cfg_attr(test,", "cfg_attr(feature = \"testing\",");
    fixture.file("src/lib.rs", &code);
    fixture.file("tests/props.rs", &property("pkg_testing"));
    assert!(PAGE.contains("`cargo test --features testing`"));
    let done = fixture.cargo_test(&["--features", "testing"]);
    assert_eq!(done.code, 0, "{done:?}");
    assert!(done.out.contains("a_slot_is_in_a_day ... ok"), "{done:?}");
}
