//! The tests of a Python project on the unchanged code: which are reliable, and which code they reach.

use super::pytest_run::{CollectedTest, ProjectCopy, PytestJob, Recorded, TestOutcome};
use crate::{
    error::{CommandError, usage},
    mutants::{
        baseline::Baseline,
        checkpoint::Checkpoint,
        log::{TestResult, Verdict},
        study::{MAX_BYTES, write},
    },
    plural::plural,
    terminal::diagnostic,
};
use disprove::__private::DataFolder;
use serde_json::{Value, json};
use std::{
    collections::{BTreeMap, BTreeSet},
    path::Path,
    sync::atomic::AtomicBool,
    time::Instant,
};

/// The file with what pytest knows about the tests, beside the baseline.
const FILE: &str = "python.json";

/// Time limit of a run on the unchanged code in seconds.
const LIMIT: f64 = 3_600.0;

/// Time limit of a test: a multiple of its time on the unchanged code, and a minimum in seconds, as for Rust.
const FACTOR: f64 = 5.0;
const LEAST: f64 = 5.0;

/// The reliable tests of a project.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct KnownSuite {
    pub(super) baseline: Baseline,
    pub(super) tests: BTreeMap<String, CollectedTest>,
    /// By the number of a mutant: whether its file is imported, and the tests that execute its function.
    reach: Vec<(bool, BTreeSet<String>)>,
    /// Tests without a measurement, which may reach everything.
    unmeasured: BTreeSet<String>,
}

impl KnownSuite {
    /// Runs the tests once with coverage, and then as often as wanted.
    pub(super) fn measure(
        copy: &ProjectCopy<'_>,
        ranges: Vec<(&str, u64, u64)>,
        runs: u16,
        stop: &AtomicBool,
    ) -> Result<KnownSuite, CommandError> {
        let count = ranges.len();
        let job = PytestJob {
            seed: copy.seed,
            time: LIMIT,
            keeps_bytecode: true,
            ..PytestJob::default()
        };
        let measured = copy.run(&PytestJob { reach: Some(ranges), ..job.clone() }, stop)?;
        if measured.tests.is_empty() {
            return Err(usage(format!("pytest finds no tests: {}", copy.last_words())));
        }
        let (mut rounds, mut seconds) = (Vec::new(), 0.0);
        for _ in 0..runs {
            let start = Instant::now();
            rounds.push(results(&copy.run(&job, stop)?));
            seconds += start.elapsed().as_secs_f64();
        }
        let baseline = Baseline::of(&rounds, seconds);
        if baseline.tests.is_empty() {
            return Err(usage(format!(
                "no test passes on the unchanged code: {}",
                copy.last_words()
            )));
        }
        for (list, why) in [(&baseline.flaky, "is flaky"), (&baseline.failing, "fails")] {
            for name in list {
                diagnostic(&format!("{name} {why} on the unchanged code and is left out"));
            }
        }
        diagnostic(&format!(
            "{} pass on the unchanged code, in {:.1} s",
            plural(baseline.tests.len(), "test", "tests"),
            baseline.seconds
        ));
        let is_measured = |name: &String| {
            measured.ended.get(name).is_some_and(|ended| ended.outcome == TestOutcome::Passed)
        };
        let names = baseline.tests.iter().map(|test| test.name.clone());
        let unmeasured = names.filter(|name| !is_measured(name)).collect();
        let reach: Vec<(bool, BTreeSet<String>)> = (0..count)
            .map(|place| {
                let known = measured.reach.get(&place).cloned();
                known.map_or_else(Default::default, |(is, tests)| (is, tests.into_iter().collect()))
            })
            .collect();
        if !reach.iter().any(|(is_imported, _)| *is_imported) {
            return Err(usage(
                "the tests import none of the sampled code: they may test an installed copy; remove it from the environment",
            ));
        }
        Ok(KnownSuite { baseline, tests: measured.tests, reach, unmeasured })
    }

    /// The indexes of the tests that reach a mutant, given by its number in the sample.
    pub(super) fn reached_by(&self, number: usize, is_at_import: bool) -> Vec<usize> {
        let Some((is_imported, tests)) = self.reach.get(number) else { return Vec::new() };
        let reaches = |name: &String| {
            *is_imported && (is_at_import || tests.contains(name) || self.unmeasured.contains(name))
        };
        let all = self.baseline.tests.iter().enumerate();
        all.filter(|(_, test)| reaches(&test.name)).map(|(place, _)| place).collect()
    }

