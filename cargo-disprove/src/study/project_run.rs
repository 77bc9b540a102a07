//! Studies one project: classify, mutants and sweep, within its time.

use super::{
    arguments::Arguments,
    project_list::{Project, ProjectLanguage},
    python,
    record::{ProjectRecord, ProjectState},
    rust_project, survey,
};
use crate::{
    error::CommandError,
    mutants::{STOPPED, study::Study},
    plural::part,
    terminal::diagnostic,
};
use std::{
    path::Path,
    sync::{
        atomic::{AtomicBool, Ordering::Relaxed},
        mpsc::{self, RecvTimeoutError},
    },
    thread,
    time::{Duration, Instant},
};

/// A project in which more of the tests fail on the unchanged code is left out, as in the paper.
const MAX_FAILING: f64 = 0.25;

/// How often the time limit is checked.
const TICK: Duration = Duration::from_millis(50);

/// Studies a project, or returns its earlier result. `Err` only if the result cannot be saved.
pub(super) fn study(
    project: &Project,
    arguments: &Arguments,
    folder: &Path,
    stop: &AtomicBool,
) -> Result<ProjectRecord, CommandError> {
    let files = survey::sources(project);
    let (lines, mut hash) = survey::lines_and_hash(&files);
    hash.add(super::settings(arguments).as_bytes());
    hash.add(project.extra.join(" ").as_bytes());
    let identity = hash.text();
    let earlier = ProjectRecord::earlier(folder, &identity, arguments.fresh);
    let used = earlier.as_ref().map_or(0.0, |record| record.seconds);
    if let Some(record) = earlier
        && is_final(&record, arguments)
    {
        diagnostic(&format!("{}: has its result already", project.name));
        return Ok(record);
    }
    diagnostic(&format!("{}: {}", project.name, project.path.display()));
    let start = Instant::now();
    let survey = survey::survey(&files);
    let mut record = ProjectRecord {
        identity,
        name: project.name.clone(),
        is_python: project.language == ProjectLanguage::Python,
        lines,
        categories: survey::category_counts(&survey),
        ..ProjectRecord::default()
    };
    let ended = within(time_left(arguments, used), stop, |stop| {
        tested(project, arguments, folder, &survey, stop, &mut record)
    });
    record.seconds = used + start.elapsed().as_secs_f64();
    if let Err(CommandError(why, code)) = ended {
        record.state = if code == STOPPED { ProjectState::Partial } else { ProjectState::Failed };
        record.problem = Some(one_sentence(&why));
    }
    if let Some(problem) = &record.problem {
        diagnostic(&format!("{}: {problem}", project.name));
    }
    record.write(folder)?;
    Ok(record)
}

/// The time that a project has, after the seconds that earlier calls used.
fn time_left(arguments: &Arguments, used: f64) -> Option<Duration> {
    arguments.time.map(|time| time.saturating_sub(Duration::from_secs_f64(used)))
}

/// Whether another call would add nothing.
fn is_final(record: &ProjectRecord, arguments: &Arguments) -> bool {
    match record.state {
        ProjectState::Complete => true,
        ProjectState::Partial => {
            arguments.time.is_some_and(|time| record.seconds >= time.as_secs_f64())
        }
        // It may have been repaired.
        ProjectState::Failed => false,
    }
}

/// Runs a part of a study with a flag that is set when the time is over or the user stops the study.
fn within<T>(time: Option<Duration>, stop: &AtomicBool, run: impl FnOnce(&AtomicBool) -> T) -> T {
    let (flag, end) = (AtomicBool::new(false), time.map(|time| Instant::now() + time));
    let (done, is_done) = mpsc::channel::<()>();
    thread::scope(|scope| {
        let flag = &flag;
        scope.spawn(move || {
            while is_done.recv_timeout(TICK) == Err(RecvTimeoutError::Timeout) {
                if stop.load(Relaxed) || end.is_some_and(|end| Instant::now() >= end) {
                    flag.store(true, Relaxed);
                    return;
                }
            }
        });
        let result = run(flag);
        drop(done);
        result
    })
}

