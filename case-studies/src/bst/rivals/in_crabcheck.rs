//! crabcheck, without writing to disk. Its coverage-guided search needs other build flags, so this is its random
//! search.

use super::{DEEPEST, Input, Judgement, MOST_KEYS, Probe, Task, Tree, Trees, inserted};
use crabcheck::{BoxGen, Config, Source, TestResult, any};
use std::sync::Mutex;

/// When a seed led to a counterexample.
pub fn crabcheck(task: Task, trees: Trees, seed: u64, limit: u64) -> Option<u64> {
    // It wants a property that threads could share.
    let probe = Mutex::new(Probe::new(task));
    let config = Config::default().tests(limit).seed(seed).max_discard_ratio(1.0);
    let numbers = any::<i32>();
    let (_, property) = task;
    let inputs = move |src: &mut Source| Input {
        trees: (0..property.trees).map(|_| tree(src, &numbers, trees)).collect(),
        keys: (0..property.keys).map(|_| src.draw(&numbers)).collect(),
        values: (0..property.values).map(|_| src.draw(&numbers)).collect(),
    };
    crabcheck::check(&config.no_shrink().no_regressions(), inputs, |input: Input| {
        match probe.lock().expect("no property panics").judge(&input) {
            Judgement::Holds => TestResult::Pass,
            Judgement::Rejected => TestResult::discard("no search tree"),
            Judgement::Fails => TestResult::fail("it fails"),
        }
    });
    probe.into_inner().expect("no property panics").found(limit)
}

fn tree(src: &mut Source, numbers: &BoxGen<i32>, trees: Trees) -> Tree {
    if trees == Trees::Derived {
        return derived(src, numbers, DEEPEST);
    }
    let length = src.int(0..=MOST_KEYS);
    inserted((0..length).map(|_| (src.draw(numbers), src.draw(numbers))).collect())
}

fn derived(src: &mut Source, numbers: &BoxGen<i32>, depth: u32) -> Tree {
    if depth == 0 || src.bool() {
        return Tree::Empty;
    }
    let left = derived(src, numbers, depth - 1);
    let (key, value) = (src.draw(numbers), src.draw(numbers));
    Tree::node(left, key, value, derived(src, numbers, depth - 1))
}
