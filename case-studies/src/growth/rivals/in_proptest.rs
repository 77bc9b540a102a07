//! proptest, without writing to disk. Its numbers are uniform, and so are these.

use super::{Judgement, Probe};
use crate::growth::{
    choices::{Choices, DEEPEST},
    structure::{Bug, Structure},
};
use proptest::{
    prelude::{Just, Rng, Strategy},
    test_runner::{Config, RngAlgorithm, TestCaseError, TestRng, TestRunner},
};

/// When a seed led to a counterexample.
pub fn proptest<S: Structure>(bug: Bug, seed: u64, limit: u64) -> Option<u64> {
    let probe = Probe::new(bug);
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
    let inputs = Just(()).prop_perturb(|(), rng| S::draw(&mut Random(rng), DEEPEST));
    // What it returns is also in the probe.
    let _ = TestRunner::new_with_rng(config, rng).run(&inputs, |input| match probe.judge(&input) {
        Judgement::Holds => Ok(()),
        Judgement::Rejected => Err(TestCaseError::reject("not valid")),
        Judgement::Fails => Err(TestCaseError::fail("it fails")),
    });
    probe.found(limit)
}

struct Random(TestRng);

impl Choices for Random {
    fn below(&mut self, count: usize) -> usize {
        (self.long() % count.max(1) as u64) as usize
    }

    fn byte(&mut self) -> u8 {
        self.long() as u8
    }

    fn short(&mut self) -> u16 {
        self.long() as u16
    }

    fn word(&mut self) -> u32 {
        self.0.next_u32()
    }

    fn long(&mut self) -> u64 {
        self.0.next_u64()
    }
}
