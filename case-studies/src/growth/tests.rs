//! Tests of the structures: valid inputs by construction show every mistake, and nothing else fails.

use super::{
    avl::Avl,
    btree::Tree,
    files::Files,
    heap::Heaps,
    intervals::Intervals,
    lambda::Lambda,
    plot,
    regex::Match,
    schema::Conforming,
    skip::SkipList,
    structure::{Bug, Structure},
    study,
    subjects::{Half, SUBJECTS},
    treap::Treap,
};
use crate::{Options, repetition::Repetition, selection::Selection};
use disprove::prelude::*;

/// Looks for a failure among inputs that are valid by construction.
fn fails<S: Structure>(bug: Option<&'static str>, cases: u64) -> bool {
    let found = Repetition::new(Search::Random, 1, cases).run(S::sample, |input: S| {
        assert!(input.is_valid(), "{}: a sample is not valid", S::NAME);
        input.holds(Bug(bug))
    });
    found.is_some()
}

fn every_mistake_can_be_found<S: Structure>() {
    assert!(!fails::<S>(None, 1_000), "{}: without a mistake", S::NAME);
    let mut hidden = Vec::new();
    for bug in S::BUGS {
        if !fails::<S>(Some(bug), 20_000) {
            hidden.push(bug);
        }
    }
    assert_eq!(hidden, [""; 0].each_ref(), "{}: no sample shows these", S::NAME);
}

#[test]
fn every_mistake_of_a_tree_or_heap_can_be_found() {
    every_mistake_can_be_found::<Avl>();
    every_mistake_can_be_found::<Heaps>();
    every_mistake_can_be_found::<Treap>();
    every_mistake_can_be_found::<Tree>();
}

#[test]
fn every_mistake_of_lists_and_files_can_be_found() {
    every_mistake_can_be_found::<Files>();
    every_mistake_can_be_found::<Intervals>();
    every_mistake_can_be_found::<SkipList>();
}

#[test]
fn every_mistake_of_a_language_can_be_found() {
    every_mistake_can_be_found::<Lambda>();
    every_mistake_can_be_found::<Match>();
    every_mistake_can_be_found::<Conforming>();
}

#[test]
fn each_half_has_five_structures_with_five_to_ten_mistakes() {
    for half in Half::ALL {
        assert_eq!(SUBJECTS.iter().filter(|subject| subject.half == half).count(), 5);
    }
    assert!(SUBJECTS.iter().all(|subject| (5..=10).contains(&subject.bugs.len())));
}

#[test]
fn derived_inputs_are_valid_now_and_then_and_the_same_seed_finds_the_same() {
    for subject in &SUBJECTS {
        let repetition = Repetition::new(Search::Auto, 1, 2_000);
        let sizes = (subject.grow)(repetition, false);
        assert!(!sizes.is_empty(), "{}", subject.name);
        assert_eq!(sizes, (subject.grow)(repetition, false), "{}", subject.name);
    }
}

#[test]
fn a_small_study_has_a_row_for_each_structure_and_half() {
    let only = Selection::of("AVL-tree,treap");
    let options = Options { jobs: 1, smoke: true, only, ..Options::default() };
    let tables = study(&options).tables;
    assert_eq!(tables[0].rows().len(), 2);
    assert_eq!(tables[1].rows()[1][..2], ["treap", "held-out"]);
    assert_eq!(tables[2].rows()[0][..2], ["tune", "random"]);
}

#[test]
fn a_plot_has_a_line_for_each_search() {
    let picture = plot(&Options { runs: Some(1), jobs: 1, smoke: true, ..Options::default() });
    assert_eq!(picture.matches("<polyline").count(), 3);
    assert!(picture.contains("auto, traced") && picture.contains("nodes"));
    assert!(!picture.contains("NaN") && !picture.contains("inf"));
}
