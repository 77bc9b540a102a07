//! The public functions of the packages under test, which advice may be about.

use super::file::{ClassifiedFile, FileOutcome, Survey, source_text};
use disprove_analysis::{
    definition::{Definition, Definitions, Submodule},
    ir::{Language, Unreadable},
    rust,
};
use std::{
    collections::{BTreeMap, BTreeSet},
    env, fs,
    path::{Path, PathBuf},
};

/// Files of a package to read. Larger packages exist, but advice needs only some functions.
const MAX_FILES: usize = 5_000;

/// Files that mark the folder of a Python package.
const PYTHON_PACKAGE: [&str; 3] = ["pyproject.toml", "setup.py", "setup.cfg"];

/// Methods of standard types: on a value of unknown type they may be those.
const STANDARD: [&str; 63] = [
    "add",
    "all",
    "any",
    "append",
    "as_bytes",
    "as_ref",
    "as_slice",
    "as_str",
    "chars",
    "clear",
    "clone",
    "cmp",
    "collect",
    "contains",
    "contains_key",
    "copy",
    "count",
    "decode",
    "difference",
    "drain",
    "encode",
    "entry",
    "eq",
    "extend",
    "filter",
    "find",
    "first",
    "format",
    "get",
    "get_mut",
    "index",
    "insert",
    "intersection",
    "into_iter",
    "is_empty",
    "items",
    "iter",
    "join",
    "keys",
    "last",
    "len",
    "map",
    "max",
    "min",
    "new",
    "next",
    "parse",
    "pop",
    "push",
    "remove",
    "replace",
    "retain",
    "reverse",
    "sort",
    "split",
    "strip",
    "take",
    "to_owned",
    "to_string",
    "to_vec",
    "truncate",
    "update",
    "values",
];

/// A public function.
#[derive(Clone, Debug)]
pub(super) struct PublicFunction {
    pub(super) definition: Definition,
    /// The last module around it.
    pub(super) module: String,
    /// File and line.
    pub(super) place: String,
}

/// The public functions of all packages with properties.
#[derive(Default)]
pub(super) struct PublicApi {
    functions: BTreeMap<(bool, String), Vec<PublicFunction>>,
    /// The names of the packages in code: crates, and modules of Python.
    packages: BTreeSet<String>,
    /// What the files with properties define and import.
    tests: BTreeMap<String, Definitions>,
}

/// A call in a test.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Call {
    pub(super) name: String,
    /// The name before it: `Queue` in `Queue::new(..)`, `codec` in `codec.encode(..)`.
    pub(super) of: Option<String>,
    /// Whether it is called on a value: `x.put(..)`, or with a dot in Python.
    pub(super) is_method: bool,
}

impl PublicApi {
    pub(super) fn of(survey: &Survey) -> PublicApi {
        let mut api = PublicApi::default();
        let mut roots = BTreeSet::new();
        for file in survey.files.iter().filter(|file| has_properties(file)) {
            if let Some(found) = read(&file.path, file.language) {
                api.tests.insert(file.file.clone(), found);
            }
            let shown_from = shown_from(file);
            let is_rust = file.language == Language::Rust;
            if let Some(root) = package_root(file) {
                if roots.insert((root.clone(), is_rust)) {
                    api.package(&root, file.language, &shown_from);
                }
                continue;
            }
            // Without a package: the files that were named, except those with tests.
            let beside = file.path.parent().map(Path::to_owned).unwrap_or_default();
            if roots.insert((beside.clone(), is_rust)) {
                api.beside(survey, &beside, file.language);
            }
        }
        api
    }

    fn package(&mut self, root: &Path, language: Language, shown_from: &Path) {
        match language {
            Language::Rust => {
                let (name, library) = manifest(root);
                self.packages.extend(name);
                let mut package =
                    RustPackage { root: shown_from.to_owned(), ..RustPackage::default() };
                package.module(&library, "", true);
                for function in package.public() {
                    self.add(Language::Rust, function);
                }
            }
            Language::Python => {
                for source in super::tree::walk(root, None, None).into_iter().take(MAX_FILES) {
                    if source.language == Language::Python && !is_python_test(&source.path, root) {
                        let inside = source.path.strip_prefix(root).unwrap_or(&source.path);
                        let inside = inside.strip_prefix("src").unwrap_or(inside);
                        let first = inside.iter().next().unwrap_or_default().to_string_lossy();
                        self.packages.insert(first.trim_end_matches(".py").to_owned());
                        self.python_file(&source.path, shown_from);
                    }
                }
            }
        }
    }

