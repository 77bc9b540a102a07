//! quickcheck.

use super::{DEEPEST, Input, Judgement, MOST_KEYS, Probe, Task, Tree, Trees, inserted};
use quickcheck::{Arbitrary, Gen, QuickCheck, TestResult, Testable};
use std::rc::Rc;

/// Its usual size.
const SIZE: usize = 100;

/// When a seed led to a counterexample.
pub fn quickcheck(task: Task, trees: Trees, seed: u64, limit: u64) -> Option<u64> {
    let probe = Rc::new(Probe::new(task));
    let asked = Asked { probe: probe.clone(), trees };
    let rng = Gen::from_size_and_seed(SIZE, seed);
    // What it returns is also in the probe.
    let _ = QuickCheck::new().rng(rng).tests(limit).max_tests(limit).quicktest(asked);
    probe.found(limit)
}

/// The runner keeps what it asks, so the probe is shared.
struct Asked {
    probe: Rc<Probe>,
    trees: Trees,
}

impl Testable for Asked {
    fn result(&self, random: &mut Gen) -> TestResult {
        let property = self.probe.task.1;
        let input = Input {
            trees: (0..property.trees).map(|_| tree(random, self.trees)).collect(),
            keys: (0..property.keys).map(|_| i32::arbitrary(random)).collect(),
            values: (0..property.values).map(|_| i32::arbitrary(random)).collect(),
        };
        match self.probe.judge(&input) {
            Judgement::Holds => TestResult::passed(),
            Judgement::Rejected => TestResult::discard(),
            Judgement::Fails => TestResult::failed(),
        }
    }
}

fn tree(random: &mut Gen, trees: Trees) -> Tree {
    if trees == Trees::Derived {
        return derived(random, DEEPEST);
    }
    let lengths: Vec<usize> = (0..=MOST_KEYS).collect();
    let length = *random.choose(&lengths).expect("there are lengths");
    inserted((0..length).map(|_| Arbitrary::arbitrary(random)).collect())
}

fn derived(random: &mut Gen, depth: u32) -> Tree {
    if depth == 0 || bool::arbitrary(random) {
        return Tree::Empty;
    }
    let left = derived(random, depth - 1);
    let (key, value) = Arbitrary::arbitrary(random);
    Tree::node(left, key, value, derived(random, depth - 1))
}
