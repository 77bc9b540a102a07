//! Tests each alternative with the tests that reach it.

use super::switch::{COUNT, HANGS, MOST, REACHED, SELECTED};
use crate::mutants::driver::{
    LATE, LOG,
    binary::{Binary, GetOutput, ListedTests, TestBuild},
    each_alone::write_marks,
    heading::add_package_folders,
    rerun::Rerun,
    supervisor::Supervisor,
    timings::TestTimings,
};
use serde_json::{Value, json};
use std::{
    collections::{BTreeMap, BTreeSet},
    ffi::OsString,
    fs, io,
    path::{Path, PathBuf},
    process::Command,
    time::{Duration, Instant},
};

/// Files in the folder of a run: what was inserted, and in the folder of the baseline, which tests reach what.
const INSERTED: &str = "inserted.json";
const REACH: &str = "reach.json";

/// A file for each alternative that was tested, with the seconds it took.
const ENDED: &str = "ended";

/// Time limit as a multiple of the time on the unchanged code, and its lower bound in seconds, as for tests that run alone.
const TIMEOUT_FACTOR: f64 = 5.0;
const MIN_TIME: f64 = 5.0;

/// A test hangs if it reaches alternatives more often than on the unchanged code by this factor, and more often than this
/// minimum, which takes a fraction of a second. A property that fails runs many more cases while its input is reduced.
const MOST_FACTOR: u64 = 100;
const MIN_MOST: u64 = 1_000_000;

/// Which mutants are in the build.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Inserted {
    /// Numbers of those that do not compile.
    pub(crate) unviable: BTreeSet<u32>,
    /// Numbers of those that need a build of their own, with the reason.
    pub(crate) left: BTreeMap<u32, String>,
}

impl Inserted {
    pub(super) fn write(&self, folder: &Path) -> io::Result<()> {
        let left: Vec<Value> = self.left.iter().map(|(number, why)| json!([number, why])).collect();
        let value = json!({ "unviable": self.unviable, "left": left });
        fs::write(folder.join(INSERTED), value.to_string())
    }

    /// Reads the file in the folder of a run; `None` before the build.
    pub(crate) fn read(folder: &Path) -> Option<Inserted> {
        let value: Value = serde_json::from_slice(&fs::read(folder.join(INSERTED)).ok()?).ok()?;
        let number = |value: &Value| value.as_u64().map(|number| number as u32);
        let pair = |value: &Value| Some((number(&value[0])?, value[1].as_str()?.to_owned()));
        Some(Inserted {
            unviable: value["unviable"].as_array()?.iter().map(number).collect::<Option<_>>()?,
            left: value["left"].as_array()?.iter().map(pair).collect::<Option<_>>()?,
        })
    }
}

/// The folder of an alternative, below that of the baseline.
pub(crate) fn round_of(baseline: &Path, number: u32) -> PathBuf {
    baseline.join("alternatives").join(number.to_string())
}

/// The seconds that the tests of an alternative took; `None` if it was not tested.
pub(crate) fn seconds(baseline: &Path, number: u32) -> Option<f64> {
    fs::read_to_string(round_of(baseline, number).join(ENDED)).ok()?.parse().ok()
}

/// The tests that reach each alternative; `None` before they are known.
pub(crate) fn reached_tests(baseline: &Path) -> Option<BTreeMap<u32, BTreeSet<String>>> {
    let value: Value = serde_json::from_slice(&fs::read(baseline.join(REACH)).ok()?).ok()?;
    let mut all = BTreeMap::new();
    for (number, tests) in value.as_object()? {
        let text = |test: &Value| test.as_str().map(str::to_owned);
        let tests = tests.as_array()?.iter().map(text).collect::<Option<_>>()?;
        all.insert(number.parse().ok()?, tests);
    }
    Some(all)
}

/// What the tests of alternatives need from the rounds of the baseline.
pub(crate) struct Runner<'a> {
    pub(crate) supervisor: &'a Supervisor,
    pub(crate) timings: &'a TestTimings,
    /// The copy of the project, and the folder of the baseline.
    pub(crate) project: &'a Path,
    pub(crate) place: &'a Path,
    pub(crate) build: &'a TestBuild<'a>,
    /// Sets the variables of the tests, with this folder for data.
    pub(crate) prepare: &'a dyn Fn(&mut Command, &Path),
    /// Restores files that tests change.
    pub(crate) restore: &'a dyn Fn() -> io::Result<()>,
}