    fn python_file(&mut self, path: &Path, shown_from: &Path) {
        let shown = path.strip_prefix(shown_from).unwrap_or(path).display().to_string();
        let module = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        self.packages.insert(module.clone());
        for definition in read(path, Language::Python).unwrap_or_default().functions {
            let place = format!("{shown}:{}", definition.line);
            let module = module.clone();
            self.add(Language::Python, PublicFunction { definition, module, place });
        }
    }

    /// The files of a folder that is not a package.
    fn beside(&mut self, survey: &Survey, folder: &Path, language: Language) {
        for file in &survey.files {
            let is_here = file.language == language && file.path.parent() == Some(folder);
            let is_test = language == Language::Python && is_python_test(&file.path, folder);
            if !is_here || is_test || has_properties(file) {
                continue;
            }
            // Shown paths are relative to a canonical folder.
            let path = file.path.canonicalize().unwrap_or_else(|_| file.path.clone());
            match language {
                Language::Python => self.python_file(&path, &shown_from(file)),
                Language::Rust => {
                    let root = shown_from(file);
                    let mut package = RustPackage { root, ..RustPackage::default() };
                    package.module(&path, "", true);
                    for function in package.public() {
                        self.add(language, function);
                    }
                }
            }
        }
    }

    fn add(&mut self, language: Language, function: PublicFunction) {
        let key = (language == Language::Rust, function.definition.name.clone());
        self.functions.entry(key).or_default().push(function);
    }

    /// The public function that a call in a file means. `None` if it may be another one: of the test, of another
    /// package, or of several of that name.
    pub(super) fn find(&self, file: &str, call: &Call) -> Option<&PublicFunction> {
        let is_rust = Path::new(file).extension().is_some_and(|extension| extension == "rs");
        let all = self.functions.get(&(is_rust, call.name.clone()))?;
        let here = self.tests.get(file);
        let is_foreign = |name: &str| {
            let path = here.and_then(|here| here.imports.get(name));
            path.is_some_and(|path| !self.is_own(path, is_rust))
        };
        let is_private = |name: &str| here.is_some_and(|here| here.private.contains(name));
        let mut found = Vec::new();
        for function in all {
            let definition = &function.definition;
            let owner = definition.owner.as_deref();
            let is_of_value = definition.is_method
                && !definition.is_of_trait
                && !STANDARD.contains(&&*definition.name);
            let by_path = |of: &str| {
                let is_module = of == function.module || self.packages.contains(of);
                let is_relative = matches!(of, "crate" | "self" | "super");
                !is_foreign(of) && owner.map_or(is_module || is_relative, |owner| owner == of)
            };
            let fits = match (&call.of, call.is_method) {
                (None, false) => owner.is_none() && !is_foreign(&call.name),
                (Some(of), false) => by_path(of),
                (_, true) if is_rust => is_of_value,
                (None, true) => is_of_value,
                (Some(of), true) => by_path(of) || is_of_value && !is_foreign(of),
            };
            if fits {
                found.push(function);
            }
        }
        // A test has its own function of this name.
        if call.of.is_none() && is_private(&call.name) {
            return None;
        }
        // Methods of several types cannot be told apart.
        match found[..] {
            [only] => Some(only),
            _ => None,
        }
    }

    /// Whether an imported path leads to one of the packages.
    fn is_own(&self, path: &str, is_rust: bool) -> bool {
        let separator = if is_rust { "::" } else { "." };
        let first = path.split(separator).next().unwrap_or(path);
        matches!(first, "" | "crate" | "self" | "super") || self.packages.contains(first)
    }
}

fn has_properties(file: &ClassifiedFile) -> bool {
    matches!(&file.outcome, FileOutcome::Read { properties, .. } if !properties.is_empty())
}

/// The folder that shown paths are relative to.
fn shown_from(file: &ClassifiedFile) -> PathBuf {
    let mut path = file.path.canonicalize().unwrap_or_default();
    if path.ends_with(&file.file) {
        for _ in Path::new(&file.file).components() {
            path.pop();
        }
        return path;
    }
    env::current_dir().unwrap_or_default()
}

fn package_root(file: &ClassifiedFile) -> Option<PathBuf> {
    let path = file.path.canonicalize().ok()?;
    let marks: &[&str] = match file.language {
        Language::Rust => &["Cargo.toml"],
        Language::Python => &PYTHON_PACKAGE,
    };
    let has_mark = |folder: &&Path| marks.iter().any(|mark| folder.join(mark).is_file());
    path.ancestors().skip(1).find(has_mark).map(Path::to_owned)
}

