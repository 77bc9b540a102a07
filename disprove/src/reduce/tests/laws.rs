//! What holds for the reduction of every generator, whatever fails.

mod functions;
mod machine;
mod memory;
mod wish;

use crate::{
    choice::Tree,
    random::Random,
    reduce::{Attempt, Limits, Oracle, Reduction, ReductionEnd, SMALL, reduce},
    source::{
        Fill, Source,
        tests::{
            run,
            table::{Specimen, Table},
        },
    },
};
use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    rc::Rc,
};
use wish::Wish;

/// Starts for each generator and each kind of failure.
const STARTS: u64 = 2;

/// Calls of the property for one reduction. With `STARTS=14`, which makes 28,000 reductions, they are 28 on
/// average, and 17,421 for a large map whose digits have a large sum.
const MOST: u64 = 20_000;

/// The generators of the library, functions as users write them, and such as state machines have.
fn table() -> Table {
    let mut table = Table::new();
    functions::add(&mut table);
    machine::add(&mut table);
    table
}

/// A generator, and the values of it that fail.
struct Subject<'a> {
    specimen: &'a Specimen,
    wish: Wish,
    source: Source,
}

impl Subject<'_> {
    /// The text of the value that is made of a guide.
    fn shown(&mut self, guide: Rc<Tree>, chance: Option<u64>) -> Option<String> {
        let random = Random::for_case(1, chance.unwrap_or(0));
        let (fill, size) =
            if chance.is_some() { (Fill::Random, SMALL) } else { (Fill::Simplest, 100) };
        self.source.replay(guide, fill, random, size);
        run(&mut self.source, |src| self.specimen.make(src)).ok().map(|made| made.shown)
    }
}

impl Oracle for Subject<'_> {
    fn attempt(
        &mut self,
        guide: Rc<Tree>,
        chance: Option<u64>,
        wanted: &mut dyn FnMut(&Tree) -> bool,
    ) -> Attempt {
        let shown = self.shown(guide, chance);
        let tree = self.source.take_tree();
        match shown {
            Some(shown) if wanted(&tree) => {
                if self.wish.holds(&shown) {
                    Attempt::Failed(tree)
                } else {
                    Attempt::Passed(tree)
                }
            }
            _ => Attempt::Unwanted,
        }
    }
}

/// The passes that found something, each once.
fn passes(reduction: &Reduction) -> String {
    let mut passes: Vec<&str> = reduction.steps.iter().map(|step| step.pass).collect();
    passes.dedup();
    passes.join(", ")
}

/// What one reduction broke, and how many runs it took.
fn judge(specimen: &Specimen, which: u64, seed: u64) -> (Vec<String>, u64) {
    let mut source = Source::recording();
    source.record(Random::for_case(seed, which), (seed * 13 % 60) as u32);
    let Ok(made) = run(&mut source, |src| specimen.make(src)) else { return (Vec::new(), 0) };
    let start = source.take_tree();
    let wish = Wish::new(which, &made.shown, &mut Random::for_case(seed, which + 1_000));
    let mut subject = Subject { specimen, wish, source };
    let reduction = reduce(start.clone(), &mut subject, Limits::NONE);
    let mut broken = Vec::new();
    if reduction.end != ReductionEnd::Complete || reduction.runs > MOST {
        broken.push(format!("{:?} after {} runs", reduction.end, reduction.runs));
    }
    if reduction.tree.compare(&start).is_gt() {
        broken.push("it is larger than the start".to_owned());
    }
    let value = subject.shown(Rc::new(reduction.tree.clone()), None).unwrap_or_default();
    if !subject.wish.holds(&value) {
        broken.push(format!("{value} does not fail any more"));
    }
    let flat = Tree::from_token(&reduction.tree.to_token()).expect("a token");
    let flat = subject.shown(Rc::new(flat), None).unwrap_or_default();
    if flat != value {
        broken.push(format!("its token makes {flat} instead of {value}"));
    }
    let again = reduce(reduction.tree.clone(), &mut subject, Limits::NONE);
    if again.tree.compare(&reduction.tree).is_ne() {
        let twice = subject.shown(Rc::new(again.tree.clone()), None).unwrap_or_default();
        broken
            .push(format!("{value} becomes {twice} when it is reduced again: {}", passes(&again)));
    }
    let (name, wish) = (&specimen.name, &subject.wish);
    for line in &mut broken {
        *line =
            format!("{name}, {wish:?} (kind {which}), seed {seed}, from {}: {line}", made.shown);
    }
    (broken, reduction.runs)
}

/// Reduces failures of every generator, or of every second one.
fn judge_all(first: usize, step: usize) {
    let (mut broken, mut total, mut worst) = (Vec::new(), 0, (0, String::new()));
    let starts = std::env::var("STARTS").map_or(STARTS, |starts| starts.parse().expect("a number"));
    for specimen in table().iter().skip(first).step_by(step) {
        for which in 0..Wish::KINDS {
            for seed in 1..=starts {
                let place = format!("{}, kind {which}, seed {seed}", specimen.name);
                let judged = catch_unwind(AssertUnwindSafe(|| judge(specimen, which, seed)));
                let (found, runs) = judged.unwrap_or_else(|_| (vec![format!("{place}: panic")], 0));
                broken.extend(found);
                total += runs;
                worst = worst.max((runs, place));
            }
        }
    }
    println!("{total} runs, at most {worst:?}");
    assert!(broken.is_empty(), "{} reductions:\n{}", broken.len(), broken.join("\n"));
}

// Two, so that they run at the same time.

#[test]
fn every_reduction_ends_with_a_failure_that_is_no_larger_and_stays_as_it_is() {
    judge_all(0, 2);
}

#[test]
fn so_do_those_of_every_other_generator() {
    judge_all(1, 2);
}