/// Tests alternatives: first each test alone, to see what it reaches, then each alternative with the tests that reach it.
pub(crate) fn test_all(runner: &Runner, numbers: &[u32]) -> io::Result<()> {
    let scratch = runner.place.join("output");
    let output: GetOutput = &|command| runner.supervisor.output(command, None, &scratch);
    let Some(binaries) = runner.build.binaries(output)? else {
        return Err(io::Error::other("the project does not build a second time"));
    };
    write_marks(&binaries, runner.place)?;
    let listed = ListedTests::of(&binaries, output)?;
    for binary in listed.unlisted {
        // Its tests would seem to pass on all mutants.
        binary.check(runner.timings.tests.keys().map(|it| &**it)).map_err(io::Error::other)?;
    }
    let mut tests = Vec::new();
    for (place, test) in listed.tests {
        // Only reliable tests have a verdict.
        if runner.timings.tests.contains_key(&format!("{}::{test}", binaries[place].name)) {
            tests.push(ReachingTest { place, test, count: 0 });
        }
    }
    let reached = runner.reach(&binaries, tests, &scratch)?;
    for number in numbers {
        runner.test(&binaries, *number, reached.get(number).map_or(&[], |tests| tests))?;
    }
    Ok(())
}

/// A test, and how it runs on the unchanged code.
#[derive(Clone)]
struct ReachingTest {
    /// Index of its binary.
    place: usize,
    test: String,
    /// How often it reaches alternatives.
    count: u64,
}

impl Runner<'_> {
    /// Runs each test alone, and returns the tests that reach each alternative.
    fn reach(
        &self,
        binaries: &[Binary],
        tests: Vec<ReachingTest>,
        scratch: &Path,
    ) -> io::Result<BTreeMap<u32, Vec<ReachingTest>>> {
        let data = self.place.join("reached");
        fs::create_dir_all(&data)?;
        let mut reached: BTreeMap<u32, Vec<ReachingTest>> = BTreeMap::new();
        for (number, mut test) in tests.into_iter().enumerate() {
            let file = data.join(number.to_string());
            let mut command = binaries[test.place].command();
            (self.prepare)(&mut command, &data);
            command.env(REACHED, &file).args(["--exact", &test.test]);
            (self.restore)()?;
            self.supervisor.log(&mut command, None, scratch)?;
            let lines = fs::read_to_string(&file).unwrap_or_default();
            let counts = lines.lines().filter_map(|line| line.strip_prefix(COUNT)?.parse().ok());
            test.count = counts.max().unwrap_or(0);
            for number in lines.lines().filter_map(|line| line.parse().ok()) {
                reached.entry(number).or_default().push(test.clone());
            }
        }
        let name = |test: &ReachingTest| name(binaries, test);
        let named: BTreeMap<String, Vec<String>> = reached
            .iter()
            .map(|(number, tests)| (number.to_string(), tests.iter().map(name).collect()))
            .collect();
        fs::write(self.place.join(REACH), json!(named).to_string())?;
        Ok(reached)
    }

    /// Runs these tests on an alternative. The log is like that of cargo.
    fn test(&self, binaries: &[Binary], number: u32, tests: &[ReachingTest]) -> io::Result<()> {
        let place = round_of(self.place, number);
        let data = place.join("data");
        fs::create_dir_all(&data)?;
        (self.restore)()?;
        let log = place.join(LOG);
        let prepare = |command: &mut Command, runs: &dyn Fn(&ReachingTest) -> bool| {
            let count: u64 = tests.iter().filter(|it| runs(it)).map(|it| it.count).sum();
            (self.prepare)(command, &data);
            command.env(SELECTED, number.to_string()).env(MOST, most(count).to_string());
        };
        let seconds = |test: &ReachingTest| self.timings.tests.get(&name(binaries, test));
        let usual: f64 = tests.iter().filter_map(seconds).sum();
        let start = Instant::now();
        let until = start + limit(self.timings, usual);
        let (mut whole, mut has_failed, mut hangs, mut timed_out) =
            (String::new(), false, false, false);
        for (index, binary) in binaries.iter().enumerate() {
            let selected = tests.iter().filter(|test| test.place == index);
            let selected: Vec<&str> = selected.map(|test| &*test.test).collect();
            if timed_out {
                continue;
            }
            if selected.is_empty() {
                // Binaries of the same name are numbered in the order of their headings.
                whole.extend([&*binary.heading, "\n"]);
                continue;
            }
            let mut command = binary.command();
            prepare(&mut command, &|test| test.place == index);
            command.arg("--exact").args(selected);
            let scratch = place.join("output");
            let ended = self.supervisor.log(&mut command, Some(until), &scratch)?;
            let text = fs::read(&scratch)?;
            whole.extend([&*binary.heading, "\n", &String::from_utf8_lossy(&text)]);
            has_failed |= !ended.is_some_and(|status| status.success());
            hangs |= ended.is_some_and(|status| status.code() == Some(HANGS));
            timed_out |= ended.is_none();
        }
        fs::write(&log, whole)?;
        if hangs || timed_out {
            fs::write(place.join(LATE), "")?;
        }
        if has_failed {
            (self.restore)()?;
            let mut arguments = vec![OsString::from("--exact")];
            arguments.extend(tests.iter().map(|test| OsString::from(&test.test)));
            let again = Rerun {
                is_doc: false,
                build: self.build,
                tests: &arguments,
                prepare: &|command, alone| {
                    prepare(command, &|test| alone.is_none_or(|it| name(binaries, test) == it));
                },
                timed_out,
                start,
                timings: Some(self.timings),
                supervisor: self.supervisor,
                scratch: &place.join("alone"),
            };
            again.add_to(&log)?;
        }
        add_package_folders(&log, self.project)?;
        // A reader never sees a part of it.
        let new = place.join("seconds");
        fs::write(&new, start.elapsed().as_secs_f64().to_string())?;
        fs::rename(new, place.join(ENDED))
    }
}

