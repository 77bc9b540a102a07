//! Tests of `record.rs`, and an example for others.

use super::{CategoryCounts, ProjectRecord, ProjectState, Sampling, StudyRecord};
use crate::mutants::study::tests::example as mutants;
use disprove::__private::TempFolder;

/// A study of two projects, one of which failed.
pub(crate) fn example() -> StudyRecord {
    let categories = CategoryCounts { tests: 2, assertions: 3, ..CategoryCounts::default() };
    StudyRecord {
        identity: "x".to_owned(),
        sampling: Sampling { sample: 5, seed: 7, baseline: 3, cases: 500, seeds: 1, time: None },
        projects: vec!["one".to_owned(), "two".to_owned()],
        results: vec![
            ProjectRecord {
                name: "one".to_owned(),
                identity: "1".to_owned(),
                lines: 120,
                state: ProjectState::Complete,
                categories,
                mutants: Some(mutants()),
                ..ProjectRecord::default()
            },
            ProjectRecord {
                name: "two".to_owned(),
                is_python: true,
                problem: Some("pytest is missing".to_owned()),
                ..ProjectRecord::default()
            },
        ],
    }
}

#[test]
fn a_study_round_trips_through_json() {
    let study = example();
    assert_eq!(StudyRecord::of(&study.to_json()), Some(study.clone()));
    let mut damaged = study.to_json();
    damaged["results"][0]["mutants"]["tests"] = 1.into();
    assert_eq!(StudyRecord::of(&damaged), None, "a damaged part is not a missing one");
    let mut newer = study.to_json();
    newer["format"] = 2.into();
    assert_eq!(StudyRecord::of(&newer), None);
}

#[test]
fn a_fresh_study_discards_the_earlier_result_of_a_project() {
    let folder = TempFolder::new("test").expect("a folder");
    let record = example().results.swap_remove(0);
    assert!(record.write(folder.path()).is_ok());
    let earlier = |identity, fresh| ProjectRecord::earlier(folder.path(), identity, fresh);
    assert_eq!(earlier("1", false), Some(record));
    assert_eq!((earlier("1", true), earlier("2", false)), (None, None));
}
