//! Finds out from the source which tests are properties, and the categories of their assertions.

use super::{baseline::ReliableTest, log::unqualified, study::Test};
use crate::{
    classify::framework_name,
    project::{cargo, is_target_dir, metadata, packages},
};
use disprove_analysis::{
    engine::{self, Mode},
    ir::{File, Framework},
    rust::{self, Options},
};
use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
};

/// The reliable tests with their kinds and categories. `root` is the root of the workspace.
pub(super) fn describe_tests(root: &Path, known: &[ReliableTest]) -> Vec<Test> {
    describe(root, &targets(root), known)
}

fn describe(root: &Path, targets: &[Target], known: &[ReliableTest]) -> Vec<Test> {
    let mut folders: BTreeMap<PathBuf, Vec<SourceTest>> = BTreeMap::new();
    let mut tests = Vec::new();
    for known in known {
        let mut test = Test {
            name: known.name.clone(),
            kind: if known.is_doctest { "doc" } else { "unit" }.to_owned(),
            file: (!known.source.is_empty()).then(|| known.source.clone()),
            seconds: known.seconds,
            ..Test::default()
        };
        if let Some((binary, path)) = known.name.split_once("::").filter(|_| !known.is_doctest)
            && let Some(source) = targets.iter().find_map(|target| target.source(binary, known))
        {
            let folder = source.parent().unwrap_or(root).to_owned();
            let written = folders.entry(folder.clone()).or_insert_with(|| written(&folder));
            if let Some(found) = find(written, source, path) {
                test.file = Some(relative(&found.file, root));
                test.line = Some(found.line);
                if let Some(framework) = &found.framework {
                    "property".clone_into(&mut test.kind);
                    test.framework = Some(framework.clone());
                    test.labels.clone_from(&found.labels);
                }
            }
        }
        tests.push(test);
    }
    tests
}

fn relative(path: &Path, root: &Path) -> String {
    path.strip_prefix(root).unwrap_or(path).display().to_string()
}

/// A cargo target.
struct Target {
    /// The name of the binary.
    name: String,
    source: PathBuf,
}

impl Target {
    /// Its root file, if this binary was built from it.
    fn source(&self, binary: &str, known: &ReliableTest) -> Option<&Path> {
        (self.name == unqualified(binary) && self.source.ends_with(&known.source))
            .then_some(&*self.source)
    }
}

fn targets(root: &Path) -> Vec<Target> {
    let metadata = metadata(cargo().current_dir(root), ["--no-deps", "--offline"]);
    let metadata = metadata.unwrap_or_default();
    let mut targets = Vec::new();
    for package in packages(&metadata) {
        for target in package["targets"].as_array().into_iter().flatten() {
            if let (Some(name), Some(source)) =
                (target["name"].as_str(), target["src_path"].as_str())
            {
                targets.push(Target { name: name.replace('-', "_"), source: source.into() });
            }
        }
    }
    targets
}

/// A test in a source file.
#[derive(Clone, Debug, PartialEq)]
struct SourceTest {
    file: PathBuf,
    /// The module path of the file, relative to the root file.
    module: String,
    path: String,
    line: u64,
    /// `None` for a unit test.
    framework: Option<String>,
    labels: Vec<String>,
}

/// The tests in the files below a folder.
fn written(folder: &Path) -> Vec<SourceTest> {
    let (mut all, mut open) = (Vec::new(), vec![folder.to_owned()]);
    let mut files = Vec::new();
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            let path = entry.path();
            match entry.file_type() {
                Ok(kind) if kind.is_dir() && !is_target_dir(&path) => open.push(path),
                Ok(kind) if kind.is_file() && path.extension().is_some_and(|it| it == "rs") => {
                    files.push(path);
                }
                _ => {}
            }
        }
    }
    files.sort();
    for file in files {
        // `classify` reports unreadable files; their tests count as unit tests here.
        let Ok(text) = fs::read_to_string(&file) else { continue };
        let module = module(file.strip_prefix(folder).unwrap_or(&file));
        all.extend(read(&file, &module, &text));
    }
    all
}

/// The tests of a file.
fn read(file: &Path, module: &str, text: &str) -> Vec<SourceTest> {
    let Ok(found) = rust::read(text, &Options::default()) else { return Vec::new() };
    let labels = labels(&found, text);
    let mut all: Vec<SourceTest> = Vec::new();
    for test in &found.tests {
        let framework = framework(test.framework).map(str::to_owned);
        // A test that runs several properties occurs once for each.
        if let Some(same) = all.iter_mut().find(|same| same.path == test.name) {
            same.framework = same.framework.take().or(framework);
            continue;
        }
        all.push(SourceTest {
            file: file.to_owned(),
            module: module.to_owned(),
            path: test.name.clone(),
            line: test.line.into(),
            framework,
            labels: labels.get(&test.name).into_iter().flatten().cloned().collect(),
        });
    }
    all
}

