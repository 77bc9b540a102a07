//! A mistake, and the libraries that look for it.

use disprove::prelude::*;
use std::fmt::Debug;

/// What all libraries can generate.
#[cfg(not(feature = "rivals"))]
pub trait Input: Arbitrary + Debug + 'static {}
#[cfg(not(feature = "rivals"))]
impl<T: Arbitrary + Debug + 'static> Input for T {}

/// What all libraries can generate.
#[cfg(feature = "rivals")]
pub trait Input:
    Arbitrary + Debug + quickcheck::Arbitrary + proptest::arbitrary::Arbitrary + 'static
{
}
#[cfg(feature = "rivals")]
impl<T> Input for T where
    T: Arbitrary + Debug + quickcheck::Arbitrary + proptest::arbitrary::Arbitrary + 'static
{
}

/// When a run with this seed and this number of cases found the mistake.
type Look = Box<dyn Fn(u64, u64) -> Option<u64> + Sync>;

/// A mistake.
pub struct Bug {
    /// Its name in the table.
    pub name: &'static str,
    with_literals: Look,
    without_literals: Look,
    #[cfg(feature = "rivals")]
    quickcheck: Look,
    #[cfg(feature = "rivals")]
    proptest: Look,
}

/// A mistake that shows where the property does not hold.
pub fn bug<T: Input>(name: &'static str, holds: fn(&T) -> bool) -> Bug {
    let ours = move |literals| -> Look {
        Box::new(move |seed, limit| {
            let check = check(any::<T>()).name("case study").seed(seed).cases(limit);
            let check = check.max_executions(limit).search(Search::Random).database(Db::none());
            let report = check.max_failures(1).reduce(false).literals(literals).run(|v| holds(&v));
            report.failures().first().map(disprove::Failure::found_at)
        })
    };
    Bug {
        name,
        with_literals: ours(true),
        without_literals: ours(false),
        #[cfg(feature = "rivals")]
        quickcheck: Box::new(move |seed, limit| {
            // Its runner makes every input with the same size.
            let mut random = quickcheck::Gen::from_size_and_seed(100, seed);
            (1..=limit).find(|_| !holds(&<T as quickcheck::Arbitrary>::arbitrary(&mut random)))
        }),
        #[cfg(feature = "rivals")]
        proptest: Box::new(move |seed, limit| {
            use proptest::{
                strategy::{Strategy, ValueTree},
                test_runner::{Config, RngAlgorithm, TestRng, TestRunner},
            };
            let mut bytes = [0; 32];
            bytes[..8].copy_from_slice(&seed.to_le_bytes());
            let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &bytes);
            let mut runner = TestRunner::new_with_rng(Config::default(), rng);
            let strategy = proptest::arbitrary::any::<T>();
            (1..=limit).find(|_| {
                let tree = strategy.new_tree(&mut runner).expect("nothing is filtered");
                !holds(&tree.current())
            })
        }),
    }
}

/// A library, or a setting of ours.
type Way = (&'static str, fn(&Bug, u64, u64) -> Option<u64>);

/// Who looks for the mistakes, by the names in the table.
pub const WAYS: &[Way] = &[
    ("random", |bug, seed, limit| (bug.with_literals)(seed, limit)),
    ("random, no literals", |bug, seed, limit| (bug.without_literals)(seed, limit)),
    #[cfg(feature = "rivals")]
    ("quickcheck", |bug, seed, limit| (bug.quickcheck)(seed, limit)),
    #[cfg(feature = "rivals")]
    ("proptest", |bug, seed, limit| (bug.proptest)(seed, limit)),
];
