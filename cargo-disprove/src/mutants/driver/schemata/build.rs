//! Builds a copy of a project with all alternatives that compile together.

use super::{
    Alternative,
    compiler_error::{Culprit, culprits},
    finder::{Found, find},
    render::{Rendered, render},
    run::Inserted,
    switch::module,
};
use crate::mutants::driver::{
    cargo_stub::{cargo, packages},
    stub_config::StubConfig,
};
use std::{
    collections::{BTreeMap, BTreeSet},
    ffi::OsString,
    fs, io,
    path::{Path, PathBuf},
};

/// The reason for mutants that do not compile beside others.
const CONFLICT: &str = "it does not compile beside other mutants";
const MACRO_CRATE: &str = "code that runs in the compiler";
const UNREADABLE: &str = "the file cannot be read";

/// Inserts the mutants of the plan into a copy of the project and builds it. Those that do not compile are removed. `given` are
/// the arguments of the build.
pub(crate) fn insert(
    config: &StubConfig,
    folder: &Path,
    project: &Path,
    given: &[OsString],
) -> io::Result<()> {
    let mut build = Build::new(config, project, given)?;
    build.until_it_compiles()?;
    build.inserted.write(folder)
}

/// A file with alternatives.
struct SourceFile {
    original: String,
    found: Found,
}

/// A target of a package.
struct Root {
    path: PathBuf,
    package: PathBuf,
    is_macro: bool,
}

struct Build<'a> {
    config: &'a StubConfig,
    project: &'a Path,
    given: &'a [OsString],
    files: BTreeMap<String, SourceFile>,
    roots: Vec<Root>,
    /// Numbers of the alternatives that are in the build.
    numbers: BTreeSet<u32>,
    last: u32,
    inserted: Inserted,
}

impl<'a> Build<'a> {
    fn new(
        config: &'a StubConfig,
        project: &'a Path,
        given: &'a [OsString],
    ) -> io::Result<Build<'a>> {
        let mut by_file: BTreeMap<&str, Vec<&Alternative>> = BTreeMap::new();
        for alternative in &config.plan.alternatives {
            by_file.entry(&alternative.file).or_default().push(alternative);
        }
        let roots = roots(config, project)?;
        let (mut files, mut inserted) = (BTreeMap::new(), Inserted::default());
        let mut numbers = BTreeSet::new();
        for (name, alternatives) in by_file {
            let original = match text_to_change(&roots, &project.join(name)) {
                Ok(text) => text,
                Err(why) => {
                    inserted.left.extend(alternatives.iter().map(|it| (it.number, why.to_owned())));
                    continue;
                }
            };
            let found = find(&original, &alternatives);
            inserted.unviable.extend(&found.unviable);
            inserted
                .left
                .extend(found.refused.iter().map(|(number, why)| (*number, (*why).to_owned())));
            numbers.extend(found.sites.iter().flat_map(|site| site.kind.numbers()));
            files.insert(name.to_owned(), SourceFile { original, found });
        }
        let last = config.plan.alternatives.iter().map(|it| it.number).max().unwrap_or(0);
        Ok(Build { config, project, given, files, roots, numbers, last, inserted })
    }

    /// Removes alternatives until the rest compiles.
    fn until_it_compiles(&mut self) -> io::Result<()> {
        loop {
            let all = self.numbers.clone();
            let Some(found) = self.errors(&all)? else { return Ok(()) };
            let before = self.numbers.len();
            for culprit in found {
                self.remove(culprit);
            }
            if self.numbers.len() < before {
                continue;
            }
            if let Some(number) = self.bisect()? {
                self.leave(number);
                continue;
            }
            // It does not compile without any of them.
            for number in all {
                self.leave(number);
            }
            return Ok(());
        }
    }

    /// Removes what does not compile from the build.
    fn remove(&mut self, culprit: Culprit) {
        match culprit {
            Culprit::Unviable(number) => {
                self.numbers.remove(&number);
                self.inserted.unviable.insert(number);
            }
            Culprit::Suspects(suspects) => {
                for number in suspects {
                    self.leave(number);
                }
            }
        }
    }

    fn leave(&mut self, number: u32) {
        if self.numbers.remove(&number) {
            self.inserted.left.insert(number, CONFLICT.to_owned());
        }
    }

    /// The last alternative of the shortest list, in their order, that does not compile.
    fn bisect(&mut self) -> io::Result<Option<u32>> {
        let all: Vec<u32> = self.numbers.iter().copied().collect();
        if self.errors(&BTreeSet::new())?.is_some() {
            return Ok(None);
        }
        let (mut good, mut bad) = (0, all.len());
        while bad - good > 1 {
            let middle = usize::midpoint(good, bad);
            let some = all[..middle].iter().copied().collect();
            *(if self.errors(&some)?.is_some() { &mut bad } else { &mut good }) = middle;
        }
        Ok(all.get(bad.wrapping_sub(1)).copied())
    }

    /// Builds with these alternatives, and returns the culprits of its errors; `None` if there are no errors.
    fn errors(&self, numbers: &BTreeSet<u32>) -> io::Result<Option<Vec<Culprit>>> {
        let rendered = self.write(numbers)?;
        let mut command = cargo(self.config);
        command.args(self.given.iter().filter(|word| *word != "--verbose" && *word != "--quiet"));
        let output = command.arg("--message-format=json").output()?;
        if output.status.success() {
            return Ok(None);
        }
        Ok(Some(culprits(&String::from_utf8_lossy(&output.stdout), &rendered)))
    }

    /// Writes all files.
    fn write(&self, numbers: &BTreeSet<u32>) -> io::Result<BTreeMap<String, Rendered>> {
        let mut all = BTreeMap::new();
        let mut texts: BTreeMap<PathBuf, String> = BTreeMap::new();
        for (name, file) in &self.files {
            let mut sites = file.found.sites.clone();
            sites.retain_mut(|site| site.kind.retain(&|number| numbers.contains(&number)));
            let rendered = render(&file.original, &sites);
            texts.insert(self.project.join(name), rendered.text.clone());
            all.insert(name.clone(), rendered);
        }
        for root in self.roots.iter().filter(|root| !root.is_macro) {
            if !self.files.keys().any(|name| self.project.join(name).starts_with(&root.package)) {
                continue;
            }
            let text = match texts.remove(&root.path) {
                Some(text) => text,
                None => original(&root.path, self.last)?,
            };
            texts.insert(root.path.clone(), text + &module(self.last));
        }
        for (path, text) in texts {
            // A file that stays the same is not compiled again.
            if fs::read_to_string(&path).ok().as_ref() != Some(&text) {
                fs::write(path, text)?;
            }
        }
        Ok(all)
    }
}

