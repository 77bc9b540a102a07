//! The mutants of a Python project, as mutmut lists and makes them.

use super::interpreter::Interpreter;
use crate::{
    classify::Source,
    error::{CommandError, usage},
    mutants::driver::Mutant,
    terminal::diagnostic,
};
use serde_json::{Value, json};
use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
};

const SCRIPT: &str = include_str!("mutator.py");

/// Folders and files that are no code under test.
const NO_CODE: [&str; 16] = [
    "tests",
    "test",
    "testing",
    "docs",
    "doc",
    "examples",
    "example",
    "benchmarks",
    "benchmark",
    "bench",
    "build",
    "dist",
    "scripts",
    "tools",
    "ci",
    "site",
];
const NO_CODE_FILES: [&str; 9] = [
    "conftest.py",
    "setup.py",
    "noxfile.py",
    "tasks.py",
    "versioneer.py",
    "_version.py",
    "fabfile.py",
    "toxfile.py",
    "conf.py",
];

/// A mutant that mutmut can make.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct PythonMutant {
    /// As the other language has them. The name is that of the place; the change is known when it is made.
    pub(super) mutant: Mutant,
    /// As mutmut knows it.
    place: Value,
    /// The lines of the body of the outermost function around it; `None` for code that runs when its module is imported.
    pub(super) body: Option<(u64, u64)>,
}

/// Whether a file contains code under test, by its path in the project.
fn is_code(path: &str) -> bool {
    let mut parts: Vec<&str> = path.split(['/', '\\']).collect();
    let Some(file) = parts.pop() else { return false };
    let stem = file.strip_suffix(".py").unwrap_or(file);
    let is_test = stem.starts_with("test_") || stem.ends_with("_test") || stem == "tests";
    let is_apart = parts.iter().any(|part| NO_CODE.contains(part)) || NO_CODE_FILES.contains(&file);
    !is_test && !is_apart
}

/// All mutants of the code under test.
pub(super) fn list(
    python: &Interpreter,
    root: &Path,
    sources: &[Source],
) -> Result<Vec<PythonMutant>, CommandError> {
    let files: Vec<&str> =
        sources.iter().map(|it| &*it.shown).filter(|path| is_code(path)).collect();
    let lines = python.script(SCRIPT, root, &json!({ "root": root, "files": files }))?;
    let mut all = Vec::new();
    for line in lines {
        if let Some(file) = line["unread"].as_str() {
            let why = line["why"].as_str().unwrap_or_default();
            diagnostic(&format!("{file} is not mutated: {why}"));
            continue;
        }
        all.extend(PythonMutant::of(line));
    }
    if all.is_empty() {
        return Err(usage(
            "mutmut finds no mutants: there is no Python code outside of tests, documentation and examples",
        ));
    }
    Ok(all)
}

impl PythonMutant {
    fn of(place: Value) -> Option<PythonMutant> {
        let text = |key: &str| place[key].as_str().map(str::to_owned);
        let (file, line) = (text("file")?, place["line"].as_u64()?);
        let (first, last) = (place["first"].as_u64()?, place["last"].as_u64()?);
        let mutant = Mutant {
            name: format!("{file}:{line}"),
            file,
            line,
            function: text("function"),
            genre: text("kind")?,
            ..Mutant::default()
        };
        Some(PythonMutant { mutant, place, body: (last > 0).then_some((first, last)) })
    }
}

/// Writes the sources of these mutants to a folder, as `<index>.py`, completes their names and diffs, and returns those that
/// cannot be compiled.
pub(super) fn make(
    python: &Interpreter,
    root: &Path,
    into: &Path,
    all: &mut [PythonMutant],
    chosen: &[usize],
) -> Result<BTreeSet<usize>, CommandError> {
    fs::create_dir_all(into)
        .map_err(|why| usage(format!("cannot write to {}: {why}", into.display())))?;
    let mut mutants = Vec::new();
    for place in chosen {
        let mut item = all[*place].place.clone();
        item["id"] = (*place).into();
        mutants.push(item);
    }
    let lines =
        python.script(SCRIPT, root, &json!({ "root": root, "into": into, "mutants": mutants }))?;
    let (mut unviable, mut names) = (BTreeSet::new(), BTreeMap::new());
    for line in lines {
        let Some(place) = line["id"].as_u64().map(|id| id as usize) else { continue };
        let Some(own) = all.get_mut(place) else { continue };
        let text = |key: &str| line[key].as_str().unwrap_or_default();
        let name = format!(
            "{}:{}: replace `{}` with `{}`",
            own.mutant.file,
            own.mutant.line,
            text("removed"),
            text("added")
        );
        // Two changes of a line may look the same.
        let count: &mut usize = names.entry(name.clone()).or_default();
        *count += 1;
        own.mutant.name = if *count == 1 { name } else { format!("{name} #{count}") };
        text("diff").clone_into(&mut own.mutant.diff);
        if line["viable"] != true {
            unviable.insert(place);
        }
    }
    Ok(unviable)
}

#[cfg(test)]
mod tests {
    use super::is_code;

    #[test]
    fn tests_documentation_and_packaging_are_not_mutated() {
        for path in ["hpack/table.py", "src/h2/stream.py", "contest.py", "attest_/a.py"] {
            assert!(is_code(path), "{path}");
        }
        for path in [
            "tests/helpers.py",
            "src/hyperlink/test/common.py",
            "test_dvrip.py",
            "a_test.py",
            "conftest.py",
            "setup.py",
            "docs/conf.py",
            "docs/guide.py",
            "examples/a.py",
            "scripts/a.py",
        ] {
            assert!(!is_code(path), "{path}");
        }
    }
}