    /// Seconds that a test may take.
    pub(super) fn limit(&self, test: usize) -> f64 {
        let seconds = self.baseline.tests.get(test).and_then(|test| test.seconds);
        (FACTOR * seconds.unwrap_or(0.0)).max(LEAST)
    }

    pub(super) fn write(&self, checkpoint: &Checkpoint, folder: &Path) -> Result<(), CommandError> {
        let line = |(name, about): (&String, &CollectedTest)| {
            json!([name, about.is_property, about.is_countable, about.line])
        };
        let text = json!({
            "tests": self.tests.iter().map(line).collect::<Value>(),
            "reach": self.reach,
            "unmeasured": self.unmeasured,
        });
        let path = folder.join(FILE);
        write(&path, &text.to_string())
            .map_err(|why| usage(format!("cannot write {}: {why}", path.display())))?;
        // The baseline comes last: with it the study is resumed.
        checkpoint.save_baseline(&self.baseline)
    }

    pub(super) fn read(checkpoint: &Checkpoint, folder: &Path) -> Option<KnownSuite> {
        let baseline = checkpoint.baseline()?;
        let text = DataFolder::chosen(folder).read_text(&folder.join(FILE), MAX_BYTES).ok()?;
        let value: Value = serde_json::from_str(&text).ok()?;
        let collected = |it: &Value| {
            let about = CollectedTest {
                is_property: it[1] == true,
                is_countable: it[2] == true,
                line: it[3].as_u64(),
            };
            Some((it[0].as_str()?.to_owned(), about))
        };
        let names = |it: &Value| -> Option<BTreeSet<String>> {
            it.as_array()?.iter().map(|it| it.as_str().map(str::to_owned)).collect()
        };
        let reach = |it: &Value| Some((it[0].as_bool()?, names(&it[1])?));
        Some(KnownSuite {
            baseline,
            tests: value["tests"].as_array()?.iter().map(collected).collect::<Option<_>>()?,
            reach: value["reach"].as_array()?.iter().map(reach).collect::<Option<_>>()?,
            unmeasured: names(&value["unmeasured"])?,
        })
    }
}

/// The tests that ended, and the one that did not. Skipped tests have no verdict.
fn results(recorded: &Recorded) -> Vec<TestResult> {
    let result = |name: &String, verdict: Verdict, seconds: Option<f64>| TestResult {
        name: name.clone(),
        is_doctest: false,
        source: name.split_once("::").map_or(&**name, |(file, _)| file).to_owned(),
        verdict,
        seconds,
    };
    let mut all = Vec::new();
    for (name, ended) in &recorded.ended {
        let verdict = match ended.outcome {
            TestOutcome::Passed => Verdict::Passed,
            TestOutcome::Failed => Verdict::Failed,
            TestOutcome::Skipped => continue,
        };
        all.push(result(name, verdict, Some(ended.seconds)));
    }
    all.extend(recorded.open.iter().map(|name| result(name, Verdict::Failed, None)));
    all
}

#[cfg(test)]
mod tests {
    use super::{Baseline, FACTOR, KnownSuite, LEAST};
    use crate::mutants::baseline::ReliableTest;

    #[test]
    fn the_limits_of_python_tests_are_those_of_the_page() {
        let sentence =
            format!("{FACTOR} times its time on the unchanged code (at least {LEAST} seconds)");
        crate::book::assert_said("guides/study.md", &sentence);
        let seconds = [Some(2.0), Some(0.1), None];
        let tests = seconds.map(|seconds| ReliableTest {
            name: String::new(),
            is_doctest: false,
            source: String::new(),
            seconds,
        });
        let baseline = Baseline { tests: tests.into(), ..Baseline::default() };
        let known = KnownSuite { baseline, ..KnownSuite::default() };
        assert_eq!(
            [0, 1, 2].map(|test| known.limit(test).to_bits()),
            [10.0_f64, 5.0, 5.0].map(f64::to_bits)
        );
    }

    #[test]
    fn all_tests_reach_a_mutant_outside_of_functions_if_they_import_its_file() {
        let test = |name: &str| ReliableTest {
            name: name.to_owned(),
            is_doctest: false,
            source: String::new(),
            seconds: None,
        };
        let baseline = Baseline { tests: vec![test("a"), test("b")], ..Baseline::default() };
        let reach = [true, false].map(|is_imported| (is_imported, ["b".to_owned()].into())).into();
        let known = KnownSuite { baseline, reach, ..KnownSuite::default() };
        assert_eq!(
            [true, false].map(|at_import| known.reached_by(0, at_import)),
            [vec![0, 1], vec![1]]
        );
        assert_eq!(known.reached_by(1, true), [0; 0]);
    }
}
