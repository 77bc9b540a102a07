//! Feature `proptest`: strategies as generators.

use super::path::Path;
use crate::{
    generator::Generator,
    source::{Refused, Source, refuse},
};
use proptest::{
    strategy::{Strategy, ValueTree},
    test_runner::{Config, RngAlgorithm, TestRng, TestRunner},
};
use std::any::type_name;

/// Values of a proptest strategy: see [`from_proptest`].
#[derive(Clone, Debug)]
pub struct FromProptest<S> {
    strategy: S,
    config: Config,
}

/// The largest number of reduction steps. Lists of a few large numbers take about 200.
const MAX_STEPS: usize = 512;

/// Values that a filter of the strategy may refuse before the case is rejected. Proptest's own limit is 65,536 for a whole
/// run.
const MAX_REJECTS: u32 = 64;

/// Values of a strategy of proptest (1). Feature `proptest`.
///
/// The strategy runs with a drawn seed, and reduction calls `simplify` and `complicate` of its value tree, as proptest does.
/// A replay token holds the seed and the steps, so it works only with the same version of proptest. A case is rejected if
/// filters of the strategy refuse too many values.
///
/// ```
/// use disprove::{check, from_proptest};
/// use proptest::{collection::vec, strategy::Strategy};
///
/// let even = vec(0u32..1_000, 0..20).prop_map(|xs| xs.iter().map(|x| x * 2).collect::<Vec<_>>());
/// let report = check(from_proptest(even)).seed(1).run(|xs| xs.iter().all(|x| *x < 300));
/// assert_eq!(report.failures()[0].value(), &[300]);
/// ```
pub fn from_proptest<S: Strategy>(strategy: S) -> FromProptest<S> {
    let config =
        Config { max_local_rejects: MAX_REJECTS, failure_persistence: None, ..Config::default() };
    FromProptest { strategy, config }
}

#[diagnostic::do_not_recommend]
impl<S: Strategy> Generator for FromProptest<S> {
    type Value = S::Value;

    fn generate(&self, src: &mut Source) -> S::Value {
        src.span(type_name::<Self>(), |src| {
            // Not proptest's pass-through generator, which takes random bytes from outside: once they are used up or all
            // zero, a strategy for a range may never return.
            let mut seed = [0; 32];
            seed[..8].copy_from_slice(&src.uniform_word::<u64>().to_le_bytes());
            let random = TestRng::from_seed(RngAlgorithm::ChaCha, &seed);
            let mut runner = TestRunner::new_with_rng(self.config.clone(), random);
            let Ok(mut tree) = self.strategy.new_tree(&mut runner) else {
                refuse(Refused::Rejected)
            };
            if src.is_recording() {
                reduce(&mut tree, src);
            }
            tree.current()
        })
    }
}

/// Each step simplifies the value once, then complicates it up to 15 times.
fn reduce<T: ValueTree>(tree: &mut T, src: &mut Source) {
    let mut path = Path::new(type_name::<FromProptest<T>>(), MAX_STEPS);
    while let Some(step) = path.step(src) {
        if !tree.simplify() {
            break;
        }
        for _ in 0..step {
            if !tree.complicate() {
                break;
            }
        }
    }
    path.finish(src);
}
