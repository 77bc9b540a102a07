//! Mutants and sweep of a Python project: mutmut makes the mutants, and pytest runs the tests, each with its own verdict.

mod baseline;
mod interpreter;
mod mutator;
mod pytest_run;
mod sweep;
mod verdicts;

use super::{arguments::Arguments, project_list::Project, survey};
use crate::{
    classify::Survey,
    error::{CommandError, usage},
    mutants::{
        STOPPED,
        baseline::Baseline,
        checkpoint::Checkpoint,
        driver::{Mutant, own_folder},
        sample::sample,
        study::{MutantResult, Study, Test},
    },
    plural::plural,
    sweep::Sweep,
    terminal::diagnostic,
};
use baseline::KnownSuite;
use interpreter::{Interpreter, MUTMUT};
use mutator::PythonMutant;
use pytest_run::{ProjectCopy, copy};
use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
    sync::atomic::{AtomicBool, Ordering::Relaxed},
    time::{Instant, SystemTime, UNIX_EPOCH},
};

/// A Python project with its sampled mutants.
pub(super) struct Suite<'a> {
    project: &'a Project,
    arguments: &'a Arguments,
    python: Interpreter,
    folder: PathBuf,
    mutants: Vec<PythonMutant>,
    chosen: Vec<usize>,
    unviable: BTreeSet<usize>,
    identity: String,
    checkpoint: Checkpoint,
    /// The categories of each property, by file and name.
    labels: BTreeMap<(String, String), Vec<String>>,
    /// The folder of the copy.
    place: PathBuf,
}

