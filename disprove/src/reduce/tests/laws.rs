//! Laws that hold for the reduction of every generator and every failure condition.

mod condition;
mod functions;
mod machine;
mod trie;

use crate::{
    choice::Tree,
    random::Random,
    reduce::{
        Attempt, FILL_SIZE, Oracle, ReductionEnd, ReductionLimits, reduce, reduction::Reduction,
    },
    source::{
        Fill, Source,
        tests::{
            run,
            table::{Specimen, Table},
        },
    },
};
use condition::FailureCondition;
use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    rc::Rc,
};

/// Starts for each generator and each kind of failure.
const STARTS: u64 = 2;

/// Runs of the property that one reduction may take. With `STARTS=14`, which makes 28,000 reductions, the mean is 28,
/// and the maximum 17,421 (a large map whose digits have a large sum).
const MAX_RUNS: u64 = 20_000;

/// The generators of the library, functions as users write them, and generators that draw as state machines do.
fn table() -> Table {
    let mut table = Table::new();
    functions::add(&mut table);
    machine::add(&mut table);
    table
}

/// Runs a generator with a failure condition.
struct SpecimenOracle<'a> {
    specimen: &'a Specimen,
    condition: FailureCondition,
    source: Source,
}

impl SpecimenOracle<'_> {
    /// The text of the value drawn along a guide.
    fn shown(&mut self, guide: Rc<Tree>, stream: Option<u64>) -> Option<String> {
        let random = Random::for_case(1, stream.unwrap_or(0));
        let (fill, size) =
            if stream.is_some() { (Fill::Random, FILL_SIZE) } else { (Fill::Simplest, 100) };
        self.source.replay(guide, fill, random, size);
        run(&mut self.source, |src| self.specimen.make(src)).ok().map(|made| made.shown)
    }
}

impl Oracle for SpecimenOracle<'_> {
    fn attempt(
        &mut self,
        guide: Rc<Tree>,
        fill: Option<u64>,
        wanted: &mut dyn FnMut(&Tree) -> bool,
    ) -> Attempt {
        let shown = self.shown(guide, fill);
        let tree = self.source.take_tree();
        match shown {
            Some(shown) if wanted(&tree) => {
                if self.condition.holds(&shown) {
                    Attempt::Failed(tree)
                } else {
                    Attempt::Passed(tree)
                }
            }
            _ => Attempt::Unwanted,
        }
    }
}

/// The passes that succeeded, without repetitions.
fn passes(reduction: &Reduction) -> String {
    let mut passes: Vec<&str> = reduction.steps.iter().map(|step| step.pass).collect();
    passes.dedup();
    passes.join(", ")
}

/// The violations of one reduction, and its runs.
fn violations_of(specimen: &Specimen, which: u64, seed: u64) -> (Vec<String>, u64) {
    let mut source = Source::recording();
    source.record(Random::for_case(seed, which), (seed * 13 % 60) as u32);
    let Ok(made) = run(&mut source, |src| specimen.make(src)) else { return (Vec::new(), 0) };
    let start = source.take_tree();
    let condition =
        FailureCondition::new(which, &made.shown, &mut Random::for_case(seed, which + 1_000));
    let mut oracle = SpecimenOracle { specimen, condition, source };
    let reduction = reduce(start.clone(), &mut oracle, ReductionLimits::NONE);
    let mut violations = Vec::new();
    if reduction.end != ReductionEnd::Complete || reduction.runs > MAX_RUNS {
        violations.push(format!("{:?} after {} runs", reduction.end, reduction.runs));
    }
    if reduction.tree.compare(&start).is_gt() {
        violations.push("it is larger than the start".to_owned());
    }
    if !reduction.steps.is_sorted_by(|before, after| before.choices >= after.choices) {
        violations.push(format!("a step has more choices than before: {:?}", reduction.steps));
    }
    let value = oracle.shown(Rc::new(reduction.tree.clone()), None).unwrap_or_default();
    if !oracle.condition.holds(&value) {
        violations.push(format!("{value} no longer fails"));
    }
    let flat = Tree::from_token(&reduction.tree.to_token()).expect("a token");
    let flat = oracle.shown(Rc::new(flat), None).unwrap_or_default();
    if flat != value {
        violations.push(format!("its token makes {flat} instead of {value}"));
    }
    let again = reduce(reduction.tree.clone(), &mut oracle, ReductionLimits::NONE);
    if again.tree.compare(&reduction.tree).is_ne() {
        let twice = oracle.shown(Rc::new(again.tree.clone()), None).unwrap_or_default();
        violations
            .push(format!("{value} becomes {twice} when it is reduced again: {}", passes(&again)));
    }
    let (name, condition) = (&specimen.name, &oracle.condition);
    for line in &mut violations {
        *line = format!(
            "{name}, {condition:?} (kind {which}), seed {seed}, from {}: {line}",
            made.shown
        );
    }
    (violations, reduction.runs)
}

/// Reduces failures of the generators from `first` on, one in `step`.
fn check_generators(first: usize, step: usize) {
    let (mut violations, mut total, mut worst) = (Vec::new(), 0, (0, String::new()));
    let starts = std::env::var("STARTS").map_or(STARTS, |starts| starts.parse().expect("a number"));
    for specimen in table().iter().skip(first).step_by(step) {
        for which in 0..FailureCondition::KINDS {
            for seed in 1..=starts {
                let place = format!("{}, kind {which}, seed {seed}", specimen.name);
                let result =
                    catch_unwind(AssertUnwindSafe(|| violations_of(specimen, which, seed)));
                let (found, runs) = result.unwrap_or_else(|_| (vec![format!("{place}: panic")], 0));
                violations.extend(found);
                total += runs;
                worst = worst.max((runs, place));
            }
        }
    }
    println!("{total} runs, at most {worst:?}");
    assert!(violations.is_empty(), "{} violations:\n{}", violations.len(), violations.join("\n"));
}

// Two tests, so that they run in parallel.

#[test]
fn every_reduction_ends_in_a_failing_fixpoint_no_larger_than_the_start() {
    check_generators(0, 2);
}

#[test]
fn so_does_every_reduction_of_the_other_generators() {
    check_generators(1, 2);
}
