//! Reads the files that other commands have written.

use super::{hunt_events::HuntEvents, observed::ObservedRun};
use crate::{
    error::{CommandError, usage},
    mutants::study::{MAX_BYTES, Study},
    plural::plural,
    project::{database_of, test_folder},
    study::StudyRecord,
    sweep::Sweep,
};
use disprove::__private::DataFolder;
use serde_json::Value;
use std::{
    io::ErrorKind,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

/// The format of the files of `classify`, `mutants`, `sweep` and `suggest`.
const FORMAT: u64 = 1;

/// Paths of the files.
pub(super) struct InputPaths<'a> {
    pub(super) root: &'a Path,
    pub(super) judge: &'a Path,
    /// The first of these folders with a study of many projects is shown.
    pub(super) studies: &'a [PathBuf],
    /// Files, and folders with files.
    pub(super) observed: &'a [DataFolder],
}

/// The content of the files.
#[derive(Default)]
pub(super) struct Input {
    /// The name of the workspace.
    pub(super) name: String,
    pub(super) commit: Option<String>,
    /// The relative path from the page to the sources, if they are around it.
    pub(super) sources: Option<String>,
    /// The failure database.
    pub(super) database: Option<DataFolder>,
    pub(super) classify: Option<Value>,
    pub(super) mutants: Option<Study>,
    pub(super) sweep: Option<Sweep>,
    /// A study of many projects.
    pub(super) study: Option<StudyRecord>,
    pub(super) suggest: Option<Value>,
    pub(super) observed: Vec<ObservedRun>,
    pub(super) hunt_events: Vec<HuntEvents>,
    /// Messages about files that could not be read.
    pub(super) problems: Vec<String>,
}

impl Input {
    /// Reads all files that exist, and skips damaged ones with a message.
    pub(super) fn read(places: &InputPaths<'_>) -> Result<Input, CommandError> {
        let name = places
            .root
            .file_name()
            .map_or_else(|| "workspace".to_owned(), |name| name.to_string_lossy().into_owned());
        let mut input = Input {
            name,
            commit: commit(places.root),
            database: Some(database_of(places.root, &test_folder(places.root)?)),
            ..Input::default()
        };
        let has_assertions = |value: &Value| value["assertions"].is_array();
        input.classify =
            input.study(places.judge, "classify", |value| Some(value).filter(has_assertions));
        input.mutants = input.study(places.judge, "mutants", |value| Study::of(&value));
        input.sweep = input.study(places.judge, "sweep", |value| Sweep::of(&value));
        for folder in places.studies {
            if input.study.is_none() {
                input.study = input.study(folder, "study", |value| StudyRecord::of(&value));
            }
        }
        let has_suggestions = |value: &Value| value["suggestions"].is_array();
        input.suggest =
            input.study(places.judge, "suggest", |value| Some(value).filter(has_suggestions));
        for folder in places.observed {
            for file in files(folder) {
                let Some(text) = input.text(folder, &file) else { continue };
                let skipped = super::observed::read(&text, &mut input.observed);
                if skipped > 0 {
                    input.problems.push(format!(
                        "{}: skipped {} not observations; remove the file and run the tests again",
                        file.display(),
                        plural(skipped as usize, "line that is", "lines that are")
                    ));
                }
            }
        }
        let judge = DataFolder::chosen(places.judge);
        let log = judge.join("hunt.jsonl");
        if let Some(text) = input.text(&judge, &log) {
            let (events, skipped) = super::hunt_events::read(&text);
            input.hunt_events = events;
            if skipped > 0 {
                input.problems.push(format!(
                    "{}: skipped {} not JSON; run `cargo disprove hunt --json` again",
                    log.display(),
                    plural(skipped, "line that is", "lines that are")
                ));
            }
        }
        let has_study = input.classify.is_some()
            || input.mutants.is_some()
            || input.sweep.is_some()
            || input.study.is_some()
            || input.suggest.is_some();
        if !has_study && input.observed.is_empty() && input.hunt_events.is_empty() {
            let hint = if input.problems.is_empty() { "" } else { " in a readable file" };
            return Err(usage(format!(
                "nothing to report yet{hint}: run the tests once with DISPROVE_OBSERVE=1, \
                 or `cargo disprove classify`, `mutants`, `sweep`, `study` or `suggest`"
            )));
        }
        Ok(input)
    }

    /// Reads the file of a command, if it exists and is valid.
    fn study<T>(
        &mut self,
        folder: &Path,
        command: &str,
        read: impl FnOnce(Value) -> Option<T>,
    ) -> Option<T> {
        let path = folder.join(format!("{command}.json"));
        let text = self.text(&DataFolder::chosen(folder), &path)?;
        let why = match serde_json::from_str::<Value>(&text) {
            Err(why) => format!("it is not JSON: {why}"),
            Ok(value) if value["format"] != FORMAT => {
                format!("its format is {}, not {FORMAT}", value["format"])
            }
            Ok(value) => match read(value) {
                Some(study) => return Some(study),
                None => "a key is missing or inconsistent".to_owned(),
            },
        };
        self.problems.push(format!(
            "skipped {}: {why}; run `cargo disprove {command}` again",
            path.display()
        ));
        None
    }

