//! Runs tests with pytest in a copy of the project, and reads what the recorder has written.

use super::interpreter::Interpreter;
use crate::{
    error::{CommandError, usage},
    mutants::{STOPPED, driver::run_supervised},
};
use serde_json::{Value, json};
use std::{
    collections::BTreeMap,
    fs, io,
    path::{Path, PathBuf},
    sync::atomic::{AtomicBool, Ordering::Relaxed},
    time::{Duration, Instant},
};

const RECORDER: &str = include_str!("recorder.py");
/// Its name as a module.
const MODULE: &str = "disprove_recorder";

/// The time to start Python, import everything and collect the tests, besides that of the tests.
const STARTUP: f64 = 120.0;

/// A copy of the project, and how its tests run there.
pub(super) struct ProjectCopy<'a> {
    pub(super) python: &'a Interpreter,
    /// The folder of the copy, and that of the recorder and its files.
    pub(super) root: PathBuf,
    pub(super) scratch: PathBuf,
    /// Further arguments of pytest.
    pub(super) extra: &'a [String],
    pub(super) seed: u64,
}

/// Which tests run, and how.
#[derive(Clone, Debug, Default)]
pub(super) struct PytestJob<'a> {
    /// `None` for all.
    pub(super) tests: Option<Vec<&'a str>>,
    /// Seconds that each test may take, by its name; all others may take as long as they want.
    pub(super) limits: BTreeMap<&'a str, f64>,
    /// Inputs of each property, in a sweep; its own otherwise.
    pub(super) cases: Option<u32>,
    pub(super) seed: u64,
    /// Ranges of lines whose tests are wanted: file, first and last line.
    pub(super) reach: Option<Vec<(&'a str, u64, u64)>>,
    /// Seconds that all tests may take.
    pub(super) time: f64,
    /// Whether compiled modules may be saved: only those of the unchanged code.
    pub(super) keeps_bytecode: bool,
}

/// What the recorder wrote.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Recorded {
    pub(super) tests: BTreeMap<String, CollectedTest>,
    pub(super) ended: BTreeMap<String, TestEnd>,
    /// A test that started and did not end: it hung, or killed the process.
    pub(super) open: Option<String>,
    /// Files whose tests could not be collected.
    pub(super) unread: Vec<String>,
    /// The first failing input of properties, and discarded inputs.
    pub(super) inputs: BTreeMap<String, (Option<u64>, u64)>,
    /// By range: whether the file was imported, and the tests that execute these lines.
    pub(super) reach: BTreeMap<usize, (bool, Vec<String>)>,
    pub(super) is_finished: bool,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct CollectedTest {
    pub(super) is_property: bool,
    /// Whether its inputs can be counted.
    pub(super) is_countable: bool,
    pub(super) line: Option<u64>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct TestEnd {
    pub(super) outcome: TestOutcome,
    pub(super) seconds: f64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TestOutcome {
    Passed,
    Failed,
    Skipped,
}

impl Recorded {
    /// Reads the lines of a log; the last may be cut off.
    fn read(text: &str) -> Recorded {
        let mut all = Recorded::default();
        for line in text.lines() {
            if let Ok(line) = serde_json::from_str(line) {
                all.line(&line);
            }
        }
        all
    }

    fn line(&mut self, line: &Value) -> Option<()> {
        let name = || line["name"].as_str().map(str::to_owned);
        match line["event"].as_str()? {
            "test" => {
                let collected = CollectedTest {
                    is_property: line["property"] == true,
                    is_countable: line["countable"] == true,
                    line: line["line"].as_u64(),
                };
                self.tests.insert(name()?, collected);
            }
            "start" => self.open = Some(name()?),
            "inputs" => {
                let inputs = (line["first"].as_u64(), line["discarded"].as_u64()?);
                self.inputs.insert(name()?, inputs);
            }
            "end" => {
                self.open = None;
                let outcome = match line["outcome"].as_str()? {
                    "passed" => TestOutcome::Passed,
                    "failed" => TestOutcome::Failed,
                    _ => TestOutcome::Skipped,
                };
                let seconds = line["seconds"].as_f64()?;
                self.ended.insert(name()?, TestEnd { outcome, seconds });
            }
            "unread" => self.unread.push(line["file"].as_str()?.to_owned()),
            "reach" => {
                let tests = line["tests"].as_array()?.iter().filter_map(Value::as_str);
                let tests = tests.map(str::to_owned).collect();
                self.reach
                    .insert(line["place"].as_u64()? as usize, (line["imported"] == true, tests));
            }
            "finished" => self.is_finished = true,
            _ => {}
        }
        Some(())
    }
}

impl ProjectCopy<'_> {
    /// Runs pytest once. The error of a stopped study has the code [`STOPPED`].
    pub(super) fn run(
        &self,
        job: &PytestJob<'_>,
        stop: &AtomicBool,
    ) -> Result<Recorded, CommandError> {
        let cannot =
            |why: io::Error| usage(format!("cannot run pytest in {}: {why}", self.root.display()));
        let (log, settings) = (self.scratch.join("log"), self.scratch.join("job.json"));
        let _ = fs::remove_file(&log);
        let text = json!({
            "root": self.root, "log": log, "tests": job.tests, "limits": job.limits, "limit": null,
            "cases": job.cases, "seed": job.seed, "reach": job.reach,
        });
        fs::create_dir_all(&self.scratch).map_err(cannot)?;
        fs::write(self.scratch.join(format!("{MODULE}.py")), RECORDER).map_err(cannot)?;
        fs::write(&settings, text.to_string()).map_err(cannot)?;
        let mut command = self.python.command();
        command.current_dir(&self.root).env("DISPROVE_STUDY", &settings);
        command.env("PYTHONPATH", self.import_paths()?);
        // Hypothesis would save failures of one mutant for the next.
        command.env("HYPOTHESIS_STORAGE_DIRECTORY", self.scratch.join("hypothesis"));
        if !job.keeps_bytecode {
            command.env("PYTHONDONTWRITEBYTECODE", "1");
        }
        command.args(["-m", "pytest", "-q", "-p", MODULE, "-o", "addopts="]);
        // Others run tests in another order or process, or write to the project.
        for plugin in ["cacheprovider", "faulthandler", "randomly", "xdist", "cov", "rerunfailures"]
        {
            command.args(["-p", &format!("no:{plugin}")]);
        }
        command.args(["--continue-on-collection-errors", "--tb=line", "--rootdir"]).arg(&self.root);
        command.args(self.extra);
        if let Some(tests) = &job.tests {
            command.args(files(tests));
        }
        let output = self.scratch.join("output");
        let file = fs::File::create(&output).map_err(cannot)?;
        command.stdout(file.try_clone().map_err(cannot)?).stderr(file);
        let until = Instant::now() + Duration::from_secs_f64(STARTUP + job.time);
        match run_supervised(&mut command, Some(until), &output, &|| stop.load(Relaxed)) {
            Err(why) if why.kind() == io::ErrorKind::Interrupted => {
                Err(CommandError("stopped while the tests ran".to_owned(), STOPPED))
            }
            Err(why) => Err(cannot(why)),
            Ok(_) => {
                let bytes = fs::read(&log).unwrap_or_default();
                Ok(Recorded::read(&String::from_utf8_lossy(&bytes)))
            }
        }
    }

    /// The copy is imported, even if the project is installed.
    fn import_paths(&self) -> Result<std::ffi::OsString, CommandError> {
        let mut paths = vec![self.root.clone(), self.scratch.clone()];
        let source = self.root.join("src");
        if source.is_dir() {
            paths.insert(0, source);
        }
        std::env::join_paths(paths)
            .map_err(|why| usage(format!("cannot use the folder of the results: {why}")))
    }

    /// The last line that pytest has printed.
    pub(super) fn last_words(&self) -> String {
        let bytes = fs::read(self.scratch.join("output")).unwrap_or_default();
        let text = String::from_utf8_lossy(&bytes);
        let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
        lines.next_back().unwrap_or("pytest has printed nothing").to_owned()
    }
}

/// The files of these tests: others are not even collected.
fn files<'a>(tests: &[&'a str]) -> Vec<&'a str> {
    let mut files: Vec<&str> =
        tests.iter().map(|test| test.split_once("::").map_or(*test, |(file, _)| file)).collect();
    files.sort_unstable();
    files.dedup();
    files
}