/// Categories of the assertions, by test name.
fn labels(file: &File, text: &str) -> BTreeMap<String, BTreeSet<String>> {
    let mut all: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for judged in engine::judge(file, text, Mode::Refined) {
        let labels = all.entry(judged.test).or_default();
        for assertion in judged.assertions {
            labels.extend(assertion.labels.iter().map(|label| label.name().to_owned()));
        }
    }
    all
}

fn framework(framework: Framework) -> Option<&'static str> {
    (framework != Framework::Unit).then(|| framework_name(framework))
}

/// The module path of a file: `a/b.rs` and `a/b/mod.rs` are `a::b`.
fn module(path: &Path) -> String {
    let mut parts: Vec<String> =
        path.with_extension("").iter().map(|part| part.to_string_lossy().into_owned()).collect();
    if parts.last().is_some_and(|last| last == "mod") {
        parts.pop();
    }
    parts.join("::")
}

/// The source of the test with this path in the harness, in a binary with this root file.
fn find<'a>(written: &'a [SourceTest], root: &Path, path: &str) -> Option<&'a SourceTest> {
    let is_named = |test: &&SourceTest| {
        if test.file == root {
            return test.path == path;
        }
        let rest = path.strip_prefix(&*test.module).and_then(|rest| rest.strip_prefix("::"));
        rest == Some(&*test.path)
    };
    written.iter().find(is_named).or_else(|| {
        // With `#[path]` or modules from macros the path differs: a unique name is enough then.
        let last = |path: &str| path.rsplit("::").next().map(str::to_owned);
        let mut alike = written.iter().filter(|test| last(&test.path) == last(path));
        alike.next().filter(|_| alike.next().is_none())
    })
}

#[cfg(test)]
mod tests {
    use super::{Path, ReliableTest, Target, describe, find, fs, module, read};
    use disprove::__private::TempFolder;

    #[test]
    fn files_have_module_paths() {
        assert_eq!(module(Path::new("a/b.rs")), "a::b");
        assert_eq!(module(Path::new("a/mod.rs")), "a");
        assert_eq!(module(Path::new("lib.rs")), "lib");
    }

    #[test]
    fn a_test_of_the_harness_is_found_in_the_code() {
        let text = "#[test] fn unit() {}\nmod inner {\n  #[property]\n  fn holds(x: u8) { assert!(f(x)); }\n}\n";
        let mut all = read(Path::new("/p/src/lib.rs"), "lib", text);
        all.extend(read(Path::new("/p/src/a/b.rs"), "a::b", text));
        all.extend(read(Path::new("/p/src/odd.rs"), "odd", "#[test] fn strange() {}"));
        let root = Path::new("/p/src/lib.rs");
        let at = |path: &str| {
            let found = find(&all, root, path);
            found.map(|test| (test.file.display().to_string(), test.framework.clone(), test.line))
        };
        let disprove = Some("disprove".to_owned());
        let lib = || "/p/src/lib.rs".to_owned();
        assert_eq!(at("unit"), Some((lib(), None, 1)));
        assert_eq!(at("inner::holds"), Some((lib(), disprove.clone(), 4)));
        assert_eq!(at("a::b::inner::holds"), Some(("/p/src/a/b.rs".to_owned(), disprove, 4)));
        assert_eq!(at("elsewhere::strange"), Some(("/p/src/odd.rs".to_owned(), None, 1)));
        assert_eq!(at("elsewhere::unit"), None, "there are two");
    }

    #[test]
    fn a_property_that_classify_does_not_see_is_a_unit_test() {
        let folder = TempFolder::new("kinds").expect("a folder");
        let source = folder.path().join("all.rs");
        let text = "#[property]\nfn seen(x: u8) { assert!(f(x)); }\nelsewhere::properties!(hidden);\n\
                    qc! { fn aliased(x: u8) -> bool { f(x) == x } }\n\
                    #[test]\nfn unknown() { otherlib::verify(f); }\nmod broken;\n";
        fs::write(&source, text).expect("written");
        let broken = "#[property]\nfn torn(x: u8) { assert!(f(x));\n";
        fs::write(folder.path().join("broken.rs"), broken).expect("written");
        let names = ["hidden", "aliased", "unknown", "broken::torn", "seen"];
        let known = names.map(|name| ReliableTest {
            name: format!("all::{name}"),
            is_doctest: false,
            source: "all.rs".to_owned(),
            seconds: None,
        });
        let targets = [Target { name: "all".to_owned(), source }];
        let tests = describe(folder.path(), &targets, &known);
        let kinds: Vec<&str> = tests.iter().map(|test| &*test.kind).collect();
        assert_eq!(kinds, ["unit", "unit", "unit", "unit", "property"]);
    }
}