/// Tests the mutants, and then the properties by their inputs.
fn tested(
    project: &Project,
    arguments: &Arguments,
    folder: &Path,
    survey: &crate::classify::Survey,
    stop: &AtomicBool,
    record: &mut ProjectRecord,
) -> Result<(), CommandError> {
    let mut python = None;
    let study = match project.language {
        ProjectLanguage::Rust => rust_project::mutants(project, arguments, folder, stop)?,
        ProjectLanguage::Python => {
            let suite = python.insert(python::Suite::new(project, arguments, folder, survey)?);
            suite.mutants(stop)?
        }
    };
    check(&study)?;
    let (done, of) = (study.mutants.len(), study.sample as usize);
    let is_tested = study.is_complete;
    let has_properties = study.tests.iter().any(|test| test.kind == "property");
    record.mutants = Some(study);
    record.state = ProjectState::Partial;
    if !is_tested {
        record.problem = Some(format!("stopped after {}", part(done, of, "mutant", "mutants")));
        return Ok(());
    }
    if arguments.no_sweep || !has_properties {
        record.state = ProjectState::Complete;
        return Ok(());
    }
    let swept = match &python {
        None => rust_project::sweep(project, arguments, folder, stop),
        Some(suite) => suite.sweep(record.mutants.as_ref().unwrap_or(&Study::default()), stop),
    };
    match swept {
        Ok(sweep) if sweep.is_complete() => {
            record.sweep = Some(sweep);
            record.state = ProjectState::Complete;
        }
        Ok(sweep) => {
            let (done, of) = (sweep.ended.len(), sweep.mutants.len());
            record.sweep = Some(sweep);
            let tested = part(done, of, "mutant", "mutants");
            record.problem = Some(format!("stopped after {tested} of the sweep"));
        }
        // A project without a sweep still has its other results.
        Err(CommandError(why, code)) => {
            if code != STOPPED {
                record.state = ProjectState::Complete;
            }
            record.problem = Some(format!("without a sweep: {}", one_sentence(&why)));
        }
    }
    Ok(())
}

/// Rejects a project whose tests fail too often to judge mutants by the others.
fn check(study: &Study) -> Result<(), CommandError> {
    let failing = study.failing.len() + study.flaky.len();
    let all = failing + study.tests.len();
    if failing as f64 > MAX_FAILING * all as f64 {
        return Err(crate::error::usage(format!(
            "{} fail on the unchanged code, more than a quarter: make them pass first",
            part(failing, all, "test", "tests")
        )));
    }
    Ok(())
}

/// The first line of a message, without the details after it.
fn one_sentence(text: &str) -> String {
    let line = text.trim().lines().next().unwrap_or_default();
    line.trim_end_matches(':').to_owned()
}

#[cfg(test)]
mod tests {
    use super::{
        Arguments, AtomicBool, Duration, Instant, MAX_FAILING, ProjectRecord, ProjectState,
        Relaxed, Study, TICK, check, is_final, thread, time_left, within,
    };
    use crate::{mutants::study::Test, parsed::parsed};

    #[test]
    fn a_project_in_which_more_than_a_quarter_of_the_tests_fail_is_left_out() {
        let study = |passing: usize, flaky: usize, failing: usize| Study {
            tests: vec![Test::default(); passing],
            flaky: vec![String::new(); flaky],
            failing: vec![String::new(); failing],
            ..Study::default()
        };
        assert!(check(&study(6, 1, 1)).is_ok());
        let why = check(&study(5, 1, 1)).expect_err("2 of 7");
        let expected =
            "2 of 7 tests fail on the unchanged code, more than a quarter: make them pass first";
        assert_eq!(why.0, expected);
        assert_eq!(MAX_FAILING.to_bits(), 0.25_f64.to_bits(), "the message says a quarter");
    }

    #[test]
    fn only_more_time_continues_a_project_whose_time_is_over() {
        let record = |state| ProjectRecord { state, seconds: 600.5, ..ProjectRecord::default() };
        for (line, is_over) in
            [("study a --time 10m", true), ("study a --time 20m", false), ("study a", false)]
        {
            let arguments: Arguments = parsed(line);
            assert_eq!(is_final(&record(ProjectState::Partial), &arguments), is_over, "{line}");
            assert!(is_final(&record(ProjectState::Complete), &arguments), "{line}");
            assert!(!is_final(&record(ProjectState::Failed), &arguments), "{line}");
        }
        let left = |line: &str, used: f64| time_left(&parsed(line), used);
        assert_eq!(left("study a --time 10m", 60.0), Some(Duration::from_secs(540)));
        assert_eq!(left("study a --time 10m", 900.0), Some(Duration::ZERO));
        assert_eq!(left("study a", 60.0), None);
        let settings = |line: &str| crate::study::settings(&parsed(line));
        assert_eq!(settings("study a --time 10m"), settings("study a"), "results are reused");
    }

    #[test]
    fn a_project_is_stopped_when_its_time_is_over() {
        let is_stopped = |time: Option<Duration>, most: Duration| {
            within(time, &AtomicBool::new(false), |flag| {
                let start = Instant::now();
                while !flag.load(Relaxed) && start.elapsed() < most {
                    thread::yield_now();
                }
                flag.load(Relaxed)
            })
        };
        assert!(is_stopped(Some(TICK), Duration::from_secs(60)));
        assert!(!is_stopped(None, TICK * 3), "without a limit");
    }

    #[test]
    fn a_study_builds_mutants_together() {
        assert_eq!(parsed::<Arguments>("study a").engine.name(), "schemata");
    }
}