/// Time limit of tests that take this number of seconds on the unchanged code.
fn limit(timings: &TestTimings, usual: f64) -> Duration {
    timings.limit().min(Duration::from_secs_f64((TIMEOUT_FACTOR * usual).max(MIN_TIME)))
}

/// How often tests may reach alternatives that reach them this often on the unchanged code.
fn most(usual: u64) -> u64 {
    usual.saturating_mul(MOST_FACTOR).max(MIN_MOST)
}

/// Its name in logs.
fn name(binaries: &[Binary], test: &ReachingTest) -> String {
    format!("{}::{}", binaries[test.place].name, test.test)
}

#[cfg(test)]
mod tests {
    use super::{
        Duration, MIN_MOST, MIN_TIME, MOST_FACTOR, TIMEOUT_FACTOR, TestTimings, limit, most,
    };

    #[test]
    fn tests_of_the_common_build_have_limits_of_time_and_of_reached_code() {
        let timings = TestTimings { round: 8.0, ..TestTimings::default() };
        let seconds = Duration::from_secs;
        assert_eq!(timings.limit(), seconds(40));
        let limits = [0.1, 3.0, 100.0].map(|usual| limit(&timings, usual));
        assert_eq!(limits, [seconds(5), seconds(15), seconds(40)], "at most that of all tests");
        let own = TestTimings { limit: Some(2.0), ..timings };
        assert_eq!(limit(&own, 0.1), seconds(2), "at most that of the user");
        assert_eq!([0, 9_000, 20_000].map(most), [1_000_000, 1_000_000, 2_000_000]);
    }

    #[test]
    fn the_limits_of_the_common_build_are_those_of_the_page() {
        let millions = MIN_MOST / 1_000_000;
        for sentence in [
            format!(
                "The limit is about {MOST_FACTOR} times its count on the unchanged code, and at least {millions} million"
            ),
            format!(
                "after {TIMEOUT_FACTOR} times the time that the tests of this mutant take on the unchanged code, and at least {MIN_TIME} seconds"
            ),
        ] {
            crate::book::assert_said("guides/mutants.md", &sentence);
        }
    }
}
