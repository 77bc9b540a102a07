//! Regressions whose property is renamed or deleted: no run tries them.

use crate::{
    hunt::Discovery,
    project::{TestFlags, cargo, database, metadata, packages},
    terminal::print,
};
use disprove::__private::other_regressions;
use serde_json::Value;
use std::fmt::Write as _;

/// Names the files of regressions without a property, if the build has all tests of the workspace.
pub(super) fn report_orphans(flags: &TestFlags, found: &Discovery) {
    if !is_complete(flags, found) {
        return;
    }
    let Some(first) = found.properties.first() else { return };
    let keys = found.properties.iter().map(|property| &property.key).chain(&found.ignored);
    let orphans = other_regressions(&database(first), keys.map(|key| &**key));
    if orphans.is_empty() {
        return;
    }
    let mut text =
        "no property here has the name of these regressions, so no run tries them:\n".to_owned();
    for path in orphans {
        let _ = writeln!(text, "    {}", path.display());
    }
    text.push_str(
        "a test behind a feature needs `--features`; \
         if a test was renamed, rename its file as well; if it was deleted, delete its file",
    );
    print(&text);
}

/// Whether the build has the tests of all packages of the workspace.
fn is_complete(flags: &TestFlags, found: &Discovery) -> bool {
    // The regressions may be those of a binary whose properties are not known.
    if !found.is_listed || flags.selects_tests() {
        return false;
    }
    let arguments = ["--no-deps".into()].into_iter().chain(flags.for_metadata());
    let Ok(metadata) = metadata(&mut cargo(), arguments) else { return false };
    packages(&metadata)
        .iter()
        .filter(|package| has_tests(package))
        .all(|package| package["name"].as_str().is_some_and(|name| found.packages.contains(name)))
}

/// Whether cargo builds tests of this package.
fn has_tests(package: &Value) -> bool {
    let mut targets = package["targets"].as_array().into_iter().flatten();
    targets.any(|target| target["test"] == true)
}

#[cfg(test)]
mod tests {
    use super::has_tests;
    use serde_json::json;

    #[test]
    fn packages_without_tests_need_no_binary() {
        let package = |tests: &[bool]| {
            let targets: Vec<_> = tests.iter().map(|test| json!({ "test": test })).collect();
            json!({ "targets": targets })
        };
        assert!(has_tests(&package(&[false, true])));
        assert!(!has_tests(&package(&[false])) && !has_tests(&package(&[])));
    }
}