impl<'a> Suite<'a> {
    pub(super) fn new(
        project: &'a Project,
        arguments: &'a Arguments,
        folder: &Path,
        survey: &Survey,
    ) -> Result<Suite<'a>, CommandError> {
        if !cfg!(feature = "python") {
            return Err(usage(
                "this tool was built without its feature `python`: install it with the default features",
            ));
        }
        let python = Interpreter::find(project, arguments)?;
        let files = survey::sources(project);
        let mut mutants = mutator::list(&python, &project.path, &files)?;
        let listed: Vec<Mutant> = mutants.iter().map(|it| it.mutant.clone()).collect();
        let chosen = sample(&listed, arguments.sample as usize, arguments.seed);
        let place = own_folder(folder, "copy");
        let cannot = |why| usage(format!("cannot copy the project to {}: {why}", place.display()));
        copy(&project.path, &place.join("project")).map_err(cannot)?;
        let into = place.join("mutants");
        let unviable = mutator::make(&python, &project.path, &into, &mut mutants, &chosen)?;
        let (_, mut hash) = survey::lines_and_hash(&files);
        for part in [&*python.versions, &super::settings(arguments), &project.extra.join(" ")] {
            hash.add(part.as_bytes());
        }
        let identity = hash.text();
        let checkpoint = Checkpoint::open(folder.join("mutants"), &identity, arguments.fresh)?;
        Ok(Suite {
            project,
            arguments,
            python,
            folder: folder.to_owned(),
            mutants,
            chosen,
            unviable,
            identity,
            checkpoint,
            labels: labels(survey),
            place,
        })
    }

    fn copied(&self) -> ProjectCopy<'_> {
        ProjectCopy {
            python: &self.python,
            root: self.place.join("project"),
            scratch: self.place.join("scratch"),
            extra: &self.project.extra,
            seed: self.arguments.seed,
        }
    }

    /// Tests the mutants without a result.
    pub(super) fn mutants(&self, stop: &AtomicBool) -> Result<Study, CommandError> {
        let (start, started) = (Instant::now(), now());
        let copy = self.copied();
        let known = if let Some(known) = KnownSuite::read(&self.checkpoint, &self.folder) {
            known
        } else {
            diagnostic("running the tests on the unchanged code");
            let known = self.known(&copy, stop)?;
            known.write(&self.checkpoint, &self.folder)?;
            known
        };
        let mut done = 0;
        let mut is_stopped = false;
        for place in &self.chosen {
            done += 1;
            if self.checkpoint.result(*place as u64).is_some() {
                continue;
            }
            if stop.load(Relaxed) {
                is_stopped = true;
                break;
            }
            let source = self.place.join("mutants").join(format!("{place}.py"));
            let judged = match self.judged(&copy, *place, &known, &source, stop) {
                Err(CommandError(_, STOPPED)) => {
                    is_stopped = true;
                    break;
                }
                other => other?,
            };
            self.checkpoint.save(&judged)?;
            let killers = judged.verdicts.matches('F').count();
            let by = match killers {
                0 => String::new(),
                _ => format!(" by {}", plural(killers, "test", "tests")),
            };
            let of = self.chosen.len();
            diagnostic(&format!("[{done}/{of}] {}{by}: {}", judged.outcome, judged.name));
        }
        let study = self.study(&known, started, start.elapsed().as_secs_f64());
        if study.mutants.is_empty() && is_stopped {
            return Err(CommandError(
                "stopped before the first mutant had a result".to_owned(),
                STOPPED,
            ));
        }
        study.write(&self.folder)?;
        Ok(study)
    }

    /// Counts the inputs that properties take to find the mutants that they reach.
    pub(super) fn sweep(&self, study: &Study, stop: &AtomicBool) -> Result<Sweep, CommandError> {
        let Some(known) = KnownSuite::read(&self.checkpoint, &self.folder) else {
            return Err(usage(
                "the results on the unchanged code are missing: run the study again",
            ));
        };
        sweep::sweep(self, study, &known, stop)
    }

    /// Runs the tests on the unchanged code.
    fn known(&self, copy: &ProjectCopy<'_>, stop: &AtomicBool) -> Result<KnownSuite, CommandError> {
        let mut ranges = Vec::new();
        for place in &self.chosen {
            let it = &self.mutants[*place];
            // A file that is imported has executed lines somewhere.
            let (first, last) = it.body.unwrap_or((1, 0));
            ranges.push((&*it.mutant.file, first, last));
        }
        KnownSuite::measure(copy, ranges, self.arguments.baseline, stop)
    }

    /// The result of a mutant.
    fn judged(
        &self,
        copy: &ProjectCopy<'_>,
        place: usize,
        known: &KnownSuite,
        source: &Path,
        stop: &AtomicBool,
    ) -> Result<MutantResult, CommandError> {
        let own = &self.mutants[place];
        let result = MutantResult {
            id: place as u64,
            name: own.mutant.name.clone(),
            file: own.mutant.file.clone(),
            line: own.mutant.line,
            function: own.mutant.function.clone(),
            genre: own.mutant.genre.clone(),
            diff: own.mutant.diff.clone(),
            ..MutantResult::default()
        };
        if self.unviable.contains(&place) {
            return Ok(MutantResult {
                outcome: "unviable".to_owned(),
                verdicts: "n".repeat(known.baseline.tests.len()),
                ..result
            });
        }
        let number = self.chosen.iter().position(|it| *it == place).unwrap_or_default();
        let reached = known.reached_by(number, own.body.is_none());
        let mutated = Mutated::new(copy, &own.mutant.file, source)?;
        let verdicts = verdicts::verdicts(copy, known, &reached, stop);
        drop(mutated);
        let verdicts = verdicts?;
        Ok(MutantResult {
            outcome: verdicts.outcome().to_owned(),
            test_seconds: verdicts.seconds,
            verdicts: verdicts.letters,
            reached_by: Some(reached),
            ..result
        })
    }

    /// The study with all results so far.
    fn study(&self, known: &KnownSuite, started: u64, seconds: f64) -> Study {
        let results = self.chosen.iter().filter_map(|place| self.checkpoint.result(*place as u64));
        let mutants: Vec<MutantResult> = results.collect();
        let earlier: f64 = mutants.iter().map(|mutant| mutant.test_seconds).sum();
        let Baseline { flaky, failing, .. } = known.baseline.clone();
        Study {
            cargo_mutants: format!("mutmut {MUTMUT}"),
            packages: vec![self.project.name.clone()],
            seed: self.arguments.seed,
            sample: self.chosen.len() as u64,
            of: self.mutants.len() as u64,
            started,
            seconds: seconds.max(earlier),
            baseline_runs: self.arguments.baseline.into(),
            is_complete: mutants.len() == self.chosen.len(),
            identity: self.identity.clone(),
            code: String::new(),
            features: Vec::new(),
            doctests: "none".to_owned(),
            tests: known.baseline.tests.iter().map(|test| self.described(known, test)).collect(),
            flaky,
            failing,
            mutants,
            commit: None,
        }
    }

    /// A test with its kind and categories.
    fn described(&self, known: &KnownSuite, test: &crate::mutants::baseline::ReliableTest) -> Test {
        let about = known.tests.get(&test.name).copied().unwrap_or_default();
        let labels = self.labels.get(&source_name(&test.name));
        Test {
            name: test.name.clone(),
            kind: if about.is_property { "property" } else { "unit" }.to_owned(),
            framework: about.is_property.then(|| "hypothesis".to_owned()),
            labels: labels.filter(|_| about.is_property).cloned().unwrap_or_default(),
            file: Some(test.source.clone()),
            line: about.line,
            seconds: test.seconds,
        }
    }
}

