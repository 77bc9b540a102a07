//! proptest, without writing to disk.

use super::{DEEPEST, Input, Judgement, MOST_KEYS, Probe, Property, Task, Tree, Trees, inserted};
use proptest::{
    collection::vec,
    prelude::{BoxedStrategy, Just, Strategy, any},
    test_runner::{Config, RngAlgorithm, TestCaseError, TestRng, TestRunner},
};

/// Nodes that proptest aims at, and children of each.
const NODES: u32 = 16;
const CHILDREN: u32 = 2;

/// When a seed led to a counterexample.
pub fn proptest(task: Task, trees: Trees, seed: u64, limit: u64) -> Option<u64> {
    let probe = Probe::new(task);
    let limit_of_either = u32::try_from(limit).unwrap_or(u32::MAX);
    let config = Config {
        cases: limit_of_either,
        failure_persistence: None,
        max_shrink_iters: 0,
        max_global_rejects: limit_of_either,
        ..Config::default()
    };
    let mut bytes = [0; 32];
    bytes[..8].copy_from_slice(&seed.to_le_bytes());
    let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &bytes);
    // What it returns is also in the probe.
    let _ = TestRunner::new_with_rng(config, rng).run(&inputs(task.1, trees), |input| match probe
        .judge(&input)
    {
        Judgement::Holds => Ok(()),
        Judgement::Rejected => Err(TestCaseError::reject("no search tree")),
        Judgement::Fails => Err(TestCaseError::fail("it fails")),
    });
    probe.found(limit)
}

fn inputs(property: &Property, trees: Trees) -> BoxedStrategy<Input> {
    let tree = match trees {
        Trees::Derived => Just(Tree::Empty)
            .prop_recursive(DEEPEST, NODES, CHILDREN, |inner| {
                (inner.clone(), any::<i32>(), any::<i32>(), inner)
                    .prop_map(|(left, key, value, right)| Tree::node(left, key, value, right))
            })
            .boxed(),
        _ => vec(any::<(i32, i32)>(), 0..=MOST_KEYS).prop_map(inserted).boxed(),
    };
    let numbers = |count| vec(any::<i32>(), count);
    (vec(tree, property.trees), numbers(property.keys), numbers(property.values))
        .prop_map(|(trees, keys, values)| Input { trees, keys, values })
        .boxed()
}