    fn text(&mut self, folder: &DataFolder, path: &Path) -> Option<String> {
        match folder.read(path, MAX_BYTES) {
            Ok(bytes) => Some(String::from_utf8_lossy(&bytes).into_owned()),
            Err(why) if why.kind() == ErrorKind::NotFound => None,
            Err(why) => {
                self.problems.push(format!("skipped {}: it cannot be read: {why}", path.display()));
                None
            }
        }
    }
}

/// A file itself, or the `.jsonl` files of a folder.
fn files(folder: &DataFolder) -> Vec<PathBuf> {
    let path = folder.path();
    let Ok(entries) = folder.list(path) else { return vec![path.to_owned()] };
    let mut files = Vec::new();
    for entry in entries.flatten() {
        let path = entry.path();
        if path.extension().is_some_and(|extension| extension == "jsonl") {
            files.push(path);
        }
    }
    files.sort();
    files
}

/// The current commit, if there is one.
fn commit(root: &Path) -> Option<String> {
    let mut command = Command::new("git");
    command.args(["rev-parse", "--short=10", "HEAD"]).current_dir(root);
    let output = command.stdin(Stdio::null()).stderr(Stdio::null()).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    let text = text.trim();
    (output.status.success() && !text.is_empty()).then(|| text.to_owned())
}

#[cfg(all(test, unix))]
mod tests {
    use super::{DataFolder, Input, InputPaths, commit, files};
    use std::{
        env, fs, os::unix::fs::symlink, process::Command, sync::mpsc, thread, time::Duration,
    };

    #[test]
    fn the_commit_is_that_of_the_project() {
        let folder = env::temp_dir().join(format!("disprove-commit-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        let git = |arguments: &[&str]| {
            let mut command = Command::new("git");
            command.args(["-c", "user.name=me", "-c", "user.email=me@example.org"]);
            let done = command.args(arguments).current_dir(&folder).output().expect("git runs");
            assert!(done.status.success(), "{done:?}");
            String::from_utf8(done.stdout).expect("text")
        };
        git(&["init", "-q"]);
        assert_eq!(commit(&folder), None, "there is none yet");
        git(&["commit", "-q", "--allow-empty", "-m", "one"]);
        let (found, whole) = (commit(&folder).expect("a commit"), git(&["rev-parse", "HEAD"]));
        assert!(found.len() >= 10 && whole.starts_with(&found), "{found} {whole}");
        fs::write(folder.join("classify.json"), r#"{"format":1,"assertions":[]}"#).expect("a file");
        let paths = InputPaths { root: &folder, judge: &folder, studies: &[], observed: &[] };
        assert_eq!(Input::read(&paths).expect("an input").commit, Some(found));
        fs::remove_dir_all(folder).expect("removed");
    }

    #[test]
    fn pipes_and_links_out_of_the_workspace_are_skipped() {
        let scratch = env::temp_dir().join(format!("disprove-report-{}", std::process::id()));
        let (root, judge) = (scratch.join("workspace"), scratch.join("judge"));
        let observed = root.join(".disprove/observed");
        fs::create_dir_all(&observed).expect("a folder");
        fs::create_dir_all(&judge).expect("a folder");
        fs::write(scratch.join("secret.jsonl"), "secret\n").expect("a file");
        symlink("../../../secret.jsonl", observed.join("link.jsonl")).expect("a link");
        for pipe in [observed.join("pipe.jsonl"), judge.join("mutants.json")] {
            let made = Command::new("mkfifo").arg(pipe).status().expect("mkfifo is installed");
            assert!(made.success());
        }
        let (sender, receiver) = mpsc::channel();
        thread::spawn(move || {
            let observed = [DataFolder::in_workspace(&root, ".disprove/observed")];
            let mut input = Input::default();
            for file in files(&observed[0]) {
                assert_eq!(input.text(&observed[0], &file), None);
            }
            assert!(input.study(&judge, "mutants", Some).is_none());
            sender.send(input.problems)
        });
        let problems = receiver.recv_timeout(Duration::from_secs(20)).expect("it does not block");
        assert_eq!(problems.len(), 3, "{problems:#?}");
        assert!(problems[0].contains("link.jsonl: it cannot be read: a link leads to "));
        assert!(problems[1..].iter().all(|it| it.ends_with("not a regular file")), "{problems:#?}");
        fs::remove_dir_all(scratch).expect("removed");
    }
}
