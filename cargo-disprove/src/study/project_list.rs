//! The projects of a study: their folders, names and languages.

use super::arguments::Arguments;
use crate::error::{CommandError, usage};
use disprove::__private::DataFolder;
use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

/// Size limit of a list of projects.
const MAX_LIST: u64 = 1 << 20;

/// A project to study.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Project {
    /// The name of its folder, numbered if another project has the same.
    pub(super) name: String,
    pub(super) path: PathBuf,
    pub(super) language: ProjectLanguage,
    /// Further arguments, of `mutants` or of pytest.
    pub(super) extra: Vec<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ProjectLanguage {
    Rust,
    Python,
}

impl ProjectLanguage {
    pub(super) fn name(self) -> &'static str {
        match self {
            ProjectLanguage::Rust => "Rust",
            ProjectLanguage::Python => "Python",
        }
    }

    /// The language of a project, by the files in its folder.
    fn of(folder: &Path) -> Option<ProjectLanguage> {
        if folder.join("Cargo.toml").is_file() {
            return Some(ProjectLanguage::Rust);
        }
        let is_python = ["pyproject.toml", "setup.py", "setup.cfg"];
        if is_python.iter().any(|name| folder.join(name).is_file()) {
            return Some(ProjectLanguage::Python);
        }
        let entries = fs::read_dir(folder).ok()?.flatten();
        let mut names = entries.map(|entry| entry.path());
        names.any(|path| path.extension().is_some_and(|it| it == "py")).then_some(Self::Python)
    }
}

/// The projects that the arguments name, in their order.
pub(super) fn projects(arguments: &Arguments) -> Result<Vec<Project>, CommandError> {
    let mut all: Vec<(PathBuf, Vec<String>)> =
        arguments.projects.iter().map(|path| (path.clone(), Vec::new())).collect();
    if let Some(file) = &arguments.from {
        let text = DataFolder::chosen(file).read_text(file, MAX_LIST).map_err(|why| {
            usage(format!(
                "cannot read the list of projects {}: {why}; give a file with a folder per line",
                file.display()
            ))
        })?;
        all.extend(listed(&text, file.parent().unwrap_or(Path::new(""))));
    }
    if all.is_empty() {
        return Err(usage(
            "no project to study: give the folders of projects, or a file with a folder per line with `--from`",
        ));
    }
    let (mut projects, mut names, mut paths) = (Vec::new(), BTreeSet::new(), BTreeSet::new());
    for (path, extra) in all {
        let found = path.canonicalize().map_err(|why| {
            usage(format!("cannot read `{}`: {why}; give the folder of a project", path.display()))
        })?;
        if !found.is_dir() {
            return Err(usage(format!(
                "`{}` is a file: give the folder of a project",
                path.display()
            )));
        }
        let Some(language) = ProjectLanguage::of(&found) else {
            return Err(usage(format!(
                "`{}` is neither a Rust nor a Python project: it has no Cargo.toml, pyproject.toml, setup.py or .py file",
                path.display()
            )));
        };
        if !paths.insert(found.clone()) {
            return Err(usage(format!(
                "`{}` is given twice: give each project once",
                path.display()
            )));
        }
        let own = found.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let numbered = |number: usize| match number {
            1 => own.clone(),
            _ => format!("{own}-{number}"),
        };
        let name =
            (1..=usize::MAX).map(numbered).find(|name| !names.contains(name)).unwrap_or_default();
        names.insert(name.clone());
        projects.push(Project { name, path: found, language, extra });
    }
    Ok(projects)
}

/// The lines of a list: a folder, and further arguments.
fn listed(text: &str, folder: &Path) -> Vec<(PathBuf, Vec<String>)> {
    let mut all = Vec::new();
    for line in text.lines() {
        let mut words = line.split_whitespace();
        match words.next() {
            None => {}
            Some(first) if first.starts_with('#') => {}
            Some(first) => all.push((folder.join(first), words.map(str::to_owned).collect())),
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::{Path, PathBuf, listed};

    #[test]
    fn a_list_has_a_folder_per_line_and_arguments_after_it() {
        let text = "# crates\n\n  a/b --all-features -p b\n/c\n";
        let all = listed(text, Path::new("x"));
        let words = |text: &str| text.split_whitespace().map(str::to_owned).collect();
        assert_eq!(
            all,
            [
                (PathBuf::from("x/a/b"), words("--all-features -p b")),
                (PathBuf::from("/c"), Vec::new())
            ]
        );
    }
}
