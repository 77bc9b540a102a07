//! book/src/guides/foreign-types.md: types of `src/` have generators in unit tests, in `tests/` and for users.

use crate::support::{fixture::Fixture, quoted};
use std::fs;

const PAGE: &str = include_str!("../../../book/src/guides/foreign-types.md");
const SECTION: &str = "## Types in `src/`";

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

/// The library of the page: those who enable its feature can generate its type.
const LIBRARY: &str = r#"
/// A share between 0 and 100.
#[derive(Debug, Clone, PartialEq)]
pub struct Percent(u8);

impl Percent {
    pub fn new(percent: u8) -> Option<Percent> {
        (percent <= 100).then_some(Percent(percent))
    }

    pub fn get(&self) -> u8 {
        self.0
    }
}

#[cfg(feature = "testing")]
impl disprove::Arbitrary for Percent {
    fn arbitrary(src: &mut disprove::Source) -> Self {
        Percent(src.draw(0..=100))
    }
}
"#;

#[test]
fn users_of_a_library_generate_its_types() {
    let section = "### Generators for the users of your library";
    assert_eq!(quoted(PAGE, section, "```rust"), LIBRARY);
    let fixture = Fixture::empty("pkg-percent");
    let manifest = fs::read_to_string(fixture.path("Cargo.toml")).expect("a manifest");
    let line = manifest.lines().find(|line| line.starts_with("disprove = ")).expect("a line");
    let user = quoted(PAGE, section, "```toml\n")
        .replace("percent = \"1\"", "percent = { path = \"..\" }")
        .replace("percent = { version = \"1\",", "percent = { path = \"..\",")
        .replace("disprove = \"0.1\"", line);
    let library = quoted(PAGE, SECTION, "```toml\n");
    let shown = "disprove = { version = \"0.1\", optional = true }";
    let library = library.replace(shown, &line.replace(" }", ", optional = true }"));
    let package =
        |name| format!("[package]\nname = \"{name}\"\nversion = \"1.0.0\"\nedition = \"2024\"\n");
    let members = "[workspace]\nmembers = [\"user\"]\n";
    fixture.file("Cargo.toml", &format!("{}\n{library}\n{members}", package("percent")));
    fixture.file("src/lib.rs", LIBRARY);
    fixture.file("user/Cargo.toml", &format!("{}\n{user}", package("user")));
    let code = "pub fn half(percent: &percent::Percent) -> u8 {\n    percent.get() / 2\n}\n";
    let property = "use disprove::prelude::*;\nuse percent::Percent;\n\n#[property]\n\
         fn halves_are_at_most_50(percent: Percent) {\n    \
         assert!(Percent::new(percent.get()) == Some(percent.clone()));\n    \
         assert!(user::half(&percent) <= 50);\n}\n";
    fixture.file("user/src/lib.rs", code);
    fixture.file("user/tests/props.rs", property);
    let done = fixture.cargo_test(&["--package", "user"]);
    assert_eq!(done.code, 0, "{done:?}");
    assert!(done.out.contains("halves_are_at_most_50 ... ok"), "{done:?}");

    // Without its tests, the user does not build the library of the generators.
    let tree = ["tree", "--offline", "--package", "user", "--edges", "normal"];
    let tree = std::process::Command::new("cargo").args(tree).current_dir(&fixture.0).output();
    let tree = String::from_utf8(tree.expect("cargo").stdout).expect("a text");
    assert!(tree.contains("percent v1.0.0") && !tree.contains("disprove"), "{tree}");
}
