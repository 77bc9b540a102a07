//! Tests mutants that are built together.

use super::{Baseline, Progress, StudyRun, outcome, untested_result};
use crate::{
    error::CommandError,
    mutants::{
        driver::{
            Driver, Mutant, Plan, ScenarioResult, Summary, TestTimings, baseline_folder,
            has_timed_out, read_marks, results,
            schemata::{Alternative, Inserted, reached_tests, round_of, seconds},
        },
        study::{MutantResult, NOT_COMPILED},
    },
    plural::plural,
    terminal::diagnostic,
};
use std::{
    collections::{BTreeMap, BTreeSet},
    ops::ControlFlow,
    path::PathBuf,
    sync::atomic::AtomicBool,
};

/// What the driver has written so far.
struct Watch<'a> {
    run: &'a StudyRun<'a>,
    /// The folder of the driver.
    folder: PathBuf,
    /// The mutants without a result, by their numbers in the build.
    open: BTreeMap<u32, usize>,
    baseline: Option<Baseline>,
    /// The tests that reach each number.
    reached: Option<BTreeMap<u32, BTreeSet<String>>>,
    /// The numbers that are compiled; `None` if the compiler did not list them.
    compiled: Option<BTreeSet<String>>,
    progress: Progress,
}

impl StudyRun<'_> {
    /// Tests the mutants that can be built together.
    pub(super) fn test_together(&self, stop: &AtomicBool) -> Result<(), CommandError> {
        let left = self.untested();
        let open: BTreeMap<u32, usize> = (1..).zip(left.iter().copied()).collect();
        let mutants: Vec<&Mutant> = left.iter().map(|place| &self.mutants[*place]).collect();
        let alternatives =
            open.iter().map(|(number, place)| Alternative::of(&self.mutants[*place], *number));
        let plan = Plan { alternatives: alternatives.collect(), ..self.plan.clone() };
        let folder = self.checkpoint.driver_folder().with_extension("schemata");
        let driver = Driver { plan: &plan, ..self.driver(&folder, None) };
        diagnostic("building the mutants together, and running the tests on the unchanged code");
        let done = self.chosen.len() - left.len();
        let mut watch = Watch {
            run: self,
            folder: folder.clone(),
            open,
            baseline: self.checkpoint.baseline(),
            reached: None,
            compiled: None,
            progress: Progress { done, of: self.chosen.len() },
        };
        let mut failed = None;
        let mut ended = |ended: ScenarioResult| {
            if ended.mutant.is_none() && ended.summary != Summary::Success {
                failed = Some(ended);
            }
            // The mutants have been tested, or are tested one by one later.
            Ok(ControlFlow::Break(()))
        };
        driver.run_watched(&mutants, stop, &mut ended, &mut || watch.look())?;
        watch.look()?;
        if let Some(ended) = failed {
            self.baseline(&ended)?;
        }
        watch.say_what_is_left();
        Ok(())
    }
}

impl Watch<'_> {
    /// Saves new results.
    fn look(&mut self) -> Result<(), CommandError> {
        if self.reached.is_none() {
            self.reached = reached_tests(&baseline_folder(&self.folder));
            if self.reached.is_none() {
                return Ok(());
            }
            self.compiled = read_marks(&baseline_folder(&self.folder));
            if self.baseline.is_none() {
                self.baseline = Some(self.new_baseline()?);
            }
            for number in Inserted::read(&self.folder).unwrap_or_default().unviable {
                self.save(number, Summary::Unviable, 0.0)?;
            }
        }
        let baseline = baseline_folder(&self.folder);
        let new: Vec<(u32, f64)> = self
            .open
            .keys()
            .filter_map(|number| Some((*number, seconds(&baseline, *number)?)))
            .collect();
        for (number, took) in new {
            self.save(number, Summary::Missed, took)?;
        }
        Ok(())
    }

    fn new_baseline(&self) -> Result<Baseline, CommandError> {
        let rounds = baseline_folder(&self.folder);
        let round = TestTimings::read(&self.folder).map_or(0.0, |timings| timings.round);
        let count = self.run.plan.baseline.len();
        let ended = ScenarioResult {
            mutant: None,
            summary: Summary::Success,
            timed_out: false,
            build_seconds: 0.0,
            test_seconds: round * count as f64,
            log: rounds.clone(),
            rounds,
        };
        let found = self.run.baseline(&ended)?;
        self.run.checkpoint.save_baseline(&found)?;
        Ok(found)
    }

    /// Saves the result of a mutant. A summary `Missed` is corrected by the verdicts of the tests.
    fn save(&mut self, number: u32, summary: Summary, took: f64) -> Result<(), CommandError> {
        let (Some(place), Some(baseline), Some(reached)) =
            (self.open.remove(&number), &self.baseline, &self.reached)
        else {
            return Ok(());
        };
        let round = round_of(&baseline_folder(&self.folder), number);
        let none = BTreeSet::new();
        let tests = reached.get(&number).unwrap_or(&none);
        let is_viable = summary != Summary::Unviable;
        let mut verdicts = String::new();
        let mut reached_by = Vec::new();
        let letters = baseline.verdicts(&results(&round));
        for (index, (test, letter)) in baseline.tests.iter().zip(letters.chars()).enumerate() {
            let is_reached = tests.contains(&test.name);
            // A test that does not reach the mutant passes as before.
            verdicts.push(if is_viable && !is_reached { 'p' } else { letter });
            if is_reached {
                reached_by.push(index);
            }
        }
        let is_caught = verdicts.contains(['F', 'n']);
        let ended = ScenarioResult {
            mutant: None,
            summary: if is_viable && is_caught { Summary::Caught } else { summary },
            timed_out: has_timed_out(&round),
            build_seconds: 0.0,
            test_seconds: took,
            log: round.clone(),
            rounds: round,
        };
        let mutant = &self.run.mutants[place];
        let mut outcome = outcome(&ended, &verdicts, false);
        let is_compiled = self.compiled.as_ref().map(|it| it.contains(&number.to_string()));
        if outcome == "missed" && is_compiled == Some(false) {
            outcome = NOT_COMPILED;
        }
        // Without the list, the search for tests that reach it finds out whether it is compiled.
        let is_known = is_viable && (is_compiled == Some(true) || !reached_by.is_empty());
        let judged = MutantResult {
            outcome: outcome.to_owned(),
            test_seconds: took,
            verdicts,
            reached_by: is_known.then_some(reached_by),
            ..untested_result(place, mutant)
        };
        self.run.checkpoint.save(&judged)?;
        self.progress.print(&judged);
        Ok(())
    }

    /// Prints why some mutants are tested one by one.
    fn say_what_is_left(&self) {
        let inserted = Inserted::read(&self.folder).unwrap_or_default();
        let mut reasons: BTreeMap<&str, usize> = BTreeMap::new();
        for number in self.open.keys() {
            if let Some(why) = inserted.left.get(number) {
                *reasons.entry(why).or_default() += 1;
            }
        }
        for (why, count) in reasons {
            let what = plural(count, "mutant is", "mutants are");
            diagnostic(&format!("{what} built alone: {why}"));
        }
    }
}
