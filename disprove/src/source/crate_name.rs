//! The name of a fuzz target's crate in type names: labels must be those of the test, which imports its inputs.

use std::{borrow::Cow, sync::OnceLock};

/// The crate of the fuzz target, and that of the test it includes.
static NAMES: OnceLock<(String, String)> = OnceLock::new();

/// The module in which a fuzz target includes a test, if it cannot include it as text.
const MODULE: &str = "tests::";

/// Names the crate of the fuzz target. The test it includes is the part before two underscores, as `cargo disprove fuzz init`
/// names targets.
pub(crate) fn set_target_crate(target: &str) {
    NAMES.get_or_init(|| {
        let test = target.split_once("__").map_or(target, |(test, _)| test);
        (format!("{target}::"), format!("{test}::"))
    });
}

/// A type name as the test has it.
pub(super) fn in_test(name: &str) -> Cow<'_, str> {
    match NAMES.get() {
        Some(names) if name.contains(&names.0) => Cow::Owned(renamed(name, names)),
        _ => Cow::Borrowed(name),
    }
}

fn renamed(name: &str, (target, test): &(String, String)) -> String {
    name.replace(&format!("{target}{MODULE}"), test).replace(target, test)
}

#[cfg(test)]
mod tests {
    use super::renamed;

    #[test]
    fn type_names_are_those_of_the_test() {
        let names = ("props__rare::".to_owned(), "props::".to_owned());
        for (name, expected) in [
            ("props__rare::inner::Tree", "props::inner::Tree"),
            ("alloc::vec::Vec<props__rare::tests::Tree>", "alloc::vec::Vec<props::Tree>"),
            ("alloc::vec::Vec<u8>", "alloc::vec::Vec<u8>"),
        ] {
            assert_eq!(renamed(name, &names), expected);
        }
    }
}
