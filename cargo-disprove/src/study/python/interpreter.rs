//! The Python that tests a project, and what it must have installed.

use crate::{
    error::{CommandError, usage},
    share::hide_server,
    study::{arguments::Arguments, project_list::Project},
};
use serde_json::Value;
use std::{
    io::{self, Write},
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

/// The packages that a study needs, by their names for pip.
const NEEDED: [&str; 4] = ["pytest", "hypothesis", "coverage", "mutmut"];

/// The release of mutmut whose functions are called. Releases from 3 on have others.
pub(super) const MUTMUT: &str = "2.5.1";

/// A Python with all packages.
pub(super) struct Interpreter {
    program: PathBuf,
    /// The versions of Python and of the packages, for the identity of a study.
    pub(super) versions: String,
}

/// Prints the version of Python and of the packages as JSON.
const PROBE: &str = "
import json, platform, sys
from importlib import metadata
found = {}
for name in sys.argv[1:]:
    try:
        found[name] = metadata.version(name)
    except metadata.PackageNotFoundError:
        pass
print(json.dumps({'python': platform.python_version(), 'packages': found}))
";

impl Interpreter {
    /// That of the folder `.venv` of the project, or else of the arguments.
    pub(super) fn find(
        project: &Project,
        arguments: &Arguments,
    ) -> Result<Interpreter, CommandError> {
        let own =
            ["bin/python", "Scripts/python.exe"].map(|it| project.path.join(".venv").join(it));
        let own = own.into_iter().find(|path| path.is_file());
        let mut program = own.unwrap_or_else(|| arguments.python.clone());
        // A path is relative to this folder, and Python runs in others.
        if program.components().count() > 1 {
            program = std::path::absolute(&program).unwrap_or(program);
        }
        let shown = program.display();
        let mut command = Command::new(&program);
        command.args(["-c", PROBE]).args(NEEDED).stdin(Stdio::null());
        let output = command.output().map_err(|why| {
            usage(format!(
                "cannot run `{shown}`: {why}; install Python with its module venv, or name another with `--python`"
            ))
        })?;
        let found: Value = serde_json::from_slice(&output.stdout).map_err(|_| {
            usage(format!(
                "`{shown}` is not Python 3.8 or later, or is damaged: name another with `--python`"
            ))
        })?;
        let versions = &found["packages"];
        let missing: Vec<&str> =
            NEEDED.into_iter().filter(|name| versions[*name].is_null()).collect();
        if !missing.is_empty() {
            return Err(usage(lacks(&shown.to_string(), &missing)));
        }
        let mutmut = versions["mutmut"].as_str().unwrap_or_default();
        if mutmut != MUTMUT {
            return Err(usage(format!(
                "mutmut {mutmut} is installed in `{shown}`, but the study needs {MUTMUT}: `{shown} -m pip install \
                 mutmut=={MUTMUT}`"
            )));
        }
        Ok(Interpreter { program, versions: found.to_string() })
    }

    /// A command of this Python, without the settings of the user.
    pub(super) fn command(&self) -> Command {
        let mut command = Command::new(&self.program);
        for name in ["PYTEST_ADDOPTS", "PYTEST_PLUGINS", "PYTHONPATH", "CI", "HYPOTHESIS_PROFILE"] {
            command.env_remove(name);
        }
        hide_server(&mut command).env("PYTHONHASHSEED", "0").env("PYTHONIOENCODING", "utf-8");
        command
    }

    /// Runs a script with JSON as its input, and returns the JSON lines of its output.
    pub(super) fn script(
        &self,
        script: &str,
        folder: &Path,
        input: &Value,
    ) -> Result<Vec<Value>, CommandError> {
        let cannot =
            |why: io::Error| usage(format!("cannot run `{}`: {why}", self.program.display()));
        let mut child = self
            .command()
            .args(["-c", script])
            .current_dir(folder)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(cannot)?;
        if let Some(mut stdin) = child.stdin.take() {
            // A script that ends early says why.
            let _ = stdin.write_all(input.to_string().as_bytes());
        }
        let output = child.wait_with_output().map_err(cannot)?;
        if !output.status.success() {
            let errors = String::from_utf8_lossy(&output.stderr).into_owned();
            let last = errors.trim().lines().last().unwrap_or_default();
            return Err(usage(format!("mutmut cannot make the mutants: {last}")));
        }
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        Ok(text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect())
    }
}

/// What is missing, and how to install it.
fn lacks(program: &str, missing: &[&str]) -> String {
    let (names, verb) = match missing {
        [one] => ((*one).to_owned(), "is"),
        [all @ .., last] => (format!("{} and {last}", all.join(", ")), "are"),
        [] => (String::new(), "is"),
    };
    let pinned = |name: &&str| match *name {
        "mutmut" => format!("mutmut=={MUTMUT}"),
        name => name.to_owned(),
    };
    let words: Vec<String> = missing.iter().map(pinned).collect();
    format!("{names} {verb} missing in `{program}`: `{program} -m pip install {}`", words.join(" "))
}

#[cfg(test)]
mod tests {
    use super::lacks;

    #[test]
    fn a_missing_package_is_named_with_the_command_that_installs_it() {
        assert_eq!(
            lacks("python3", &["pytest", "coverage", "mutmut"]),
            "pytest, coverage and mutmut are missing in `python3`: `python3 -m pip install pytest coverage mutmut==2.5.1`"
        );
        assert_eq!(
            lacks("python3", &["hypothesis"]),
            "hypothesis is missing in `python3`: `python3 -m pip install hypothesis`"
        );
    }

    #[test]
    fn the_page_installs_what_is_needed() {
        let all = lacks("python3", &super::NEEDED);
        let (_, command) = all.split_once(": `").expect("a command");
        let command = format!("$ {} ", command.trim_end_matches('`'));
        crate::book::assert_said("guides/study.md", &command);
    }
}
