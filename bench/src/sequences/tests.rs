//! Tests with a few failing sequences.

use super::{
    ddmin::{Tries, ddmin},
    faulty::FaultyCrate,
    figures::Mean,
    graphs::{Call, Graphs},
    guard,
    study::{By, Study},
    vectors::Vectors,
};
use disprove::prelude::*;

/// A failing sequence with skipped calls and calls after the error.
fn calls(seed: u64) -> Vec<Call> {
    let report = check(vec(any::<Call>()).len(0..=300))
        .seed(seed)
        .reduce(false)
        .database(Db::none())
        .run(|calls| Graphs::run(&calls).error.is_none());
    report.failures()[0].original().clone()
}

#[test]
fn a_sequence_has_the_same_error_every_time() {
    guard::install();
    for seed in 0..10 {
        let calls = calls(seed);
        let outcome = Graphs::run(&calls);
        assert!(outcome.error.is_some());
        assert_eq!(Graphs::run(&calls), outcome);
        let executed: Vec<Call> = outcome.executed.iter().map(|at| calls[*at].clone()).collect();
        assert_eq!(Graphs::run(&executed).error, outcome.error, "what was ignored does not matter");
    }
}

#[test]
fn delta_debugging_leaves_no_call_that_could_go() {
    guard::install();
    for seed in 0..10 {
        let calls = calls(seed);
        let error = Graphs::run(&calls).error.expect("it fails");
        let reduced = ddmin::<Graphs>(
            &calls,
            &error,
            if seed % 2 == 0 { Tries::Rests } else { Tries::PartsAndRests },
        );
        assert_eq!(Graphs::run(&reduced.calls).error.as_ref(), Some(&error));
        for at in 0..reduced.calls.len() {
            let mut fewer = reduced.calls.clone();
            fewer.remove(at);
            assert_ne!(Graphs::run(&fewer).error.as_ref(), Some(&error), "{fewer:?}");
        }
    }
}

#[test]
fn ours_leaves_fewer_calls_than_delta_debugging_in_few_runs() {
    guard::install();
    let study = Study::<Graphs>::new(12, 60);
    assert_eq!(study.trials.len(), 12);
    for trial in &study.trials {
        assert_eq!(Graphs::run(&trial.ours.calls).error.as_ref(), Some(&trial.start.error));
        assert_eq!(Graphs::run(&trial.ddmin.calls).error.as_ref(), Some(&trial.start.error));
    }
    assert!(study.ratio(By::Ddmin, 0, |reduced| reduced.calls.len() as u64).value <= 1.0);
    // A fifth of what the paper reports.
    assert!(study.ratio(By::Ddmin, 0, |reduced| reduced.runs).value < 4.0);
    assert!(study.shortest(By::Ours) >= study.shortest(By::Ddmin));
}

#[test]
fn ours_leaves_far_fewer_calls_of_vectors_and_all_fail_alike() {
    guard::install();
    let study = Study::<Vectors>::new(4, 20);
    assert_eq!(study.trials.len(), 4);
    for trial in &study.trials {
        let outcome = Vectors::run(&trial.ours.calls);
        assert_eq!(outcome.error.as_ref(), Some(&trial.start.error));
        assert_eq!(Vectors::run(&trial.ours.calls), outcome, "the same every time");
    }
    assert!(study.ratio(By::Ddmin, 0, |reduced| reduced.calls.len() as u64).value <= 0.85);
    assert!(study.ratio(By::Ddmin, 0, |reduced| reduced.runs).value < 10.0);
}

#[test]
fn a_mean_lies_within_its_interval() {
    let Mean { value: mean, low, high } = Mean::geometric(&[1.0, 2.0, 4.0]);
    assert!((mean - 2.0).abs() < 1e-9, "{mean}");
    assert!(low < mean && mean < high);
}