fn read(path: &Path, language: Language) -> Option<Definitions> {
    let text = source_text(path).ok()?;
    let found: Result<Definitions, Unreadable> = match language {
        Language::Rust => rust::definitions(&text),
        #[cfg(feature = "python")]
        Language::Python => disprove_analysis::python::definitions(&text),
        #[cfg(not(feature = "python"))]
        Language::Python => return None,
    };
    found.ok()
}

fn is_python_test(path: &Path, root: &Path) -> bool {
    let inside = path.strip_prefix(root).unwrap_or(path);
    let name = inside.file_stem().unwrap_or_default().to_string_lossy();
    let in_tests =
        inside.iter().any(|part| matches!(part.to_str(), Some("tests" | "test" | "testing")));
    in_tests || name.starts_with("test_") || name.ends_with("_test") || name == "conftest"
}

/// The name of a crate in code, and the root file of its library or program.
fn manifest(root: &Path) -> (Option<String>, PathBuf) {
    let text = fs::read_to_string(root.join("Cargo.toml")).unwrap_or_default();
    let (mut section, mut name, mut library) = (String::new(), None, None);
    for line in text.lines().map(str::trim) {
        if line.starts_with('[') {
            line.clone_into(&mut section);
        }
        let Some((key, value)) = line.split_once('=') else { continue };
        let value = value.trim().trim_matches('"');
        match (&*section, key.trim()) {
            ("[package]", "name") if name.is_none() => name = Some(value.replace('-', "_")),
            ("[lib]", "name") => name = Some(value.to_owned()),
            ("[lib]", "path") => library = Some(root.join(value)),
            _ => {}
        }
    }
    let library = library.unwrap_or_else(|| {
        let library = root.join("src").join("lib.rs");
        if library.is_file() { library } else { root.join("src").join("main.rs") }
    });
    (name, library)
}

/// The modules of a crate, from its root file.
#[derive(Default)]
struct RustPackage {
    /// The folder that shown paths are relative to.
    root: PathBuf,
    seen: BTreeSet<PathBuf>,
    /// Functions with the name of the module, and whether it is public.
    functions: Vec<(PublicFunction, bool)>,
    exports: BTreeSet<String>,
    exported_modules: BTreeSet<String>,
}

impl RustPackage {
    fn module(&mut self, path: &Path, name: &str, is_open: bool) {
        let mut open = vec![(path.to_owned(), name.to_owned(), is_open)];
        while let Some((path, name, is_open)) = open.pop() {
            if self.seen.len() >= MAX_FILES || !self.seen.insert(path.clone()) {
                continue;
            }
            let Some(found) = read(&path, Language::Rust) else { continue };
            let shown = path.strip_prefix(&self.root).unwrap_or(&path).display().to_string();
            for definition in found.functions {
                let module = definition.modules.last().unwrap_or(&name).clone();
                let place = format!("{shown}:{}", definition.line);
                let is_open = is_open && definition.is_open;
                self.functions.push((PublicFunction { definition, module, place }, is_open));
            }
            self.exports.extend(found.exports);
            self.exported_modules.extend(found.exported_modules);
            for submodule in found.submodules {
                let is_open = is_open && submodule.is_public;
                if let Some(file) = file_of(&path, &submodule) {
                    open.push((file, submodule.name, is_open));
                }
            }
        }
    }

    fn public(self) -> impl Iterator<Item = PublicFunction> {
        let RustPackage { functions, exports, exported_modules, .. } = self;
        functions.into_iter().filter_map(move |(function, is_open)| {
            let definition = &function.definition;
            let exported = definition.owner.as_ref().unwrap_or(&definition.name);
            let is_public = is_open
                || exports.contains(exported)
                || exported_modules.contains(&function.module);
            is_public.then_some(function)
        })
    }
}

/// The file of a module that another file declares.
fn file_of(path: &Path, submodule: &Submodule) -> Option<PathBuf> {
    let folder = path.parent()?;
    if let Some(named) = &submodule.path {
        return Some(folder.join(named));
    }
    let stem = path.file_stem()?.to_str()?;
    let mut folder = match stem {
        "lib" | "main" | "mod" => folder.to_owned(),
        stem => folder.join(stem),
    };
    folder.extend(&submodule.modules);
    let file = folder.join(format!("{}.rs", submodule.name));
    if file.is_file() { Some(file) } else { Some(folder.join(&submodule.name).join("mod.rs")) }
}