/// Copies a project without hidden folders, environments and what was built.
pub(super) fn copy(from: &Path, to: &Path) -> io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let (path, name) = (entry.path(), entry.file_name());
        let text = name.to_string_lossy();
        let kind = entry.file_type()?;
        if kind.is_dir() {
            let is_skipped = text.starts_with('.')
                || matches!(&*text, "__pycache__" | "node_modules" | "target")
                || path.join("pyvenv.cfg").exists();
            if !is_skipped {
                copy(&path, &to.join(&name))?;
            }
        } else if path.is_file() {
            fs::copy(&path, to.join(&name))?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{CollectedTest, Recorded, TestEnd, TestOutcome, files};

    #[test]
    fn a_test_that_kills_its_process_stays_open() {
        let log = r#"{"event": "test", "name": "t.py::a", "property": true, "countable": true, "line": 3}
{"event": "start", "name": "t.py::a"}
{"event": "inputs", "name": "t.py::a", "first": 7, "discarded": 2}
{"event": "end", "name": "t.py::a", "outcome": "failed", "seconds": 0.5}
{"event": "start", "name": "t.py::b"}
{"event": "reach", "place": 0, "imp"#;
        let all = Recorded::read(log);
        let collected = CollectedTest { is_property: true, is_countable: true, line: Some(3) };
        assert_eq!(all.tests["t.py::a"], collected);
        assert_eq!(all.ended["t.py::a"], TestEnd { outcome: TestOutcome::Failed, seconds: 0.5 });
        assert_eq!(all.inputs["t.py::a"], (Some(7), 2));
        assert_eq!(all.open.as_deref(), Some("t.py::b"));
        assert!(!all.is_finished && all.reach.is_empty());
    }

    #[test]
    fn only_the_files_of_the_tests_are_collected() {
        assert_eq!(files(&["b.py::T::x[1::2]", "a.py::y", "b.py::z"]), ["a.py", "b.py"]);
    }
}