impl Drop for Suite<'_> {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.place);
    }
}

/// A file of the copy with a mutant in it, until this value is dropped.
struct Mutated {
    path: PathBuf,
    original: Vec<u8>,
}

impl Mutated {
    fn new(copy: &ProjectCopy<'_>, file: &str, source: &Path) -> Result<Mutated, CommandError> {
        let path = copy.root.join(file);
        let cannot = |why| usage(format!("cannot write {}: {why}", path.display()));
        let original = fs::read(&path).map_err(cannot)?;
        let text = fs::read(source).map_err(cannot)?;
        fs::write(&path, text).map_err(cannot)?;
        // Compiled modules are known by the second in which their source was changed, and by its size.
        let other = UNIX_EPOCH + std::time::Duration::from_secs(1 << 30);
        let changed = fs::File::options().write(true).open(&path);
        changed.and_then(|it| it.set_modified(other)).map_err(cannot)?;
        Ok(Mutated { path, original })
    }
}

impl Drop for Mutated {
    fn drop(&mut self) {
        let _ = fs::write(&self.path, &self.original);
    }
}

/// The file and the name of a test as `classify` shows them: `tests/test_a.py` and `Class.test`.
fn source_name(test: &str) -> (String, String) {
    let plain = test.split_once('[').map_or(test, |(plain, _)| plain);
    let mut parts = plain.split("::");
    let file = parts.next().unwrap_or_default().to_owned();
    let rest: Vec<&str> = parts.collect();
    // Of nested classes only the innermost counts.
    let name = rest[rest.len().saturating_sub(2)..].join(".");
    (file, name)
}

/// The categories of the properties.
fn labels(survey: &Survey) -> BTreeMap<(String, String), Vec<String>> {
    let mut all: BTreeMap<(String, String), BTreeSet<String>> = BTreeMap::new();
    for (file, judged) in survey.properties() {
        let labels = all.entry((file.to_owned(), judged.test.clone())).or_default();
        for assertion in &judged.assertions {
            labels.extend(assertion.labels.iter().map(|label| label.name().to_owned()));
        }
    }
    all.into_iter().map(|(key, labels)| (key, labels.into_iter().collect())).collect()
}

/// Seconds since 1970.
fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs()
}

#[cfg(test)]
mod tests {
    use super::source_name;

    #[test]
    fn tests_of_pytest_have_the_names_of_classify() {
        for (test, file, name) in [
            ("tests/test_a.py::test_x", "tests/test_a.py", "test_x"),
            ("tests/test_a.py::TestA::test_x[1::2]", "tests/test_a.py", "TestA.test_x"),
            ("test_a.py::TestA::TestB::test_x", "test_a.py", "TestB.test_x"),
        ] {
            assert_eq!(source_name(test), (file.to_owned(), name.to_owned()));
        }
    }
}