/// The text of a file, or why its mutants are built alone.
fn text_to_change(roots: &[Root], path: &Path) -> Result<String, &'static str> {
    if roots.iter().any(|root| root.is_macro && path.starts_with(&root.package)) {
        return Err(MACRO_CRATE);
    }
    fs::read_to_string(path).map_err(|_| UNREADABLE)
}

/// The text of a root without alternatives, before the module was appended.
fn original(path: &Path, last: u32) -> io::Result<String> {
    let text = fs::read_to_string(path)?;
    Ok(text.strip_suffix(&module(last)).map(str::to_owned).unwrap_or(text))
}

/// The targets of the packages that are compiled for tests and have code to mutate.
fn roots(config: &StubConfig, project: &Path) -> io::Result<Vec<Root>> {
    let mut roots = Vec::new();
    for package in packages(config, project)? {
        let manifest = package["manifest_path"].as_str().unwrap_or_default();
        let Some(folder) = Path::new(manifest).parent() else { continue };
        for target in package["targets"].as_array().into_iter().flatten() {
            let has = |kind: &str| {
                target["kind"].as_array().is_some_and(|kinds| kinds.iter().any(|it| it == kind))
            };
            if ["test", "example", "bench", "custom-build"].into_iter().any(has) {
                continue;
            }
            roots.push(Root {
                path: target["src_path"].as_str().unwrap_or_default().into(),
                package: folder.to_owned(),
                is_macro: has("proc-macro"),
            });
        }
    }
    Ok(roots)
}

#[cfg(test)]
mod tests {
    use super::{
        BTreeMap, Build, CONFLICT, Culprit, Inserted, MACRO_CRATE, Path, PathBuf, Root, StubConfig,
        UNREADABLE, text_to_change,
    };
    use crate::mutants::driver::Plan;

    #[test]
    fn mutants_of_procedural_macros_are_left_for_a_build_of_their_own() {
        let package = Path::new(env!("CARGO_MANIFEST_DIR"));
        let root = |is_macro| Root { path: PathBuf::new(), package: package.to_owned(), is_macro };
        let file = package.join("src/main.rs");
        assert_eq!(text_to_change(&[root(true)], &file), Err(MACRO_CRATE));
        assert!(text_to_change(&[root(false)], &file).is_ok());
        assert_eq!(text_to_change(&[], &package.join("none.rs")), Err(UNREADABLE));
    }

    #[test]
    fn mutants_that_do_not_compile_beside_others_are_left_for_a_build_of_their_own() {
        let config = StubConfig {
            cargo: PathBuf::new(),
            arguments: Vec::new(),
            plan: Plan::default(),
            driver: 0,
            limit: None,
            build: None,
        };
        let mut build = Build {
            config: &config,
            project: Path::new(""),
            given: &[],
            files: BTreeMap::new(),
            roots: Vec::new(),
            numbers: [1, 2, 3, 4].into(),
            last: 4,
            inserted: Inserted::default(),
        };
        build.remove(Culprit::Unviable(1));
        build.remove(Culprit::Suspects(vec![2, 4]));
        assert_eq!(build.numbers, [3].into());
        let left = [2, 4].map(|number| (number, CONFLICT.to_owned())).into();
        assert_eq!(build.inserted, Inserted { unviable: [1].into(), left });
    }
}
