//! Tests of all types: random, recorded, replayed and encoded values agree, and the simplest value is the expected one.

mod edge_cases;
mod recursion;
mod round_trip;

use crate::{
    choice::Tree,
    generator::{Arbitrary, Encoder},
    random::Random,
    source::{Fill, Source},
};
use std::{any::type_name, rc::Rc};

const SEED: u64 = 7;

fn random<T: Arbitrary>(case: u64) -> T {
    let mut src = Source::new();
    src.restart(Random::for_case(SEED, case), 100);
    T::arbitrary(&mut src)
}

fn recorded<T: Arbitrary>(case: u64) -> (T, Tree) {
    let mut src = Source::recording();
    src.record(Random::for_case(SEED, case), 100);
    let value = T::arbitrary(&mut src);
    (value, src.take_tree())
}

/// With another random seed than the recording, which must not matter.
fn replayed<T: Arbitrary>(tree: Tree) -> T {
    let mut src = Source::recording();
    src.replay(Rc::new(tree), Fill::Simplest, Random::for_case(!SEED, 0), 100);
    T::arbitrary(&mut src)
}

fn simplest<T: Arbitrary>() -> T {
    replayed(Tree::default())
}

fn encoded<T: Arbitrary>(value: &T) -> Option<Tree> {
    Encoder::tree(&mut |encoder| T::encode(value, encoder))
}

/// Asserts that such a value is among the first 5,000.
fn sees<T: Arbitrary>(wanted: impl Fn(&T) -> bool) {
    let seen = (0..5_000).any(|case| wanted(&random(case)));
    assert!(seen, "no such {}", type_name::<T>());
}

fn never<T: Arbitrary>(unwanted: impl Fn(&T) -> bool) {
    let seen = (0..5_000).any(|case| unwanted(&random(case)));
    assert!(!seen, "an unwanted {}", type_name::<T>());
}
