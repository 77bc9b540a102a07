//! Tests of classes of failures on which reducers get stuck, three problems for each class and a hundred starts for each
//! problem. The starts are constructed, so they do not depend on the distribution of random inputs.

mod formulas;
mod large;
mod numbers;
mod sequences;

use super::{GeneratorOracle, reduce, starts};
use crate::{
    choice::Tree,
    generator::{Generator, IntoGenerator},
    random::Random,
    reduce::{ReductionLimits, reduction::Reduction},
};
use std::fmt::Debug;

/// Reduces from constructed starts. All results must be the smallest, with a mean of at most `most` runs of the property.
fn pin<G: IntoGenerator<Value: Debug>>(
    name: &str,
    generator: G,
    most: u64,
    start: impl Fn(&mut Random) -> G::Value,
    fails: impl Fn(&G::Value) -> bool,
    smallest: impl Fn(&G::Value) -> bool,
) {
    pin_some(2 * starts(), name, generator, most, start, fails, smallest);
}

/// Like [`pin`], from this number of starts.
fn pin_some<G: IntoGenerator<Value: Debug>>(
    count: u64,
    name: &str,
    generator: G,
    most: u64,
    start: impl Fn(&mut Random) -> G::Value,
    fails: impl Fn(&G::Value) -> bool,
    smallest: impl Fn(&G::Value) -> bool,
) {
    let mut oracle = GeneratorOracle::new(generator.into_generator(), fails);
    let mut trees = Vec::new();
    for seed in 0..count {
        let value = start(&mut Random::for_case(seed, 0));
        assert!((oracle.fails)(&value), "{name}, seed {seed}: {value:?} does not fail");
        trees.push(oracle.encoded(&value));
    }
    pin_trees(name, &mut oracle, most, trees, smallest);
}

/// Like [`pin`], from recorded starts.
fn pin_trees<G: Generator<Value: Debug>, P: Fn(&G::Value) -> bool>(
    name: &str,
    oracle: &mut GeneratorOracle<G, P>,
    most: u64,
    trees: Vec<Tree>,
    smallest: impl Fn(&G::Value) -> bool,
) {
    let (mut total, mut worst, mut bad) = (0, 0, 0);
    let count = trees.len() as u64;
    for (seed, tree) in trees.into_iter().enumerate() {
        let Reduction { tree, steps, runs, .. } = reduce(tree, oracle, ReductionLimits::NONE);
        let value = oracle.replayed(tree).expect("the result can be generated");
        if !smallest(&value) {
            println!("{name}, seed {seed}: {value:?} after {steps:?}");
            bad += 1;
        }
        total += runs;
        worst = worst.max(runs);
    }
    let mean = total as f64 / count as f64;
    println!("{name:<24} mean {mean:>7.1} worst {worst:>5} not minimal {bad}");
    assert_eq!(bad, 0, "{name}");
    assert!(total / count <= most, "{name}: {mean} runs");
}

/// A number below `end`.
fn below(random: &mut Random, end: u64) -> u64 {
    random.word() % end
}
