//! Matches the names of a test in different files: commands use different prefixes.

/// A name without the path of its module.
pub(super) fn short(name: &str) -> &str {
    name.rsplit("::").next().unwrap_or(name)
}

/// The first part of a name, and the rest.
fn parts(name: &str) -> (&str, &str) {
    name.split_once("::").unwrap_or(("", name))
}

/// The index of the name of the same test, if it is unique.
///
/// The library calls a property of `tests/props.rs` `package-props::path`, and cargo its binary `props`.
pub(super) fn find(name: &str, names: &[&str]) -> Option<usize> {
    if let Some(exact) = names.iter().position(|other| *other == name) {
        return Some(exact);
    }
    let (first, rest) = parts(name);
    let same_rest = |other: &&str| parts(other).1 == rest;
    let same_binary = |other: &&str| {
        let (a, b) = (first.replace('-', "_"), parts(other).0.replace('-', "_"));
        a == b || a.ends_with(&format!("_{b}")) || b.ends_with(&format!("_{a}"))
    };
    only(names, &|other| same_rest(other) && same_binary(other))
        .or_else(|| only(names, &|other| same_rest(other)))
}

/// The index of the name of a test in a file, given by its function or the end of its path.
pub(super) fn find_in_file(test: &str, file: &str, names: &[&str]) -> Option<usize> {
    let ends = |name: &&str| *name == test || name.ends_with(&format!("::{test}"));
    let same_function = |name: &&str| short(name) == short(test);
    let stem = file.rsplit(['/', '\\']).next().unwrap_or(file);
    let stem = stem.split('.').next().unwrap_or(stem).replace('-', "_");
    let mentions = |name: &&str| {
        name.split("::").any(|part| {
            let part = part.replace('-', "_");
            part == stem || part.ends_with(&format!("_{stem}"))
        })
    };
    only(names, &ends)
        .or_else(|| only(names, &|name| ends(name) && mentions(name)))
        .or_else(|| only(names, &same_function))
}

/// The index of the only match.
fn only(names: &[&str], matches: &dyn Fn(&&str) -> bool) -> Option<usize> {
    let mut found = None;
    for (number, name) in names.iter().enumerate() {
        if matches(name) {
            if found.is_some() {
                return None;
            }
            found = Some(number);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::{find, find_in_file};

    #[test]
    fn the_package_prefix_of_a_binary_does_not_matter() {
        let names = ["props::a::holds", "other::a::holds", "my_crate::tests::one"];
        assert_eq!(find("my-crate-props::a::holds", &names), Some(0));
        assert_eq!(find("my_crate::tests::one", &names), Some(2));
        assert_eq!(find("lib::tests::one", &names), Some(2));
        assert_eq!(find("third::a::holds", &names), None);
    }

    #[test]
    fn a_test_of_a_file_is_found_by_its_function() {
        let names = ["props::holds", "more_props::holds", "my_crate::tests::one"];
        assert_eq!(find_in_file("one", "src/lib.rs", &names), Some(2));
        assert_eq!(find_in_file("holds", "tests/more-props.rs", &names), Some(1));
        assert_eq!(find_in_file("holds", "tests/none.rs", &names), None);
    }
}
